//! The keys of a device in a table of the caller. This is the counterpart of matrix-sdk-sqlite, which
//! has them in a folder, and finds each of them in the same way. A new version of the library may
//! change what is saved; then the migrations of matrix-sdk-sqlite say what must happen here, too.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use async_trait::async_trait;
use matrix_sdk_crypto::olm::{
    Curve25519PublicKey, InboundGroupSession, OlmMessageHash, OutboundGroupSession,
    PrivateCrossSigningIdentity, SenderDataType, Session, StaticAccountData,
};
use matrix_sdk_crypto::store::CryptoStore;
use matrix_sdk_crypto::store::types::{
    BackupKeys, Changes, DehydratedDeviceKey, PendingChanges, RoomKeyCounts,
    RoomKeyWithheldEntry, RoomPendingKeyBundleDetails, RoomSettings, StoredRoomKeyBundleData,
};
use matrix_sdk_crypto::{
    Account, CryptoStoreError, DeviceData, GossipRequest, SecretInfo, TrackedUser,
    UserIdentityData,
};
use ruma::events::secret::request::SecretName;
use ruma::{DeviceId, OwnedDeviceId, RoomId, TransactionId, UserId};
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use zeroize::Zeroizing;

use crate::coding::{decode, decode_json, encode};
use crate::key_table::{Bytes, Change, Found, Key, KeyTable, Result, Search};
use crate::saved_changes::SavedChanges;
use crate::{kinds, room_key_list, store_lock};

#[derive(Debug)]
pub struct KeyStore<T: KeyTable> {
    table: T,
    /// What the library needs to load sessions. None until the account is loaded or saved.
    account: RwLock<Option<StaticAccountData>>,
    /// Two saves must not mix, because the library writes an object's bytes some time before it
    /// saves them.
    saving: Mutex<()>,
}

impl<T: KeyTable> KeyStore<T> {
    pub fn new(table: T) -> Self {
        KeyStore { table, account: RwLock::new(None), saving: Mutex::new(()) }
    }

    pub fn get_static_account(&self) -> Option<StaticAccountData> {
        self.account.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_static_account(&self, account: &Account) {
        *self.account.write().unwrap_or_else(PoisonError::into_inner) =
            Some(account.static_data().clone());
    }

    fn static_account(&self) -> Result<StaticAccountData> {
        self.get_static_account().ok_or(CryptoStoreError::AccountUnset)
    }

    /// Returns the object that `read` makes from a value, or None if there is no value.
    fn get<O>(&self, key: Key, read: impl FnOnce(&[u8]) -> Result<O>) -> Result<Option<O>> {
        self.table.get(&key)?.map(|value| read(&value)).transpose()
    }

    fn get_only<O: DeserializeOwned>(&self, kind: &'static str) -> Result<Option<O>> {
        self.get(Key::only(kind), decode)
    }

    fn has(&self, key: Key) -> Result<bool> {
        Ok(self.table.get(&key)?.is_some())
    }

    /// Returns the objects that `read` makes from the values that a search finds.
    fn all<O>(&self, search: Search, read: impl Fn(&[u8]) -> Result<O>) -> Result<Vec<O>> {
        let mut objects = vec![];

        self.table.each(&search, &mut |found: Found| {
            objects.push(read(&found.value)?);
            Ok(())
        })?;
        Ok(objects)
    }

    fn write_one(&self, change: Change) -> Result<()> {
        self.table.write(&[change])
    }
}

fn read_request(value: &[u8]) -> Result<GossipRequest> {
    decode(value)
}

fn read_device(value: &[u8]) -> Result<DeviceData> {
    decode(value)
}

#[async_trait]
impl<T: KeyTable + 'static> CryptoStore for KeyStore<T> {
    type Error = CryptoStoreError;

    async fn load_account(&self) -> Result<Option<Account>> {
        let Some(pickle) = self.get_only(kinds::ACCOUNT)? else {
            return Ok(None);
        };
        let account = Account::from_pickle(pickle)?;

        self.set_static_account(&account);
        Ok(Some(account))
    }

