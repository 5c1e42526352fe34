//! The verifications that are under way, who may verify the device, and what the bot must send and
//! report. verify.rs takes the steps.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use matrix_sdk_crypto::CancelInfo;
use matrix_sdk_crypto::types::requests::{OutgoingVerificationRequest, RoomMessageRequest};
use ruma::events::MessageLikeEventContent;
use ruma::{OwnedUserId, RoomId, TransactionId, UserId};
use serde_json::{Value, json};

use crate::fault::Fault;
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
pub type Flow = (OwnedUserId, String);

#[derive(Default)]
pub struct Verifications {
    pub verifiers: BTreeSet<OwnedUserId>,
    pub flows: BTreeSet<Flow>,
    last_refusal: Option<Instant>,
    pub output: Output,
}

/// The result of mx_machine_step_verifications, which engarde_crypto.h describes.
#[derive(Default)]
pub struct Output {
    pub requests: Vec<Value>,
    pub messages: Vec<Value>,
    pub news: Vec<Value>,
}

impl Output {
    pub fn send(&mut self, request: OutgoingVerificationRequest) -> Result<(), Fault> {
        match request {
            OutgoingVerificationRequest::ToDevice(message) => {
                self.requests.push(request::to_device(&message));
                Ok(())
            }
            OutgoingVerificationRequest::InRoom(message) => self.send_to_room(&message),
        }
    }

    pub fn send_to_room(&mut self, message: &RoomMessageRequest) -> Result<(), Fault> {
        self.messages.push(json!({
            "id": message.txn_id,
            "room": message.room_id,
            "type": message.content.event_type().to_string(),
            "content": serde_json::to_value(&message.content)?,
        }));
        Ok(())
    }

    pub fn report_cancelled(&mut self, user: &UserId, why: &CancelInfo) {
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
    pub fn read(event: &'a Value) -> Option<Self> {
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
    pub fn accept(&mut self, event: &Value) -> bool {
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
    pub fn accept_in_room(&mut self, room: &RoomId, event: &Value, own_user: &UserId) -> bool {
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
