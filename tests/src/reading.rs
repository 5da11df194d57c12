//! What a scenario reads, and how a difference is shown.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// How bytes are shown when they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// Bytes.
    U8,
    /// Unsigned words.
    U32,
    /// Signed words.
    I32,
    /// 64-bit integers.
    I64,
    /// Floats.
    F32,
    /// GL enums.
    Enum,
    /// UTF-8.
    Text,
}

/// One thing that a scenario has read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it is.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How to show them.
    pub shown: Shown,
}

/// Differences of one arm from native, at most some; empty when there are none.
pub(crate) fn differences(native: &[Reading], ours: &[Reading]) -> Vec<String> {
    let mut all = Vec::new();
    for (native, ours) in native.iter().zip(ours) {
        if native.name != ours.name {
            all.push(format!("native reads `{}` where we read `{}`", native.name, ours.name));
            return all;
        }
        if native.bytes != ours.bytes {
            all.push(difference(native, ours));
        }
    }
    if native.len() != ours.len() {
        all.push(format!("native reads {} things, we {}", native.len(), ours.len()));
    }
    all
}

fn difference(native: &Reading, ours: &Reading) -> String {
    let (a, b) = (elements(native), elements(ours));
    let differ: Vec<usize> = (0..a.len().max(b.len())).filter(|&i| a.get(i) != b.get(i)).collect();
    let mut text = format!("`{}`: {} of {} differ", native.name, differ.len(), a.len());
    if b.len() != a.len() {
        let _ = write!(text, " (ours has {})", b.len());
    }
    for &index in differ.iter().take(6) {
        let show = |list: &[String]| list.get(index).cloned().unwrap_or_else(|| "nothing".into());
        let _ = write!(text, "; [{index}] native {} ours {}", show(&a), show(&b));
    }
    text
}

fn elements(reading: &Reading) -> Vec<String> {
    fn words<const N: usize>(bytes: &[u8], show: impl Fn([u8; N]) -> String) -> Vec<String> {
        bytes.chunks(N).map(|c| <[u8; N]>::try_from(c).map_or_else(|_| format!("{c:?}"), &show)).collect()
    }
    let bytes = &reading.bytes;
    match reading.shown {
        Shown::U8 => bytes.iter().map(u8::to_string).collect(),
        Shown::U32 => words(bytes, |w| u32::from_ne_bytes(w).to_string()),
        Shown::I32 => words(bytes, |w| i32::from_ne_bytes(w).to_string()),
        Shown::I64 => words(bytes, |w| i64::from_ne_bytes(w).to_string()),
        Shown::F32 => words(bytes, |w| format!("{:?}", f32::from_ne_bytes(w))),
        Shown::Enum => words(bytes, |w| format!("{:#06x}", u32::from_ne_bytes(w))),
        Shown::Text => vec![format!("{:?}", String::from_utf8_lossy(bytes))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(bytes: &[u8]) -> Reading {
        Reading { name: "pixel".into(), bytes: bytes.to_vec(), shown: Shown::U8 }
    }

    // red once: with lengths not compared
    #[test]
    fn one_byte_and_one_reading_more_are_differences() {
        assert!(differences(&[reading(&[1, 2])], &[reading(&[1, 2])]).is_empty());
        assert_eq!(
            differences(&[reading(&[1, 2])], &[reading(&[1, 3])]),
            ["`pixel`: 1 of 2 differ; [1] native 2 ours 3"]
        );
        assert_eq!(differences(&[reading(&[1])], &[reading(&[1, 3])]).len(), 1);
        assert_eq!(differences(&[reading(&[1])], &[]).len(), 1);
    }
}
