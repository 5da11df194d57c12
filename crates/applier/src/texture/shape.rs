//! Shapes: desktop GL's texture targets on OpenGL ES, which has no one-dimensional and no rectangle textures.
//!
//! One dimension becomes two of height 1, a one-dimensional array a two-dimensional array of height 1 (so layers are layers
//! on both sides), a rectangle a plain 2D texture.

use pipe_types::{
    primitive::MGPBox,
    records::resource::{MGPResourceDesc, ResourceTarget, UploadTarget},
};

/// A box of texels of one level on the driver. For cube maps `z` is the face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texels {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) z: i32,
    pub(crate) w: i32,
    pub(crate) h: i32,
    pub(crate) d: i32,
}

impl Texels {
    pub(crate) const fn is_empty(&self) -> bool {
        self.w <= 0 || self.h <= 0 || self.d <= 0
    }
    pub(crate) const fn origin(&self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }
    pub(crate) const fn size(&self) -> [i32; 3] {
        [self.w, self.h, self.d]
    }
    /// Number of texels. Only for boxes inside a level, whose volume fits.
    pub(crate) const fn volume(&self) -> usize {
        self.w as usize * self.h as usize * self.d as usize
    }
    /// Whether it lies in a level of this size.
    pub(crate) fn inside(&self, size: [i32; 3]) -> bool {
        let fits = |at: i32, extent: i32, size: i32| at >= 0 && extent >= 0 && at <= size && extent <= size - at;
        fits(self.x, self.w, size[0]) && fits(self.y, self.h, size[1]) && fits(self.z, self.d, size[2])
    }
}

/// The driver's target of a texture; `None` for what is no texture.
pub(crate) fn es_target(target: ResourceTarget) -> Option<u32> {
    Some(match target {
        ResourceTarget::Tex1D | ResourceTarget::Tex2D | ResourceTarget::TexRect => glow::TEXTURE_2D,
        ResourceTarget::Tex1DArray | ResourceTarget::Tex2DArray => glow::TEXTURE_2D_ARRAY,
        ResourceTarget::Tex3D => glow::TEXTURE_3D,
        ResourceTarget::TexCube => glow::TEXTURE_CUBE_MAP,
        ResourceTarget::TexCubeArray => glow::TEXTURE_CUBE_MAP_ARRAY,
        ResourceTarget::Tex2DMS => glow::TEXTURE_2D_MULTISAMPLE,
        ResourceTarget::Tex2DMSArray => glow::TEXTURE_2D_MULTISAMPLE_ARRAY,
        ResourceTarget::TexBuffer => glow::TEXTURE_BUFFER,
        ResourceTarget::Buffer | ResourceTarget::Renderbuffer => return None,
    })
}

/// Whether images of a driver target take three-dimensional calls.
pub(crate) fn is_3d(target: u32) -> bool {
    matches!(
        target,
        glow::TEXTURE_3D | glow::TEXTURE_2D_ARRAY | glow::TEXTURE_CUBE_MAP_ARRAY | glow::TEXTURE_2D_MULTISAMPLE_ARRAY
    )
}

/// The driver's size of the level (or whole texture) that a description defines; `None` when it fits no driver.
/// One face of a cube map has depth 1.
pub(crate) fn es_size(target: ResourceTarget, desc: &MGPResourceDesc) -> Option<[i32; 3]> {
    let extent = |x: u32| i32::try_from(x).ok().filter(|x| *x <= 1 << 20);
    let (w, h, d) = (extent(desc.width)?, extent(desc.height)?, extent(desc.depth)?);
    let layers = i32::from(desc.array_layers);
    Some(match target {
        ResourceTarget::Tex1D => [w, 1, 1],
        // Array layers stand in their own field; a description that has them as height or depth means the same.
        ResourceTarget::Tex1DArray => [w, 1, if layers > 0 { layers } else { h }],
        ResourceTarget::Tex2DArray | ResourceTarget::TexCubeArray | ResourceTarget::Tex2DMSArray => {
            [w, h, if layers > 0 { layers } else { d }]
        }
        ResourceTarget::Tex3D => [w, h, d],
        _ => [w, h, 1],
    })
}

