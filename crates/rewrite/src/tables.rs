//! What else names places in the code: the exception table, line numbers, variables, type annotations.

use raddle_classfile::{ClassFile, Code, ExceptionHandler};

use crate::error::Stop;
use crate::places::Places;
use crate::type_annotations;
use crate::wrap::{Exit, Layer};

/// Bytes of an attribute's name and length.
const ATTRIBUTE_HEADER: usize = 6;

/// The exception table being written.
#[derive(Debug, Default)]
pub(crate) struct ExceptionTable {
    entries: Vec<ExceptionHandler>,
    /// By place in the original table: where it is now. One that covered nothing but exits is gone.
    moved: Vec<Option<u16>>,
}

impl ExceptionTable {
    /// The handlers of the body without the exits that were inserted, then those of the layers around it, which are
    /// searched last.
    pub fn new(
        code: &Code<'_, '_>,
        places: &Places,
        exits: &[Exit],
        layers: &[Layer],
    ) -> Result<Self, Stop> {
        let mut table = Self::default();
        for handler in code.handlers() {
            let first = table.entries.len();
            let start = usize::from(places.start(u32::from(handler.start_pc))?);
            let end = usize::from(places.end(u32::from(handler.end_pc))?);
            let holes = exits.iter().map(|exit| (exit.start, exit.end));
            let handler_pc = places.start(u32::from(handler.handler_pc))?;
            table.cover(start, end, holes, handler_pc, handler.catch_type);
            table
                .moved
                .push((table.entries.len() > first).then_some(first as u16));
        }
        for layer in layers {
            let holes = exits.iter().map(|exit| ((layer.left_at)(exit), exit.end));
            table.cover(layer.start, layer.end, holes, layer.handler as u16, 0);
        }
        Ok(table)
    }

    /// Covers `start` to `end` without the holes, which come in order.
    fn cover(
        &mut self,
        mut start: usize,
        end: usize,
        holes: impl Iterator<Item = (usize, usize)>,
        handler_pc: u16,
        catch_type: u16,
    ) {
        let mut entry = |start: usize, end: usize| {
            if start < end {
                // Both are places in code below 64 KiB.
                let (start_pc, end_pc) = (start as u16, end as u16);
                self.entries.push(ExceptionHandler {
                    start_pc,
                    end_pc,
                    handler_pc,
                    catch_type,
                });
            }
        };
        for (hole_start, hole_end) in holes {
            if hole_end <= start {
                continue;
            }
            if hole_start >= end {
                break;
            }
            entry(start, hole_start);
            start = hole_end;
        }
        entry(start, end);
    }

    /// Where the entry that was at `index` is now.
    pub fn moved(&self, index: u16) -> Option<u16> {
        *self.moved.get(usize::from(index))?
    }

    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), Stop> {
        let count = u16::try_from(self.entries.len()).map_err(|_| Stop::TooLarge)?;
        out.extend(count.to_be_bytes());
        for entry in &self.entries {
            for number in [
                entry.start_pc,
                entry.end_pc,
                entry.handler_pc,
                entry.catch_type,
            ] {
                out.extend(number.to_be_bytes());
            }
        }
        Ok(())
    }
}

/// The attributes of the code except its stack map, moved; returns how many there are.
pub(crate) fn attributes(
    class: &ClassFile<'_>,
    code: &Code<'_, '_>,
    places: &Places,
    exceptions: &ExceptionTable,
    out: &mut Vec<u8>,
) -> Result<u16, Stop> {
    let mut count = 0;
    for attribute in code.attributes() {
        let name = attribute.name();
        if name == "StackMapTable" {
            continue;
        }
        let start = out.len();
        out.extend_from_slice(&class.bytes()[attribute.span()]);
        let content = &mut out[start + ATTRIBUTE_HEADER..];
        if name == "LineNumberTable" {
            line_numbers(content, places);
        } else if name == "LocalVariableTable" || name == "LocalVariableTypeTable" {
            variables(content, places);
        } else if (name == "RuntimeVisibleTypeAnnotations"
            || name == "RuntimeInvisibleTypeAnnotations")
            && type_annotations::shift(content, places, exceptions).is_none()
        {
            // Nobody reads them at run time; better none than wrong ones.
            out.truncate(start);
            continue;
        }
        count += 1;
    }
    Ok(count)
}

/// Writes an attribute: its name, its length when that is known, its content.
pub(crate) fn attribute(
    name: u16,
    out: &mut Vec<u8>,
    content: impl FnOnce(&mut Vec<u8>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    out.extend(name.to_be_bytes());
    out.extend([0; 4]);
    let start = out.len();
    content(out)?;
    let length = u32::try_from(out.len() - start).map_err(|_| Stop::TooLarge)?;
    out[start - 4..start].copy_from_slice(&length.to_be_bytes());
    Ok(())
}

/// What was inserted at the method's start belongs to its first line.
fn line_numbers(content: &mut [u8], places: &Places) {
    for [a, b, _, _] in content
        .get_mut(2..)
        .unwrap_or_default()
        .as_chunks_mut::<4>()
        .0
    {
        let pc = u16::from_be_bytes([*a, *b]);
        if pc != 0 {
            [*a, *b] = places.near(u32::from(pc)).to_be_bytes();
        }
    }
}

fn variables(content: &mut [u8], places: &Places) {
    for [a, b, c, d, ..] in content
        .get_mut(2..)
        .unwrap_or_default()
        .as_chunks_mut::<10>()
        .0
    {
        range([a, b, c, d], places);
    }
}

/// A start and a length, two bytes each.
pub(crate) fn range([a, b, c, d]: [&mut u8; 4], places: &Places) {
    let start = u32::from(u16::from_be_bytes([*a, *b]));
    let end = start + u32::from(u16::from_be_bytes([*c, *d]));
    let (start, end) = (places.near(start), places.near(end));
    [*a, *b] = start.to_be_bytes();
    [*c, *d] = end.saturating_sub(start).to_be_bytes();
}
