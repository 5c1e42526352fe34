//! What the adapter asks of the OlmMachine, each a step of its own on a small runtime.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{Cursor, Read};

use matrix_sdk_common::deserialized_responses::{
    ProcessedToDeviceEvent, VerificationLevel, VerificationState,
};
use matrix_sdk_crypto::types::events::room::encrypted::EncryptedEvent;
use matrix_sdk_crypto::{
    AttachmentEncryptor, CollectStrategy, CryptoStoreError, DecryptionSettings,
    EncryptionSettings, EncryptionSyncChanges, MegolmError, OlmError, OlmMachine,
    SessionRecipientCollectionError, TrustRequirement,
};
use matrix_sdk_sqlite::SqliteCryptoStore;
use ruma::events::room::history_visibility::HistoryVisibility;
use ruma::serde::Raw;
use ruma::{OwnedUserId, RoomId, UserId};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::request;
use crate::verify::Verifications;

/// What went wrong, for the log.
pub struct Fault {
    pub why: String,
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
faults!(serde_json::Error, OlmError, MegolmError, ruma::IdParseError, std::io::Error);

impl From<CryptoStoreError> for Fault {
    fn from(error: CryptoStoreError) -> Self {
        let other_device = matches!(error, CryptoStoreError::MismatchedAccount { .. });
        Fault { why: error.to_string(), other_device }
    }
}

pub struct Machine {
    pub olm: OlmMachine,
    pub runtime: Runtime,
    pub verifications: RefCell<Verifications>,
}

/// Who gets the keys of a room.
struct Circle {
    room: ruma::OwnedRoomId,
    users: Vec<OwnedUserId>,
    signed_only: bool,
}

impl Circle {
    fn read(text: &str) -> Result<Self, Fault> {
        let json: Value = serde_json::from_str(text)?;

        Ok(Circle {
            room: serde_json::from_value(json["room"].clone())?,
            users: serde_json::from_value(json["users"].clone())?,
            signed_only: json["signed_only"].as_bool().unwrap_or(true),
        })
    }

    fn users(&self) -> impl Iterator<Item = &UserId> {
        self.users.iter().map(AsRef::as_ref)
    }

    fn settings(&self) -> EncryptionSettings {
        EncryptionSettings {
            // Nobody is given the keys of what was said before he came.
            history_visibility: HistoryVisibility::Joined,
            sharing_strategy: match self.signed_only {
                true => CollectStrategy::IdentityBasedStrategy,
                false => CollectStrategy::AllDevices,
            },
            ..EncryptionSettings::default()
        }
    }
}

fn trust(signed_only: bool) -> DecryptionSettings {
    DecryptionSettings {
        sender_device_trust_requirement: match signed_only {
            true => TrustRequirement::CrossSigned,
            false => TrustRequirement::Untrusted,
        },
    }
}

impl Machine {
    pub fn open(folder: &str, user: &str, device: &str) -> Result<Self, Fault> {
        let user = UserId::parse(user)?;
        let runtime = Builder::new_current_thread().build()?;
        let olm = runtime.block_on(async {
            let store = SqliteCryptoStore::open(folder, None).await.map_err(Fault::new)?;
            let olm = OlmMachine::with_store(&user, device.into(), store, None).await?;
            olm.update_tracked_users([user.as_ref()]).await?;
            Ok::<_, Fault>(olm)
        })?;

        Ok(Machine { olm, runtime, verifications: Default::default() })
    }

    /// The store closes its connections on the runtime, which has to be there until it has.
    pub fn close(self) {
        let inside = self.runtime.enter();

        drop(self.olm);
        drop(inside);
    }

    pub fn sync(&self, changes: &str) -> Result<Value, Fault> {
        let mut json: Value = serde_json::from_str(changes)?;
        let mut to_device: Vec<Value> = or_default(json["to_device"]["events"].take())?;
        to_device.retain(|event| self.admits(event));
        let to_device: Vec<Raw<_>> = serde_json::from_value(to_device.into())?;
        let lists = or_default(json["device_lists"].take())?;
        let counts: BTreeMap<_, _> = or_default(json["device_one_time_keys_count"].take())?;
        let fallback: Option<Vec<_>> =
            or_default(json["device_unused_fallback_key_types"].take())?;
        let changes = EncryptionSyncChanges {
            to_device_events: to_device,
            changed_devices: &lists,
            one_time_keys_counts: &counts,
            unused_fallback_keys: fallback.as_deref(),
            next_batch_token: json["next_batch"].as_str().map(str::to_owned),
        };
        let (events, keys) = self.runtime.block_on(async {
            if json["since"].is_null() {
                // Without a point to begin at, /sync does not tell whose devices have changed.
                self.olm.mark_all_tracked_users_as_dirty().await?;
            }
            Ok::<_, Fault>(self.olm.receive_sync_changes(changes, &trust(false)).await?)
        })?;
        for event in events {
            if let ProcessedToDeviceEvent::Decrypted { raw, .. } = event {
                self.heard_in_secret(&serde_json::from_str(raw.json().get())?);
            }
        }

        Ok(json!({"keys": keys.len()}))
    }

