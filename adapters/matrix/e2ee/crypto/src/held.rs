//! Events of verifications that wait for the devices of their sender.
//!
//! The machine ignores a verification request from a device that it does not know. But many clients ask
//! for a verification as soon as they have signed their device. So one answer to /sync brings both, before
//! the bot could ask for the user's devices. Such a request waits until the bot has got the devices. All
//! later events of the same user's verifications wait, too, to keep their order.

use ruma::events::AnyToDeviceEvent;
use ruma::serde::Raw;
use ruma::{OwnedUserId, UserId};

use crate::machine::{Fault, Machine};

/// The most events that wait. The machine gets further events at once, without waiting.
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

    /// Gives the machine the events whose senders' devices it now knows, or will not know soon.
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
