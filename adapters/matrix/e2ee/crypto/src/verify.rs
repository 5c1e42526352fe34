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

use matrix_sdk_crypto::types::requests::{AnyIncomingResponse, AnyOutgoingRequest};
use matrix_sdk_crypto::{
    LocalTrust, OlmMachine, Sas, SasState, VerificationRequest, VerificationRequestState,
};
use ruma::api::client::keys::upload_signatures;
use ruma::api::client::message::send_message_event;
use ruma::api::client::to_device::send_event_to_device;
use ruma::events::key::verification::VerificationMethod;
use ruma::events::{AnySyncMessageLikeEvent, AnyToDeviceEvent};
use ruma::serde::Raw;
use ruma::{OwnedUserId, RoomId, UserId, event_id};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::held;
use crate::machine::Machine;
use crate::verifications::{Flow, KIND, Notice, Output};

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

    /// Returns whether an event of this user's verifications must wait, because an answer about the
    /// user's devices may come soon.
    fn must_wait(&self, sender: &UserId) -> bool {
        let held = self.held.borrow();

        !held.is_full()
            && self.verifications.borrow().has_verifier(sender)
            && (self.answer_may_come(sender) || held.has(sender))
    }

    /// Gives the machine the events that need not wait any more.
    fn release_held(&self) -> Result<(), Fault> {
        if self.held.borrow().is_empty() {
            return Ok(());
        }
        self.runtime.block_on(self.refresh_lists())?;
        let ready = self.held.borrow_mut().take_ready(|sender| self.answer_may_come(sender));

        for event in ready {
            match event {
                held::Event::InRoom(room, event) => self.receive_in_room(&room, &event)?,
                held::Event::ToDevice(event) => self.receive_to_device(event)?,
            }
        }
        Ok(())
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
            self.held.borrow_mut().push(notice.sender, held::Event::ToDevice(raw));
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
                let event = held::Event::InRoom(room.to_owned(), event.to_owned());
                self.held.borrow_mut().push(notice.sender, event);
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
