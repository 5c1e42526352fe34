//! Chooses who gets the keys of a room, and makes the requests that send them the keys.

use std::time::Duration;

use matrix_sdk_crypto::{
    CollectStrategy, EncryptionSettings, OlmError, SessionRecipientCollectionError,
};
use ruma::events::room::history_visibility::HistoryVisibility;
use ruma::{OwnedUserId, UserId};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::lists::server_of;
use crate::machine::Machine;
use crate::request;

/// The users who get the keys of a room, and the room's settings for its keys.
struct Recipients {
    room: ruma::OwnedRoomId,
    users: Vec<OwnedUserId>,
    signed_only: bool,
    /// Whether the caller can't send a request for this room now.
    request_under_way: bool,
    /// The machine replaces the room's key after so many milliseconds or so many messages.
    rotation_ms: u64,
    rotation_messages: u64,
}

/// The bounds for the rotation that a room asks for. The bot sends each new key to everybody in the
/// room. Without bounds, a room could ask for a new key for every message, and each message would
/// need further requests. The defaults are those of the specification.
const PERIOD_LEAST: u64 = 60 * 60 * 1000;
const PERIOD_MOST: u64 = 7 * 24 * 60 * 60 * 1000;
const MESSAGES_LEAST: u64 = 20;
const MESSAGES_MOST: u64 = 1000;
const MESSAGES_USUAL: u64 = 100;

/// Reads a number from a room's state. If the number is missing or malformed, uses `usual`. If the
/// number is below zero, uses `least`.
fn bounded(value: &Value, least: u64, most: u64, usual: u64) -> u64 {
    match (value.as_u64(), value.as_i64()) {
        (Some(value), _) => value.clamp(least, most),
        (None, Some(_)) => least,
        (None, None) => usual,
    }
}

impl Recipients {
    fn read(text: &str) -> Result<Self, Fault> {
        let json: Value = serde_json::from_str(text)?;

        let users = json["users"].as_array().into_iter().flatten();

        Ok(Recipients {
            room: serde_json::from_value(json["room"].clone())?,
            // A user with an invalid id gets no keys; all other users do.
            users: users.filter_map(|user| UserId::parse(user.as_str()?).ok()).collect(),
            signed_only: json["signed_only"].as_bool().unwrap_or(true),
            request_under_way: json["request_under_way"].as_bool().unwrap_or(false),
            rotation_ms: bounded(&json["rotation_ms"], PERIOD_LEAST, PERIOD_MOST, PERIOD_MOST),
            rotation_messages: bounded(
                &json["rotation_messages"],
                MESSAGES_LEAST,
                MESSAGES_MOST,
                MESSAGES_USUAL,
            ),
        })
    }

    fn users(&self) -> impl Iterator<Item = &UserId> {
        self.users.iter().map(AsRef::as_ref)
    }

    fn settings(&self) -> EncryptionSettings {
        EncryptionSettings {
            // With this setting, new members do not get the keys of earlier messages.
            history_visibility: HistoryVisibility::Joined,
            sharing_strategy: match self.signed_only {
                true => CollectStrategy::IdentityBasedStrategy,
                false => CollectStrategy::AllDevices,
            },
            rotation_period: Duration::from_millis(self.rotation_ms),
            rotation_period_msgs: self.rotation_messages,
            ..EncryptionSettings::default()
        }
    }
}

impl Machine {
    /// Returns the next requests to the homeserver, as the comment at mx_machine_requests in
    /// engarde_crypto.h says.
    pub fn requests(&self, room: Option<&str>) -> Result<Value, Fault> {
        let recipients = room.map(Recipients::read).transpose()?;

        self.runtime.block_on(async {
            match &recipients {
                Some(recipients) => self.requests_for(recipients).await,
                None => self.other_requests().await,
            }
        })
    }

    /// Returns the requests that no message waits for.
    async fn other_requests(&self) -> Result<Value, Fault> {
        let outgoing = self.olm.outgoing_requests().await?;
        let mut requests: Vec<_> = outgoing.iter().filter_map(request::outgoing).collect();

        // Without users, the library returns claims only for the broken Olm sessions that it must
        // replace.
        if let Some((id, claim)) = self.olm.get_missing_sessions([].into_iter()).await? {
            requests.push(request::claim(&id, &claim, true));
        }
        Ok(requests.into())
    }

