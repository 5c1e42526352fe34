//! The table of keys that the caller keeps. engarde_crypto.h describes its functions. The unsafe code
//! here calls these functions and reads the values that they return.

use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt;

use matrix_sdk_crypto::CryptoStoreError;
use zeroize::Zeroizing;

use crate::key_table::{By, Bytes, Change, Found, Key, KeyTable, Result, Search};

/// struct mx_key_value
#[repr(C)]
pub struct RawValue {
    kind: *const c_char,
    owner: *const c_char,
    name: *const c_char,
    label: *const c_char,
    bytes: *const c_void,
    size: usize,
}

/// struct mx_key_search
#[repr(C)]
pub struct RawSearch {
    kind: *const c_char,
    owner: *const c_char,
    label: *const c_char,
    after_owner: *const c_char,
    after_name: *const c_char,
    most: usize,
}

type Take = unsafe extern "C" fn(to: *mut c_void, value: *const RawValue);

/// struct mx_key_table
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CallerTable {
    caller: *mut c_void,
    find: unsafe extern "C" fn(*mut c_void, *const RawSearch, Take, *mut c_void) -> bool,
    get: unsafe extern "C" fn(*mut c_void, *const RawValue, Take, *mut c_void) -> bool,
    write: unsafe extern "C" fn(*mut c_void, *const RawValue, usize) -> bool,
}

// SAFETY: The caller uses a machine from one thread at a time, and the machine's runtime has no other
// threads.
unsafe impl Send for CallerTable {}
unsafe impl Sync for CallerTable {}

impl fmt::Debug for CallerTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallerTable").finish_non_exhaustive()
    }
}

/// Why a function of the caller failed. The caller has logged the details.
#[derive(Debug)]
struct TableFault(&'static str);

impl fmt::Display for TableFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the store can't {} the keys", self.0)
    }
}

impl std::error::Error for TableFault {}

fn check(is_done: bool, work: &'static str) -> Result<()> {
    match is_done {
        true => Ok(()),
        false => Err(CryptoStoreError::backend(TableFault(work))),
    }
}

/// Returns a text for C. The texts of a table contain no NUL (key_table.rs).
fn c_text(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

/// The texts of a key, for C.
struct CKey {
    kind: CString,
    owner: CString,
    name: CString,
    label: CString,
}

impl CKey {
    fn new(key: &Key, label: &str) -> Self {
        let (kind, owner) = (c_text(key.kind), c_text(&key.owner));
        CKey { kind, owner, name: c_text(&key.name), label: c_text(label) }
    }

    /// The result borrows from self and from the value.
    fn raw(&self, value: Option<&[u8]>) -> RawValue {
        RawValue {
            kind: self.kind.as_ptr(),
            owner: self.owner.as_ptr(),
            name: self.name.as_ptr(),
            label: self.label.as_ptr(),
            bytes: value.map_or(std::ptr::null(), |value| value.as_ptr().cast()),
            size: value.map_or(0, <[u8]>::len),
        }
    }
}

/// Copies a value of the caller into a Vec<Found>.
///
/// # Safety
/// `to` is the pointer that the table got together with this function. `value` and its texts and
/// bytes are valid during the call.
unsafe extern "C" fn take(to: *mut c_void, value: *const RawValue) {
    let (found, value) = unsafe { (&mut *to.cast::<Vec<Found>>(), &*value) };
    let text = |text: *const c_char| match text.is_null() {
        true => String::new(),
        false => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
    };
    let bytes: &[u8] = match value.size {
        0 => &[],
        size => unsafe { std::slice::from_raw_parts(value.bytes.cast(), size) },
    };

    found.push(Found {
        owner: text(value.owner),
        name: text(value.name),
        value: Zeroizing::new(bytes.to_vec()),
    });
}

impl KeyTable for CallerTable {
    fn get(&self, key: &Key) -> Result<Option<Bytes>> {
        let mut found: Vec<Found> = vec![];
        let key = CKey::new(key, "");
        // SAFETY: The key lives until the function returns, and the function calls `take` only before.
        let is_done =
            unsafe { (self.get)(self.caller, &key.raw(None), take, (&raw mut found).cast()) };

        check(is_done, "read")?;
        Ok(found.pop().map(|one| one.value))
    }

    fn page(
        &self,
        search: &Search,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Result<Vec<Found>> {
        let mut found: Vec<Found> = vec![];
        let kind = c_text(search.kind);
        let (owner, label) = match &search.by {
            By::Kind => (None, None),
            By::Owner(owner) => (Some(c_text(owner)), None),
            By::Label(label) => (None, Some(c_text(label))),
        };
        let (after_owner, after_name) = after.unwrap_or_default();
        let (after_owner, after_name) = (c_text(after_owner), c_text(after_name));
        let pointer = |text: &Option<CString>| {
            text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
        };
        let raw = RawSearch {
            kind: kind.as_ptr(),
            owner: pointer(&owner),
            label: pointer(&label),
            after_owner: after_owner.as_ptr(),
            after_name: after_name.as_ptr(),
            most,
        };
        // SAFETY: As for get.
        let is_done = unsafe { (self.find)(self.caller, &raw, take, (&raw mut found).cast()) };

        check(is_done, "read")?;
        Ok(found)
    }

    fn write(&self, changes: &[Change]) -> Result<()> {
        let keys: Vec<CKey> =
            changes.iter().map(|change| CKey::new(&change.key, &change.label)).collect();
        let raw: Vec<RawValue> = changes
            .iter()
            .zip(&keys)
            .map(|(change, key)| key.raw(change.value.as_ref().map(|value| value.as_slice())))
            .collect();
        // SAFETY: The keys and the values live until the function returns.
        let is_done = unsafe { (self.write)(self.caller, raw.as_ptr(), raw.len()) };

        check(is_done, "write")
    }
}