    async fn load_identity(&self) -> Result<Option<PrivateCrossSigningIdentity>> {
        let pickle = self.get_only(kinds::SIGNING_KEYS)?;
        let identity = pickle.map(PrivateCrossSigningIdentity::from_pickle).transpose();

        identity.map_err(|_| CryptoStoreError::UnpicklingError)
    }

    async fn save_changes(&self, changes: Changes) -> Result<()> {
        let _guard = self.saving.lock().await;
        let saved = SavedChanges::new(&self.table, changes).await?;

        match saved.changes.is_empty() {
            true => Ok(()),
            false => self.table.write(&saved.changes),
        }
    }

    async fn save_pending_changes(&self, changes: PendingChanges) -> Result<()> {
        let _guard = self.saving.lock().await;
        let Some(account) = changes.account else {
            return Ok(());
        };

        self.write_one(Change::set(Key::only(kinds::ACCOUNT), encode(&account.pickle())?))?;
        self.set_static_account(&account);
        Ok(())
    }

    async fn save_inbound_group_sessions(
        &self,
        sessions: Vec<InboundGroupSession>,
        _backed_up_to_version: Option<&str>,
    ) -> Result<()> {
        // As in matrix-sdk-sqlite, there is only one backup: each session says whether it is there.
        self.save_changes(Changes { inbound_group_sessions: sessions, ..Changes::default() })
            .await
    }

    async fn get_sessions(&self, sender_key: &str) -> Result<Option<Vec<Session>>> {
        let own = self.get_own_device().await?.as_device_keys().clone();
        let sessions = self.all(Search::owner(kinds::OLM_SESSION, sender_key), |value| {
            Session::from_pickle(own.clone(), decode(value)?)
                .map_err(|_| CryptoStoreError::UnpicklingError)
        })?;

        Ok(if sessions.is_empty() { None } else { Some(sessions) })
    }

    async fn get_inbound_group_session(
        &self,
        room_id: &RoomId,
        session_id: &str,
    ) -> Result<Option<InboundGroupSession>> {
        let key = Key::new(kinds::ROOM_KEY, room_id.as_str(), session_id);
        self.get(key, room_key_list::read)
    }

    async fn get_withheld_info(
        &self,
        room_id: &RoomId,
        session_id: &str,
    ) -> Result<Option<RoomKeyWithheldEntry>> {
        self.get(Key::new(kinds::WITHHELD_KEY, room_id.as_str(), session_id), decode_json)
    }

    async fn get_withheld_sessions_by_room_id(
        &self,
        room_id: &RoomId,
    ) -> Result<Vec<RoomKeyWithheldEntry>> {
        self.all(Search::owner(kinds::WITHHELD_KEY, room_id.as_str()), decode_json)
    }

    async fn get_inbound_group_sessions(&self) -> Result<Vec<InboundGroupSession>> {
        self.all(Search::kind(kinds::ROOM_KEY), room_key_list::read)
    }

    async fn inbound_group_session_counts(
        &self,
        _backup_version: Option<&str>,
    ) -> Result<RoomKeyCounts> {
        room_key_list::count(&self.table)
    }

    async fn get_inbound_group_sessions_by_room_id(
        &self,
        room_id: &RoomId,
    ) -> Result<Vec<InboundGroupSession>> {
        self.all(Search::owner(kinds::ROOM_KEY, room_id.as_str()), room_key_list::read)
    }

    async fn get_inbound_group_sessions_for_device_batch(
        &self,
        sender_key: Curve25519PublicKey,
        sender_data_type: SenderDataType,
        after_session_id: Option<String>,
        limit: usize,
    ) -> Result<Vec<InboundGroupSession>> {
        let after = after_session_id.as_deref();
        room_key_list::of_device(&self.table, sender_key, sender_data_type, after, limit)
    }

    async fn inbound_group_sessions_for_backup(
        &self,
        _backup_version: &str,
        limit: usize,
    ) -> Result<Vec<InboundGroupSession>> {
        room_key_list::to_back_up(&self.table, limit)
    }

    async fn mark_inbound_group_sessions_as_backed_up(
        &self,
        _backup_version: &str,
        room_and_session_ids: &[(&RoomId, &str)],
    ) -> Result<()> {
        let _guard = self.saving.lock().await;
        room_key_list::mark_backed_up(&self.table, room_and_session_ids)
    }

