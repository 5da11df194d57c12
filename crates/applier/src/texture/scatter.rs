//! Many small uploads to one image as one transfer: the texels go to a strip in one call, and one draw puts them where they
//! belong. On tiling drivers every upload to a texture in use is a job of its own, so that a hundred glyphs for an atlas would
//! be a hundred of them.

use super::{
    object::Level,
    upload::{checked_pieces, tight_rows},
};
use crate::{
    Applier,
    blitter::{class_of, is_srgb, point_of},
    driver::{UniformShape, pixels::Source},
    error::{Result, missing},
    framebuffer::{Binding, texture_image},
    scratch::InternalDraw,
};
use pipe_types::{
    caps::Features,
    decode::Record,
    records::resource::{MGPSubData, MGPSubRegion, ResourceTarget},
};
use texel::format::Component;

/// Regions from which on the draw is worth it.
const MANY: usize = 8;
/// Texels of a row of the strip.
const WIDTH: i32 = 512;

const VERTEX: &str = "layout(binding = 1) uniform highp isampler2D table;\n\
    uniform ivec2 size;\n\
    flat out ivec4 place;\n\
    void main() {\n\
        int region = gl_InstanceID >> 1;\n\
        ivec4 box = texelFetch(table, ivec2(0, region), 0);\n\
        place = ivec4(box.xyz, texelFetch(table, ivec2(1, region), 0).x);\n\
        int corner = gl_VertexID + (gl_InstanceID & 1);\n\
        vec2 p = vec2(box.xy + box.zw * ivec2(corner & 1, corner >> 1));\n\
        gl_Position = vec4(p / vec2(size) * 2.0 - 1.0, 0.0, 1.0);\n\
    }\n";

fn fragment(prefix: &str) -> String {
    format!(
        "layout(binding = 0) uniform highp {prefix}sampler2D strip;\n\
         flat in ivec4 place;\n\
         layout(location = 0) out highp {prefix}vec4 color;\n\
         void main() {{\n\
         \x20   ivec2 d = ivec2(gl_FragCoord.xy) - place.xy;\n\
         \x20   int at = place.w + d.y * place.z + d.x;\n\
         \x20   color = texelFetch(strip, ivec2(at % {WIDTH}, at / {WIDTH}), 0);\n\
         }}\n"
    )
}

/// Whether a draw writes the very bits of an image's texels: integers, and 8 bits that are no other numbers in a shader.
fn is_exact(image: &Level) -> bool {
    let info = image.info;
    let small = info.component == Component::Unorm && info.wire.type_ == glow::UNSIGNED_BYTE && !info.srgb;
    info.base.is_color() && !info.is_compressed() && !image.storage.opaque && (small || info.component.is_integer())
}

impl Applier {
    /// Applies an upload of many regions by one transfer and one draw; `false`: it is not one for that, and nothing happened.
    pub(crate) fn scatter(&mut self, r: &Record<'_, MGPSubData, MGPSubRegion>, blob: &[u8]) -> Result<bool> {
        let texture = self.textures.get(r.resource).map_err(missing("resource", r.resource))?;
        if r.tail.len() < MANY || matches!(texture.target, ResourceTarget::Tex1D | ResourceTarget::Tex1DArray) {
            return Ok(false);
        }
        let Ok((pieces, image)) = checked_pieces(texture, r.payload, r.tail, blob.len()) else { return Ok(false) };
        let bytes = usize::from(image.info.wire.bytes);
        let layer = pieces[0].texels.z;
        let apart = |piece: &super::upload::Piece| {
            piece.texels.d != 1
                || piece.texels.z != layer
                || !piece.offset.is_multiple_of(bytes)
                || !tight_rows(piece, image)
        };
        let copied = image.storage.uploader(image.info).is_ok_and(|converter| converter.is_copy());
        if !is_exact(image) || !copied || pieces.iter().any(apart) {
            return Ok(false);
        }
        let (storage, layout, class) = (image.storage.internal_format, image.layout(), class_of(image.info));
        let (size, point, target) = ([image.size[0], image.size[1]], point_of(image.info), texture.target);
        let image = texture_image(texture, r.level, layer);
        let shown = self.show_levels(r.resource, r.level, r.level);
        if !self.bind_scratch(Binding::Draw, point, image)? {
            if shown {
                self.unshow_levels(r.resource, r.level, r.level);
            }
            return Ok(false);
        }
        let row = WIDTH as usize * bytes;
        let rows = blob.len().div_ceil(row);
        let table: Vec<i32> = pieces
            .iter()
            .flat_map(|p| [p.texels.x, p.texels.y, p.texels.w, p.texels.h, (p.offset / bytes) as i32, 0, 0, 0])
            .collect();
        let strip = self.temporary(storage, [WIDTH, rows as i32])?;
        let all = self.images.staging.take(rows * row);
        all[..blob.len()].copy_from_slice(blob);
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        let whole = [WIDTH, rows as i32, 1];
        gl.upload(shadow, glow::TEXTURE_2D, 0, [0; 3], whole, &layout, Source::Memory(all));
        let boxes = self.temporary(glow::RGBA32I, [2, pieces.len() as i32])?;
        let layout = crate::driver::pixels::Layout::tight(glow::RGBA_INTEGER, glow::INT, 16);
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        let whole = [2, pieces.len() as i32, 1];
        let words = Source::Memory(zerocopy::IntoBytes::as_bytes(table.as_slice()));
        gl.upload(shadow, glow::TEXTURE_2D, 0, [0; 3], whole, &layout, words);
        // sRGB values that are decoded are encoded again, where one of the two can't be turned off.
        let srgb =
            is_srgb(storage) && !(self.gl.has(Features::SRGB_DECODE) && self.gl.has(Features::SRGB_WRITE_CONTROL));
        let sampler = Some(self.fetch_sampler(srgb)?);
        let prefix = match class {
            crate::blitter::shader::TexelClass::Float => "",
            crate::blitter::shader::TexelClass::Int => "i",
            crate::blitter::shader::TexelClass::Uint => "u",
        };
        let drawn = self.internal_draw(&InternalDraw {
            vertex: VERTEX,
            fragment: &fragment(prefix),
            textures: &[(glow::TEXTURE_2D, strip.name, sampler), (glow::TEXTURE_2D, boxes.name, sampler)],
            uniforms: &[("size", UniformShape::Int(2), &size.map(|x| x as u32))],
            viewport: [0, 0, size[0], size[1]],
            instances: 2 * pieces.len() as u32,
            srgb,
            ..InternalDraw::default()
        });
        self.drop_temporary(strip);
        self.drop_temporary(boxes);
        if shown {
            self.unshow_levels(r.resource, r.level, r.level);
        }
        drawn?;
        tracing::trace!(?target, regions = pieces.len(), "uploads scattered");
        let counters = &mut self.images.counters;
        counters.drawn += 1;
        counters.uploads.emissions += 1;
        counters.uploads.jobs += 1;
        counters.uploads.scattered += 1;
        counters.uploads.bytes += blob.len() as u64;
        Ok(true)
    }
}
