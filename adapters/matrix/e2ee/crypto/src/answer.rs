//! Turns the homeserver's answers into the types that the machine reads.

use http::Response;
use matrix_sdk_crypto::OlmMachine;
use matrix_sdk_crypto::types::requests::AnyOutgoingRequest;
use ruma::api::IncomingResponseExt;
use ruma::api::client::keys::{
    claim_keys, get_keys, upload_keys, upload_signatures, upload_signing_keys,
};
use ruma::api::client::to_device::send_event_to_device;
use ruma::{OwnedTransactionId, OwnedUserId, TransactionId, UserId};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::machine::Machine;
use crate::parts::{self, Level};

impl Machine {
    /// Gives the machine the homeserver's answer to a request.
    pub fn take_answer(&self, request: &str, answer: &str) -> Result<Value, Fault> {
        let request: Value = serde_json::from_str(request)?;

        let result = self.runtime.block_on(give_to_library(self, &request, answer))?;

        if request["kind"] == "upload" {
            let answer = serde_json::from_str(answer).unwrap_or_default();
            self.key_counts.borrow_mut().take_upload(&request["body"], &answer);
        }
        Ok(result)
    }
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
    let failures = part("failures", &[Level { key: any_key, most: ALL }]);
    let has_failed = |user: &str| {
        user.split_once(':').is_some_and(|(_, server)| failures.get(server).is_some())
    };

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
    // If another server has failed, some homeservers list its users, but without devices.
    if let Some(users) = devices.as_object_mut() {
        users.retain(|user, keys| {
            body["device_keys"].get(user).is_some()
                && (keys.as_object().is_some_and(|keys| !keys.is_empty()) || !has_failed(user))
        });
    }
    Ok(json!({
        "device_keys": devices,
        "master_keys": part("master_keys", &[USERS]),
        "self_signing_keys": part("self_signing_keys", &[USERS]),
        "user_signing_keys": part("user_signing_keys", &[USERS]),
        // The library would not ask these servers for a while. lists.rs decides this instead.
        "failures": {},
    }))
}

/// Reads the answer to an upload. If it does not say how many keys the homeserver has, it has those of
/// the request.
fn read_upload(body: &Value, answer: &str) -> Value {
    let answer: Value = serde_json::from_str(answer).unwrap_or_default();
    let sent = body["one_time_keys"].as_object().map_or(0, |keys| keys.len() as u64);
    let held = answer["one_time_key_counts"]["signed_curve25519"].as_u64();
    let held = held.unwrap_or(sent).min(u64::from(u32::MAX));

    json!({"one_time_key_counts": {"signed_curve25519": held}})
}

/// The parts of an answer to a query. Each has an entry for each user.
const PARTS: [&str; 4] =
    ["device_keys", "master_keys", "self_signing_keys", "user_signing_keys"];

/// Returns the part of a query's answer that is about the users for whom `keep` is true.
fn part_of(answer: &Value, keep: impl Fn(&str) -> bool) -> Value {
    let mut part = answer.clone();

    for name in PARTS {
        if let Some(users) = part[name].as_object_mut() {
            users.retain(|user, _| keep(user));
        }
    }
    part
}

macro_rules! give {
    ($olm:expr, $id:expr, $response:ty, $answer:expr) => {{
        let body = $answer.to_string();
        let http =
            Response::builder().status(200).body(body.as_bytes()).map_err(Fault::new)?;
        let response = <$response>::try_from_http_response(http).map_err(Fault::new)?;
        $olm.mark_request_as_sent($id, &response).await.map_err(Fault::new)
    }};
}

/// Gives the machine the answer to a query. The library regards a user's devices as known only if
/// the answer belongs to one of the queries that it has proposed last. So it gets an answer under the
/// id of such a query, unless the user's devices have changed since the bot asked.
async fn take_query(
    machine: &Machine,
    id: &TransactionId,
    answer: &Value,
) -> Result<(), Fault> {
    let users = answer["device_keys"].as_object().into_iter().flat_map(|users| users.keys());
    let answered = users.filter_map(|user| UserId::parse(user).ok()).collect();
    let changed = machine.lists.borrow_mut().end(
        &id.to_owned(),
        &answered,
        machine.own_server(),
        machine.now.get(),
    );
    let is_changed = |user: &str| changed.iter().any(|one| one.as_str() == user);
    let proposed = machine.olm.outgoing_requests().await?;
    let proposed = proposed
        .iter()
        .find(|request| matches!(request.request(), AnyOutgoingRequest::KeysQuery(_)))
        .map_or(id, |request| request.request_id());

    if !changed.is_empty() {
        let part = part_of(answer, is_changed);
        give!(machine.olm, id, get_keys::v3::Response, part)?;
    }
    let part = part_of(answer, |user| !is_changed(user));
    give!(machine.olm, proposed, get_keys::v3::Response, part)
}

/// Gives the machine the answer to a claim. The library remembers only the last claim that it has
/// proposed, so the code lets it propose this claim again.
async fn take_claim(
    olm: &OlmMachine,
    id: &TransactionId,
    body: &Value,
    answer: &Value,
) -> Result<(), Fault> {
    let users = body["one_time_keys"].as_object().into_iter().flat_map(|users| users.keys());
    let users: Vec<OwnedUserId> = users.filter_map(|user| UserId::parse(user).ok()).collect();
    let claim = olm.get_missing_sessions(users.iter().map(AsRef::as_ref)).await?;
    let id = claim.map_or(id.to_owned(), |(id, _)| id);

    give!(olm, &id, claim_keys::v3::Response, answer)
}

/// Gives the library the homeserver's answer to a request. Returns the result of
/// mx_machine_take_answer.
async fn give_to_library(
    machine: &Machine,
    request: &Value,
    answer: &str,
) -> Result<Value, Fault> {
    let olm = &machine.olm;
    let (Some(id), Some(kind)) = (request["id"].as_str(), request["kind"].as_str()) else {
        return Err(Fault::new("the request has no id or kind"));
    };
    let id: OwnedTransactionId = id.into();
    let answer = match kind {
        "query" | "claim" => {
            keep_valid(olm, kind, &request["body"], answer).inspect_err(|_| {
                machine.lists.borrow_mut().cancel(&id);
            })?
        }
        "upload" => read_upload(&request["body"], answer),
        // The machine reads only the status of these answers.
        _ => json!({}),
    };

    match kind {
        "upload" => give!(olm, &id, upload_keys::v3::Response, answer),
        "query" => take_query(machine, &id, &answer).await,
        "claim" => take_claim(olm, &id, &request["body"], &answer).await,
        "to_device" => give!(olm, &id, send_event_to_device::v3::Response, answer),
        "signatures" => give!(olm, &id, upload_signatures::v3::Response, answer),
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
    let own = answer["device_keys"][olm.user_id().as_str()].as_object();
    let listed = own.map(|own| own.contains_key(olm.device_id().as_str()));

    Ok(json!({"listed": listed}))
}
