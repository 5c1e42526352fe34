//! Turns the changes that the library saves at once into changes of the table.

use matrix_sdk_crypto::GossipRequest;
use matrix_sdk_crypto::olm::{
    InboundGroupSession, PickledInboundGroupSession, SenderDataType,
};
use matrix_sdk_crypto::store::types::{Changes, DeviceChanges, SecretsInboxItem};
use serde::Serialize;
use zeroize::Zeroizing;

use crate::coding::{decode_json, encode, encode_json};
use crate::key_table::{Bytes, Change, Key, KeyTable, Result, hash};
use crate::kinds;

/// The changes of the table for one save.
pub struct SavedChanges<'a> {
    table: &'a dyn KeyTable,
    pub changes: Vec<Change>,
}

/// Returns the label of the room keys of a device, which may change when the machine learns more
/// about the device.
pub fn room_key_label(kind: SenderDataType, sender_key: &str) -> String {
    format!("{} {sender_key}", kind as u8)
}

/// Returns the change that stores a room key.
pub fn room_key_change(pickle: &PickledInboundGroupSession, session: &str) -> Result<Change> {
    let label = room_key_label(pickle.sender_data.to_type(), &pickle.sender_key.to_base64());
    let key = Key::new(kinds::ROOM_KEY, pickle.room_id.as_str(), session);

    Ok(Change::set_labelled(key, label, encode(pickle)?))
}

/// The value of a kind of which only the key matters.
fn nothing() -> Bytes {
    Zeroizing::new(vec![])
}

impl<'a> SavedChanges<'a> {
    /// Returns the changes of the table for `changes`.
    pub async fn new(table: &'a dyn KeyTable, changes: Changes) -> Result<Self> {
        let mut saved = SavedChanges { table, changes: vec![] };

        saved.add_single_values(&changes).await?;
        saved.add_sessions(&changes).await?;
        saved.add_devices(&changes.devices)?;
        for identity in changes.identities.changed.iter().chain(&changes.identities.new) {
            let key = Key::named(kinds::USER_IDENTITY, identity.user_id().as_str());
            saved.set(key, identity)?;
        }
        for hash in &changes.message_hashes {
            let key = Key::new(kinds::OLM_MESSAGE, &hash.sender_key, &hash.hash);
            saved.changes.push(Change::set(key, nothing()));
        }
        for (i, request) in changes.key_requests.iter().enumerate() {
            let later = &changes.key_requests[i + 1..];
            if !later.iter().any(|one| one.info == request.info) {
                saved.add_key_request(request)?;
            }
        }
        for secret in &changes.secrets {
            saved.add_secret(secret)?;
        }
        saved.add_rooms(&changes)?;
        Ok(saved)
    }

    fn set(&mut self, key: Key, object: &impl Serialize) -> Result<()> {
        self.changes.push(Change::set(key, encode(object)?));
        Ok(())
    }

    /// Adds the object, if there is one, as the only value of its kind.
    fn set_only(&mut self, kind: &'static str, object: Option<&impl Serialize>) -> Result<()> {
        match object {
            Some(object) => self.set(Key::only(kind), object),
            None => Ok(()),
        }
    }

    async fn add_single_values(&mut self, changes: &Changes) -> Result<()> {
        if let Some(identity) = &changes.private_identity {
            self.set(Key::only(kinds::SIGNING_KEYS), &identity.pickle().await)?;
        }
        self.set_only(kinds::SYNC_TOKEN, changes.next_batch_token.as_ref())?;
        self.set_only(kinds::BACKUP_KEY, changes.backup_decryption_key.as_ref())?;
        self.set_only(kinds::BACKUP_VERSION, changes.backup_version.as_ref())?;
        let dehydrated = changes.dehydrated_device_pickle_key.as_ref();
        self.set_only(kinds::DEHYDRATED_DEVICE_KEY, dehydrated)
    }

