//! Buffers and mappings.

use crate::{
    gl::{buffer, enums::*},
    tests::harness::{Recorded, Test},
};
use pipe_types::{
    Op,
    records::{
        buffer::MGPBufferRange,
        program::{MGPBufferBinding, MGPShaderBuffers},
        resource::{MGPResourceDesc, MGPSubData},
    },
};

fn uploads(records: &[Recorded]) -> Vec<(u64, Vec<u8>)> {
    let one = |record: &Recorded| {
        let box_ = record.payload::<MGPSubData>().union_box;
        (u64::from(box_.x as u32) | u64::from(box_.y as u32) << 32, record.blob.clone())
    };
    records.iter().filter(|record| record.op == Op::ResourceSubData).map(one).collect()
}

#[test]
fn data_is_a_respecification_and_its_bytes() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[7; 100]);
    let records = test.take();
    let ops: Vec<_> = records.iter().map(|record| record.op).filter(|op| *op != Op::CreateContext).collect();
    assert!(ops.ends_with(&[Op::ResourceCreate, Op::ResourceRespecify, Op::ResourceSubData]), "{ops:?}");
    let respecify = records.iter().find(|record| record.op == Op::ResourceRespecify).expect("it");
    let desc: MGPResourceDesc = respecify.payload();
    assert_eq!((desc.buffer_size(), desc.has_defined_content, desc.usage), (100, 1, GL_STATIC_DRAW));
    assert_eq!(uploads(&records), [(0, vec![7; 100])]);
}

#[test]
fn large_data_is_cut_into_pieces_that_fit() {
    let mut test = Test::new();
    let bytes: Vec<u8> = (0..900_000u32).map(|at| (at >> 8) as u8 ^ at as u8).collect();
    test.buffer(GL_ARRAY_BUFFER, &bytes);
    let records = test.take();
    let uploads = uploads(&records);
    // red once: with one upload, the decoder refused a blob outside the segment
    assert!(uploads.len() > 1 && uploads.iter().all(|(_, piece)| piece.len() <= test.session.max_chunk()));
    let mut whole = vec![0; bytes.len()];
    for (offset, piece) in uploads {
        whole[offset as usize..][..piece.len()].copy_from_slice(&piece);
    }
    assert!(whole == bytes);
}

fn bound(test: &mut Test) -> crate::table::Ref<buffer::Buffer> {
    buffer::bound(&mut test.cx(), GL_ARRAY_BUFFER).expect("bound")
}

/// Writes through a mapping as the application does.
fn write(test: &mut Test, buffer: &crate::table::Ref<buffer::Buffer>, at: usize, bytes: &[u8]) {
    test.shared.buffers[buffer].mapping.as_mut().expect("mapped").write(at, bytes);
}

#[test]
fn a_mapping_for_writing_keeps_what_is_not_written() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[1; 256]);
    test.take();
    let buffer = bound(&mut test);
    test.log().replies.push_back(vec![1; 64]);
    let pointer = buffer::map_range(&mut test.cx(), &buffer, 70, 64, GL_MAP_WRITE_BIT);
    assert_eq!((pointer as usize - 70) % buffer::MAP_ALIGNMENT, 0, "GL_MIN_MAP_BUFFER_ALIGNMENT");
    let read = test.take();
    // red once: without the read, the 60 bytes that nobody wrote became 0
    assert_eq!(read[0].payload::<MGPBufferRange>().offset, 70);
    write(&mut test, &buffer, 0, &[9; 4]);
    buffer::unmap(&mut test.cx(), &buffer);
    let mut expected = vec![1; 64];
    expected[..4].fill(9);
    assert_eq!(uploads(&test.take()), [(70, expected)]);
    assert_eq!(test.error(), GL_NO_ERROR);
}

#[test]
fn a_mapping_that_gives_its_range_up_waits_for_nobody() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[1; 256]);
    let buffer = bound(&mut test);
    test.take();
    buffer::map_range(&mut test.cx(), &buffer, 0, 64, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
    assert!(test.take().is_empty());
    buffer::unmap(&mut test.cx(), &buffer);
    // A fresh data store has nothing to keep either, apart from what has been written.
    buffer::data(&mut test.cx(), &buffer, 256, &[], GL_STREAM_DRAW);
    test.take();
    buffer::map_range(&mut test.cx(), &buffer, 0, 64, GL_MAP_WRITE_BIT);
    buffer::unmap(&mut test.cx(), &buffer);
    buffer::map_range(&mut test.cx(), &buffer, 64, 64, GL_MAP_WRITE_BIT);
    buffer::unmap(&mut test.cx(), &buffer);
    // red once: with "some of it has a value" for the whole buffer, the second mapping was read
    assert!(test.take().iter().all(|record| record.op != Op::ResourceReadback));
    buffer::map_range(&mut test.cx(), &buffer, 32, 64, GL_MAP_WRITE_BIT);
    assert_eq!(test.take()[0].op, Op::ResourceReadback);
}