/// The size of a level below a level-0 size (GL 4.6 core 8.14.3).
pub(crate) fn mip_size(es_target: u32, [w, h, d]: [i32; 3], level: u32) -> [i32; 3] {
    let half = |x: i32| (x >> level.min(31)).max(1);
    [half(w), half(h), if es_target == glow::TEXTURE_3D { half(d) } else { d }]
}

/// Levels of a complete chain.
pub(crate) fn chain_length(es_target: u32, [w, h, d]: [i32; 3]) -> u32 {
    let largest = w.max(h).max(if es_target == glow::TEXTURE_3D { d } else { 1 }).max(1) as u32;
    32 - largest.leading_zeros()
}

/// A box of the application as the driver counts: rows of a one-dimensional array are layers, a cube face is a slice.
/// `None` when an extent fits no driver.
pub(crate) fn es_box(target: ResourceTarget, upload: UploadTarget, region: &MGPBox) -> Option<Texels> {
    let extent = |x: u32| i32::try_from(x).ok();
    let (w, h, d) = (extent(region.w)?, extent(region.h)?, extent(region.d)?);
    let (x, y, z) = (region.x, region.y, region.z);
    Some(match target {
        ResourceTarget::Tex1D => Texels { x, y: 0, z: 0, w, h: 1, d: 1 },
        ResourceTarget::Tex1DArray => Texels { x, y: 0, z: y, w, h: 1, d: h },
        ResourceTarget::TexCube => match face_index(upload) {
            Some(face) => Texels { x, y, z: face, w, h, d: 1 },
            None => Texels { x, y, z, w, h, d },
        },
        ResourceTarget::Tex2D | ResourceTarget::TexRect | ResourceTarget::Tex2DMS => Texels { x, y, z: 0, w, h, d: 1 },
        _ => Texels { x, y, z, w, h, d },
    })
}

/// The face that an upload target names.
pub(crate) fn face_index(upload: UploadTarget) -> Option<i32> {
    (upload as i32).checked_sub(1).filter(|face| *face >= 0)
}

/// The driver target of a cube face.
pub(crate) fn face_target(face: i32) -> u32 {
    glow::TEXTURE_CUBE_MAP_POSITIVE_X + face as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with the layers of a 1D array taken from z, a row upload landed in layer 0
    #[test]
    fn rows_of_a_one_dimensional_array_are_layers() {
        let region = MGPBox::new(3, 5, 0, 7, 2, 1);
        let texels = es_box(ResourceTarget::Tex1DArray, UploadTarget::Whole, &region).unwrap();
        assert_eq!(texels, Texels { x: 3, y: 0, z: 5, w: 7, h: 1, d: 2 });
        let desc = MGPResourceDesc { width: 16, array_layers: 9, height: 1, depth: 1, ..Default::default() };
        assert_eq!(es_size(ResourceTarget::Tex1DArray, &desc), Some([16, 1, 9]));
    }

    #[test]
    fn boxes_that_leave_the_level_are_not_inside() {
        let inside = |x, w, size| Texels { x, y: 0, z: 0, w, h: 1, d: 1 }.inside([size, 1, 1]);
        assert!(inside(0, 4, 4) && inside(4, 0, 4));
        assert!(!inside(1, 4, 4) && !inside(-1, 2, 4) && !inside(i32::MAX, i32::MAX, 4) && !inside(2, -1, 4));
    }

    #[test]
    fn chains_end_at_one() {
        assert_eq!(chain_length(glow::TEXTURE_2D, [5, 3, 1]), 3);
        assert_eq!(chain_length(glow::TEXTURE_3D, [1, 1, 16]), 5);
        assert_eq!(chain_length(glow::TEXTURE_2D_ARRAY, [4, 4, 16]), 3);
        assert_eq!(mip_size(glow::TEXTURE_2D_ARRAY, [5, 3, 16], 1), [2, 1, 16]);
    }
}
