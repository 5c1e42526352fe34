//! Whose devices the bot must ask for, and when.
//!
//! The machine knows which users' lists of devices have changed. It would ask about all of them at
//! once. But strangers decide how often their lists change and how long their servers take to answer.
//! So a query has either users of the bot's own server or users of other servers. The more often the bot
//! has asked about a user, the longer it waits before it asks again. If a server has failed, the next
//! query about its users has no users of other servers.

use std::collections::{BTreeMap, BTreeSet};

use ruma::{OwnedTransactionId, OwnedUserId, UserId};

/// The most users of one query.
const USERS_MOST: usize = 250;
/// The most users of one other server in a query with users of further servers.
const SERVER_MOST: usize = 50;
/// How many queries about a user must fail before the bot writes without knowing their devices.
const TRIES: u32 = 2;
/// How many queries about a user may follow each other without a delay. A client that logs in changes its
/// lists several times within seconds. Users of other servers get fewer, since each such query may hang.
const FREE_HERE: u32 = 10;
const FREE_ELSEWHERE: u32 = 3;
/// After this many users or servers, the bot forgets those that it has not asked for a while.
const PACES_MOST: usize = 4000;

/// Milliseconds.
const DELAY_FIRST: i64 = 1000;
const DELAY_MOST: i64 = 5 * 60 * 1000;
const SERVER_DELAY_FIRST: i64 = 5000;
const SERVER_DELAY_MOST: i64 = 15 * 60 * 1000;
/// How long a message waits for the answer to a query that the bot has not made for this message.
const PATIENCE: i64 = 3000;
/// For each such time that has passed since the last query about a user, one earlier query counts no more.
const RECOVERY: i64 = 2 * 60 * 1000;
/// After this time without a query, the bot forgets how often it has asked.
const QUIET: i64 = 20 * 60 * 1000;

/// How often the bot has asked about a user or a server.
#[derive(Default)]
struct Pace {
    /// How many queries still count (RECOVERY).
    asked: u32,
    failures: u32,
    /// When the bot asked last, and when it may ask again.
    at: i64,
    until: i64,
}

/// Returns the delay after failure or query `number`: `first` for number 1, and then twice the delay
/// before, up to `most`.
fn growing(first: i64, most: i64, number: u32) -> i64 {
    (first << number.saturating_sub(1).min(20)).min(most)
}

/// Returns how many queries about a user may follow each other without a delay.
fn free_queries(elsewhere: bool) -> u32 {
    if elsewhere { FREE_ELSEWHERE } else { FREE_HERE }
}

impl Pace {
    /// Notes a query. If more than `free` queries count, the next query must wait, longer each time.
    fn ask(&mut self, now: i64, free: u32) {
        if now - self.at > QUIET {
            *self = Pace::default();
        }
        self.asked = self.asked.saturating_sub(((now - self.at) / RECOVERY) as u32) + 1;
        self.at = now;
        self.until = match self.asked.checked_sub(free) {
            Some(number @ 1..) => now + growing(DELAY_FIRST, DELAY_MOST, number),
            _ => now,
        };
    }

    fn fail(&mut self, now: i64, first: i64, most: i64) {
        self.failures += 1;
        self.at = now;
        self.until = self.until.max(now + growing(first, most, self.failures));
    }
}

struct Query {
    users: BTreeSet<OwnedUserId>,
    /// The number of the last change before the query.
    change: u64,
    /// Whether a message waits for the answer, however long it takes.
    urgent: bool,
    began: i64,
}

#[derive(Default)]
pub struct Lists {
    changes: u64,
    /// The users whose devices the machine does not know, with the number of their last change.
    changed: BTreeMap<OwnedUserId, u64>,
    under_way: BTreeMap<OwnedTransactionId, Query>,
    users: BTreeMap<OwnedUserId, Pace>,
    servers: BTreeMap<String, Pace>,
}

/// Which users a query may be about.
pub struct Choice<'a> {
    pub own_server: &'a str,
    /// Whether the query is about users of other servers. If not, it is about users of the bot's own server.
    pub elsewhere: bool,
    /// The users whose devices the bot needs now, or None for all users.
    pub wanted: Option<&'a [OwnedUserId]>,
    pub now: i64,
}

/// Returns the server of a user, without the port: a machine can have many ports.
pub fn server_of(user: &UserId) -> &str {
    user.server_name().host()
}

impl Lists {
    /// Notes that the devices of a user may have changed.
    pub fn note_change(&mut self, user: &UserId) {
        self.changes += 1;
        self.changed.insert(user.to_owned(), self.changes);
    }

    /// Replaces the set of users whose devices the machine does not know. Users who stay in the set keep
    /// the number of their change.
    pub fn set_changed(&mut self, all: BTreeSet<OwnedUserId>) {
        self.changed.retain(|user, _| all.contains(user));
        for user in all {
            if !self.changed.contains_key(&user) {
                self.note_change(&user);
            }
        }
    }

    fn may_ask(&self, user: &UserId, choice: &Choice) -> bool {
        let urgent = choice.wanted.is_some();
        let busy = self
            .under_way
            .values()
            .any(|query| (query.urgent || !urgent) && query.users.contains(user));

        !busy && self.wait_for(user, choice.own_server, choice.now) <= 0
    }

