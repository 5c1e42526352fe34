//! A table of keys in memory, and the library's own tests of a store of keys with it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use crate::cached_table::CachedTable;
use crate::key_store::KeyStore;
use crate::key_table::{By, Bytes, Change, Found, Key, KeyTable, Result, Search};

/// The kind, the owner and the name of a value.
type Place = (&'static str, String, String);

struct Held {
    label: String,
    value: Bytes,
}

#[derive(Clone, Default)]
pub struct MemoryTable(Arc<Mutex<BTreeMap<Place, Held>>>);

impl std::fmt::Debug for MemoryTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("MemoryTable").finish_non_exhaustive()
    }
}

fn place(key: &Key) -> Place {
    (key.kind, key.owner.clone(), key.name.clone())
}

fn found((place, held): (&Place, &Held)) -> Found {
    Found { owner: place.1.clone(), name: place.2.clone(), value: held.value.clone() }
}

impl KeyTable for MemoryTable {
    fn get(&self, key: &Key) -> Result<Option<Bytes>> {
        Ok(self.0.lock().unwrap().get(&place(key)).map(|held| held.value.clone()))
    }

    fn page(
        &self,
        search: &Search,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Result<Vec<Found>> {
        let table = self.0.lock().unwrap();
        let of_kind = table.iter().filter(|(place, _)| place.0 == search.kind);

        if let By::Label(label) = &search.by {
            let mut all: Vec<Found> = of_kind
                .filter(|(_, held)| held.label == *label)
                .map(found)
                .filter(|one| after.is_none_or(|(_, name)| one.name.as_str() > name))
                .collect();
            all.sort_by(|one, other| one.name.cmp(&other.name));
            all.truncate(most);
            return Ok(all);
        }
        Ok(of_kind
            .filter(|(place, _)| match &search.by {
                By::Owner(owner) => place.1 == *owner,
                _ => true,
            })
            .filter(|(place, _)| {
                after.is_none_or(|after| (place.1.as_str(), place.2.as_str()) > after)
            })
            .take(most)
            .map(found)
            .collect())
    }

    fn write(&self, changes: &[Change]) -> Result<()> {
        let mut table = self.0.lock().unwrap();

        for change in changes {
            match &change.value {
                Some(value) => table.insert(
                    place(&change.key),
                    Held { label: change.label.clone(), value: value.clone() },
                ),
                None => table.remove(&place(&change.key)),
            };
        }
        Ok(())
    }
}

mod tests {
    use super::*;

    static TABLES: LazyLock<Mutex<HashMap<String, MemoryTable>>> =
        LazyLock::new(Mutex::default);

    async fn get_store(
        name: &str,
        _passphrase: Option<&str>,
        clear_data: bool,
    ) -> KeyStore<CachedTable<MemoryTable>> {
        let mut tables = TABLES.lock().unwrap();

        if clear_data {
            tables.remove(name);
        }
        KeyStore::new(CachedTable::new(tables.entry(name.to_owned()).or_default().clone()))
    }

    matrix_sdk_crypto::cryptostore_integration_tests!();
    matrix_sdk_crypto::cryptostore_integration_tests_time!();
}
