//! What selects a variant of a program, and counting samples in its fragment stage.

use crate::{driver::Driver, logic_op::LogicOp};
use essl_back::Variant;

/// Whether and where a fragment stage counts its samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Count {
    /// It does not.
    #[default]
    Not,
    /// Depth and stencil tests come before the shader: what runs has passed.
    Early,
    /// At the end of the shader: exact where there are no tests.
    Late,
}

/// Selects a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) variant: Variant,
    pub(crate) count: Count,
    /// The logic operation that the fragment stage does.
    pub(crate) logic: Option<LogicOp>,
}

/// What a fragment stage does that forbids tests before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LateEffects {
    /// It may discard.
    pub(crate) discards: bool,
    /// It writes depth or the sample mask.
    pub(crate) replaces: bool,
}

const OP_KILL: u32 = 252;
const OP_TERMINATE: u32 = 4416;
const OP_DEMOTE: u32 = 5380;
const OP_EXECUTION_MODE: u32 = 16;
const OP_DECORATE: u32 = 71;
const MODE_DEPTH_REPLACING: u32 = 12;
const DECORATION_BUILTIN: u32 = 11;
const BUILTIN_SAMPLE_MASK: u32 = 20;

/// Reads the effects off a module. It has not been checked yet: anything that is no instruction ends the walk.
pub(crate) fn late_effects(words: &[u32]) -> LateEffects {
    let mut effects = LateEffects::default();
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let (op, length) = (first & 0xFFFF, (first >> 16) as usize);
        let Some(instruction) = rest.get(..length).filter(|i| !i.is_empty()) else { break };
        match (op, instruction) {
            (OP_KILL | OP_TERMINATE | OP_DEMOTE, _) => effects.discards = true,
            (OP_EXECUTION_MODE, [_, _, MODE_DEPTH_REPLACING, ..]) => effects.replaces = true,
            (OP_DECORATE, [_, _, DECORATION_BUILTIN, BUILTIN_SAMPLE_MASK, ..]) => effects.replaces = true,
            _ => {}
        }
        rest = &rest[length..];
    }
    effects
}

/// The storage buffer binding of the sample counter: the driver's last.
pub(crate) fn counter_binding(gl: &Driver) -> u32 {
    gl.caps.limits.max_shader_storage_buffer_bindings.saturating_sub(1)
}

/// Adds counting to the text of a fragment stage. Discarded and helper invocations do not count.
pub(crate) fn count_samples(text: &str, count: Count, gl: &Driver) -> String {
    let binding = counter_binding(gl);
    let early = if count == Count::Early { "layout(early_fragment_tests) in;\n" } else { "" };
    // One invocation stands for all samples that it covers.
    let samples = if gl.caps.es_version >= 32 { "uint(bitCount(gl_SampleMaskIn[0]))" } else { "1u" };
    let head = format!(
        "{early}layout(binding = {binding}, std430) buffer MgpSamples {{ highp uint mgp_samples; }};\nvoid mgp_main()"
    );
    let mut out = text.replacen("void main()", &head, 1);
    out.push_str(&format!("\nvoid main()\n{{\n    mgp_main();\n    atomicAdd(mgp_samples, {samples});\n}}\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_of_any_words_end_the_walk_instead_of_it_never_ending() {
        // red once: a length of zero looped
        assert_eq!(late_effects(&[7; 5]), LateEffects::default());
        assert_eq!(late_effects(&[0, 0, 0, 0, 0, 0, 0]), LateEffects::default());
        let kill = 1 << 16 | OP_KILL;
        assert!(late_effects(&[0, 0, 0, 0, 0, kill]).discards);
        let depth = [3 << 16 | OP_EXECUTION_MODE, 1, MODE_DEPTH_REPLACING];
        assert!(late_effects(&[&[0; 5][..], &depth].concat()).replaces);
    }
}
