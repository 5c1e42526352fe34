//! Gives the machine the parts of an answer to /sync that concern keys.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use matrix_sdk_common::deserialized_responses::ProcessedToDeviceEvent;
use matrix_sdk_crypto::{EncryptionSyncChanges, OlmError};
use ruma::api::client::sync::sync_events::DeviceLists;
use ruma::events::AnyToDeviceEvent;
use ruma::serde::Raw;
use ruma::{OneTimeKeyAlgorithm, OwnedUserId, UInt, UserId};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::machine::{Machine, decryption_settings};
use crate::parts;
use crate::verifications;

impl Machine {
    /// Takes in the parts of an answer to /sync that concern keys. Leaves out the parts that it
    /// can't read, and counts them. The call fails only if the key store fails.
    pub fn take_sync(&self, text: &str) -> Result<Value, Fault> {
        let parts = parts::members(text)?;
        let part = |name: &str| parts.get(name).map(AsRef::as_ref);
        let mut changes = Changes {
            key_counts: key_counts(part("device_one_time_keys_count")),
            ..Changes::default()
        };

        let has_number =
            changes.key_counts.contains_key(&OneTimeKeyAlgorithm::SignedCurve25519);
        changes.missing_is_zero = self.key_counts.borrow_mut().take_sync(has_number);
        changes.read_device_lists(part("device_lists"));
        for user in &changes.devices.changed {
            self.lists.borrow_mut().note_change(user);
        }
        changes.unused_fallback_keys = part("device_unused_fallback_key_types").map(|types| {
            parts::items_of(Some(types)).iter().filter_map(|one| read(one)).collect()
        });
        changes.next_batch = part("next_batch").and_then(read);
        let to_device = parts::members_of(part("to_device"));
        let events = changes.read_to_device(self, to_device.get("events").map(AsRef::as_ref));
        if parts.get("since").is_none_or(|since| since.get() == "null") {
            // If the request to /sync had no token, the answer does not list the users whose
            // devices have changed. So the machine must ask about all users again.
            self.runtime.block_on(self.olm.mark_all_tracked_users_as_dirty())?;
        }
        let keys = match self.take(&changes, events.clone()) {
            Ok(keys) => keys,
            Err(SyncFault::Store(fault)) => return Err(fault),
            // One of the events failed, and the library does not say which. So the machine gets the
            // events one by one, without those that fail.
            Err(SyncFault::Content) => self.take_each(&mut changes, events)?,
        };

        Ok(json!({"keys": keys, "dropped": changes.dropped}))
    }

    /// Gives the machine an event of a verification, without the other parts of an answer. If the
    /// machine can't handle the event, the bot ignores it.
    pub fn receive_to_device(&self, event: Raw<AnyToDeviceEvent>) -> Result<(), Fault> {
        if !self.accepts(&serde_json::from_str(event.json().get())?) {
            return Ok(());
        }
        match self.take(&Changes::default(), vec![event]) {
            Err(SyncFault::Store(fault)) => Err(fault),
            _ => Ok(()),
        }
    }

    /// Gives the machine the changes and events. Returns how many room keys came.
    fn take(
        &self,
        changes: &Changes,
        events: Vec<Raw<AnyToDeviceEvent>>,
    ) -> Result<usize, SyncFault> {
        let sync = EncryptionSyncChanges {
            to_device_events: events,
            changed_devices: &changes.devices,
            one_time_keys_counts: &changes.key_counts,
            unused_fallback_keys: changes.unused_fallback_keys.as_deref(),
            next_batch_token: changes.next_batch.clone(),
        };
        let settings = decryption_settings(false);
        let work = || {
            self.runtime.block_on(async {
                // The two functions differ only in what a missing number of one-time keys means.
                match changes.missing_is_zero {
                    true => self.olm.receive_sync_changes(sync, &settings).await,
                    false => self.olm.receive_sync_changes_msc4186(sync, &settings).await,
                }
            })
        };
        let (events, keys) = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(done)) => done,
            Ok(Err(OlmError::Store(error))) => return Err(SyncFault::Store(error.into())),
            Ok(Err(_)) | Err(_) => return Err(SyncFault::Content),
        };

        for event in events {
            if let ProcessedToDeviceEvent::Decrypted { raw, .. } = event
                && let Ok(event) = serde_json::from_str(raw.json().get())
            {
                self.check_decrypted(&event);
            }
        }
        Ok(keys.len())
    }

    /// Gives the machine the changes with one event after the other. The last call has no event, so
    /// that the machine gets the changes even if each event fails. Counts the failed events as
    /// dropped. Returns how many room keys came.
    fn take_each(
        &self,
        changes: &mut Changes,
        events: Vec<Raw<AnyToDeviceEvent>>,
    ) -> Result<usize, Fault> {
        let mut keys = 0;

        for some in events.into_iter().map(|event| vec![event]).chain([vec![]]) {
            match self.take(changes, some) {
                Ok(more) => keys += more,
                Err(SyncFault::Store(fault)) => return Err(fault),
                Err(SyncFault::Content) => changes.dropped += 1,
            }
        }
        Ok(keys)
    }
}

