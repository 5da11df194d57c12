//! Formats of attributes (GL 4.6 core 10.3.1).

use super::*;

/// A format as the application gives it.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// 1 to 4 or `GL_BGRA`.
    pub size: GLint,
    /// Type.
    pub type_: GLenum,
    /// Class; `Normalized` for a float format with normalisation.
    pub class: AttribClass,
}

impl Format {
    /// `glVertexAttribPointer`, `glVertexAttribFormat`.
    pub fn float(size: GLint, type_: GLenum, normalized: GLboolean) -> Self {
        let class = if normalized != 0 { AttribClass::Normalized } else { AttribClass::Float };
        Self { size, type_, class }
    }
    /// `glVertexAttribIPointer`, `glVertexAttribIFormat`.
    pub fn integer(size: GLint, type_: GLenum) -> Self {
        Self { size, type_, class: AttribClass::Integer }
    }
    /// `glVertexAttribLPointer`, `glVertexAttribLFormat`.
    pub fn double(size: GLint, type_: GLenum) -> Self {
        Self { size, type_, class: AttribClass::Double }
    }

    /// Errors of size and type (GL 4.6 core 10.3.1).
    pub(super) fn check(&self) -> Result<(), (GLenum, &'static str)> {
        let float = matches!(self.class, AttribClass::Float | AttribClass::Normalized);
        let bgra = float && self.size == GL_BGRA as GLint;
        if !bgra && !(1..=4).contains(&self.size) {
            return Err((GL_INVALID_VALUE, "attribute size"));
        }
        let integer =
            matches!(self.type_, GL_BYTE | GL_UNSIGNED_BYTE | GL_SHORT | GL_UNSIGNED_SHORT | GL_INT | GL_UNSIGNED_INT);
        let packed = matches!(self.type_, GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV);
        let real = matches!(self.type_, GL_HALF_FLOAT | GL_FLOAT | GL_DOUBLE | GL_FIXED);
        let small_float = self.type_ == GL_UNSIGNED_INT_10F_11F_11F_REV;
        let known = match self.class {
            AttribClass::Integer => integer,
            AttribClass::Double => self.type_ == GL_DOUBLE,
            _ => integer || packed || real || small_float,
        };
        if !known {
            return Err((GL_INVALID_ENUM, "attribute type"));
        }
        if bgra && (!packed && self.type_ != GL_UNSIGNED_BYTE || self.class != AttribClass::Normalized) {
            return Err((GL_INVALID_OPERATION, "GL_BGRA with this type, or not normalized"));
        }
        if packed && !bgra && self.size != 4 {
            return Err((GL_INVALID_OPERATION, "a packed type needs size 4"));
        }
        if small_float && self.size != 3 {
            return Err((GL_INVALID_OPERATION, "this type needs size 3"));
        }
        Ok(())
    }

    fn components(&self) -> u8 {
        if self.size == GL_BGRA as GLint { 4 } else { self.size as u8 }
    }

    /// Bytes of the attribute.
    pub(super) fn bytes(&self) -> u32 {
        let component = match self.type_ {
            GL_BYTE | GL_UNSIGNED_BYTE => 1,
            GL_SHORT | GL_UNSIGNED_SHORT | GL_HALF_FLOAT => 2,
            GL_DOUBLE => 8,
            GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV | GL_UNSIGNED_INT_10F_11F_11F_REV => return 4,
            _ => 4,
        };
        component * u32::from(self.components())
    }

    pub(super) fn apply(&self, attrib: &mut Attrib) {
        attrib.components = self.components();
        attrib.bgra = self.size == GL_BGRA as GLint;
        attrib.class = self.class;
        attrib.type_ = self.type_;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_checked_as_the_specification_says() {
        let error = |format: Format| format.check().err().map(|(error, _)| error);
        assert_eq!(error(Format::float(4, GL_FLOAT, 0)), None);
        assert_eq!(error(Format::float(5, GL_FLOAT, 0)), Some(GL_INVALID_VALUE));
        assert_eq!(error(Format::float(3, GL_RGBA, 0)), Some(GL_INVALID_ENUM));
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_UNSIGNED_BYTE, 1)), None);
        // red once: with the class not looked at, BGRA without normalisation was accepted
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_UNSIGNED_BYTE, 0)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_FLOAT, 1)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::float(3, GL_INT_2_10_10_10_REV, 0)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::integer(2, GL_FLOAT)), Some(GL_INVALID_ENUM));
        assert_eq!(Format::float(3, GL_UNSIGNED_SHORT, 0).bytes(), 6);
        assert_eq!(Format::float(4, GL_INT_2_10_10_10_REV, 0).bytes(), 4);
    }
}
