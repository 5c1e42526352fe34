//! Events of verifications that wait for the devices of their sender.
//!
//! The machine ignores a verification request from a device that it does not know. But many clients ask
//! for a verification as soon as they have signed their device. So one answer to /sync brings both, before
//! the bot could ask for the user's devices. Such a request waits until the bot has got the devices. All
//! later events of the same user's verifications wait, too, to keep their order.

use ruma::events::AnyToDeviceEvent;
use ruma::serde::Raw;
use ruma::{OwnedUserId, UserId};

/// The most events that wait. The machine gets a further event at once.
const HELD_MOST: usize = 64;

pub enum Event {
    /// A room, and the JSON of an event there.
    InRoom(String, String),
    ToDevice(Raw<AnyToDeviceEvent>),
}

/// The events that wait, in their order, with their senders.
#[derive(Default)]
pub struct Held(Vec<(OwnedUserId, Event)>);

impl Held {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.0.len() >= HELD_MOST
    }

    /// Returns whether an event of this user waits.
    pub fn has(&self, sender: &UserId) -> bool {
        self.0.iter().any(|(one, _)| one == sender)
    }

    pub fn push(&mut self, sender: OwnedUserId, event: Event) {
        self.0.push((sender, event));
    }

    /// Removes the events whose senders need not wait any more, and returns them.
    pub fn take_ready(&mut self, must_wait: impl Fn(&UserId) -> bool) -> Vec<Event> {
        let (waiting, ready): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.0).into_iter().partition(|(sender, _)| must_wait(sender));

        self.0 = waiting;
        ready.into_iter().map(|(_, event)| event).collect()
    }
}
