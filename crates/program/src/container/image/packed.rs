//! Resources that `jlink --compress` packed.
//!
//! A packed resource starts with a header that names its packer and the size before packing; packers may be stacked, the
//! last one applied comes first. `zip` (deflate) is understood. `compact-cp`, which moves strings of class files into
//! the image's table, is not: it was never the default, and saves less.

use std::io::Read;

use super::super::limits;
use super::tables::{ByteOrder, Damage, Tables};

const MAGIC: u32 = 0xCAFE_FAFA;
const HEADER: usize = 29;
/// More layers than packers exist.
const LAYERS: usize = 4;

/// Undoes every layer of packing; `size` is what must come out.
pub(super) fn unpack(tables: &Tables, mut bytes: Vec<u8>, size: usize) -> Result<Vec<u8>, Damage> {
    for _ in 0..LAYERS {
        let Some((header, content)) = bytes.split_at_checked(HEADER) else {
            break;
        };
        if u32_at(tables.order, header, 0) != MAGIC {
            break;
        }
        let layer_size = u64_at(tables.order, header, 12);
        if layer_size > limits::CLASS_BYTES {
            return Err("a class has an impossible size".into());
        }
        let packer = tables.string(u32_at(tables.order, header, 20))?;
        if packer != "zip" {
            let detail =
                format!("it was packed with jlink's {packer:?}, which raddle does not read");
            return Err(Damage(detail));
        }
        let mut plain = Vec::new();
        flate2::read::ZlibDecoder::new(content)
            .take(layer_size + 1)
            .read_to_end(&mut plain)
            .map_err(|error| Damage(format!("a resource does not unpack: {error}")))?;
        if plain.len() as u64 != layer_size {
            return Err("a resource does not unpack to its size".into());
        }
        bytes = plain;
    }
    if bytes.len() == size {
        Ok(bytes)
    } else {
        Err("a resource does not unpack to its size".into())
    }
}

fn u32_at(order: ByteOrder, bytes: &[u8], at: usize) -> u32 {
    order.u32([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(order: ByteOrder, bytes: &[u8], at: usize) -> u64 {
    let (first, second) = (
        u64::from(u32_at(order, bytes, at)),
        u64::from(u32_at(order, bytes, at + 4)),
    );
    match order {
        ByteOrder::Little => second << 32 | first,
        ByteOrder::Big => first << 32 | second,
    }
}
