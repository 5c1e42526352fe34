//! Events of verifications that wait for the devices of their sender.
//!
//! The machine ignores a verification request from a device that it does not know. But a client often
//! signs its device and asks for a verification at once. So the bot hears of both in one answer to /sync,
//! before it could ask for the user's devices. Such a request waits for the answer about them, and so do
//! all later events of the same user's verifications, to keep their order.

use ruma::events::AnyToDeviceEvent;
use ruma::serde::Raw;
use ruma::{OwnedUserId, UserId};

use crate::machine::{Fault, Machine};

/// The most events that wait. The machine gets a further event at once.
const HELD_MOST: usize = 64;

pub enum Event {
    /// A room, and the JSON of an event there.
    InRoom(String, String),
    ToDevice(Raw<AnyToDeviceEvent>),
}

pub struct Held {
    sender: OwnedUserId,
    event: Event,
}

impl Machine {
    /// Returns whether an event of this user's verifications must wait, because an answer about the
    /// user's devices may come soon.
    pub fn must_wait(&self, sender: &UserId) -> bool {
        let held = self.held.borrow();

        held.len() < HELD_MOST
            && self.verifications.borrow().has_verifier(sender)
            && (self.is_open(sender) || held.iter().any(|one| one.sender == sender))
    }

    pub fn hold(&self, sender: OwnedUserId, event: Event) {
        self.held.borrow_mut().push(Held { sender, event });
    }

    /// Gives the machine the events that need not wait any more.
    pub fn release_held(&self) -> Result<(), Fault> {
        if self.held.borrow().is_empty() {
            return Ok(());
        }
        self.runtime.block_on(self.refresh_lists())?;
        let (waiting, ready): (Vec<Held>, Vec<Held>) =
            self.held.take().into_iter().partition(|one| self.is_open(&one.sender));

        self.held.replace(waiting);
        for one in ready {
            match one.event {
                Event::InRoom(room, event) => self.receive_in_room(&room, &event)?,
                Event::ToDevice(event) => self.receive_to_device(event)?,
            }
        }
        Ok(())
    }
}
