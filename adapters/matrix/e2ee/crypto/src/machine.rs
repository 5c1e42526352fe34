//! The OlmMachine of matrix-sdk-crypto with its runtime. When the adapter calls a function, the call
//! blocks until the runtime has finished the work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use matrix_sdk_common::deserialized_responses::{VerificationLevel, VerificationState};
use matrix_sdk_crypto::store::DynCryptoStore;
use matrix_sdk_crypto::types::events::room::encrypted::{
    EncryptedEvent, RoomEventEncryptionScheme,
};
use matrix_sdk_crypto::types::requests::AnyOutgoingRequest;
use matrix_sdk_crypto::{
    AttachmentEncryptor, DecryptionSettings, MegolmError, OlmMachine, OlmMachineBuilder,
    TrustRequirement,
};
use ruma::serde::Raw;
use ruma::{OwnedUserId, RoomId, UserId};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::fault::Fault;
use crate::held::Held;
use crate::key_counts::KeyCounts;
use crate::lists::{Choice, Lists};
use crate::place::Place;
use crate::verifications::Verifications;
use crate::{parts, request};

/// The end-to-end encryption of one device.
pub struct Machine {
    pub olm: OlmMachine,
    pub runtime: Runtime,
    pub verifications: RefCell<Verifications>,
    pub lists: RefCell<Lists>,
    pub held: RefCell<Held>,
    /// The caller's time in milliseconds.
    pub now: Cell<i64>,
    pub key_counts: RefCell<KeyCounts>,
}

/// Returns the settings that say which events the machine decrypts. With `signed_only`, it decrypts
/// only events of signed devices.
pub fn decryption_settings(signed_only: bool) -> DecryptionSettings {
    DecryptionSettings {
        sender_device_trust_requirement: match signed_only {
            true => TrustRequirement::CrossSigned,
            false => TrustRequirement::Untrusted,
        },
    }
}

impl Machine {
    /// Opens the keys of a device, or makes them. Copies the room keys from the place `old`.
    pub fn open(
        keys: Place,
        old: Option<Place>,
        user: &str,
        device: &str,
    ) -> Result<(Self, Value), Fault> {
        let user = UserId::parse(user)?;
        let mut answer = json!({});
        // The runtime has no timers. So a library call that would wait for a time fails instead.
        // Such a wait would stop the whole bot.
        let runtime = Builder::new_current_thread().build()?;
        let olm = runtime.block_on(async {
            let store = keys.open().await?;
            if let Some(old) = old {
                // If the room keys can't be copied, the bot goes on without them.
                if let Err(fault) = copy_room_keys(&*store, old).await {
                    answer = json!({"not_inherited": fault.why});
                }
            }
            let olm = OlmMachineBuilder::new(&user, device.into())
                .with_crypto_store(store)
                .build()
                .await?;
            olm.update_tracked_users([user.as_ref()]).await?;
            Ok::<_, Fault>(olm)
        })?;

        Ok((
            Machine {
                olm,
                runtime,
                verifications: Default::default(),
                lists: Default::default(),
                held: Default::default(),
                now: Default::default(),
                key_counts: Default::default(),
            },
            answer,
        ))
    }

    /// Closes the key store. The store needs the runtime to close its connections, so this function
    /// drops the runtime last.
    pub fn close(self) {
        let inside = self.runtime.enter();

        drop(self.olm);
        drop(inside);
    }

    pub fn own_server(&self) -> &str {
        self.olm.user_id().server_name().host()
    }

    /// Learns from the library which users' devices it does not know.
    pub async fn refresh_lists(&self) -> Result<(), Fault> {
        let requests = self.olm.outgoing_requests().await?;
        let users: BTreeSet<OwnedUserId> = requests
            .iter()
            .filter_map(|request| match request.request() {
                AnyOutgoingRequest::KeysQuery(keys) => Some(keys.device_keys.keys().cloned()),
                _ => None,
            })
            .flatten()
            .collect();

        self.lists.borrow_mut().set_changed(users);
        Ok(())
    }

    /// Returns a query about the users whose devices the bot needs now, or about any users if `wanted`
    /// is None. Returns None if the bot must not ask now.
    pub fn query(&self, wanted: Option<&[OwnedUserId]>, elsewhere: bool) -> Option<Value> {
        let choice = self.choice(wanted, elsewhere);
        let users = self.lists.borrow().choose(&choice);

        if users.is_empty() {
            return None;
        }
        let (id, query) = self.olm.query_keys_for_users(users.iter().map(AsRef::as_ref));
        let request = request::query(&id, &query, elsewhere);
        self.lists.borrow_mut().begin(id, &users, &choice);
        Some(request)
    }

    fn choice<'a>(&'a self, wanted: Option<&'a [OwnedUserId]>, elsewhere: bool) -> Choice<'a> {
        Choice { own_server: self.own_server(), elsewhere, wanted, now: self.now.get() }
    }

    /// Returns the next query about users whose devices have changed, as the comment at
    /// mx_machine_query_changed in engarde_crypto.h says.
    pub fn query_changed(&self, elsewhere: bool) -> Result<Value, Fault> {
        self.runtime.block_on(self.refresh_lists())?;
        let request = self.query(None, elsewhere);
        let wait = self.lists.borrow().next_wait(&self.choice(None, elsewhere));

        Ok(json!({"request": request, "wait": wait}))
    }

