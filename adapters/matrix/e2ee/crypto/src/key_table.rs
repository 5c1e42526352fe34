//! A table of values, in which the keys of a device can be instead of in a folder. key_store.rs
//! decides what is in the table; the table itself belongs to the caller (caller_table.rs).

use std::fmt::Debug;

use matrix_sdk_crypto::CryptoStoreError;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The bytes of a value. Most values contain secret keys.
pub type Bytes = Zeroizing<Vec<u8>>;

pub type Result<T> = std::result::Result<T, CryptoStoreError>;

/// How many values a search returns at once.
const PAGE: usize = 100;

/// What names a value. `owner` groups the values of a kind, such as the devices of a user; it is
/// empty if a kind has no groups.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Key {
    pub kind: &'static str,
    pub owner: String,
    pub name: String,
}

impl Key {
    pub fn new(kind: &'static str, owner: &str, name: &str) -> Self {
        Key { kind, owner: bounded(owner), name: bounded(name) }
    }

    /// Names the only value of its kind. Searches do not find it.
    pub fn only(kind: &'static str) -> Self {
        Key { kind, owner: String::new(), name: String::new() }
    }

    /// Names a value of a kind without groups.
    pub fn named(kind: &'static str, name: &str) -> Self {
        Key { kind, owner: String::new(), name: bounded(name) }
    }
}

/// A change of the table. If `value` is None, the change deletes the value.
#[derive(Debug)]
pub struct Change {
    pub key: Key,
    /// A further text by which a search can find the value, or empty.
    pub label: String,
    pub value: Option<Bytes>,
}

impl Change {
    pub fn set(key: Key, value: Bytes) -> Self {
        Change { key, label: String::new(), value: Some(value) }
    }

    pub fn set_labelled(key: Key, label: String, value: Bytes) -> Self {
        Change { key, label, value: Some(value) }
    }

    pub fn delete(key: Key) -> Self {
        Change { key, label: String::new(), value: None }
    }
}

/// Which values of a kind to find.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Search {
    pub kind: &'static str,
    pub by: By,
}

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum By {
    /// All values of the kind.
    Kind,
    /// The values of this owner.
    Owner(String),
    /// The values with this label.
    Label(String),
}

impl Search {
    pub fn kind(kind: &'static str) -> Self {
        Search { kind, by: By::Kind }
    }

    pub fn owner(kind: &'static str, owner: &str) -> Self {
        Search { kind, by: By::Owner(bounded(owner)) }
    }

    pub fn label(kind: &'static str, label: &str) -> Self {
        Search { kind, by: By::Label(label.to_owned()) }
    }
}

#[derive(Clone, Debug)]
pub struct Found {
    pub owner: String,
    pub name: String,
    pub value: Bytes,
}

/// The table. Its functions run on the thread that has called the machine, and must not call the
/// machine.
pub trait KeyTable: Debug + Send + Sync {
    fn get(&self, key: &Key) -> Result<Option<Bytes>>;

    /// Returns at most `most` values, in the order of owner and name. `after` is the owner and the
    /// name of the last value that the caller has. The values with a label are in the order of their
    /// names alone, so that the caller need not know the last owner.
    fn page(
        &self,
        search: &Search,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Result<Vec<Found>>;

    /// Makes all changes in their order, or none.
    fn write(&self, changes: &[Change]) -> Result<()>;

    /// Calls `visit` with all values that the search finds. Never holds more than a page of them.
    fn each(&self, search: &Search, visit: &mut dyn FnMut(Found) -> Result<()>) -> Result<()> {
        let mut last: Option<(String, String)> = None;

        loop {
            let after = last.as_ref().map(|(owner, name)| (owner.as_str(), name.as_str()));
            let found = self.page(search, after, PAGE)?;
            let is_last = found.len() < PAGE;

            last = found.last().map(|one| (one.owner.clone(), one.name.clone()));
            for one in found {
                visit(one)?;
            }
            if is_last {
                return Ok(());
            }
        }
    }
}

/// The most bytes of an owner, a name or a label. A database may refuse longer texts in an index.
const TEXT_MOST: usize = 255;

/// What a text of the table escapes: a NUL would end it, and the order of other characters may
/// depend on the database.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// Returns the text as the table has it: in printable ASCII, not empty, and not too long. Two texts
/// never become the same text. Many of these texts come from other servers, such as the ids of
/// devices. Two hexadecimal digits follow each per cent sign of an escaped text, so no escaped text
/// begins like the two special texts.
pub fn bounded(text: &str) -> String {
    if text.is_empty() {
        return "%empty".to_owned();
    }
    let escaped = utf8_percent_encode(text, ESCAPED).to_string();

    if escaped.len() <= TEXT_MOST {
        return escaped;
    }
    format!("%sha256:{}", hash(text.as_bytes()))
}

pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::bounded;

    #[test]
    fn test_usual_ids_stay_as_they_are() {
        assert_eq!(bounded("@alice:example.org"), "@alice:example.org");
        assert_eq!(bounded("!a b|c:[::1]:80"), "!a b|c:[::1]:80");
    }

    #[test]
    fn test_hostile_ids_stay_apart() {
        let long = "x".repeat(5000);
        let texts = [
            "\0",
            "%00",
            "%2500",
            "é",
            "%c3%a9",
            &long,
            &long[1..],
            "%sha256:00",
            "",
            "%empty",
        ];
        let names: Vec<_> = texts.iter().map(|text| bounded(text)).collect();

        for (i, name) in names.iter().enumerate() {
            assert!((1..=255).contains(&name.len()));
            assert!(name.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
            assert!(!names[..i].contains(name), "{name}");
        }
    }
}
