//! Prints the page about formats, for a driver with what OpenGL ES 3.2 itself promises:
//! `cargo run -p texel --example formats > docs/FORMATS.md`

fn main() {
    print!("{}", texel::markdown::markdown(texel::EsFormatCaps::ES32));
}