    pub fn requests(&self, room: Option<&str>) -> Result<Value, Fault> {
        let circle = room.map(Circle::read).transpose()?;

        self.runtime.block_on(async {
            if let Some(circle) = &circle {
                self.olm.update_tracked_users(circle.users()).await?;
            }
            let waiting = self.olm.outgoing_requests().await?;
            let waiting: Vec<_> = waiting.iter().filter_map(request::outgoing).collect();
            if !waiting.is_empty() {
                return Ok(waiting.into());
            }
            // Without users: the sessions that have to be mended.
            let users: Vec<_> = circle.iter().flat_map(Circle::users).collect();
            if let Some((id, claim)) = self.olm.get_missing_sessions(users.into_iter()).await? {
                return Ok(json!([request::claim(&id, &claim)]));
            }
            match &circle {
                Some(circle) => self.share(circle).await,
                None => Ok(json!([])),
            }
        })
    }

    async fn share(&self, circle: &Circle) -> Result<Value, Fault> {
        let share =
            || self.olm.share_room_key(&circle.room, circle.users(), circle.settings());
        let requests = match share().await {
            // The bot has no eyes to verify anybody anew: it goes on as if it never had.
            Err(OlmError::SessionRecipientCollectionError(
                SessionRecipientCollectionError::VerifiedUserChangedIdentity(users),
            )) => {
                for user in &users {
                    if let Some(identity) = self.olm.get_identity(user, None).await? {
                        identity.withdraw_verification().await?;
                    }
                }
                share().await?
            }
            other => other?,
        };

        Ok(requests.iter().map(|message| request::to_device(message)).collect())
    }

    pub fn devices(&self, user: &str, signed_only: bool) -> Result<Value, Fault> {
        let user = UserId::parse(user)?;
        let devices = self.runtime.block_on(self.olm.get_user_devices(&user, None))?;
        let fit = devices
            .devices()
            .filter(|device| !signed_only || device.is_cross_signed_by_owner())
            .count();

        Ok(json!({"devices": fit}))
    }

    pub fn answered(&self, id: &str, kind: &str, answer: &str) -> Result<Value, Fault> {
        self.runtime.block_on(request::answered(&self.olm, id, kind, answer))?;
        Ok(json!({}))
    }

    pub fn encrypt(&self, room: &str, kind: &str, content: &str) -> Result<Value, Fault> {
        let room = RoomId::parse(room)?;
        let content = Raw::from_json_string(content.to_owned())?;
        let encrypted =
            self.runtime.block_on(self.olm.encrypt_room_event_raw(&room, kind, &content))?;

        Ok(serde_json::to_value(encrypted.content)?)
    }

    pub fn decrypt(&self, room: &str, event: &str, signed_only: bool) -> Result<Value, Fault> {
        let room = RoomId::parse(room)?;
        let event = Raw::<EncryptedEvent>::from_json_string(event.to_owned())?;
        let settings = trust(signed_only);
        let decrypted = self.runtime.block_on(async {
            // Whose device it is can be told of those only who are followed.
            if let Ok(sender) = event.get_field::<OwnedUserId>("sender") {
                let _ = self.olm.update_tracked_users(sender.iter().map(AsRef::as_ref)).await;
            }
            self.olm.decrypt_room_event(&event, &room, &settings).await
        });

        match decrypted {
            Ok(clear) => match clear.encryption_info.verification_state {
                VerificationState::Unverified(VerificationLevel::MismatchedSender) => {
                    Ok(json!({"why": "the key is not of the sender"}))
                }
                _ => Ok(json!({"event": clear.event})),
            },
            Err(MegolmError::Store(error)) => Err(error.into()),
            Err(why) => Ok(json!({"why": why.to_string()})),
        }
    }
}

fn or_default<T: serde::de::DeserializeOwned + Default>(value: Value) -> Result<T, Fault> {
    if value.is_null() {
        return Ok(T::default());
    }
    Ok(serde_json::from_value(value)?)
}

pub fn encrypt_file(data: &mut [u8]) -> Result<Value, Fault> {
    let mut clear = Cursor::new(data.to_vec());
    let mut encryptor = AttachmentEncryptor::new(&mut clear);

    encryptor.read_exact(data)?;
    Ok(serde_json::to_value(encryptor.finish())?)
}
