//! Remembers what the machine reads again for each message, such as the devices of the people in a
//! room. Without this, a message would need about twenty statements of the caller's database, and
//! each of them may be a round trip to a server. Nobody else changes the table while the machine is
//! open, so only the machine's own writes make the memory wrong.
//!
//! Remembers only kinds without secret keys.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::key_table::{By, Bytes, Change, Found, Key, KeyTable, Result, Search};
use crate::kinds::{DEVICE, KEY_REQUEST, USER_IDENTITY};

const REMEMBERED: [&str; 3] = [DEVICE, KEY_REQUEST, USER_IDENTITY];

/// The most values that are remembered. At this number, all are forgotten.
const VALUES_MOST: usize = 5000;

#[derive(Debug, Default)]
struct Memory {
    values: HashMap<Key, Option<Bytes>>,
    /// Whole results of searches.
    lists: HashMap<Search, Vec<Found>>,
    /// How many values the lists have.
    listed: usize,
}

impl Memory {
    fn add_value(&mut self, key: &Key, value: &Option<Bytes>) {
        self.make_room();
        self.values.insert(key.clone(), value.clone());
    }

    fn add_list(&mut self, search: &Search, list: &[Found]) {
        self.make_room();
        self.listed += list.len();
        self.lists.insert(search.clone(), list.to_vec());
    }

    fn make_room(&mut self) {
        if self.values.len() + self.lists.len() + self.listed >= VALUES_MOST {
            *self = Memory::default();
        }
    }

    fn forget(&mut self, key: &Key) {
        self.values.remove(key);
        self.lists.retain(|search, _| {
            search.kind != key.kind
                || matches!(&search.by, By::Owner(owner) if *owner != key.owner)
        });
        self.listed = self.lists.values().map(Vec::len).sum();
    }
}

#[derive(Debug)]
pub struct CachedTable<T> {
    table: T,
    memory: Mutex<Memory>,
}

impl<T: KeyTable> CachedTable<T> {
    pub fn new(table: T) -> Self {
        CachedTable { table, memory: Mutex::default() }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: KeyTable> KeyTable for CachedTable<T> {
    fn get(&self, key: &Key) -> Result<Option<Bytes>> {
        if !REMEMBERED.contains(&key.kind) {
            return self.table.get(key);
        }
        if let Some(value) = self.memory().values.get(key) {
            return Ok(value.clone());
        }
        let value = self.table.get(key)?;

        self.memory().add_value(key, &value);
        Ok(value)
    }

    fn page(
        &self,
        search: &Search,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Result<Vec<Found>> {
        if after.is_some() || !REMEMBERED.contains(&search.kind) {
            return self.table.page(search, after, most);
        }
        if let Some(list) = self.memory().lists.get(search) {
            return Ok(list.iter().take(most).cloned().collect());
        }
        let list = self.table.page(search, None, most)?;

        if list.len() < most {
            self.memory().add_list(search, &list);
        }
        Ok(list)
    }

    fn write(&self, changes: &[Change]) -> Result<()> {
        for change in changes.iter().filter(|change| REMEMBERED.contains(&change.key.kind)) {
            self.memory().forget(&change.key);
        }
        self.table.write(changes)
    }
}
