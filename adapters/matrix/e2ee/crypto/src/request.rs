//! Turns the machine's requests into JSON.

use matrix_sdk_crypto::types::requests::{
    AnyOutgoingRequest, KeysQueryRequest, OutgoingRequest, ToDeviceRequest,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ruma::TransactionId;
use ruma::api::client::keys::{claim_keys, upload_signatures};
use serde_json::{Value, json};

/// Returns one request in the form that the comment at mx_machine_requests in engarde_crypto.h
/// describes.
pub fn new(id: &TransactionId, kind: &str, method: &str, path: &str, body: Value) -> Value {
    let path = format!("/_matrix/client/v3/{path}");
    json!({"id": id, "kind": kind, "method": method, "path": path, "body": body})
}

/// Percent-encodes one part of a path.
pub fn part(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// How many milliseconds the homeserver may wait for other servers.
const REMOTE_TIMEOUT: u64 = 8000;

/// Marks a request whose answer may wait for other servers, and tells the homeserver how long.
fn mark_remote(mut request: Value, elsewhere: bool) -> Value {
    if elsewhere {
        request["elsewhere"] = true.into();
        request["body"]["timeout"] = REMOTE_TIMEOUT.into();
    }
    request
}

pub fn query(id: &TransactionId, request: &KeysQueryRequest, elsewhere: bool) -> Value {
    let body = json!({"device_keys": request.device_keys});
    mark_remote(new(id, "query", "POST", "keys/query", body), elsewhere)
}

pub fn claim(id: &TransactionId, request: &claim_keys::v3::Request, elsewhere: bool) -> Value {
    let body = json!({"one_time_keys": request.one_time_keys});
    mark_remote(new(id, "claim", "POST", "keys/claim", body), elsewhere)
}

pub fn to_device(request: &ToDeviceRequest) -> Value {
    let kind = request.event_type.to_string();
    let path = format!("sendToDevice/{}/{}", part(&kind), part(request.txn_id.as_str()));
    new(&request.txn_id, "to_device", "PUT", &path, json!({"messages": request.messages}))
}

pub fn signatures(id: &TransactionId, request: &upload_signatures::v3::Request) -> Value {
    new(id, "signatures", "POST", "keys/signatures/upload", json!(request.signed_keys))
}

/// Returns the JSON of a request. Returns None if lists.rs or verify.rs handles the request.
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
        AnyOutgoingRequest::KeysClaim(keys) => claim(id, keys, true),
        AnyOutgoingRequest::ToDeviceRequest(message) => to_device(message),
        AnyOutgoingRequest::KeysQuery(_)
        | AnyOutgoingRequest::SignatureUpload(_)
        | AnyOutgoingRequest::RoomMessage(_) => return None,
    })
}

/// Removes the members that are null, since homeservers accept no null for an optional member.
pub fn without_nulls(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}
