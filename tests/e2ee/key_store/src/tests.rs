//! The store of keys, compiled with a table in memory and with the tests of matrix-sdk-crypto.

#![cfg(test)]

#[path = "../../../../adapters/matrix/e2ee/crypto/src/cached_table.rs"]
mod cached_table;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/coding.rs"]
mod coding;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/key_store.rs"]
mod key_store;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/key_table.rs"]
mod key_table;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/kinds.rs"]
mod kinds;
mod memory_table;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/room_key_list.rs"]
mod room_key_list;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/saved_changes.rs"]
mod saved_changes;
#[path = "../../../../adapters/matrix/e2ee/crypto/src/store_lock.rs"]
mod store_lock;
