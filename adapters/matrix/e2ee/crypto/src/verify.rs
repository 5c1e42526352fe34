//! Verification: the users whom the configuration names can verify this device with their clients,
//! by short authentication strings:
//!
//! https://spec.matrix.org/latest/client-server-api/#short-authentication-string-sas-verification
//!
//! The user compares two strings: the bot writes its own string to the log, and the user's client
//! shows the other. The bot can't compare the strings, so it always confirms at once that they
//! match. It draws no conclusion from a verification: it signs nobody's keys and trusts no device
//! more than before. It refuses verifications by devices of its own account, since the library
//! would give the bot's secrets to such devices.

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
use ruma::events::{AnySyncMessageLikeEvent, AnyToDeviceEvent, MessageLikeEventContent};
use ruma::serde::Raw;
use ruma::{OwnedUserId, RoomId, TransactionId, UserId, event_id};
use serde_json::{Value, json};

use crate::held;
use crate::machine::{Fault, Machine};
use crate::request;

pub const KIND: &str = "m.key.verification.";
const CANCEL: &str = "m.key.verification.cancel";
const REFUSAL: &str = "only those whom its host has named may verify this bot";
/// The shortest time between two refusals. During this time, the bot ignores further requests that
/// it would refuse.
const REFUSAL_INTERVAL: Duration = Duration::from_secs(60);

/// The most verifications of one user that may be under way. The library ends a verification in
/// which nothing has happened for ten minutes.
const FLOWS_MOST: usize = 4;

/// A verification under way: the user who requested it, and the id of the verification.
type Flow = (OwnedUserId, String);

#[derive(Default)]
pub struct Verifications {
    verifiers: BTreeSet<OwnedUserId>,
    flows: BTreeSet<Flow>,
    last_refusal: Option<Instant>,
    output: Output,
}

/// The result of mx_olm_step_verifications, which engarde_crypto.h describes.
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
            OutgoingVerificationRequest::InRoom(message) => self.send_to_room(&message),
        }
    }

    fn send_to_room(&mut self, message: &RoomMessageRequest) -> Result<(), Fault> {
        self.messages.push(json!({
            "id": message.txn_id,
            "room": message.room_id,
            "type": message.content.event_type().to_string(),
            "content": serde_json::to_value(&message.content)?,
        }));
        Ok(())
    }

    fn report_cancelled(&mut self, user: &UserId, why: &CancelInfo) {
        self.news.push(json!({
            "what": "cancelled",
            "whom": user,
            "code": why.cancel_code().as_str(),
            "why": why.reason(),
        }));
    }
}

/// What a to-device event or a room event says about a verification.
pub struct Notice<'a> {
    pub sender: OwnedUserId,
    kind: &'a str,
    content: &'a Value,
}

impl<'a> Notice<'a> {
    /// Reads what an event says. Returns None if the event is not about a verification.
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
    pub fn has_verifier(&self, user: &UserId) -> bool {
        self.verifiers.contains(user)
    }

    /// Returns whether the machine may receive this to-device event. If the sender may not verify
    /// the bot, queues a refusal.
    fn accept(&mut self, event: &Value) -> bool {
        let Some(notice) = Notice::read(event) else {
            return true;
        };
        let is_verifier = self.verifiers.contains(&notice.sender);
        // In a to-device event, a verification may begin with "start" instead of "request".
        if !matches!(notice.kind, "request" | "start") {
            return is_verifier;
        }
        if let Some(id) = notice.content["transaction_id"].as_str() {
            if is_verifier {
                return self.begin(notice.sender, id);
            } else if let Some(device) = notice.content["from_device"].as_str()
                && self.may_refuse(notice.sender.as_str())
            {
                let txn = TransactionId::new();
                let path = format!("sendToDevice/{CANCEL}/{}", request::part(txn.as_str()));
                let content =
                    json!({"transaction_id": id, "code": "m.user", "reason": REFUSAL});
                let body = json!({"messages": {notice.sender: {device: content}}});

                self.output.requests.push(request::new(&txn, "to_device", "PUT", &path, body));
            }
        }
        is_verifier
    }

