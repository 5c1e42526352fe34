//! Deletes the sessions of a device whose keys are in a folder. The library has no function for this. The names of the file and of
//! its tables are those of matrix-sdk-sqlite, so Cargo.toml names its exact version.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::fault::Fault;

const FILE: &str = "matrix-sdk-crypto.sqlite3";

/// Deletes the sessions with which the device encrypts.
pub fn forget(folder: &str) -> Result<(), Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let keys = Connection::open_with_flags(Path::new(folder).join(FILE), flags)
        .map_err(Fault::new)?;

    keys.execute_batch(
        "BEGIN; DELETE FROM session; DELETE FROM outbound_group_session; COMMIT",
    )
    .map_err(Fault::new)
}
