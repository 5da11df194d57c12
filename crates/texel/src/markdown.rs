//! The page about formats: generated from the table, so that it cannot say anything else.

use std::fmt::Write;

use crate::es::{self, Clamp, EsFormatCaps, EsStorage, Fit, Need, ReadPath};
use crate::format::{self, FormatInfo, Wire};
use crate::gl;

/// The head of every table of formats.
const HEAD: &str =
    "| internal format | wire | sampled | rendered | filter | image | read |\n|---|---|---|---|---|---|---|\n";

/// Format tables in Markdown: for a driver with `caps`, for one with all abilities, and for each that lacks one of these.
pub fn markdown(caps: EsFormatCaps) -> String {
    let mut page = String::new();
    let names: Vec<_> = caps.iter_names().map(|(name, _)| words(name)).collect();
    let given = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "# Formats\n\n\
         Generated from the format table; do not edit. For each internal format: what crosses the wire, and what an\n\
         OpenGL ES driver stores it in, when it is only sampled and when it is rendered to.\n\n\
         *native*: the driver's own format, bit for bit. *widened*: more components or bits than asked for; what was\n\
         not asked for is hidden. *converted*: another kind of component, clamped where the format would clamp.\n\
         *refused*: the driver has nothing that can stand for it.\n\n\
         *read* says how pixels of a texture come back from what it is allocated in. *native*: it is an attachment, and in\n\
         every pair of format and type that the driver reads its pixels are the answer; they are converted on the server\n\
         to other pairs. *converted*: it is an attachment, and what the storage has and the format has not is taken out on\n\
         the server. *sampled*: depth and stencil, where the driver does not read them, are sampled into an image of\n\
         numbers. *drawn*: it is drawn into an image that can be an attachment. *copied*: blocks are copied into an image\n\
         of integers, or kept on the server where the driver copies no images.\n\n\
         Driver abilities assumed here: {given}. What others make of it stands below.\n\n\
         {HEAD}"
    );
    for info in sized() {
        page.push_str(&row(info, caps));
    }
    abilities(&mut page, caps);
    page.push_str("\n## Base and generic compressed formats\n\nThe sized format that stands for each, without client pixels to go by.\n\n| internal format | allocated as |\n|---|---|\n");
    for info in format::all().iter().filter(|info| !info.sized) {
        let sized = format::effective(info.internal_format, 0, 0).map_or("", |s| s.name);
        let _ = writeln!(page, "| `{}` | `{sized}` |", info.name);
    }
    page
}

fn sized() -> impl Iterator<Item = &'static FormatInfo> {
    format::all().iter().filter(|info| info.sized)
}

/// An ability's name as text has it.
fn words(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

/// The rows that change with a driver that has everything, and what each ability is for there.
fn abilities(page: &mut String, caps: EsFormatCaps) {
    let all = EsFormatCaps::all();
    let _ = write!(page, "\n## With all abilities of a driver\n\nThe rows that differ from those above.\n\n{HEAD}");
    for info in sized().filter(|info| row(info, all) != row(info, caps)) {
        page.push_str(&row(info, all));
    }
    let _ = write!(
        page,
        "\n## Without one of them\n\nThe cells that differ from a driver with all abilities; those that are as there are \
         empty.\n\n| without | internal format | sampled | rendered | filter | image | read |\n|---|---|---|---|---|---|---|\n"
    );
    for (name, ability) in all.iter_names() {
        for info in sized() {
            let (with, without) = (cells(info, all), cells(info, all - ability));
            if with != without {
                let changed = with.iter().zip(&without).map(|(with, cell)| if with == cell { "" } else { cell });
                let _ = write!(page, "| {} | `{}` |", words(name), info.name);
                changed.for_each(|cell| {
                    let _ = write!(page, " {cell} |");
                });
                page.push('\n');
            }
        }
    }
}

fn row(info: &FormatInfo, caps: EsFormatCaps) -> String {
    let [sampled, rendered, filter, image, read] = cells(info, caps);
    let wire = wire(&info.wire);
    format!("| `{}` | {wire} | {sampled} | {rendered} | {filter} | {image} | {read} |\n", info.name)
}

/// What a row says of storage.
fn cells(info: &FormatInfo, caps: EsFormatCaps) -> [String; 5] {
    let sampled = es::storage(info, caps, Need::empty());
    let rendered = es::renderable_storage(info, caps);
    let yes = |x: bool| if x { "yes" } else { "no" };
    [
        cell(sampled.as_ref()),
        cell(rendered.as_ref()),
        sampled.map_or("", |s| yes(s.filterable)).to_owned(),
        match (info.image_class(), es::storage(info, caps, Need::IMAGE)) {
            (0, _) => String::new(),
            (_, storage) => cell(storage.as_ref()),
        },
        es::texture_storage(info, caps, Need::empty()).map_or("", |storage| read(info, &storage)).to_owned(),
    ]
}

fn read(info: &FormatInfo, storage: &EsStorage) -> &'static str {
    match storage.read_path(info) {
        ReadPath::Native => "native",
        ReadPath::Converted => "converted",
        ReadPath::Sampled => "sampled",
        ReadPath::Drawn if info.is_compressed() => "drawn; blocks copied",
        ReadPath::Drawn => "drawn",
    }
}

fn wire(wire: &Wire) -> String {
    match (gl::name(wire.format), gl::name(wire.type_)) {
        (Some(format), Some(type_)) => format!("{format} {type_}"),
        _ => format!("blocks of {} bytes", wire.bytes),
    }
}

fn cell(storage: Option<&EsStorage>) -> String {
    let Some(storage) = storage else { return "refused".to_owned() };
    let name = gl::name(storage.internal_format).unwrap_or("?");
    let clamp = match storage.clamp {
        Some(Clamp::Unorm) => ", clamped to [0, 1]",
        Some(Clamp::Snorm) => ", clamped to [-1, 1]",
        None => "",
    };
    match storage.fit {
        Fit::Native => format!("native `{name}`"),
        Fit::Widened => format!("widened `{name}`"),
        Fit::Converted => format!("converted `{name}`{clamp}"),
    }
}