    /// Returns whether the machine may receive this event of a room. If the sender may not verify
    /// the bot, queues a refusal.
    fn accept_in_room(&mut self, room: &RoomId, event: &Value, own_user: &UserId) -> bool {
        let Some(notice) = Notice::read(event) else {
            return false;
        };
        let is_verifier = self.verifiers.contains(&notice.sender);
        if notice.kind != "request" {
            return is_verifier;
        }
        if notice.content["to"].as_str() != Some(own_user.as_str())
            || notice.sender == own_user
        {
            return false;
        }
        if let Some(id) = event["event_id"].as_str() {
            if is_verifier {
                return self.begin(notice.sender, id);
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
        is_verifier
    }

    /// Notes a new verification. Returns false if too many verifications of this user are under
    /// way.
    fn begin(&mut self, user: OwnedUserId, id: &str) -> bool {
        let flow = (user, id.to_owned());
        let count = self.flows.iter().filter(|(user, _)| *user == flow.0).count();

        if count >= FLOWS_MOST && !self.flows.contains(&flow) {
            return false;
        }
        self.flows.insert(flow);
        true
    }

    /// Returns whether the bot may send a refusal now. If so, adds the refusal to `news`.
    fn may_refuse(&mut self, user: &str) -> bool {
        if self.last_refusal.is_some_and(|last| last.elapsed() < REFUSAL_INTERVAL) {
            return false;
        }
        self.last_refusal = Some(Instant::now());
        self.output.news.push(json!({"what": "refused", "whom": user}));
        true
    }
}

impl Machine {
    pub fn set_verifiers(&self, users: &str) -> Result<Value, Fault> {
        let users: BTreeSet<OwnedUserId> = serde_json::from_str(users)?;
        let own_user = self.olm.user_id();

        // The machine ignores verification requests from devices that it does not know. So it must
        // learn the devices of the verifiers now.
        self.runtime
            .block_on(self.olm.update_tracked_users(users.iter().map(AsRef::as_ref)))?;
        self.verifications.borrow_mut().verifiers =
            users.into_iter().filter(|user| user != own_user).collect();
        Ok(json!({}))
    }

    /// Returns whether the machine may receive this to-device event.
    pub fn accepts(&self, event: &Value) -> bool {
        self.verifications.borrow_mut().accept(event)
    }

    /// Returns a to-device event that the machine may receive now.
    pub fn admit(
        &self,
        event: &Value,
        raw: Raw<AnyToDeviceEvent>,
    ) -> Option<Raw<AnyToDeviceEvent>> {
        if let Some(notice) = Notice::read(event)
            && self.must_wait(&notice.sender)
        {
            self.hold(notice.sender, held::Event::ToDevice(raw));
            return None;
        }
        self.accepts(event).then_some(raw)
    }

    /// Checks a to-device event that was encrypted. The machine has already taken in this event. So
    /// if the sender may not verify the bot, cancels the verification.
    pub fn check_decrypted(&self, event: &Value) {
        if let (false, Some(sender), Some(id)) = (
            self.accepts(event),
            event["sender"].as_str().and_then(|sender| UserId::parse(sender).ok()),
            event["content"]["transaction_id"].as_str(),
        ) && let Some(request) = self.olm.get_verification_request(&sender, id)
        {
            let _ = request.cancel();
        }
    }

    pub fn take_room_event(&self, room: &str, event: &str) -> Result<Value, Fault> {
        let json: Value = serde_json::from_str(event)?;

        match Notice::read(&json) {
            Some(notice) if self.must_wait(&notice.sender) => {
                self.hold(
                    notice.sender,
                    held::Event::InRoom(room.to_owned(), event.to_owned()),
                );
            }
            _ => self.receive_in_room(room, event)?,
        }
        Ok(json!({}))
    }

    pub fn receive_in_room(&self, room: &str, event: &str) -> Result<(), Fault> {
        let room = RoomId::parse(room)?;
        let json: Value = serde_json::from_str(event)?;
        let own_user = self.olm.user_id();

        if !self.verifications.borrow_mut().accept_in_room(&room, &json, own_user) {
            return Ok(());
        }
        // If the event is malformed, the bot ignores it.
        if let Ok(event) = Raw::<AnySyncMessageLikeEvent>::from_json_string(event.to_owned())
            .and_then(|raw| raw.deserialize())
        {
            let event = event.into_full_event(room);

            self.runtime.block_on(self.olm.receive_verification_event(&event))?;
        }
        Ok(())
    }

    pub fn step_verifications(&self) -> Result<Value, Fault> {
        self.release_held()?;
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

/// Collects the messages that the machine wants to send into rooms. Also discards the requests that
/// the bot must not send: signatures, and answers to users who may not verify the bot.
async fn collect(
    olm: &OlmMachine,
    verifiers: &BTreeSet<OwnedUserId>,
    output: &mut Output,
) -> Result<(), Fault> {
    for outgoing in olm.outgoing_requests().await? {
        let id = outgoing.request_id();

        match outgoing.request() {
            AnyOutgoingRequest::RoomMessage(message) => {
                let sent =
                    send_message_event::v3::Response::new(event_id!("$sent").to_owned());

                output.send_to_room(message)?;
                olm.mark_request_as_sent(id, &sent).await?;
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

/// Takes one step of one verification. Returns false if the verification is over.
async fn step(
    olm: &OlmMachine,
    (user, id): &Flow,
    output: &mut Output,
) -> Result<bool, Fault> {
    let sas = olm.get_verification(user, id).and_then(|verification| verification.sas_v1());

    match (sas, olm.get_verification_request(user, id)) {
        (Some(sas), _) => continue_sas(olm, &sas, output).await,
        (None, Some(request)) => answer_request(&request, output),
        // The machine has no such verification, since it has refused the request.
        (None, None) => Ok(false),
    }
}

fn answer_request(request: &VerificationRequest, output: &mut Output) -> Result<bool, Fault> {
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
            output.report_cancelled(request.other_user(), &why);
            return Ok(false);
        }
        VerificationRequestState::Done => return Ok(false),
        _ => {}
    }
    Ok(true)
}

async fn continue_sas(
    olm: &OlmMachine,
    sas: &Sas,
    output: &mut Output,
) -> Result<bool, Fault> {
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
            output.report_cancelled(user, &why);
            return Ok(false);
        }
        _ => {}
    }
    Ok(true)
}
