//! Verification of this device by the clients of users who may, by short authentication strings:
//! https://spec.matrix.org/latest/client-server-api/#short-authentication-string-sas-verification
//!
//! Who compares is a person at the other end, who sees in the log what the bot has. The bot sees
//! nothing, so it says at once that the strings match, and draws no conclusion: it signs nobody's
//! keys and trusts no device more than before. Devices of its own account are refused, since
//! those would be given its secrets.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use matrix_sdk_crypto::types::requests::{
    AnyIncomingResponse, AnyOutgoingRequest, OutgoingVerificationRequest, RoomMessageRequest,
};
use matrix_sdk_crypto::{
    CancelInfo, LocalTrust, OlmMachine, Sas, SasState, VerificationRequest,
    VerificationRequestState,
};
use ruma::api::client::keys::upload_signatures;
use ruma::api::client::message::send_message_event;
use ruma::api::client::to_device::send_event_to_device;
use ruma::events::key::verification::VerificationMethod;
use ruma::events::{AnySyncMessageLikeEvent, MessageLikeEventContent};
use ruma::serde::Raw;
use ruma::{OwnedUserId, RoomId, TransactionId, UserId, event_id};
use serde_json::{Value, json};

use crate::machine::{Fault, Machine};
use crate::request;

const KIND: &str = "m.key.verification.";
const CANCEL: &str = "m.key.verification.cancel";
const REFUSAL: &str = "only those whom its host has named may verify this bot";
/// One refusal in so long a time, however many ask: the others are not answered.
const REFUSAL_INTERVAL: Duration = Duration::from_secs(60);

/// A verification that is going on, by who asked and its id.
type Flow = (OwnedUserId, String);

#[derive(Default)]
pub struct Verifications {
    verifiers: BTreeSet<OwnedUserId>,
    flows: BTreeSet<Flow>,
    refused: Option<Instant>,
    output: Output,
}

/// What is to be sent and told, as engarde_crypto.h has it.
#[derive(Default)]
struct Output {
    requests: Vec<Value>,
    messages: Vec<Value>,
    news: Vec<Value>,
}

impl Output {
    fn send(&mut self, request: OutgoingVerificationRequest) -> Result<(), Fault> {
        match request {
            OutgoingVerificationRequest::ToDevice(message) => {
                self.requests.push(request::to_device(&message));
                Ok(())
            }
            OutgoingVerificationRequest::InRoom(message) => self.say(&message),
        }
    }

    fn say(&mut self, message: &RoomMessageRequest) -> Result<(), Fault> {
        self.messages.push(json!({
            "id": message.txn_id,
            "room": message.room_id,
            "type": message.content.event_type().to_string(),
            "content": serde_json::to_value(&message.content)?,
        }));
        Ok(())
    }

    fn cancelled(&mut self, user: &UserId, why: &CancelInfo) {
        self.news.push(json!({
            "what": "cancelled",
            "whom": user,
            "code": why.cancel_code().as_str(),
            "why": why.reason(),
        }));
    }
}

/// What an event says of a verification, wherever it came from.
struct Notice<'a> {
    sender: OwnedUserId,
    kind: &'a str,
    content: &'a Value,
}

impl<'a> Notice<'a> {
    /// None: it is about something else.
    fn read(event: &'a Value) -> Option<Self> {
        let content = &event["content"];
        let kind = match event["type"].as_str()? {
            "m.room.message" => content["msgtype"].as_str()?,
            kind => kind,
        };

        Some(Notice {
            sender: UserId::parse(event["sender"].as_str()?).ok()?,
            kind: kind.strip_prefix(KIND)?,
            content,
        })
    }
}

