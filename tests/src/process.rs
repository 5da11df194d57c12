//! Processes under test, watched through pidfds.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, pidfd_open},
};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
};

/// What a test waits for takes well below a second. Whoever has not done it after this many seconds hangs: this is no limit on
/// speed, but what makes a hang a failure instead of an endless test.
pub const HANG: Timespec = Timespec { tv_sec: 60, tv_nsec: 0 };

/// A handle of a process, whatever becomes of its number.
pub struct Watched {
    fd: OwnedFd,
}

impl Watched {
    /// Watches a process that lives, or whose parent has not asked after it.
    pub fn of(pid: u32) -> Watched {
        let pid = Pid::from_raw(pid as i32).expect("a process number");
        Watched { fd: pidfd_open(pid, PidfdFlags::empty()).expect("the process lives") }
    }

    /// Waits for its end; false when it hangs.
    pub fn ended(&self) -> bool {
        poll(&mut [PollFd::new(&self.fd, PollFlags::IN)], Some(&HANG)).expect("poll") == 1
    }

    /// Kills it.
    pub fn kill(&self) {
        self.signal(rustix::process::Signal::KILL);
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::pidfd_send_signal(&self.fd, signal).expect("a process of ours");
    }
}

/// Waits until something can be read, or its other end is closed; false when that hangs.
pub fn readable(fd: impl std::os::fd::AsFd) -> bool {
    poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&HANG)).expect("poll") == 1
}

/// Numbers of the processes whose parent is `pid`, dead ones that nobody has asked after included.
pub fn children(pid: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|&child| parent(child) == Some(pid)).collect()
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything; the fields behind it are those after the last parenthesis.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// A program that is talked to line by line.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<std::process::ChildStdout>,
    errors: tempfile::NamedTempFile,
    /// Everything it has said so far.
    pub said: Vec<String>,
}

impl Program {
    /// Starts a command with its input and output in our hands.
    pub fn start(command: &mut Command) -> Program {
        let errors = tempfile::NamedTempFile::new().expect("a temporary file");
        let log = errors.reopen().expect("the file just made");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Program { child, input, output, errors, said: Vec::new() }
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Says a line to it.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input is open");
        writeln!(input, "{line}").unwrap_or_else(|error| panic!("{error}; it said {:?}", self.said));
    }

    /// The next line that it says; `None` at its end.
    ///
    /// # Panics
    /// It hangs.
    pub fn next_line(&mut self) -> Option<String> {
        if self.output.buffer().is_empty() {
            let ready = poll(&mut [PollFd::new(self.output.get_ref(), PollFlags::IN)], Some(&HANG)).expect("poll");
            assert!(ready == 1, "the program hangs; the last it said was {:?}\n{}", self.said.last(), self.errors());
        }
        let mut line = String::new();
        if self.output.read_line(&mut line).expect("its output") == 0 {
            return None;
        }
        let line = line.trim_end().to_owned();
        self.said.push(line.clone());
        Some(line)
    }

    /// Says a line and takes the answer.
    ///
    /// # Panics
    /// There is none.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.next_line().unwrap_or_else(|| panic!("no answer to {line:?}: {}", self.errors()))
    }

    /// Closes its input and waits for its end; what it still says is in [`Program::said`].
    pub fn end(&mut self) -> ExitStatus {
        self.input = None;
        while self.next_line().is_some() {}
        self.child.wait().expect("a child of ours")
    }

    /// What it has written to its error output.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.errors.path()).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Files that the shared memory of a link would be, were it not anonymous: names with `mgpipe` where such files are made.
pub fn files_left() -> Vec<PathBuf> {
    let folders = [Path::new("/dev/shm").to_owned(), std::env::temp_dir()];
    let all = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    all.map(|entry| entry.path()).filter(|path| path.to_string_lossy().contains("mgpipe")).collect()
}
