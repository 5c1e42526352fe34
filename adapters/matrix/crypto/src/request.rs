//! Requests to the homeserver as JSON, and its answers as what the machine wants to read.

use http::Response;
use matrix_sdk_crypto::OlmMachine;
use matrix_sdk_crypto::types::requests::{
    AnyOutgoingRequest, KeysQueryRequest, OutgoingRequest, ToDeviceRequest,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ruma::api::IncomingResponse;
use ruma::api::client::keys::{
    claim_keys, get_keys, upload_keys, upload_signatures, upload_signing_keys,
};
use ruma::api::client::to_device::send_event_to_device;
use ruma::{OwnedTransactionId, TransactionId};
use serde_json::{Value, json};

use crate::machine::Fault;

/// One request, as engarde_crypto.h has it.
pub fn new(id: &TransactionId, kind: &str, method: &str, path: &str, body: Value) -> Value {
    let path = format!("/_matrix/client/v3/{path}");
    json!({"id": id, "kind": kind, "method": method, "path": path, "body": body})
}

/// One part of a path.
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

/// None: it is verify.rs's to send.
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

/// Optional members that are not there are left out, as the homeserver wants it.
pub fn without_nulls(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Gives the machine the answer to a request of a kind.
pub async fn answered(
    olm: &OlmMachine,
    id: &str,
    kind: &str,
    answer: &str,
) -> Result<(), Fault> {
    let id: OwnedTransactionId = id.into();
    let http = Response::builder().status(200).body(answer.as_bytes()).map_err(Fault::new)?;

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
    }
}
