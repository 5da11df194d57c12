//! Shaders and programs as bytes, for a cache on disk and for program binaries. What is read back is checked as far as a reader
//! of it relies on: a program's archive by [`Archive::from_bytes`], its modules by their head; who gets it in the end, the server,
//! checks every word.

use crate::compile::{CompileOptions, Shader};
use crate::link::{LinkOptions, Program};
use pipe_types::archive::{Archive, Stage};
use std::collections::HashSet;
use std::sync::Arc;

/// Stands for the code that makes shaders and programs.
pub const BUILD: &str = env!("GLSL_FRONT_BUILD");

const SPIRV_MAGIC: u32 = 0x0723_0203;
/// Largest module in words.
const MAX_WORDS: usize = 4 << 20;

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }
    fn options(&mut self, options: &CompileOptions) {
        self.number(options.max_version.into());
        [options.max_draw_buffers, options.max_vertex_attribs, options.max_texture_units]
            .into_iter()
            .for_each(|n| self.number(n));
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }
    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.number()? as usize;
        self.take(n)
    }
    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }
    fn options(&mut self) -> Option<CompileOptions> {
        Some(CompileOptions {
            max_version: self.number()?.try_into().ok()?,
            max_draw_buffers: self.number()?,
            max_vertex_attribs: self.number()?,
            max_texture_units: self.number()?,
        })
    }
}

/// What the compilation of a source depends on.
pub fn compile_key(stage: Stage, source: &str, options: &CompileOptions) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(stage as u32);
    writer.options(options);
    writer.bytes(source.as_bytes());
    writer.0
}

/// What a link depends on.
pub fn link_key(shaders: &[Shader], options: &LinkOptions) -> Vec<u8> {
    let mut writer = Writer::default();
    for shader in shaders {
        writer.bytes(&shader.to_bytes());
    }
    let mut attribs: Vec<_> = options.attrib_bindings.iter().collect();
    attribs.sort();
    for (name, at) in attribs {
        writer.bytes(name.as_bytes());
        writer.number(*at);
    }
    writer.number(u32::MAX);
    let mut outputs: Vec<_> = options.frag_data_bindings.iter().collect();
    outputs.sort();
    for (name, (at, index)) in outputs {
        writer.bytes(name.as_bytes());
        writer.number(*at);
        writer.number(*index);
    }
    writer.number(u32::MAX);
    options.xfb_varyings.iter().for_each(|name| writer.bytes(name.as_bytes()));
    let flags = u32::from(options.xfb_separate) | u32::from(options.separable) << 1;
    [flags, options.max_vertex_attribs, options.max_draw_buffers].into_iter().for_each(|n| writer.number(n));
    writer.0
}

impl Shader {
    /// The shader as bytes; the same shader gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.stage as u32);
        writer.number(self.version.into());
        writer.options(&self.options);
        writer.bytes(self.log.as_bytes());
        writer.bytes(self.text.as_bytes());
        let words = self.spirv.iter().flat_map(|words| words.iter()).flat_map(|word| word.to_le_bytes());
        writer.bytes(&words.collect::<Vec<u8>>());
        let mut booleans: Vec<_> = self.booleans.iter().collect();
        booleans.sort();
        writer.number(booleans.len() as u32);
        for (of, member) in booleans {
            writer.bytes(of.as_bytes());
            writer.bytes(member.as_bytes());
        }
        let mut bound: Vec<_> = self.bound_names.iter().collect();
        bound.sort();
        writer.number(bound.len() as u32);
        bound.into_iter().for_each(|name| writer.bytes(name.as_bytes()));
        writer.0
    }

    /// The shader of these bytes; none when they are none's.
    pub fn from_bytes(bytes: &[u8]) -> Option<Shader> {
        let mut reader = Reader(bytes);
        let stage = Stage::from_index(reader.number()?.try_into().ok()?)?;
        let version = reader.number()?.try_into().ok()?;
        let options = reader.options()?;
        let (log, text) = (reader.text()?, reader.text()?);
        // Only what was compiled is read back.
        if !reader.bytes()?.is_empty() {
            return None;
        }
        let mut booleans = HashSet::new();
        for _ in 0..reader.number()? {
            booleans.insert((reader.text()?, reader.text()?));
        }
        let mut bound_names = HashSet::new();
        for _ in 0..reader.number()? {
            bound_names.insert(reader.text()?);
        }
        reader.0.is_empty().then(|| Shader {
            stage,
            version,
            log,
            text: text.into(),
            spirv: None,
            options,
            booleans: Arc::new(booleans),
            bound_names: Arc::new(bound_names),
        })
    }
}