impl Verifications {
    /// Whether the machine is to have this to-device event.
    fn admit(&mut self, event: &Value) -> bool {
        let Some(notice) = Notice::read(event) else {
            return true;
        };
        let may = self.verifiers.contains(&notice.sender);
        // Between devices one may start without having asked.
        if !matches!(notice.kind, "request" | "start") {
            return may;
        }
        if let Some(id) = notice.content["transaction_id"].as_str() {
            if may {
                self.flows.insert((notice.sender, id.to_owned()));
            } else if let Some(device) = notice.content["from_device"].as_str()
                && self.may_refuse(notice.sender.as_str())
            {
                let txn = TransactionId::new();
                let path = format!("sendToDevice/{CANCEL}/{}", request::part(txn.as_str()));
                let content =
                    json!({"transaction_id": id, "code": "m.user", "reason": REFUSAL});
                let body = json!({"messages": {notice.sender: {device: content}}});

                self.output.requests.push(request::new(
                    &txn,
                    "to_device",
                    "PUT",
                    &path,
                    body,
                ));
            }
        }
        may
    }

    /// The same of an event in a room.
    fn admit_in_room(&mut self, room: &RoomId, event: &Value, me: &UserId) -> bool {
        let Some(notice) = Notice::read(event) else {
            return false;
        };
        let may = self.verifiers.contains(&notice.sender);
        if notice.kind != "request" {
            return may;
        }
        if notice.content["to"].as_str() != Some(me.as_str()) || notice.sender == me {
            return false;
        }
        if let Some(id) = event["event_id"].as_str() {
            if may {
                self.flows.insert((notice.sender, id.to_owned()));
            } else if self.may_refuse(notice.sender.as_str()) {
                let relation = json!({"rel_type": "m.reference", "event_id": id});

                self.output.messages.push(json!({
                    "id": TransactionId::new(),
                    "room": room,
                    "type": CANCEL,
                    "content": {"code": "m.user", "reason": REFUSAL, "m.relates_to": relation},
                }));
            }
        }
        may
    }

    fn may_refuse(&mut self, user: &str) -> bool {
        if self.refused.is_some_and(|last| last.elapsed() < REFUSAL_INTERVAL) {
            return false;
        }
        self.refused = Some(Instant::now());
        self.output.news.push(json!({"what": "refused", "whom": user}));
        true
    }
}

impl Machine {
    pub fn verifiers(&self, users: &str) -> Result<Value, Fault> {
        let users: BTreeSet<OwnedUserId> = serde_json::from_str(users)?;
        let me = self.olm.user_id();

        // The machine ignores requests from devices that it has not seen: it asks for them now.
        self.runtime
            .block_on(self.olm.update_tracked_users(users.iter().map(AsRef::as_ref)))?;
        self.verifications.borrow_mut().verifiers =
            users.into_iter().filter(|user| user != me).collect();
        Ok(json!({}))
    }

    /// Whether the machine is to have this to-device event.
    pub fn admits(&self, event: &Value) -> bool {
        self.verifications.borrow_mut().admit(event)
    }

    /// The machine has decrypted a to-device event, and taken it in before it could be judged.
    pub fn heard_in_secret(&self, event: &Value) {
        if let (false, Some(sender), Some(id)) = (
            self.admits(event),
            event["sender"].as_str().and_then(|sender| UserId::parse(sender).ok()),
            event["content"]["transaction_id"].as_str(),
        ) && let Some(request) = self.olm.get_verification_request(&sender, id)
        {
            let _ = request.cancel();
        }
    }

    pub fn hear(&self, room: &str, event: &str) -> Result<Value, Fault> {
        let room = RoomId::parse(room)?;
        let json: Value = serde_json::from_str(event)?;
        let me = self.olm.user_id();

        if !self.verifications.borrow_mut().admit_in_room(&room, &json, me) {
            return Ok(json!({}));
        }
        // What is malformed is not heard.
        if let Ok(event) = Raw::<AnySyncMessageLikeEvent>::from_json_string(event.to_owned())
            .and_then(|raw| raw.deserialize())
        {
            let event = event.into_full_event(room);

            self.runtime.block_on(self.olm.receive_verification_event(&event))?;
        }
        Ok(json!({}))
    }

