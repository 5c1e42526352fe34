//! How many one-time keys the homeserver holds for this device.
//!
//! Each answer to /sync should have this number. conduwuit, tuwunel and continuwuity leave it out if
//! they hold no keys; other servers leave it out of some answers although they hold keys. If the
//! machine took each missing number for zero, it would upload new keys after each such answer. If it
//! ignored missing numbers, nobody could write to a device whose keys are used up.

use serde_json::Value;

/// After this many answers in a row without the number, the machine takes it for zero. An answer that
/// the homeserver wrote before it got the keys has no number either.
const MISSING_MOST: u32 = 3;

#[derive(Default)]
pub struct KeyCounts {
    /// How many of the last answers to /sync had no number. An upload sets this to zero.
    missing: u32,
    /// Whether the machine uploads keys only because the number is missing.
    is_guess: bool,
    /// Whether the homeserver has ever left the number out although it held keys.
    is_unreliable: bool,
}

impl KeyCounts {
    /// Notes an answer to /sync. Returns whether a missing number means that the homeserver holds
    /// no keys.
    pub fn take_sync(&mut self, has_number: bool) -> bool {
        self.missing = if has_number { 0 } else { self.missing + 1 };
        self.is_guess = self.missing >= MISSING_MOST && !self.is_unreliable;
        self.is_guess
    }

    /// Notes the answer to an upload of keys. If the homeserver holds more keys than the upload
    /// had, it held keys before.
    pub fn take_upload(&mut self, request: &Value, answer: &Value) {
        let sent = request["one_time_keys"].as_object().map_or(0, |keys| keys.len() as u64);
        let held = answer["one_time_key_counts"]["signed_curve25519"].as_u64();

        self.is_unreliable |= self.is_guess && held.is_some_and(|held| held > sent);
        self.missing = 0;
        self.is_guess = false;
    }
}
