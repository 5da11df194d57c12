//! ESSL of the programs that copy texels by drawing, for what the driver's own copies refuse.

use std::fmt::Write;
use texel::es::Clamp;

/// The sampler dimension that the source is read through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dimension {
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
    D2Ms,
    D2MsArray,
}

/// What the texels are, for sampler and output alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TexelClass {
    Float,
    Int,
    Uint,
}

/// Where the texel goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Output {
    Color,
    /// `gl_FragDepth`, from the first component.
    Depth,
    /// Nowhere: fragments whose texel lacks the stencil bit that is written are discarded.
    Stencil,
}

/// What becomes of a texel's colour on its way, where sampler and framebuffer don't do it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Transfer {
    /// A texel that the sampler made linear becomes the stored sRGB value again.
    pub(crate) encode: bool,
    /// A value is made linear because the framebuffer will encode it.
    pub(crate) decode: bool,
}

/// How source positions become a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pick {
    /// The texel the position falls into.
    Nearest,
    /// Bilinear between four texels of one level, whatever the format's filters can do.
    Linear,
    /// The average of the samples of the texel the position falls into.
    Average,
}

/// Names a copy program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CopyProgram {
    pub(crate) dimension: Dimension,
    pub(crate) class: TexelClass,
    pub(crate) output: Output,
    pub(crate) pick: Pick,
    pub(crate) transfer: Transfer,
    pub(crate) clamp: Option<Clamp>,
}

/// sRGB of linear values and back (GL 4.6 core 8.24, 17.3.7).
const ENCODE: &str = "vec4 encode(vec4 c) {\n    \
    vec3 low = c.rgb * 12.92;\n    vec3 high = 1.055 * pow(max(c.rgb, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;\n    \
    return vec4(mix(high, low, lessThan(c.rgb, vec3(0.0031308))), c.a);\n}\n";
const DECODE: &str = "vec4 decode(vec4 c) {\n    \
    vec3 low = c.rgb / 12.92;\n    vec3 high = pow((max(c.rgb, vec3(0.04045)) + 0.055) / 1.055, vec3(2.4));\n    \
    return vec4(mix(high, low, lessThanEqual(c.rgb, vec3(0.04045))), c.a);\n}\n";