    async fn add_sessions(&mut self, changes: &Changes) -> Result<()> {
        for session in &changes.sessions {
            let sender = session.sender_key().to_base64();
            let key = Key::new(kinds::OLM_SESSION, &sender, session.session_id());
            self.set(key, &session.pickle().await)?;
        }
        self.add_room_keys(&changes.inbound_group_sessions).await?;
        for session in &changes.outbound_group_sessions {
            let key = Key::named(kinds::OWN_ROOM_KEY, session.room_id().as_str());
            let value = encode_json(&session.pickle().await)?;
            self.changes.push(Change::set(key, value));
        }
        Ok(())
    }

    async fn add_room_keys(&mut self, sessions: &[InboundGroupSession]) -> Result<()> {
        for session in sessions {
            let pickle = session.pickle().await;
            self.changes.push(room_key_change(&pickle, session.session_id())?);
        }
        Ok(())
    }

    fn add_devices(&mut self, devices: &DeviceChanges) -> Result<()> {
        let key = |user: &str, device: &str| Key::new(kinds::DEVICE, user, device);

        for device in devices.new.iter().chain(&devices.changed) {
            self.set(key(device.user_id().as_str(), device.device_id().as_str()), device)?;
        }
        for device in &devices.deleted {
            let key = key(device.user_id().as_str(), device.device_id().as_str());
            self.changes.push(Change::delete(key));
        }
        Ok(())
    }

    /// Adds a request. It replaces an earlier request for the same secret.
    fn add_key_request(&mut self, request: &GossipRequest) -> Result<()> {
        let id = request.request_id.as_str();
        let by_info = Key::named(kinds::KEY_REQUEST_ID, &request.info.as_key());

        if let Some(value) = self.table.get(&by_info)? {
            let earlier: String = decode_json(&value)?;
            if earlier != id {
                self.changes.push(Change::delete(Key::named(kinds::KEY_REQUEST, &earlier)));
            }
        }
        let label = if request.sent_out { "" } else { kinds::UNSENT };
        self.changes.push(Change::set_labelled(
            Key::named(kinds::KEY_REQUEST, id),
            label.to_owned(),
            encode(request)?,
        ));
        self.changes.push(Change::set(by_info, encode_json(&id)?));
        Ok(())
    }

    /// Adds a secret. Its name is a hash, so that the table has it only once.
    fn add_secret(&mut self, secret: &SecretsInboxItem) -> Result<()> {
        let value = encode_json(&*secret.secret)?;
        let key = Key::new(kinds::SECRET, secret.secret_name.as_str(), &hash(&value));

        self.changes.push(Change::set(key, value));
        Ok(())
    }

    fn add_rooms(&mut self, changes: &Changes) -> Result<()> {
        for (room, sessions) in &changes.withheld_session_info {
            for (session, why) in sessions {
                let key = Key::new(kinds::WITHHELD_KEY, room.as_str(), session);
                self.changes.push(Change::set(key, encode_json(why)?));
            }
        }
        for (room, settings) in &changes.room_settings {
            self.set(Key::named(kinds::ROOM_SETTINGS, room.as_str()), settings)?;
        }
        for bundle in &changes.received_room_key_bundles {
            let room = bundle.bundle_data.room_id.as_str();
            let key = Key::new(kinds::KEY_BUNDLE, room, bundle.sender_user.as_str());
            self.set(key, bundle)?;
        }
        for room in &changes.room_key_backups_fully_downloaded {
            let key = Key::named(kinds::DOWNLOADED_ROOM, room.as_str());
            self.changes.push(Change::set(key, nothing()));
        }
        for (room, details) in &changes.rooms_pending_key_bundle {
            let key = Key::named(kinds::AWAITED_KEY_BUNDLE, room.as_str());
            match details {
                Some(details) => self.set(key, details)?,
                None => self.changes.push(Change::delete(key)),
            }
        }
        Ok(())
    }
}
