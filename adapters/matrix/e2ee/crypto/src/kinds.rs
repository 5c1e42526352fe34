//! The kinds of values in the table of keys. The comments name the owner and the name of a value,
//! where it has them.

/// The device's identity keys and one-time keys.
pub const ACCOUNT: &str = "account";
/// The private keys of the account's cross-signing identity.
pub const SIGNING_KEYS: &str = "signing_keys";
/// The token of the last answer to /sync whose keys are in the table.
pub const SYNC_TOKEN: &str = "sync_token";
pub const BACKUP_KEY: &str = "backup_key";
pub const BACKUP_VERSION: &str = "backup_version";
pub const DEHYDRATED_DEVICE_KEY: &str = "dehydrated_device_key";
/// An Olm session with a device: the device's Curve25519 key, the session's id.
pub const OLM_SESSION: &str = "olm_session";
/// A received Olm message: the Curve25519 key of its sender, its hash. The value is empty.
pub const OLM_MESSAGE: &str = "olm_message";
/// A Megolm session for reading: the room, the session's id. The label has what the machine knows
/// about the sender, and the sender's Curve25519 key.
pub const ROOM_KEY: &str = "room_key";
/// The Megolm session with which the device writes in a room: no owner, the room.
pub const OWN_ROOM_KEY: &str = "own_room_key";
/// Why a device did not send a Megolm session: the room, the session's id.
pub const WITHHELD_KEY: &str = "withheld_key";
/// A device: the user, the device's id.
pub const DEVICE: &str = "device";
/// A user's cross-signing identity: no owner, the user.
pub const USER_IDENTITY: &str = "user_identity";
/// A user whose devices the machine follows: no owner, the user.
pub const TRACKED_USER: &str = "tracked_user";
/// A request for a secret or for a room key: no owner, the request's id. The label is UNSENT or
/// empty.
pub const KEY_REQUEST: &str = "key_request";
pub const UNSENT: &str = "unsent";
/// The id of the request for a certain secret: no owner, what is requested.
pub const KEY_REQUEST_ID: &str = "key_request_id";
/// A secret that another device has sent: the secret's name, a number.
pub const SECRET: &str = "secret";
/// The settings of a room: no owner, the room.
pub const ROOM_SETTINGS: &str = "room_settings";
/// Earlier keys of a room that a user has sent: the room, the user.
pub const KEY_BUNDLE: &str = "key_bundle";
/// A room whose earlier keys the machine awaits: no owner, the room.
pub const AWAITED_KEY_BUNDLE: &str = "awaited_key_bundle";
/// A room whose keys the machine has got from the backup: no owner, the room. The value is empty.
pub const DOWNLOADED_ROOM: &str = "downloaded_room";
/// A lock: no owner, the lock's name.
pub const LOCK: &str = "lock";
/// Other data of the library: no owner, its name.
pub const CUSTOM: &str = "custom";