    /// Returns how many milliseconds the bot must wait before it asks about a user.
    fn wait_for(&self, user: &UserId, own_server: &str, now: i64) -> i64 {
        let server = server_of(user);
        let until = self.users.get(user).map_or(0, |pace| pace.until);
        let server_until = match server == own_server {
            true => 0,
            false => self.servers.get(server).map_or(0, |pace| pace.until),
        };

        until.max(server_until) - now
    }

    /// Returns whether an answer about the user's devices may come soon, so that the bot should not
    /// write to the user yet.
    pub fn answer_may_come(&self, user: &UserId, own_server: &str, now: i64) -> bool {
        let pace = self.users.get(user);
        // Most answers come soon. The bot waits for a query in the background only for a short time, and
        // only if the user changes rarely.
        let free = free_queries(server_of(user) != own_server);
        let is_rare = pace.is_none_or(|pace| pace.asked <= free && pace.failures == 0);
        let is_asked = || {
            self.under_way.values().any(|query| {
                (query.urgent || (is_rare && now - query.began < PATIENCE))
                    && query.users.contains(user)
            })
        };

        self.changed.contains_key(user)
            && (is_asked()
                || self.wait_for(user, own_server, now) <= 0
                || pace.is_some_and(|pace| pace.failures > 0 && pace.failures < TRIES))
    }

    fn server_failures(&self, server: &str) -> u32 {
        self.servers.get(server).map_or(0, |pace| pace.failures)
    }

    /// Returns the users of the next query. The users about whom the bot has asked least come first.
    /// A server that has failed is asked alone, and about fewer users each time.
    pub fn choose(&self, choice: &Choice) -> Vec<OwnedUserId> {
        let is_candidate = |user: &UserId| {
            (server_of(user) != choice.own_server) == choice.elsewhere
                && self.may_ask(user, choice)
        };
        let mut all: Vec<&OwnedUserId> = match choice.wanted {
            Some(wanted) => wanted
                .iter()
                .filter(|user| self.changed.contains_key(*user) && is_candidate(user))
                .collect(),
            None => self.changed.keys().filter(|user| is_candidate(user)).collect(),
        };
        all.sort_by_key(|user| {
            self.users.get(*user).map_or((0, 0), |pace| (pace.asked, pace.at))
        });
        let Some(first) = all.first().map(|user| server_of(user)) else {
            return vec![];
        };
        let failures = self.server_failures(first);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();

        all.into_iter()
            .filter(|user| {
                let server = server_of(user);
                let count = counts.entry(server).or_default();
                *count += 1;
                if failures > 0 {
                    return server == first
                        && *count <= (USERS_MOST >> failures.min(8)).max(1);
                }
                self.server_failures(server) == 0
                    && (!choice.elsewhere || *count <= SERVER_MOST)
            })
            .take(USERS_MOST)
            .cloned()
            .collect()
    }

    /// Returns how many milliseconds the bot must wait before the next query, or None if there is no user
    /// to ask about.
    pub fn next_wait(&self, choice: &Choice) -> Option<i64> {
        self.changed
            .keys()
            .filter(|user| (server_of(user) != choice.own_server) == choice.elsewhere)
            .map(|user| self.wait_for(user, choice.own_server, choice.now).max(0))
            .min()
    }

    /// Notes that the bot asks about these users, whom it has chosen.
    pub fn begin(&mut self, id: OwnedTransactionId, users: &[OwnedUserId], choice: &Choice) {
        let (now, urgent) = (choice.now, choice.wanted.is_some());

        for user in users {
            self.users
                .entry(user.clone())
                .or_default()
                .ask(now, free_queries(choice.elsewhere));
        }
        let users = users.iter().cloned().collect();
        self.under_way.insert(id, Query { users, change: self.changes, urgent, began: now });
        if self.users.len() > PACES_MOST {
            self.users.retain(|_, pace| now - pace.at < QUIET);
        }
        if self.servers.len() > PACES_MOST {
            self.servers.retain(|_, pace| now - pace.at < QUIET);
        }
    }

    /// Ends a query. Counts a failure for each user whom the answer leaves out, and for the user's
    /// server. Returns the users of the answer whose devices have changed again since the query began.
    pub fn end(
        &mut self,
        id: &OwnedTransactionId,
        answered: &BTreeSet<OwnedUserId>,
        own_server: &str,
        now: i64,
    ) -> BTreeSet<OwnedUserId> {
        let Some(query) = self.under_way.remove(id) else {
            return answered.clone();
        };
        let mut failed = BTreeSet::new();
        let mut good = BTreeSet::new();

        for user in &query.users {
            let pace = self.users.entry(user.clone()).or_default();
            if answered.contains(user) {
                pace.failures = 0;
                good.insert(server_of(user).to_owned());
            } else {
                pace.fail(now, DELAY_FIRST, DELAY_MOST);
                failed.insert(server_of(user).to_owned());
            }
        }
        // The bot's own server gets no delay: only the users whom its answer leaves out wait.
        for server in failed.difference(&good) {
            let first = if server == own_server { 0 } else { SERVER_DELAY_FIRST };
            self.servers.entry(server.clone()).or_default().fail(
                now,
                first,
                SERVER_DELAY_MOST,
            );
        }
        for server in good.iter().filter(|server| !failed.contains(*server)) {
            self.servers.remove(server);
        }
        let change = query.change;
        answered
            .iter()
            .filter(|user| self.changed.get(*user).is_some_and(|number| *number > change))
            .cloned()
            .collect()
    }

    /// Forgets a query whose answer will never come.
    pub fn cancel(&mut self, id: &OwnedTransactionId) {
        self.under_way.remove(id);
    }
}
