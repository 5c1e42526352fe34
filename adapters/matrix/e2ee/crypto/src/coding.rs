//! Turns the library's objects into the bytes of values, and back. The forms are those of
//! matrix-sdk-sqlite: MessagePack for most objects, and JSON for those that MessagePack can't hold.

use matrix_sdk_crypto::CryptoStoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use zeroize::Zeroizing;

use crate::key_table::{Bytes, Result};

pub fn encode(object: &impl Serialize) -> Result<Bytes> {
    rmp_serde::to_vec_named(object).map(Zeroizing::new).map_err(CryptoStoreError::backend)
}

pub fn decode<T: DeserializeOwned>(value: &[u8]) -> Result<T> {
    rmp_serde::from_slice(value).map_err(CryptoStoreError::backend)
}

pub fn encode_json(object: &impl Serialize) -> Result<Bytes> {
    Ok(Zeroizing::new(serde_json::to_vec(object)?))
}

pub fn decode_json<T: DeserializeOwned>(value: &[u8]) -> Result<T> {
    Ok(serde_json::from_slice(value)?)
}
