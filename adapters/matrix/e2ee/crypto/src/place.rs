//! The place of a device's keys: a folder, or a table of the caller.

use std::sync::Arc;

use matrix_sdk_crypto::store::{DynCryptoStore, IntoCryptoStore};
use matrix_sdk_sqlite::SqliteCryptoStore;

use crate::cached_table::CachedTable;
use crate::caller_table::CallerTable;
use crate::fault::Fault;
use crate::key_store::{self, KeyStore};
use crate::sessions;

#[derive(Clone, Copy)]
pub enum Place<'a> {
    Folder(&'a str),
    Table(CallerTable),
}

impl Place<'_> {
    pub async fn open(self) -> Result<Arc<DynCryptoStore>, Fault> {
        Ok(match self {
            Place::Folder(folder) => {
                let store = SqliteCryptoStore::open(folder, None).await.map_err(Fault::new)?;
                store.into_crypto_store()
            }
            Place::Table(table) => KeyStore::new(CachedTable::new(table)).into_crypto_store(),
        })
    }

    /// Deletes the sessions with which the device encrypts, as the comment at
    /// mx_machine_forget_sessions in engarde_crypto.h says.
    pub fn forget_sessions(self) -> Result<(), Fault> {
        match self {
            Place::Folder(folder) => sessions::forget(folder),
            Place::Table(table) => Ok(key_store::forget_sessions(&table)?),
        }
    }
}