    pub fn verify(&self) -> Result<Value, Fault> {
        let mut all = self.verifications.borrow_mut();
        let mut output = std::mem::take(&mut all.output);

        self.runtime.block_on(async {
            for flow in std::mem::take(&mut all.flows) {
                if step(&self.olm, &flow, &mut output).await? {
                    all.flows.insert(flow);
                }
            }
            collect(&self.olm, &all.verifiers, &mut output).await
        })?;
        Ok(json!({
            "requests": output.requests,
            "messages": output.messages,
            "news": output.news,
        }))
    }
}

/// Takes from the machine what it would say in rooms, and what it would do by itself and must not:
/// publish signatures, and answer those who may not verify.
async fn collect(
    olm: &OlmMachine,
    verifiers: &BTreeSet<OwnedUserId>,
    output: &mut Output,
) -> Result<(), Fault> {
    for outgoing in olm.outgoing_requests().await? {
        let id = outgoing.request_id();

        match outgoing.request() {
            AnyOutgoingRequest::RoomMessage(message) => {
                let said =
                    send_message_event::v3::Response::new(event_id!("$said").to_owned());

                output.say(message)?;
                olm.mark_request_as_sent(id, &said).await?;
            }
            AnyOutgoingRequest::SignatureUpload(_) => {
                let signed = upload_signatures::v3::Response::new();
                let signed = AnyIncomingResponse::SignatureUpload(&signed);

                olm.mark_request_as_sent(id, signed).await?;
            }
            AnyOutgoingRequest::ToDeviceRequest(message)
                if message.event_type.to_string().starts_with(KIND)
                    && !message.messages.keys().any(|user| verifiers.contains(user)) =>
            {
                olm.mark_request_as_sent(id, &send_event_to_device::v3::Response::new())
                    .await?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// One step of one verification. False: it is over.
async fn step(
    olm: &OlmMachine,
    (user, id): &Flow,
    output: &mut Output,
) -> Result<bool, Fault> {
    let sas = olm.get_verification(user, id).and_then(|verification| verification.sas_v1());

    match (sas, olm.get_verification_request(user, id)) {
        (Some(sas), _) => go_on(olm, &sas, output).await,
        (None, Some(request)) => answer(&request, output),
        // The machine would not hear of it.
        (None, None) => Ok(false),
    }
}

fn answer(request: &VerificationRequest, output: &mut Output) -> Result<bool, Fault> {
    match request.state() {
        VerificationRequestState::Requested { their_methods, .. } => {
            let sas = VerificationMethod::SasV1;
            let answer = match their_methods.contains(&sas) {
                true => request.accept_with_methods(vec![sas]),
                false => request.cancel(),
            };

            answer.map_or(Ok(()), |answer| output.send(answer))?;
        }
        VerificationRequestState::Cancelled(why) => {
            output.cancelled(request.other_user(), &why);
            return Ok(false);
        }
        VerificationRequestState::Done => return Ok(false),
        _ => {}
    }
    Ok(true)
}

async fn go_on(olm: &OlmMachine, sas: &Sas, output: &mut Output) -> Result<bool, Fault> {
    let user = sas.other_user_id();

    match sas.state() {
        SasState::Started { .. } => {
            sas.accept().map_or(Ok(()), |accept| output.send(accept))?;
        }
        SasState::KeysExchanged { emojis, decimals: (a, b, c) } => {
            let emoji = emojis.map(|all| all.emojis.map(|one| one.description).join(", "));
            let (answers, _) = sas.confirm().await?;

            for answer in answers {
                output.send(answer)?;
            }
            output.news.push(json!({
                "what": "compare",
                "whom": user,
                "emoji": emoji,
                "decimals": format!("{a} {b} {c}"),
            }));
        }
        SasState::Done { .. } => {
            if let Some(device) = olm.get_device(user, sas.other_device_id(), None).await? {
                device.set_local_trust(LocalTrust::Unset).await?;
            }
            output.news.push(json!({"what": "done", "whom": user}));
            return Ok(false);
        }
        SasState::Cancelled(why) => {
            output.cancelled(user, &why);
            return Ok(false);
        }
        _ => {}
    }
    Ok(true)
}
