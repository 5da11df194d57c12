//! Debug output: messages, filters, groups and labels (GL 4.6 core 20).

use mgpipe_tests::{against_native, bindings::gl, scene::Scene};
use std::{
    ffi::{CStr, c_char, c_void},
    ptr::null,
    sync::Mutex,
};

/// What a message is: source, type, id, severity, text.
type Message = (u32, u32, u32, u32, String);

/// Puts the messages of the application itself into the readings as they are, and of others what does not depend on whose they are.
fn record(gl: &Scene, name: &str, messages: &[Message]) {
    for (source, type_, id, severity, text) in messages {
        gl.enums(&format!("{name}: kind"), &[*source, *type_, *severity]);
        if matches!(*source, gl::DEBUG_SOURCE_APPLICATION | gl::DEBUG_SOURCE_THIRD_PARTY) {
            gl.u32s(&format!("{name}: id"), &[*id]);
            gl.text(&format!("{name}: text"), text);
        }
    }
    gl.u32s(&format!("{name}: how many"), &[messages.len() as u32]);
}

/// Fetches the log, at most `count` messages in `room` bytes of text.
unsafe fn fetch(gl: &Scene, count: u32, room: usize) -> Vec<Message> {
    let mut words = [[0u32; 8]; 4];
    let (mut lengths, mut text) = ([0i32; 8], vec![0u8; room]);
    let [sources, types, ids, severities] = &mut words;
    let got = gl.GetDebugMessageLog(
        count,
        room as i32,
        sources.as_mut_ptr(),
        types.as_mut_ptr(),
        ids.as_mut_ptr(),
        severities.as_mut_ptr(),
        lengths.as_mut_ptr(),
        text.as_mut_ptr().cast(),
    );
    let mut start = 0;
    (0..got as usize)
        .map(|i| {
            let end = start + lengths[i] as usize;
            let words = CStr::from_bytes_with_nul(&text[start..end]).expect("the length counts the zero");
            start = end;
            (sources[i], types[i], ids[i], severities[i], words.to_string_lossy().into_owned())
        })
        .collect()
}

unsafe fn insert(gl: &Scene, id: u32, severity: u32, text: &str) {
    let (source, type_) = (gl::DEBUG_SOURCE_APPLICATION, gl::DEBUG_TYPE_MARKER);
    gl.DebugMessageInsert(source, type_, id, severity, text.len() as i32, text.as_ptr().cast());
}

// red once: without the look at the room that is left, the first text did not come, either
against_native!(messages_wait_in_the_log_in_order, |gl| {
    gl.Enable(gl::DEBUG_OUTPUT);
    for (id, text) in [(1, "first"), (2, "second, longer"), (3, "")] {
        insert(gl, id, gl::DEBUG_SEVERITY_HIGH, text);
    }
    gl.integer::<1>("logged", gl::DEBUG_LOGGED_MESSAGES);
    gl.integer::<1>("next", gl::DEBUG_NEXT_LOGGED_MESSAGE_LENGTH);
    // There is room for one text and a bit: the second stays.
    record(gl, "room for one", &fetch(gl, 8, 12));
    record(gl, "one asked for", &fetch(gl, 1, 256));
    record(gl, "the rest", &fetch(gl, 8, 256));
    gl.integer::<1>("none left", gl::DEBUG_LOGGED_MESSAGES);
    gl.BindTexture(0x1234, 1);
    gl.error("bad");
    record(gl, "of an error", &fetch(gl, 8, 4096));
});

