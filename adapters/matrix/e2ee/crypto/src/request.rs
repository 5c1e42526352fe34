//! Turns the machine's requests into JSON, and the homeserver's answers into the types that the
//! machine reads.

use http::Response;
use matrix_sdk_crypto::OlmMachine;
use matrix_sdk_crypto::types::requests::{
    AnyOutgoingRequest, KeysQueryRequest, OutgoingRequest, ToDeviceRequest,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ruma::api::IncomingResponseExt;
use ruma::api::client::keys::{
    claim_keys, get_keys, upload_keys, upload_signatures, upload_signing_keys,
};
use ruma::api::client::to_device::send_event_to_device;
use ruma::{OwnedTransactionId, OwnedUserId, TransactionId, UserId};
use serde_json::{Value, json};

use crate::machine::Fault;
use crate::parts::{self, Level};

/// Returns one request in the form that the comment at mx_olm_requests in engarde_crypto.h
/// describes.
pub fn new(id: &TransactionId, kind: &str, method: &str, path: &str, body: Value) -> Value {
    let path = format!("/_matrix/client/v3/{path}");
    json!({"id": id, "kind": kind, "method": method, "path": path, "body": body})
}

/// Percent-encodes one part of a path.
pub fn part(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

pub fn query(id: &TransactionId, request: &KeysQueryRequest) -> Value {
    new(id, "query", "POST", "keys/query", json!({"device_keys": request.device_keys}))
}

pub fn claim(id: &TransactionId, request: &claim_keys::v3::Request) -> Value {
    new(id, "claim", "POST", "keys/claim", json!({"one_time_keys": request.one_time_keys}))
}

pub fn to_device(request: &ToDeviceRequest) -> Value {
    let kind = request.event_type.to_string();
    let path = format!("sendToDevice/{}/{}", part(&kind), part(request.txn_id.as_str()));
    new(&request.txn_id, "to_device", "PUT", &path, json!({"messages": request.messages}))
}

pub fn signatures(id: &TransactionId, request: &upload_signatures::v3::Request) -> Value {
    new(id, "signatures", "POST", "keys/signatures/upload", json!(request.signed_keys))
}

/// Returns whether the bot needs the answer to the request before it can encrypt for these users.
/// It does not need the answers to queries about other users.
pub fn is_needed_for(request: &OutgoingRequest, users: &[OwnedUserId]) -> bool {
    match request.request() {
        AnyOutgoingRequest::KeysUpload(_) => true,
        AnyOutgoingRequest::KeysQuery(keys) => {
            users.iter().any(|user| keys.device_keys.contains_key(user))
        }
        _ => false,
    }
}

/// Returns the JSON of a request, or None if verify.rs handles the request.
pub fn outgoing(request: &OutgoingRequest) -> Option<Value> {
    let id: &TransactionId = request.request_id();

    Some(match request.request() {
        AnyOutgoingRequest::KeysUpload(keys) => new(
            id,
            "upload",
            "POST",
            "keys/upload",
            without_nulls(json!({
                "device_keys": keys.device_keys,
                "one_time_keys": keys.one_time_keys,
                "fallback_keys": keys.fallback_keys,
            })),
        ),
        AnyOutgoingRequest::KeysQuery(keys) => query(id, keys),
        AnyOutgoingRequest::KeysClaim(keys) => claim(id, keys),
        AnyOutgoingRequest::ToDeviceRequest(message) => to_device(message),
        AnyOutgoingRequest::SignatureUpload(_) | AnyOutgoingRequest::RoomMessage(_) => {
            return None;
        }
    })
}

/// Removes the members that are null, since homeservers accept no null for an optional member.
pub fn without_nulls(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}

fn any_key(_: &str) -> bool {
    true
}

fn is_user(key: &str) -> bool {
    UserId::parse(key).is_ok()
}

/// Returns whether the key has the form of a one-time key's id, ALGORITHM:ID.
fn is_key_id(key: &str) -> bool {
    key.contains(':')
}

const ALL: usize = usize::MAX;
const USERS: Level = Level { key: is_user, most: ALL };

/// The most devices of one user that get keys. The user's other devices get no keys.
const DEVICES_MOST: usize = 100;

/// Reads the answer to a query or a claim, and leaves out the invalid parts. Some parts may be
/// invalid, since they come from other servers.
fn keep_valid(
    olm: &OlmMachine,
    kind: &str,
    body: &Value,
    answer: &str,
) -> Result<Value, Fault> {
    let parts = parts::members(answer)?;
    let part = |name: &str, levels: &[Level]| {
        parts
            .get(name)
            .and_then(|part| parts::keep_valid(part, levels))
            .unwrap_or_else(|| json!({}))
    };
    let mut failures = part("failures", &[Level { key: any_key, most: ALL }]);

    if kind == "claim" {
        let keys = Level { key: is_key_id, most: 1 };
        let devices = Level { key: any_key, most: ALL };
        return Ok(json!({
            "one_time_keys": part("one_time_keys", &[USERS, devices, keys]),
            "failures": failures,
        }));
    }
    let mut devices =
        part("device_keys", &[USERS, Level { key: any_key, most: DEVICES_MOST }]);
    let own_user = olm.user_id().as_str();
    if devices[own_user].is_object() {
        // The limit must never leave out the bot's own device, so this reads all devices of the
        // bot's account.
        let all = part("device_keys", &[USERS, Level { key: any_key, most: ALL }]);
        devices[own_user] = all[own_user].clone();
    }
    // If the answer leaves out a user, the machine would ask about this user again at once. To
    // prevent this, the code adds an empty entry for each such user of the bot's server, and a
    // failure for each other server.
    for user in body["device_keys"].as_object().into_iter().flat_map(|users| users.keys()) {
        let server = user.split_once(':').map_or("", |(_, server)| server);
        if devices[user].is_object() || failures[server] != Value::Null {
            continue;
        }
        if server == olm.user_id().server_name().as_str() {
            devices[user] = json!({});
        } else {
            failures[server] = json!({});
        }
    }
    Ok(json!({
        "device_keys": devices,
        "master_keys": part("master_keys", &[USERS]),
        "self_signing_keys": part("self_signing_keys", &[USERS]),
        "user_signing_keys": part("user_signing_keys", &[USERS]),
        "failures": failures,
    }))
}

/// Gives the machine the homeserver's answer to a request. Returns the result of
/// mx_olm_take_answer, and the users whose devices the answer lists.
pub async fn take_answer(
    olm: &OlmMachine,
    request: &Value,
    answer: &str,
) -> Result<(Value, Vec<OwnedUserId>), Fault> {
    let (Some(id), Some(kind)) = (request["id"].as_str(), request["kind"].as_str()) else {
        return Err(Fault::new("the request has no id or kind"));
    };
    let id: OwnedTransactionId = id.into();
    let answer = match kind {
        "query" | "claim" => keep_valid(olm, kind, &request["body"], answer)?,
        "upload" => serde_json::from_str(answer)?,
        // The machine reads only the status of these answers.
        _ => json!({}),
    };
    let body = answer.to_string();
    let http = Response::builder().status(200).body(body.as_bytes()).map_err(Fault::new)?;

    macro_rules! give {
        ($response:ty) => {{
            let response = <$response>::try_from_http_response(http).map_err(Fault::new)?;
            olm.mark_request_as_sent(&id, &response).await.map_err(Fault::new)
        }};
    }
    match kind {
        "upload" => give!(upload_keys::v3::Response),
        "query" => give!(get_keys::v3::Response),
        "claim" => give!(claim_keys::v3::Response),
        "to_device" => give!(send_event_to_device::v3::Response),
        "signatures" => give!(upload_signatures::v3::Response),
        "signing_keys" => {
            use matrix_sdk_crypto::types::requests::AnyIncomingResponse;
            let response = upload_signing_keys::v3::Response::new();
            olm.mark_request_as_sent(&id, AnyIncomingResponse::SigningKeysUpload(&response))
                .await
                .map_err(Fault::new)
        }
        "account_data" => Ok(()),
        other => Err(Fault::new(format!("there are no requests of the kind {other}"))),
    }?;
    let devices = &answer["device_keys"];
    let own = devices[olm.user_id().as_str()].as_object();
    let listed = own.map(|own| own.contains_key(olm.device_id().as_str()));
    let users = devices.as_object().into_iter().flat_map(|users| users.keys());

    Ok((
        json!({"listed": listed}),
        users.filter_map(|user| UserId::parse(user).ok()).collect(),
    ))
}