    async fn reset_backup_state(&self) -> Result<()> {
        let _guard = self.saving.lock().await;
        room_key_list::forget_backup(&self.table)
    }

    async fn load_backup_keys(&self) -> Result<BackupKeys> {
        Ok(BackupKeys {
            decryption_key: self.get_only(kinds::BACKUP_KEY)?,
            backup_version: self.get_only(kinds::BACKUP_VERSION)?,
        })
    }

    async fn load_dehydrated_device_pickle_key(&self) -> Result<Option<DehydratedDeviceKey>> {
        self.get_only(kinds::DEHYDRATED_DEVICE_KEY)
    }

    async fn delete_dehydrated_device_pickle_key(&self) -> Result<()> {
        self.write_one(Change::delete(Key::only(kinds::DEHYDRATED_DEVICE_KEY)))
    }

    async fn get_outbound_group_session(
        &self,
        room_id: &RoomId,
    ) -> Result<Option<OutboundGroupSession>> {
        let account = self.static_account()?;

        self.get(Key::named(kinds::OWN_ROOM_KEY, room_id.as_str()), |value| {
            let (device, keys) = (account.device_id, account.identity_keys);
            OutboundGroupSession::from_pickle(device, keys, decode_json(value)?)
                .map_err(|_| CryptoStoreError::UnpicklingError)
        })
    }

    async fn load_tracked_users(&self) -> Result<Vec<TrackedUser>> {
        self.all(Search::kind(kinds::TRACKED_USER), decode)
    }

    async fn save_tracked_users(&self, users: &[(&UserId, bool)]) -> Result<()> {
        let changes: Vec<Change> = users
            .iter()
            .map(|(user, dirty)| {
                let tracked = TrackedUser { user_id: (*user).into(), dirty: *dirty };
                let key = Key::named(kinds::TRACKED_USER, user.as_str());
                Ok(Change::set(key, encode(&tracked)?))
            })
            .collect::<Result<_>>()?;

        match changes.is_empty() {
            true => Ok(()),
            false => self.table.write(&changes),
        }
    }

    async fn get_device(
        &self,
        user_id: &UserId,
        device_id: &DeviceId,
    ) -> Result<Option<DeviceData>> {
        self.get(Key::new(kinds::DEVICE, user_id.as_str(), device_id.as_str()), read_device)
    }

    async fn get_user_devices(
        &self,
        user_id: &UserId,
    ) -> Result<HashMap<OwnedDeviceId, DeviceData>> {
        let devices = self.all(Search::owner(kinds::DEVICE, user_id.as_str()), read_device)?;

        Ok(devices.into_iter().map(|one| (one.device_id().to_owned(), one)).collect())
    }

    async fn get_own_device(&self) -> Result<DeviceData> {
        let account = self.static_account()?;
        let device = self.get_device(&account.user_id, &account.device_id).await?;

        device.ok_or(CryptoStoreError::AccountUnset)
    }

    async fn get_user_identity(&self, user_id: &UserId) -> Result<Option<UserIdentityData>> {
        self.get(Key::named(kinds::USER_IDENTITY, user_id.as_str()), decode)
    }

    async fn is_message_known(&self, message_hash: &OlmMessageHash) -> Result<bool> {
        self.has(Key::new(kinds::OLM_MESSAGE, &message_hash.sender_key, &message_hash.hash))
    }

    async fn get_outgoing_secret_requests(
        &self,
        request_id: &TransactionId,
    ) -> Result<Option<GossipRequest>> {
        self.get(Key::named(kinds::KEY_REQUEST, request_id.as_str()), read_request)
    }

    async fn get_secret_request_by_info(
        &self,
        secret_info: &SecretInfo,
    ) -> Result<Option<GossipRequest>> {
        let by_info = Key::named(kinds::KEY_REQUEST_ID, &secret_info.as_key());
        let id: Option<String> = self.get(by_info, decode_json)?;

        match id {
            Some(id) => self.get(Key::named(kinds::KEY_REQUEST, &id), read_request),
            None => Ok(None),
        }
    }

    async fn get_unsent_secret_requests(&self) -> Result<Vec<GossipRequest>> {
        self.all(Search::label(kinds::KEY_REQUEST, kinds::UNSENT), read_request)
    }