// red once: with the first filter that fits, not the last, no message came
against_native!(messages_pass_the_filters_that_were_said_last, |gl| {
    gl.Enable(gl::DEBUG_OUTPUT);
    let all = gl::DONT_CARE;
    insert(gl, 1, gl::DEBUG_SEVERITY_LOW, "low is off at first");
    gl.DebugMessageControl(all, all, all, 0, null(), gl::FALSE);
    insert(gl, 2, gl::DEBUG_SEVERITY_HIGH, "all off");
    gl.DebugMessageControl(gl::DEBUG_SOURCE_APPLICATION, all, gl::DEBUG_SEVERITY_LOW, 0, null(), gl::TRUE);
    insert(gl, 3, gl::DEBUG_SEVERITY_LOW, "low on");
    insert(gl, 4, gl::DEBUG_SEVERITY_HIGH, "high off");
    let ids = [7, 9];
    let (source, type_) = (gl::DEBUG_SOURCE_APPLICATION, gl::DEBUG_TYPE_MARKER);
    gl.DebugMessageControl(source, type_, all, 2, ids.as_ptr(), gl::TRUE);
    for id in [7, 8, 9] {
        insert(gl, id, gl::DEBUG_SEVERITY_HIGH, "by its number");
    }
    record(gl, "log", &fetch(gl, 8, 4096));
    gl.Disable(gl::DEBUG_OUTPUT);
    insert(gl, 7, gl::DEBUG_SEVERITY_HIGH, "output is off");
    record(gl, "off", &fetch(gl, 8, 4096));
});

// red once: with filters that outlive their group, and the first of them deciding, the message inside came
against_native!(a_group_ends_with_its_filters, |gl| {
    gl.Enable(gl::DEBUG_OUTPUT);
    let all = gl::DONT_CARE;
    gl.DebugMessageControl(all, all, all, 0, null(), gl::TRUE);
    gl.PushDebugGroup(gl::DEBUG_SOURCE_APPLICATION, 5, -1, c"group".as_ptr());
    gl.integer::<1>("depth", gl::DEBUG_GROUP_STACK_DEPTH);
    gl.DebugMessageControl(all, gl::DEBUG_TYPE_MARKER, all, 0, null(), gl::FALSE);
    insert(gl, 1, gl::DEBUG_SEVERITY_HIGH, "inside");
    gl.PopDebugGroup();
    insert(gl, 2, gl::DEBUG_SEVERITY_HIGH, "outside");
    record(gl, "log", &fetch(gl, 8, 4096));
    gl.integer::<1>("depth", gl::DEBUG_GROUP_STACK_DEPTH);
    gl.PopDebugGroup();
    gl.error("one too many");
    record(gl, "of the error", &fetch(gl, 8, 4096));
});

// red once: with messages put into the log, too
against_native!(a_callback_is_told_at_once_and_the_log_is_not, |gl| {
    static TOLD: Mutex<Vec<Message>> = Mutex::new(Vec::new());
    extern "system" fn tell(
        source: u32,
        type_: u32,
        id: u32,
        severity: u32,
        length: i32,
        text: *const c_char,
        user: *mut c_void,
    ) {
        // SAFETY: GL hands out `length` characters, and the address of a number as the scenario gave it.
        let (text, user) =
            unsafe { (std::slice::from_raw_parts(text.cast::<u8>(), length as usize), *user.cast::<u32>()) };
        let text = format!("{user}: {}", String::from_utf8_lossy(text));
        TOLD.lock().expect("no one panicked").push((source, type_, id, severity, text));
    }
    let mut user = 77u32;
    let user = (&raw mut user).cast::<c_void>();
    gl.Enable(gl::DEBUG_OUTPUT);
    gl.Enable(gl::DEBUG_OUTPUT_SYNCHRONOUS);
    gl.DebugMessageCallback(Some(tell), user);
    let mut pointers = [std::ptr::null_mut(); 2];
    gl.GetPointerv(gl::DEBUG_CALLBACK_FUNCTION, &raw mut pointers[0]);
    gl.GetPointerv(gl::DEBUG_CALLBACK_USER_PARAM, &raw mut pointers[1]);
    gl.u32s("pointers", &[u32::from(std::ptr::eq(pointers[0], tell as *const _)), u32::from(pointers[1] == user)]);
    insert(gl, 1, gl::DEBUG_SEVERITY_HIGH, "told");
    let at_once = TOLD.lock().expect("no one panicked").len();
    gl.u32s("at once", &[at_once as u32]);
    gl.ActiveTexture(0x1234);
    gl.error("bad");
    record(gl, "told", &std::mem::take(&mut *TOLD.lock().expect("no one panicked")));
    record(gl, "logged", &fetch(gl, 8, 4096));
    gl.DebugMessageCallback(None, std::ptr::null());
    insert(gl, 2, gl::DEBUG_SEVERITY_HIGH, "logged again");
    record(gl, "logged", &fetch(gl, 8, 4096));
});