fn read<T: DeserializeOwned>(part: &RawValue) -> Option<T> {
    serde_json::from_str(part.get()).ok()
}

/// Returns how many one-time keys the homeserver has for each algorithm.
fn key_counts(part: Option<&RawValue>) -> BTreeMap<OneTimeKeyAlgorithm, UInt> {
    parts::members_of(part)
        .iter()
        .filter_map(|(name, count)| Some((name.as_str().into(), read(count)?)))
        .collect()
}

/// Why the machine did not take in an answer to /sync.
enum SyncFault {
    /// The key store failed.
    Store(Fault),
    /// The library could not handle an event.
    Content,
}

/// What an answer to /sync says about keys, without its to-device events.
#[derive(Default)]
struct Changes {
    devices: DeviceLists,
    key_counts: BTreeMap<OneTimeKeyAlgorithm, UInt>,
    /// Whether a missing number of one-time keys means that the homeserver holds none.
    missing_is_zero: bool,
    unused_fallback_keys: Option<Vec<OneTimeKeyAlgorithm>>,
    next_batch: Option<String>,
    /// How many users and events were left out, because they could not be read or were too many.
    dropped: usize,
}

/// The most to-device events of one user that the bot reads from one answer.
const EVENTS_OF_USER_MOST: usize = 1000;

impl Changes {
    /// Reads which users' devices have changed, and which users the bot need not follow any more.
    fn read_device_lists(&mut self, part: Option<&RawValue>) {
        let lists = parts::members_of(part);
        let mut users = |name: &str| {
            let all = parts::items_of(lists.get(name).map(AsRef::as_ref));
            let good: Vec<OwnedUserId> = all.iter().filter_map(|user| read(user)).collect();
            self.dropped += all.len() - good.len();
            good
        };

        (self.devices.changed, self.devices.left) = (users("changed"), users("left"));
    }

    /// Reads the to-device events for the machine: the events that bring keys, and the events of
    /// verifications. The bot leaves out all other events: it answers no requests for keys, and
    /// does not record who withholds keys.
    fn read_to_device(
        &mut self,
        machine: &Machine,
        part: Option<&RawValue>,
    ) -> Vec<Raw<AnyToDeviceEvent>> {
        let mut senders: BTreeMap<String, usize> = BTreeMap::new();
        let mut events = vec![];

        for part in parts::items_of(part) {
            let event = parts::value(&part).unwrap_or_default();
            let (Some(sender), Some(kind)) =
                (event["sender"].as_str(), event["type"].as_str())
            else {
                self.dropped += 1;
                continue;
            };
            if UserId::parse(sender).is_err() {
                self.dropped += 1;
                continue;
            }
            let count = senders.entry(sender.to_owned()).or_default();
            *count += 1;
            if *count > EVENTS_OF_USER_MOST {
                self.dropped += 1;
            } else if kind == "m.room.encrypted" {
                events.push(Raw::from_json(part));
            } else if kind.starts_with(verifications::KIND) {
                events.extend(machine.admit(&event, Raw::from_json(part)));
            }
        }
        events
    }
}
