//! Whatever names a place in the code still names an instruction, and the right one.

use crate::homes;
use crate::support::{EVERYTHING, folder_classes, jvm};
use raddle_classfile::{ClassFile, Code, FrameChange, Instruction, Opcode, VerificationType};
use raddle_rewrite::Options;

fn instructions<'a>(code: &Code<'_, 'a>) -> Vec<Instruction<'a>> {
    code.instructions()
        .map(|instruction| instruction.expect("good code"))
        .collect()
}

/// The original instructions are all there, in order, among what was inserted; finds out which is which.
fn matching<'a>(old: &[Instruction<'_>], new: &'a [Instruction<'a>]) -> Vec<(u16, u16)> {
    let mut pairs = Vec::new();
    let mut rest = new.iter();
    for instruction in old {
        let found = rest.find(|candidate| {
            let same_constant = candidate.operands == instruction.operands;
            let is_jump = matches!(
                instruction.operands,
                raddle_classfile::Operands::Branch(_) | raddle_classfile::Operands::Switch(_)
            );
            candidate.opcode == instruction.opcode && (same_constant || is_jump)
        });
        pairs.push((
            instruction.pc,
            found.expect("the instruction is still there").pc,
        ));
    }
    pairs
}

#[test]
fn tables_move_with_the_code() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, home) = homes().remove(0);
    jvm::compile(&home, "Tables.java", folder.path());
    // Without replaced calls and layers, the original instructions can be found again.
    let options = Options {
        coverage: false,
        brackets: false,
        ..EVERYTHING
    };
    let mut seen = [0; 6];
    for (name, bytes) in folder_classes(folder.path()) {
        let Some(rewritten) = raddle_rewrite::rewrite(&bytes, &options).expect("a good class")
        else {
            continue;
        };
        let old = ClassFile::parse(&bytes).expect("a good class");
        let new = ClassFile::parse(&rewritten.bytes).expect("a good class");
        for (before, after) in old.methods().zip(new.methods()) {
            let (Some(before), Some(after)) = (before.code().unwrap(), after.code().unwrap())
            else {
                continue;
            };
            let (old_code, new_code) = (instructions(&before), instructions(&after));
            let pairs = matching(&old_code, &new_code);
            // Where a jump to an old instruction goes: at or before it, behind the one before it.
            let reaches = |old_pc: u16, new_pc: u16| {
                let place = pairs
                    .iter()
                    .position(|(pc, _)| *pc == old_pc)
                    .expect("an instruction");
                let earliest = place.checked_sub(1).map_or(0, |before| pairs[before].1 + 1);
                assert!(
                    (earliest..=pairs[place].1).contains(&new_pc),
                    "{name}: {old_pc} became {new_pc}"
                );
                assert!(
                    new_code.iter().any(|instruction| instruction.pc == new_pc),
                    "{name}: inside of {new_pc}"
                );
            };
            let (lines, moved) = (
                before.attributes().line_numbers().unwrap(),
                after.attributes().line_numbers().unwrap(),
            );
            assert_eq!(lines.len(), moved.len());
            for (line, moved) in lines.iter().zip(&moved) {
                assert_eq!(line.line, moved.line);
                reaches(line.start_pc, moved.start_pc);
                seen[0] += 1;
            }
            let (variables, moved) = (
                before.attributes().local_variables().unwrap(),
                after.attributes().local_variables().unwrap(),
            );
            assert_eq!(variables.len(), moved.len());
            for (variable, moved) in variables.iter().zip(&moved) {
                assert_eq!((variable.name, variable.slot), (moved.name, moved.slot));
                reaches(variable.start_pc, moved.start_pc);
                let end = usize::from(moved.start_pc + moved.length);
                assert!(end <= after.bytes().len());
                seen[1] += 1;
            }
            for (handler, moved) in before.handlers().zip(after.handlers()) {
                reaches(handler.start_pc, moved.start_pc);
                reaches(handler.handler_pc, moved.handler_pc);
                let last = new_code
                    .iter()
                    .rfind(|i| i.next_pc() <= usize::from(moved.end_pc))
                    .unwrap();
                assert_eq!(
                    last.next_pc(),
                    usize::from(moved.end_pc),
                    "{name}: a handler's end"
                );
                seen[2] += 1;
            }
            let frames = |code: &Code<'_, '_>| {
                code.attributes()
                    .stack_map()
                    .unwrap()
                    .into_iter()
                    .flatten()
                    .map(|frame| frame.unwrap().pc as u16)
                    .collect::<Vec<_>>()
            };
            let (old_frames, new_frames) = (frames(&before), frames(&after));
            assert_eq!(old_frames.len(), new_frames.len());
            for (old_pc, new_pc) in old_frames.iter().zip(&new_frames) {
                reaches(*old_pc, *new_pc);
                seen[3] += 1;
            }
            for frame in after
                .attributes()
                .stack_map()
                .unwrap()
                .into_iter()
                .flatten()
            {
                if let FrameChange::Full { locals, stack } = frame.unwrap().change {
                    for kind in locals.chain(stack) {
                        if let VerificationType::Uninitialized(pc) = kind {
                            let new = new_code.iter().find(|instruction| instruction.pc == pc);
                            assert_eq!(new.map(|new| new.opcode), Some(Opcode::New));
                            seen[4] += 1;
                        }
                    }
                }
            }
            let annotations = |code: &Code<'_, '_>| {
                let found = code.attributes().find("RuntimeVisibleTypeAnnotations");
                found.map(|attribute| attribute.content().to_vec())
            };
            if let (Some(old), Some(new)) = (annotations(&before), annotations(&after)) {
                assert_eq!(old.len(), new.len());
                // One on an instruction: count, target 0x43 (instanceof) to 0x47 (cast), then where.
                if (0x43..=0x47).contains(&old[2]) {
                    let pc = |bytes: &[u8]| u16::from_be_bytes([bytes[3], bytes[4]]);
                    let at = pairs
                        .iter()
                        .find(|(before, _)| *before == pc(&old))
                        .map(|(_, after)| *after);
                    assert_eq!(at, Some(pc(&new)), "{name}: an annotated instruction");
                    assert_ne!(pc(&old), pc(&new));
                    seen[5] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