/// Modules and archive as bytes.
pub fn program_to_bytes(stages: &[(Stage, Vec<u32>)], archive: &Archive) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes(&archive.to_bytes());
    writer.number(stages.len() as u32);
    for (stage, words) in stages {
        writer.number(*stage as u32);
        writer.number(words.len() as u32);
        writer.0.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    writer.0
}

/// The program of these bytes. `None` when they are none's: the archive contradicts itself, the stages are not the archive's in their
/// order, or a module has no head.
pub fn program_from_bytes(bytes: &[u8]) -> Option<Program> {
    let mut reader = Reader(bytes);
    let archive = Archive::from_bytes(reader.bytes()?).ok()?;
    let mut stages: Vec<(Stage, Vec<u32>)> = Vec::new();
    for _ in 0..reader.number()? {
        let stage = Stage::from_index(reader.number()?.try_into().ok()?)?;
        let n = reader.number()? as usize;
        if n > MAX_WORDS || stages.last().is_some_and(|(last, _)| *last >= stage) {
            return None;
        }
        let words = reader.take(n * 4)?.chunks_exact(4);
        let words: Vec<u32> = words.map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect();
        if words.first() != Some(&SPIRV_MAGIC) {
            return None;
        }
        stages.push((stage, words));
    }
    let mask = stages.iter().fold(0, |mask, (stage, _)| mask | stage.bit());
    (reader.0.is_empty() && mask == archive.stages).then_some(Program { stages, archive })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "#version 330\nuniform B { bool b; }; layout(location = 0) out vec4 o; uniform vec4 c; void main() { o = b ? c : vec4(1); }";

    fn shader() -> Shader {
        crate::compile(Stage::Fragment, SOURCE, &CompileOptions::default()).unwrap()
    }

    // red once: with booleans left out
    #[test]
    fn what_is_read_back_links_as_before() {
        let shader = shader();
        let again = Shader::from_bytes(&shader.to_bytes()).unwrap();
        assert_eq!(again.to_bytes(), shader.to_bytes());
        let options = LinkOptions { separable: true, ..LinkOptions::default() };
        let program = crate::link(&[shader], &options).unwrap();
        assert_eq!(crate::link(&[again], &options).unwrap(), program);
        let bytes = program_to_bytes(&program.stages, &program.archive);
        assert_eq!(program_from_bytes(&bytes).unwrap(), program);
    }

    #[test]
    fn other_bytes_are_no_program() {
        let program = crate::link(&[shader()], &LinkOptions { separable: true, ..LinkOptions::default() }).unwrap();
        let bytes = program_to_bytes(&program.stages, &program.archive);
        for n in 0..bytes.len().min(600) {
            assert!(program_from_bytes(&bytes[..n]).is_none(), "{n} bytes");
        }
        for n in (0..bytes.len()).step_by(3) {
            let mut bad = bytes.clone();
            bad[n] ^= 0xFF;
            // The words are the server's to check; anything else is refused or is a program with the same stages.
            if let Some(other) = program_from_bytes(&bad) {
                assert_eq!(other.archive.stages, program.archive.stages);
            }
        }
        assert!(Shader::from_bytes(&bytes).is_none());
    }
}