    /// Returns the requests that the bot must send before it can encrypt for these recipients.
    async fn requests_for(&self, recipients: &Recipients) -> Result<Value, Fault> {
        self.olm.update_tracked_users(recipients.users()).await?;
        self.refresh_lists().await?;
        let awaited: Vec<OwnedUserId> = {
            let (lists, now) = (self.lists.borrow(), self.now.get());
            let users = recipients.users.iter().cloned();
            users.filter(|user| lists.answer_may_come(user, self.own_server(), now)).collect()
        };
        if !awaited.is_empty() {
            let queries: Vec<_> = [false, true]
                .into_iter()
                .filter(|_| !recipients.request_under_way)
                .filter_map(|elsewhere| self.query(Some(&awaited), elsewhere))
                .collect();
            // An array with null tells the caller to wait.
            return Ok(if queries.is_empty() { json!([null]) } else { queries.into() });
        }
        for elsewhere in [false, true] {
            if let Some(claim) = self.claim_for(recipients, elsewhere).await? {
                return Ok(json!([claim]));
            }
        }
        self.share_room_key(recipients).await
    }

    /// Returns the claim for the recipients of the bot's own server, or of other servers, with whose
    /// devices there is no Olm session. Returns None if no session is missing.
    async fn claim_for(
        &self,
        recipients: &Recipients,
        elsewhere: bool,
    ) -> Result<Option<Value>, Fault> {
        let mut users = vec![];

        for user in recipients.users() {
            if (server_of(user) != self.own_server()) == elsewhere
                && self.has_devices(user).await?
            {
                users.push(user);
            }
        }
        let claim = self.olm.get_missing_sessions(users.iter().copied()).await?;
        let Some((id, mut claim)) = claim else {
            return Ok(None);
        };
        // The library adds the broken sessions of other people. Nobody here must wait for them.
        claim.one_time_keys.retain(|user, _| users.contains(&user.as_ref()));
        Ok(match claim.one_time_keys.is_empty() {
            true => None,
            false => Some(request::claim(&id, &claim, elsewhere)),
        })
    }

    /// Returns whether the machine knows a device of the user, other than the bot's own device. The
    /// code must not ask the library about users without devices: it would wait some seconds for an
    /// answer about them.
    async fn has_devices(&self, user: &UserId) -> Result<bool, Fault> {
        let devices = self.olm.get_user_devices(user, None).await?;
        let mut others = devices.devices().filter(|device| {
            user != self.olm.user_id() || device.device_id() != self.olm.device_id()
        });

        Ok(others.next().is_some())
    }

    /// Makes a room key if the room needs one, and returns the to-device requests that give the key
    /// to the recipients.
    async fn share_room_key(&self, recipients: &Recipients) -> Result<Value, Fault> {
        let share = || {
            self.olm.share_room_key(
                &recipients.room,
                recipients.users(),
                recipients.settings(),
            )
        };
        let requests = match share().await {
            // If a verified user has a new identity, the library shares no keys until somebody
            // verifies the user again. The bot can't verify users, so it withdraws the verification
            // and shares the key.
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

    /// Returns how many devices of the user may get keys.
    pub fn count_devices(&self, user: &str, signed_only: bool) -> Result<Value, Fault> {
        let user = UserId::parse(user)?;
        let devices = self.runtime.block_on(self.olm.get_user_devices(&user, None))?;
        let identity = self.runtime.block_on(self.olm.get_identity(&user, None))?;
        let count = devices
            .devices()
            .filter(|device| !signed_only || device.is_cross_signed_by_owner())
            .count();

        Ok(json!({
            "devices": count,
            "known": devices.devices().next().is_some(),
            "identity": identity.is_some(),
            "replaced": identity
                .and_then(|identity| identity.other())
                .is_some_and(|identity| identity.identity_needs_user_approval()),
        }))
    }

    /// Takes the user's present identity for theirs. The library does this by itself with the first
    /// identity of a user that it sees.
    pub fn accept_identity(&self, user: &str) -> Result<Value, Fault> {
        let user = UserId::parse(user)?;

        self.runtime.block_on(async {
            if let Some(identity) = self.olm.get_identity(&user, None).await? {
                identity.pin().await?;
            }
            Ok(json!({}))
        })
    }
}