// red once: with every number taken for a texture's name, there was no error
against_native!(labels_belong_to_their_objects, |gl| {
    let label = |name: &str, kind: u32, object: u32, room: i32| {
        let (mut length, mut text) = (-7, [0x55u8; 32]);
        gl.GetObjectLabel(kind, object, room, &mut length, text.as_mut_ptr().cast());
        gl.i32s(&format!("{name}: length"), &[length]);
        gl.bytes(&format!("{name}: bytes"), &text);
    };
    let mut texture = 0;
    gl.GenTextures(1, &mut texture);
    gl.ObjectLabel(gl::TEXTURE, texture, -1, c"not yet".as_ptr());
    gl.error("a name that is no texture yet");
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.ObjectLabel(gl::TEXTURE, texture, 5, c"albedo map".as_ptr());
    let mut alone = -7;
    gl.GetObjectLabel(gl::TEXTURE, texture, 0, &mut alone, std::ptr::null_mut());
    gl.i32s("the length alone", &[alone]);
    label("cut by its length", gl::TEXTURE, texture, 32);
    label("cut by its room", gl::TEXTURE, texture, 4);
    gl.ObjectLabel(gl::TEXTURE, texture, -1, null());
    label("taken away", gl::TEXTURE, texture, 32);
    gl.ObjectLabel(gl::TEXTURE, texture, -1, c"x".as_ptr());
    gl.DeleteTextures(1, &texture);
    let (mut length, mut text) = (-7, [0x55u8; 8]);
    gl.GetObjectLabel(gl::TEXTURE, texture, 8, &mut length, text.as_mut_ptr().cast());
    gl.error("deleted");
    let long = "n".repeat(300);
    let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 4, 0);
    gl.ObjectLabel(gl::BUFFER, buffer, long.len() as i32, long.as_ptr().cast());
    gl.error("too long");
    gl.ObjectLabel(0x1234, buffer, 1, long.as_ptr().cast());
    gl.error("no kind");
    gl.integer::<1>("longest", gl::MAX_LABEL_LENGTH);
    let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.ObjectPtrLabel(fence.cast(), -1, c"fence".as_ptr());
    gl.GetObjectPtrLabel(fence.cast(), 8, &mut length, text.as_mut_ptr().cast());
    gl.i32s("of a fence", &[length]);
    gl.bytes("of a fence: bytes", &text);
    gl.DeleteSync(fence);
});

// red once: with numbers taken without a type and with a severity
against_native!(bad_messages_have_their_errors, |gl| {
    gl.Enable(gl::DEBUG_OUTPUT);
    let (api, marker, high) = (gl::DEBUG_SOURCE_API, gl::DEBUG_TYPE_MARKER, gl::DEBUG_SEVERITY_HIGH);
    gl.DebugMessageInsert(api, marker, 0, high, 1, c"x".as_ptr());
    gl.error("a source that is not the application's");
    let application = gl::DEBUG_SOURCE_APPLICATION;
    gl.DebugMessageInsert(application, 0x1234, 0, high, 1, c"x".as_ptr());
    gl.error("type");
    gl.DebugMessageInsert(application, marker, 0, 0x1234, 1, c"x".as_ptr());
    gl.error("severity");
    let long = "n".repeat(5000);
    gl.DebugMessageInsert(application, marker, 0, high, long.len() as i32, long.as_ptr().cast());
    gl.error("length");
    gl.DebugMessageControl(application, marker, high, -1, null(), 1);
    gl.error("count");
    let id = 3;
    gl.DebugMessageControl(application, gl::DONT_CARE, gl::DONT_CARE, 1, &id, 1);
    gl.error("numbers without a type");
    gl.DebugMessageControl(application, marker, high, 1, &id, 1);
    gl.error("numbers with a severity");
    gl.PushDebugGroup(api, 0, 1, c"x".as_ptr());
    gl.error("group of the API");
    let mut pushed = 0;
    while gl.GetError() == gl::NO_ERROR && pushed < 100 {
        gl.PushDebugGroup(application, 0, 1, c"x".as_ptr());
        pushed += 1;
    }
    gl.u32s("depth of groups", &[pushed]);
});
