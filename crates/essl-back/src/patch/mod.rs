//! Changes of a module that make GL's meaning out of what ES can say.

pub(crate) mod array_index;
pub(crate) mod attribute;
pub(crate) mod control;
pub(crate) mod counter;
pub(crate) mod draw_parameters;
pub(crate) mod exchange;
pub(crate) mod fragment_coord;
pub(crate) mod hint;
pub(crate) mod image;
pub(crate) mod image_index;
pub(crate) mod lod_bias;
pub(crate) mod order;
pub(crate) mod output;
pub(crate) mod point_coord;
pub(crate) mod shadow_lod;
mod slots;
pub(crate) mod stream;
pub(crate) mod texture;
pub(crate) mod texture_query;
pub(crate) mod uniform;
