//! The library's locks in the table. They end by themselves after a time, so a holder must renew its
//! lock. Reading and writing a lock are two steps. Nothing can come in between: the caller's store
//! lets only one process write, and this process writes from one thread.

use ruma::MilliSecondsSinceUnixEpoch;
use serde::{Deserialize, Serialize};

use crate::coding::{decode, encode};
use crate::key_table::{Change, Key, KeyTable, Result};
use crate::kinds;

#[derive(Deserialize, Serialize)]
struct Lock {
    holder: String,
    /// Milliseconds since 1970.
    ends: u64,
    /// How many times the lock went to another holder, from 1.
    generation: u64,
}

/// Takes or renews the lock for `holder`. Returns its generation, or None if another holder has it.
pub fn take(
    table: &dyn KeyTable,
    name: &str,
    holder: &str,
    milliseconds: u32,
) -> Result<Option<u64>> {
    let key = Key::named(kinds::LOCK, name);
    let now: u64 = MilliSecondsSinceUnixEpoch::now().get().into();
    let held: Option<Lock> = table.get(&key)?.map(|value| decode(&value)).transpose()?;
    let generation = match held {
        None => 1,
        Some(lock) if lock.holder == holder => lock.generation,
        Some(lock) if lock.ends < now => lock.generation + 1,
        Some(_) => return Ok(None),
    };
    let lock =
        Lock { holder: holder.to_owned(), ends: now + u64::from(milliseconds), generation };

    table.write(&[Change::set(key, encode(&lock)?)])?;
    Ok(Some(generation))
}
