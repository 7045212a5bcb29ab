//! Before which accesses threads are worth switching.
//!
//! Most of what a test does concerns nobody else: arguments are built, caches are looked up. To switch threads there changes nothing. A
//! [`Focus`] names the fields that threads fight over; accesses to others still count as events, but nobody is asked before them.

use std::collections::{BTreeSet, HashMap};

use raddle_rewrite::{Site, SiteKind, SiteTable};
use serde::{Deserialize, Serialize};

/// What is fought over. Locks, waiting and the like always count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Focus {
    /// Fields, by name: to take those of other classes in is safe.
    pub fields: BTreeSet<String>,
    /// Elements of arrays.
    pub arrays: bool,
    /// Whatever is accessed through `Unsafe`, a `VarHandle` or their like.
    pub atomics: bool,
}

/// Numbers for what sites access, the same for all sites that a [`Focus`] cannot tell apart.
#[derive(Debug, Default)]
pub(crate) struct Topics {
    numbers: HashMap<String, u32>,
    /// By site.
    sites: Vec<u32>,
    /// How many of them the runtime knows.
    told: usize,
}

const ARRAYS: u32 = 0;
const ATOMICS: u32 = 1;
const FIRST_FIELD: u32 = 2;

/// A focus as the runtime wants it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The topics of the sites that are new since last time.
    pub sites: Vec<u32>,
    /// The topics that matter.
    pub topics: Vec<u32>,
}

impl Topics {
    /// Takes the sites of a class in; they follow those of the classes before.
    pub(crate) fn add(&mut self, table: &SiteTable) {
        for site in &table.sites {
            let topic = self.topic(table, site);
            self.sites.push(topic);
        }
    }

    fn topic(&mut self, table: &SiteTable, site: &Site) -> u32 {
        match (site.kind, table.member(site)) {
            (
                SiteKind::GetField | SiteKind::PutField | SiteKind::GetStatic | SiteKind::PutStatic,
                Some(member),
            ) => {
                let next = FIRST_FIELD + self.numbers.len() as u32;
                *self.numbers.entry(member.name.clone()).or_insert(next)
            }
            (SiteKind::ArrayLoad | SiteKind::ArrayStore, _) => ARRAYS,
            _ => ATOMICS,
        }
    }

    /// What the runtime has to be told about a focus.
    pub(crate) fn tell(&mut self, focus: &Focus) -> Told {
        let fields = focus
            .fields
            .iter()
            .filter_map(|name| self.numbers.get(name).copied());
        let topics = (focus.arrays.then_some(ARRAYS).into_iter())
            .chain(focus.atomics.then_some(ATOMICS))
            .chain(fields)
            .collect();
        let sites = self.sites.get(self.told..).unwrap_or_default().to_vec();
        self.told = self.sites.len();
        Told { sites, topics }
    }
}
