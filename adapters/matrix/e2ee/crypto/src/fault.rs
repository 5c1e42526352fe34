//! The error of the calls.

use std::fmt::Display;

use matrix_sdk_crypto::{BootstrapCrossSigningError, CryptoStoreError, MegolmError, OlmError};

/// Why a call failed.
pub struct Fault {
    /// A sentence for the log.
    pub why: String,
    /// The key store belongs to another device or user.
    pub other_device: bool,
}

impl Fault {
    pub fn new(why: impl Display) -> Self {
        Fault { why: why.to_string(), other_device: false }
    }
}

macro_rules! faults {
    ($($error:ty),*) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Fault::new(error)
            }
        }
    )*};
}
faults!(
    serde_json::Error,
    OlmError,
    MegolmError,
    BootstrapCrossSigningError,
    ruma::IdParseError,
    std::io::Error
);

impl From<CryptoStoreError> for Fault {
    fn from(error: CryptoStoreError) -> Self {
        let other_device = matches!(error, CryptoStoreError::MismatchedAccount { .. });
        Fault { why: error.to_string(), other_device }
    }
}