impl CopyProgram {
    /// The fragment shader.
    pub(crate) fn fragment(&self) -> String {
        let mut text = String::new();
        let prefix = match self.class {
            TexelClass::Float => "",
            TexelClass::Int => "i",
            TexelClass::Uint => "u",
        };
        let dimension = match self.dimension {
            Dimension::D2 => "2D",
            Dimension::D2Array => "2DArray",
            Dimension::D3 => "3D",
            Dimension::Cube => "Cube",
            Dimension::CubeArray => "CubeArray",
            Dimension::D2Ms => "2DMS",
            Dimension::D2MsArray => "2DMSArray",
        };
        // Source position = (fragment position - corner) * map.xy + map.zw; `at` is the sample (or their number), layer, width and
        // height of the level. The level is the texture's base level: what `texelFetch` counts from is not the same on all drivers, what
        // `textureLod` counts from is.
        let _ = write!(
            text,
            "layout(binding = 0) uniform highp {prefix}sampler{dimension} source;\nuniform vec4 map;\nuniform ivec4 at;\n\
             uniform vec2 corner;\nuniform float depth;\nuniform int bit;\n"
        );
        if self.output == Output::Color {
            let _ = writeln!(text, "layout(location = 0) out highp {prefix}vec4 color;");
        }
        if self.transfer.encode {
            text.push_str(ENCODE);
        }
        if self.transfer.decode {
            text.push_str(DECODE);
        }
        let _ = write!(text, "{prefix}vec4 raw(ivec2 p, int i) {{\n    p = clamp(p, ivec2(0), at.zw - 1);\n");
        text.push_str(match self.dimension {
            Dimension::D2 => "    return textureLod(source, (vec2(p) + 0.5) / vec2(at.zw), 0.0);\n",
            Dimension::D2Array => {
                "    return textureLod(source, vec3((vec2(p) + 0.5) / vec2(at.zw), float(at.y)), 0.0);\n"
            }
            Dimension::D3 => {
                "    return textureLod(source, vec3((vec2(p) + 0.5) / vec2(at.zw), (float(at.y) + 0.5) / depth), 0.0);\n"
            }
            Dimension::Cube | Dimension::CubeArray => {
                "    vec2 s = (vec2(p) + 0.5) / vec2(at.zw) * 2.0 - 1.0;\n\
                 \x20   int face = at.y % 6;\n\
                 \x20   vec3 d = face == 0 ? vec3(1.0, -s.y, -s.x) : face == 1 ? vec3(-1.0, -s.y, s.x)\n\
                 \x20          : face == 2 ? vec3(s.x, 1.0, s.y) : face == 3 ? vec3(s.x, -1.0, -s.y)\n\
                 \x20          : face == 4 ? vec3(s.x, -s.y, 1.0) : vec3(-s.x, -s.y, -1.0);\n"
            }
            Dimension::D2Ms | Dimension::D2MsArray => "",
        });
        let place = if self.dimension == Dimension::D2Ms { "p" } else { "ivec3(p, at.y)" };
        match self.dimension {
            Dimension::Cube => text.push_str("    return textureLod(source, d, 0.0);\n"),
            Dimension::CubeArray => {
                text.push_str("    return textureLod(source, vec4(d, float(at.y / 6)), 0.0);\n");
            }
            Dimension::D2Ms | Dimension::D2MsArray => {
                let _ = writeln!(text, "    return texelFetch(source, {place}, i);");
            }
            _ => {}
        }
        // Filters mix what is stored.
        let coded = if self.transfer.encode { "encode" } else { "" };
        let _ = writeln!(text, "}}\n{prefix}vec4 texel_at(ivec2 p, int i) {{ return {coded}(raw(p, i)); }}");
        if self.pick == Pick::Average {
            let _ = writeln!(
                text,
                "vec4 fetch(ivec2 p) {{\n    vec4 sum = vec4(0.0);\n    for (int i = 0; i < at.x; i++) sum += texel_at(p, i);\n    \
                 return sum / float(at.x);\n}}"
            );
        } else {
            let _ = writeln!(text, "{prefix}vec4 fetch(ivec2 p) {{ return texel_at(p, at.x); }}");
        }
        // What lies outside of the source is not copied (GL 4.6 core 18.3.1).
        text.push_str(
            "void main() {\n    vec2 s = (gl_FragCoord.xy - corner) * map.xy + map.zw;\n    \
             if (any(lessThan(s, vec2(0.0))) || any(greaterThanEqual(s, vec2(at.zw)))) discard;\n",
        );
        if self.pick == Pick::Linear && self.class == TexelClass::Float {
            text.push_str(
                "    vec2 q = s - 0.5;\n    ivec2 p = ivec2(floor(q));\n    vec2 f = q - floor(q);\n    \
                 vec4 texel = mix(mix(fetch(p), fetch(p + ivec2(1, 0)), f.x), \
                 mix(fetch(p + ivec2(0, 1)), fetch(p + ivec2(1, 1)), f.x), f.y);\n",
            );
        } else {
            let _ = writeln!(text, "    {prefix}vec4 texel = fetch(ivec2(floor(s)));");
        }
        text.push_str(match self.clamp {
            None => "",
            Some(Clamp::Unorm) => "    texel = clamp(texel, 0.0, 1.0);\n",
            Some(Clamp::Snorm) => "    texel = clamp(texel, -1.0, 1.0);\n",
        });
        text.push_str(match self.output {
            Output::Color if self.transfer.decode => "    color = decode(texel);\n}\n",
            Output::Color => "    color = texel;\n}\n",
            Output::Depth => "    gl_FragDepth = float(texel.x);\n}\n",
            Output::Stencil => "    if ((int(texel.x) & bit) != bit) discard;\n}\n",
        });
        text
    }
}
