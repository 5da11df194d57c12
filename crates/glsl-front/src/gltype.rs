//! GL type enums of SPIR-V types.

use crate::module::{Id, Ty, View};
use pipe_types::archive::{Scalar, ValueShape};
use rspirv::spirv::{Dim, ImageFormat};

/// Kind of a uniform leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    Value(ValueShape),
    Sampler,
    Image { format: u32 },
}

/// Shape of a scalar, vector or matrix.
pub(crate) fn shape(view: &View, ty: Id) -> Option<ValueShape> {
    let scalar = |id| match view.ty(id) {
        Ty::Bool => Some(Scalar::Bool),
        Ty::Int { signed: true } => Some(Scalar::Int),
        Ty::Int { signed: false } => Some(Scalar::Uint),
        Ty::Float { width: 32 } => Some(Scalar::Float),
        Ty::Float { width: 64 } => Some(Scalar::Double),
        _ => None,
    };
    match *view.ty(ty) {
        Ty::Vector { of, n } => Some(ValueShape { scalar: scalar(of)?, columns: 1, rows: n as u8 }),
        Ty::Matrix { column, n } => {
            let Ty::Vector { of, n: rows } = *view.ty(column) else { return None };
            Some(ValueShape { scalar: scalar(of)?, columns: n as u8, rows: rows as u8 })
        }
        _ => Some(ValueShape { scalar: scalar(ty)?, columns: 1, rows: 1 }),
    }
}

/// GL type enum and kind of a basic type (no array, no struct).
pub(crate) fn leaf(view: &View, ty: Id) -> Option<(u32, Leaf)> {
    if let Some(s) = shape(view, ty) {
        return Some((s.gl_type()?, Leaf::Value(s)));
    }
    let image = match *view.ty(ty) {
        Ty::SampledImage { image } => image,
        _ => ty,
    };
    let Ty::Image { sampled, dim, depth, arrayed, ms, storage, format } = *view.ty(image) else { return None };
    let class = match view.ty(sampled) {
        Ty::Int { signed: true } => 1,
        Ty::Int { signed: false } => 2,
        _ => 0,
    };
    if storage {
        let e = match (dim, arrayed, ms) {
            (Dim::Dim1D, false, _) => 0x904C,
            (Dim::Dim2D, false, false) => 0x904D,
            (Dim::Dim3D, ..) => 0x904E,
            (Dim::DimRect, ..) => 0x904F,
            (Dim::DimCube, false, _) => 0x9050,
            (Dim::DimBuffer, ..) => 0x9051,
            (Dim::Dim1D, true, _) => 0x9052,
            (Dim::Dim2D, true, false) => 0x9053,
            (Dim::DimCube, true, _) => 0x9054,
            (Dim::Dim2D, false, true) => 0x9055,
            (Dim::Dim2D, true, true) => 0x9056,
            _ => return None,
        };
        return Some((e + class * 11, Leaf::Image { format: image_format(format) }));
    }
    let e = match (dim, arrayed, ms, depth) {
        (Dim::Dim1D, false, _, false) => [0x8B5D, 0x8DC9, 0x8DD1],
        (Dim::Dim2D, false, false, false) => [0x8B5E, 0x8DCA, 0x8DD2],
        (Dim::Dim3D, ..) => [0x8B5F, 0x8DCB, 0x8DD3],
        (Dim::DimCube, false, _, false) => [0x8B60, 0x8DCC, 0x8DD4],
        (Dim::Dim1D, false, _, true) => [0x8B61; 3],
        (Dim::Dim2D, false, false, true) => [0x8B62; 3],
        (Dim::DimRect, _, _, false) => [0x8B63, 0x8DCD, 0x8DD5],
        (Dim::DimRect, _, _, true) => [0x8B64; 3],
        (Dim::Dim1D, true, _, false) => [0x8DC0, 0x8DCE, 0x8DD6],
        (Dim::Dim2D, true, false, false) => [0x8DC1, 0x8DCF, 0x8DD7],
        (Dim::DimBuffer, ..) => [0x8DC2, 0x8DD0, 0x8DD8],
        (Dim::Dim1D, true, _, true) => [0x8DC3; 3],
        (Dim::Dim2D, true, false, true) => [0x8DC4; 3],
        (Dim::DimCube, false, _, true) => [0x8DC5; 3],
        (Dim::DimCube, true, _, false) => [0x900C, 0x900E, 0x900F],
        (Dim::DimCube, true, _, true) => [0x900D; 3],
        (Dim::Dim2D, false, true, _) => [0x9108, 0x9109, 0x910A],
        (Dim::Dim2D, true, true, _) => [0x910B, 0x910C, 0x910D],
        _ => return None,
    };
    Some((e[class as usize], Leaf::Sampler))
}

/// GL's enum of a SPIR-V image format; 0 for an unknown one.
fn image_format(format: ImageFormat) -> u32 {
    match format {
        ImageFormat::Rgba32f => 0x8814,
        ImageFormat::Rgba16f => 0x881A,
        ImageFormat::R32f => 0x822E,
        ImageFormat::Rgba8 => 0x8058,
        ImageFormat::Rgba8Snorm => 0x8F97,
        ImageFormat::Rg32f => 0x8230,
        ImageFormat::Rg16f => 0x822F,
        ImageFormat::R11fG11fB10f => 0x8C3A,
        ImageFormat::R16f => 0x822D,
        ImageFormat::Rgba16 => 0x805B,
        ImageFormat::Rgb10A2 => 0x8059,
        ImageFormat::Rg16 => 0x822C,
        ImageFormat::Rg8 => 0x822B,
        ImageFormat::R16 => 0x822A,
        ImageFormat::R8 => 0x8229,
        ImageFormat::Rgba16Snorm => 0x8F9B,
        ImageFormat::Rg16Snorm => 0x8F99,
        ImageFormat::Rg8Snorm => 0x8F95,
        ImageFormat::R16Snorm => 0x8F98,
        ImageFormat::R8Snorm => 0x8F94,
        ImageFormat::Rgba32i => 0x8D82,
        ImageFormat::Rgba16i => 0x8D88,
        ImageFormat::Rgba8i => 0x8D8E,
        ImageFormat::R32i => 0x8235,
        ImageFormat::Rg32i => 0x823B,
        ImageFormat::Rg16i => 0x8239,
        ImageFormat::Rg8i => 0x8237,
        ImageFormat::R16i => 0x8233,
        ImageFormat::R8i => 0x8231,
        ImageFormat::Rgba32ui => 0x8D70,
        ImageFormat::Rgba16ui => 0x8D76,
        ImageFormat::Rgba8ui => 0x8D7C,
        ImageFormat::R32ui => 0x8236,
        ImageFormat::Rgb10a2ui => 0x906F,
        ImageFormat::Rg32ui => 0x823C,
        ImageFormat::Rg16ui => 0x823A,
        ImageFormat::Rg8ui => 0x8238,
        ImageFormat::R16ui => 0x8234,
        ImageFormat::R8ui => 0x8232,
        _ => 0,
    }
}
