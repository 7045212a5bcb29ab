//! Where each instruction went.

use raddle_classfile::Error;

/// Marks a byte at which no instruction starts.
const INSIDE: u32 = u32::MAX;

/// The new places of an instruction.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Where the code inserted before it starts: what jumps to the instruction jumps here.
    start: u32,
    /// Where the instruction itself is.
    at: u32,
    /// Where the instruction before it ended, without the code inserted behind that one: what ends at the instruction
    /// ends here.
    end_before: u32,
}

/// By place in the original code, whose length is the last place.
#[derive(Debug, Default)]
pub(crate) struct Places {
    places: Vec<Place>,
}

impl Places {
    /// Starts anew for code of `length` bytes.
    pub fn reset(&mut self, length: usize) {
        self.places.clear();
        self.places.resize(
            length + 1,
            Place {
                start: INSIDE,
                at: INSIDE,
                end_before: INSIDE,
            },
        );
    }

    /// Tells where the instruction at `pc` went. `pc` comes from the code's own instructions, or is its length.
    pub fn set(&mut self, pc: usize, start: usize, at: usize, end_before: usize) {
        if let Some(place) = self.places.get_mut(pc) {
            // Code is given up long before it reaches 4 GiB; what is larger than 64 KiB is never asked about.
            *place = Place {
                start: start as u32,
                at: at as u32,
                end_before: end_before as u32,
            };
        }
    }

    fn place(&self, pc: u32) -> Result<Place, Error> {
        match self.places.get(pc as usize) {
            Some(place) if place.start != INSIDE => Ok(*place),
            _ => Err(Error {
                offset: pc as usize,
                expected: "the start of an instruction, counted within the code,",
            }),
        }
    }

    /// Where a jump to `pc` goes now.
    pub fn start(&self, pc: u32) -> Result<u16, Error> {
        Ok(self.place(pc)?.start as u16)
    }

    /// Where the instruction at `pc` is now.
    pub fn at(&self, pc: u32) -> Result<u16, Error> {
        Ok(self.place(pc)?.at as u16)
    }

    /// Where a range that ended at `pc` ends now.
    pub fn end(&self, pc: u32) -> Result<u16, Error> {
        Ok(self.place(pc)?.end_before as u16)
    }

    /// Where the instruction around `pc` starts now: debugging tables need not be exact.
    pub fn near(&self, pc: u32) -> u16 {
        let last = (pc as usize + 1).min(self.places.len());
        let place = self.places[..last]
            .iter()
            .rev()
            .find(|place| place.start != INSIDE);
        place.map_or(0, |place| place.start as u16)
    }
}
