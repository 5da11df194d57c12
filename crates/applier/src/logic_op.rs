//! Logic operations (GL 4.6 core 17.3.9), which ES has not: the fragment stage reads what the framebuffer has, where
//! `GL_EXT_shader_framebuffer_fetch` lets it, and writes the bits that the operation makes.

use texel::format::Component;

/// The operation of a draw and the formats that it is done in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogicOp {
    /// `GL_CLEAR` to `GL_SET`.
    pub(crate) op: u16,
    /// The application's internal format at each draw buffer slot; 0 where there is none.
    pub(crate) formats: [u32; 8],
}

/// Whether colours of the format have logic operations: floats, signed normalised numbers and sRGB have none.
pub(crate) fn applies(format: u32) -> bool {
    let integers = |component| matches!(component, Component::Unorm | Component::Uint | Component::Int);
    texel::info(format).is_some_and(|info| !info.srgb && integers(info.component))
}

/// `s` is what the shader wrote, `d` what was there.
fn expression(op: u16) -> Option<&'static str> {
    const OPERATIONS: [&str; 16] = [
        "s ^ s", "s & d", "s & ~d", "s", "~s & d", "d", "s ^ d", "s | d", "~(s | d)", "~(s ^ d)", "~d", "s | ~d", "~s",
        "~s | d", "~(s & d)", "~(s ^ s)",
    ];
    OPERATIONS.get(usize::from(op).checked_sub(0x1500)?).copied()
}

/// An output's declaration: its slot, its type and its name.
fn output(line: &str) -> Option<(usize, &str, &str)> {
    let rest = line.strip_prefix("layout(location = ")?;
    let (slot, rest) = rest.split_once(") out ")?;
    let declared = rest.strip_suffix(';')?;
    let mut words = declared.split(' ').filter(|word| !matches!(*word, "highp" | "mediump" | "lowp"));
    let (ty, name) = (words.next()?, words.next()?);
    // Arrays and second sources stay as they are.
    (words.next().is_none() && !name.contains('[')).then_some((slot.parse().ok()?, ty, name))
}

/// Adds the operation to the text of a fragment stage.
pub(crate) fn apply(text: &str, logic: &LogicOp) -> String {
    let Some(expression) = expression(logic.op) else { return text.to_owned() };
    let (mut before, mut after, mut out) = (String::new(), String::new(), String::with_capacity(text.len() + 512));
    for line in text.lines() {
        let found = output(line).and_then(|(slot, ty, name)| {
            let info = texel::info(*logic.formats.get(slot)?)?;
            Some((slot, ty, name, info)).filter(|_| applies(info.internal_format))
        });
        let Some((slot, ty, name, info)) = found else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let width = ty.chars().last().and_then(|c| c.to_digit(10)).unwrap_or(1);
        let bits =
            [info.bits.red, info.bits.green, info.bits.blue, info.bits.alpha].map(|n| if n == 0 { 8 } else { n });
        let masks = bits[..width as usize].iter().map(|n| (1u64 << n.min(&32)) - 1);
        let masks = masks.map(|mask| format!("{mask}u")).collect::<Vec<_>>().join(", ");
        let of = |scalar: &str, vector: &str| if width == 1 { scalar.to_owned() } else { format!("{vector}{width}") };
        let (uints, floats) = (of("uint", "uvec"), of("float", "vec"));
        // As bits, and back.
        let (bits_of, value_of) = match info.component {
            Component::Unorm => (
                format!("{uints}(floor(clamp(VALUE, 0.0, 1.0) * {floats}(mgp_mask{slot}) + 0.5))"),
                format!("{floats}(BITS & mgp_mask{slot}) / {floats}(mgp_mask{slot})"),
            ),
            Component::Uint => ("VALUE".to_owned(), format!("BITS & mgp_mask{slot}")),
            _ => (format!("{uints}(VALUE)"), format!("{}(BITS)", of("int", "ivec"))),
        };
        out.push_str(&line.replacen(") out ", ") inout ", 1));
        out.push_str(&format!("\nconst highp {uints} mgp_mask{slot} = {uints}({masks});\n"));
        before.push_str(&format!("    highp {uints} mgp_old{slot} = {};\n", bits_of.replace("VALUE", name)));
        // Letter by letter: what is put in has both letters.
        let term = |c: char| match c {
            's' => format!("mgp_new{slot}"),
            'd' => format!("mgp_old{slot}"),
            other => other.to_string(),
        };
        let done: String = expression.chars().map(term).collect();
        after.push_str(&format!("    highp {uints} mgp_new{slot} = {};\n", bits_of.replace("VALUE", name)));
        after.push_str(&format!("    {name} = {};\n", value_of.replace("BITS", &format!("({done})"))));
    }
    if before.is_empty() {
        return text.to_owned();
    }
    let out = out.replacen("void main()", "void mgp_shade()", 1);
    let out = out.replacen('\n', "\n#extension GL_EXT_shader_framebuffer_fetch : require\n", 1);
    format!("{out}\nvoid main()\n{{\n{before}    mgp_shade();\n{after}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with outputs left `out`, so that what was there is not read
    #[test]
    fn outputs_are_read_and_their_bits_combined() {
        let text = "#version 320 es\nprecision highp float;\nlayout(location = 0) out vec4 o;\nlayout(location = 1) out uint p;\nvoid main()\n{\n}\n";
        let logic = LogicOp { op: 0x1506, formats: [0x8058, 0x8236, 0, 0, 0, 0, 0, 0] };
        let made = apply(text, &logic);
        assert!(made.starts_with("#version 320 es\n#extension GL_EXT_shader_framebuffer_fetch : require\n"), "{made}");
        assert!(
            made.contains(
                "layout(location = 0) inout vec4 o;\nconst highp uvec4 mgp_mask0 = uvec4(255u, 255u, 255u, 255u);"
            ),
            "{made}"
        );
        assert!(made.contains("p = (mgp_new1 ^ mgp_old1) & mgp_mask1;"), "{made}");
        assert!(made.contains("const highp uint mgp_mask1 = uint(4294967295u);"), "{made}");
        // Floats, and what is not there, stay.
        assert_eq!(apply(text, &LogicOp { op: 0x1506, formats: [0x881A, 0, 0, 0, 0, 0, 0, 0] }), text);
    }
}