// red once: with the last mapping's memory taken for the content, nothing was read
#[test]
fn what_was_mapped_last_is_not_what_a_shader_wrote() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[1; 64]);
    let buffer = bound(&mut test);
    buffer::map_range(&mut test.cx(), &buffer, 0, 64, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
    buffer::unmap(&mut test.cx(), &buffer);
    test.take();
    test.shared.buffers[&buffer].used_as(pipe_types::records::resource::bind_mask::SHADER_BUFFER);
    buffer::map_range(&mut test.cx(), &buffer, 0, 64, GL_MAP_READ_BIT);
    assert_eq!(test.take_names(), ["ResourceReadback"]);
}

// red once: with the mapping thrown away, nothing was sent
#[test]
fn deleting_a_mapped_buffer_unmaps_it() {
    let mut test = Test::new();
    let name = test.buffer(GL_ARRAY_BUFFER, &[1; 64]);
    let buffer = bound(&mut test);
    buffer::map_range(&mut test.cx(), &buffer, 0, 64, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    write(&mut test, &buffer, 0, &[7; 64]);
    test.take();
    buffer::delete(&mut test.cx(), &[name]);
    assert_eq!(uploads(&test.take()), [(0, vec![7; 64])]);
}

#[test]
fn an_explicit_flush_sends_its_range_and_unmapping_nothing() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[1; 256]);
    let buffer = bound(&mut test);
    let access = GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
    buffer::map_range(&mut test.cx(), &buffer, 128, 128, access);
    test.take();
    write(&mut test, &buffer, 16, &[5; 8]);
    buffer::flush_mapped_range(&mut test.cx(), &buffer, 16, 8);
    assert_eq!(uploads(&test.take()), [(144, vec![5; 8])]);
    buffer::unmap(&mut test.cx(), &buffer);
    // red once: with the whole range sent at the end
    assert!(test.take().is_empty());
    buffer::flush_mapped_range(&mut test.cx(), &buffer, 0, 8);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
}

#[test]
fn a_deleted_buffer_lives_as_long_as_somebody_holds_it() {
    let mut test = Test::new();
    test.vertex_array();
    let name = test.buffer(GL_ARRAY_BUFFER, &[0; 16]);
    let format = crate::gl::vertex::Format::float(4, GL_FLOAT, 0);
    crate::gl::vertex::attrib_pointer(&mut test.cx(), 0, format, 0, 0);
    let first = test.state.vertex.current.clone();
    test.vertex_array();
    buffer::delete(&mut test.cx(), &[name]);
    crate::emit::objects(&mut test.cx());
    test.take();
    assert_eq!(buffer::is_buffer(&mut test.cx(), name), GL_FALSE);
    // The first array, which is not bound, still has it.
    let held = test.state.vertex.array(&first).bindings[0].buffer.is_some();
    // red once: with every array stripped of it
    assert!(held);
    let array = test.state.vertex.table.name(first.as_ref().expect("an object"));
    drop(first);
    crate::gl::vertex::delete(&mut test.cx(), &[array]);
    crate::emit::objects(&mut test.cx());
    assert_eq!(test.take_names(), ["ResourceDestroy"]);
}

#[test]
fn indexed_bindings_go_out_as_the_range_that_changed() {
    let mut test = Test::new();
    let name = test.buffer(GL_UNIFORM_BUFFER, &[0; 512]);
    test.take();
    buffer::bind_buffer_indexed(&mut test.cx(), GL_UNIFORM_BUFFER, 3, name, Some((256, 64)));
    buffer::bind_buffer_indexed(&mut test.cx(), GL_UNIFORM_BUFFER, 5, name, None);
    buffer::bind_buffer_indexed(&mut test.cx(), GL_UNIFORM_BUFFER, 5, name, None);
    assert_eq!(test.error(), GL_NO_ERROR);
    crate::emit::buffer::indexed(&mut test.cx());
    let records = test.take();
    assert_eq!(records.len(), 1);
    let set: MGPShaderBuffers = records[0].payload();
    assert_eq!((set.class, set.start, set.count), (0, 3, 3));
    let bindings = records[0].tail::<MGPBufferBinding>(3);
    let first = &bindings[0];
    assert_eq!((first.offset, first.size), (256, 64));
    assert!(bindings[1].buffer.is_null());
    assert_eq!(bindings[2].size, buffer::WHOLE);
    // red once: with the offset not looked at
    buffer::bind_buffer_indexed(&mut test.cx(), GL_UNIFORM_BUFFER, 3, name, Some((3, 64)));
    assert_eq!(test.error(), GL_INVALID_VALUE);
}