    async fn delete_outgoing_secret_requests(&self, request_id: &TransactionId) -> Result<()> {
        let key = Key::named(kinds::KEY_REQUEST, request_id.as_str());
        let Some(request) = self.get(key.clone(), read_request)? else {
            return Ok(());
        };
        let by_info = Key::named(kinds::KEY_REQUEST_ID, &request.info.as_key());

        self.table.write(&[Change::delete(key), Change::delete(by_info)])
    }

    async fn get_secrets_from_inbox(
        &self,
        secret_name: &SecretName,
    ) -> Result<Vec<Zeroizing<String>>> {
        self.all(Search::owner(kinds::SECRET, secret_name.as_str()), |value| {
            Ok(Zeroizing::new(decode_json(value)?))
        })
    }

    async fn delete_secrets_from_inbox(&self, secret_name: &SecretName) -> Result<()> {
        let search = Search::owner(kinds::SECRET, secret_name.as_str());
        delete_all(&self.table, &[search])
    }

    async fn get_room_settings(&self, room_id: &RoomId) -> Result<Option<RoomSettings>> {
        self.get(Key::named(kinds::ROOM_SETTINGS, room_id.as_str()), decode)
    }

    async fn get_received_room_key_bundle_data(
        &self,
        room_id: &RoomId,
        user_id: &UserId,
    ) -> Result<Option<StoredRoomKeyBundleData>> {
        self.get(Key::new(kinds::KEY_BUNDLE, room_id.as_str(), user_id.as_str()), decode)
    }

    async fn get_pending_key_bundle_details_for_room(
        &self,
        room_id: &RoomId,
    ) -> Result<Option<RoomPendingKeyBundleDetails>> {
        self.get(Key::named(kinds::AWAITED_KEY_BUNDLE, room_id.as_str()), decode)
    }

    async fn get_all_rooms_pending_key_bundles(
        &self,
    ) -> Result<Vec<RoomPendingKeyBundleDetails>> {
        self.all(Search::kind(kinds::AWAITED_KEY_BUNDLE), decode)
    }

    async fn has_downloaded_all_room_keys(&self, room_id: &RoomId) -> Result<bool> {
        self.has(Key::named(kinds::DOWNLOADED_ROOM, room_id.as_str()))
    }

    async fn get_custom_value(&self, key: &str) -> Result<Option<Vec<u8>>> {
        self.get(Key::named(kinds::CUSTOM, key), |value| Ok(value.to_vec()))
    }

    async fn set_custom_value(&self, key: &str, value: Vec<u8>) -> Result<()> {
        self.write_one(Change::set(Key::named(kinds::CUSTOM, key), Bytes::new(value)))
    }

    async fn remove_custom_value(&self, key: &str) -> Result<()> {
        self.write_one(Change::delete(Key::named(kinds::CUSTOM, key)))
    }

    async fn try_take_leased_lock(
        &self,
        lease_duration_ms: u32,
        key: &str,
        holder: &str,
    ) -> Result<Option<u64>> {
        store_lock::take(&self.table, key, holder, lease_duration_ms)
    }

    async fn next_batch_token(&self) -> Result<Option<String>> {
        self.get_only(kinds::SYNC_TOKEN)
    }

    // The caller opens and closes the table.
    async fn close(&self) -> Result<()> {
        Ok(())
    }

    async fn reopen(&self) -> Result<()> {
        Ok(())
    }

    async fn get_size(&self) -> Result<Option<usize>> {
        Ok(None)
    }
}

/// Deletes all values that the searches find.
fn delete_all(table: &dyn KeyTable, searches: &[Search]) -> Result<()> {
    let mut changes = vec![];

    for search in searches {
        table.each(search, &mut |found| {
            let key = Key { kind: search.kind, owner: found.owner, name: found.name };
            changes.push(Change::delete(key));
            Ok(())
        })?;
    }
    match changes.is_empty() {
        true => Ok(()),
        false => table.write(&changes),
    }
}

/// Deletes the sessions with which the device encrypts.
pub fn forget_sessions(table: &dyn KeyTable) -> Result<()> {
    delete_all(table, &[kinds::OLM_SESSION, kinds::OWN_ROOM_KEY].map(Search::kind))
}