    /// Returns whether an answer about the user's devices may come soon.
    pub fn may_learn_devices(&self, user: &UserId) -> Result<bool, Fault> {
        self.runtime.block_on(self.refresh_lists())?;
        Ok(self.answer_may_come(user))
    }

    /// Like may_learn_devices, but does not ask the library again.
    pub fn answer_may_come(&self, user: &UserId) -> bool {
        self.lists.borrow().answer_may_come(user, self.own_server(), self.now.get())
    }

    /// Returns the content of the m.room.encrypted event that contains an event of the type `kind`.
    pub fn encrypt(&self, room: &str, kind: &str, content: &str) -> Result<Value, Fault> {
        let room = RoomId::parse(room)?;
        let content = Raw::from_json_string(content.to_owned())?;
        let encrypted =
            self.runtime.block_on(self.olm.encrypt_room_event_raw(&room, kind, &content))?;

        Ok(serde_json::to_value(encrypted.content)?)
    }

    /// Returns whether the machine has the key of an m.room.encrypted event.
    async fn has_key(&self, room: &RoomId, event: &Raw<EncryptedEvent>) -> bool {
        let content = event.get_field::<Value>("content").ok().flatten().unwrap_or_default();

        match content.get("session_id").and_then(Value::as_str) {
            Some(session) => self
                .olm
                .store()
                .get_inbound_group_session(room, session)
                .await
                .is_ok_and(|key| key.is_some()),
            None => false,
        }
    }

    /// Decrypts an m.room.encrypted event, as the comment at mx_machine_decrypt in engarde_crypto.h
    /// says.
    pub fn decrypt(&self, room: &str, event: &str, signed_only: bool) -> Result<Value, Fault> {
        let (Ok(room), Ok(event)) = (RoomId::parse(room), without_clear_relation(event))
        else {
            return Ok(json!({"why": "it is malformed"}));
        };
        let settings = decryption_settings(signed_only);
        let decrypted = self.runtime.block_on(async {
            // The machine knows devices only of users that it tracks, so it must track the sender.
            // It never stops tracking a user, so it begins only if it has the key: anybody can send
            // events that nobody can decrypt.
            if self.has_key(&room, &event).await
                && let Ok(sender) = event.get_field::<OwnedUserId>("sender")
            {
                let _ = self.olm.update_tracked_users(sender.iter().map(AsRef::as_ref)).await;
            }
            self.olm.decrypt_room_event(&event, &room, &settings).await
        });

        match decrypted {
            Ok(clear) => match clear.encryption_info.verification_state {
                VerificationState::Unverified(VerificationLevel::MismatchedSender) => {
                    Ok(json!({"why": "the key does not belong to the sender"}))
                }
                // If an event is nested too deep for the bot's JSON reader, the bot can't use it.
                _ => Ok(match (parts::value(clear.event.json()), message_index(&event)) {
                    (Some(clear), Some((session, index))) => {
                        json!({"event": clear, "session": session, "index": index})
                    }
                    _ => json!({"why": "the decrypted event can't be read"}),
                }),
            },
            Err(MegolmError::Store(error)) => Err(error.into()),
            Err(
                why @ MegolmError::SenderIdentityNotTrusted(VerificationLevel::UnsignedDevice),
            ) => {
                let sender = event.get_field::<OwnedUserId>("sender").ok().flatten();
                let open =
                    sender.is_some_and(|one| self.may_learn_devices(&one).unwrap_or(false));
                Ok(json!({"why": why.to_string(), "unsigned": true, "pending": open}))
            }
            Err(why) => Ok(json!({"why": why.to_string()})),
        }
    }
}

/// Reads an encrypted event, without the relation that stands in clear beside the encrypted content.
/// The library would otherwise add this relation to what was encrypted, and nobody could tell
/// whether the sender or the homeserver has written it.
fn without_clear_relation(event: &str) -> Result<Raw<EncryptedEvent>, serde_json::Error> {
    let mut event: Value = serde_json::from_str(event)?;

    if let Some(content) = event.get_mut("content").and_then(Value::as_object_mut) {
        content.remove("m.relates_to");
    }
    Ok(Raw::from_json(serde_json::value::to_raw_value(&event)?))
}

/// Returns the Megolm session of an event, and the event's number in that session. Returns None if
/// the event uses another algorithm or can't be read.
fn message_index(event: &Raw<EncryptedEvent>) -> Option<(String, u32)> {
    match event.deserialize().ok()?.content.scheme {
        RoomEventEncryptionScheme::MegolmV1AesSha2(sealed) => {
            Some((sealed.session_id.clone(), sealed.ciphertext.message_index()))
        }
        _ => None,
    }
}

/// Copies the room keys of the device that this device replaces. With these keys the bot can
/// decrypt the events that were encrypted for the old device.
async fn copy_room_keys(store: &DynCryptoStore, old: Place<'_>) -> Result<(), Fault> {
    let keys = old.open().await?.get_inbound_group_sessions().await?;

    Ok(store.save_inbound_group_sessions(keys, None).await?)
}

/// Encrypts a file in place. Returns the file's EncryptedFile object without the url.
pub fn encrypt_file(data: &mut [u8]) -> Result<Value, Fault> {
    let mut clear = Cursor::new(data.to_vec());
    let mut encryptor = AttachmentEncryptor::new(&mut clear);

    encryptor.read_exact(data)?;
    Ok(serde_json::to_value(encryptor.finish())?)
}
