/*
 * All faults, by kind. The seed decides which faults happen. The simulation counts each fault when
 * it happens. With --all 1 a run of many schedules fails if some fault never happened.
 */
#ifndef TESTS_SIM_FAULTS_H
#define TESTS_SIM_FAULTS_H

/* Name, kind, description. */
#define SIM_FAULTS(X)                                                                              \
	/* Faults of requests, from request_faults.c, net.c, calls.c and world_faults.c */         \
	X(LIMITED_BARE, "homeserver", "429 without a wait")                                        \
	X(LIMITED_BODY, "homeserver", "429, the wait in retry_after_ms")                           \
	X(LIMITED_FIELD, "homeserver", "429, the wait in Retry-After")                             \
	X(STATUS_500, "homeserver", "500")                                                         \
	X(STATUS_501, "homeserver", "501")                                                         \
	X(STATUS_502, "homeserver", "502")                                                         \
	X(STATUS_503, "homeserver", "503")                                                         \
	X(STATUS_504, "homeserver", "504")                                                         \
	X(FAILED_DONE, "homeserver", "a 5xx for a request that was executed")                      \
	X(REFUSED, "homeserver", "a refused connection")                                           \
	X(TLS, "homeserver", "a certificate that is not the server's")                             \
	X(CUT_BEFORE, "homeserver", "a connection cut before the request arrived")                 \
	X(CUT_AFTER, "homeserver", "a connection cut after the request was executed")              \
	X(TIMEOUT_BEFORE, "homeserver", "a time-out of a request that never arrived")              \
	X(TIMEOUT_AFTER, "homeserver", "a time-out of a request that was executed")                \
	X(LATE, "homeserver", "a request executed after the bot has given up waiting")             \
	X(TRUNCATED, "homeserver", "an answer without its end")                                    \
	X(INVALID, "homeserver", "an answer that is not JSON")                                     \
	X(NESTED, "homeserver", "an answer nested ten thousand deep")                              \
	X(HUGE, "homeserver", "an answer with a large unknown member")                             \
	X(MISSHAPEN, "homeserver", "JSON of another shape than the call's")                        \
	X(ENDLESS, "homeserver", "an answer without end")                                          \
	X(OUTAGE, "homeserver", "minutes of nothing but 5xx")                                      \
	X(UNKNOWN_SINCE, "homeserver", "a sync token that the server does not know")               \
	X(UNKNOWN_FILTER, "homeserver", "a filter that the server has forgotten")                  \
	X(SOFT_LOGOUT, "homeserver", "a soft log-out")                                             \
	X(HARD_LOGOUT, "homeserver", "a hard log-out")                                             \
	X(SUSPENDED, "homeserver", "the account suspended for a while")                            \
	X(LOCKED, "homeserver", "the account locked for a while")                                  \
	X(NO_CONSENT, "homeserver", "the account refused for a while: it must accept the terms")   \
	X(RESOURCE_LIMIT, "homeserver", "the account refused for a while: the server is full")     \
	/* Faults of the answers to /sync, from sync.c */                                          \
	X(DUPLICATED, "homeserver", "an event twice in one timeline")                              \
	X(REORDERED, "homeserver", "events in another order")                                      \
	X(GAP, "homeserver", "a limited timeline")                                                 \
	X(REPLAYED, "homeserver", "events from before the sync token")                             \
	/* Faults of rooms, from world_faults.c, calls.c and sync.c */                             \
	X(KICKED, "room", "the bot kicked out of a match's room, and invited again")               \
	X(BANNED, "room", "the bot banned, and let in again")                                      \
	X(WALKED, "room", "a player who leaves the match's room for a while")                      \
	X(TOMBSTONED, "room", "the match's room replaced by another")                              \
	X(PRIVATE_LEFT, "room", "a private room left by its player")                               \
	X(PRIVATE_KICKED, "room", "the bot kicked out of a private room")                          \
	X(INTRUDED, "room", "a third person in a private room")                                    \
	X(PRIVATE_REFUSED, "room", "a private room refused")                                       \
	X(SERVER_ENCRYPTS, "room", "private rooms encrypted by the server")                        \
	X(LEVELS, "room", "power levels changed")                                                  \
	X(SILENCED, "room", "the bot not allowed to write")                                        \
	X(HIDDEN, "room", "history hidden from new members")                                       \
	X(REDACTED, "room", "the bot's newest message in a room removed by a moderator")           \
	/* Faults of the process, from process.c, net.c, world_faults.c and the disk */            \
	X(KILLED, "process", "killed while it waits")                                              \
	X(KILLED_WRITING, "process", "killed in a write, in half of it, or before a sync")         \
	X(POWER_LOST, "process", "the last writes that were not synced lost with the power")       \
	X(TERMINATED, "process", "asked to end (SIGTERM)")                                         \
	X(DISK_FULL, "process", "a full disk")                                                     \
	X(READ_ONLY, "process", "a read-only disk or server")                                      \
	X(STORE_LOCKED, "process", "a store that another process has locked")                      \
	X(STORE_CORRUPT, "process", "a damaged store, and a copy put in its place")                \
	X(OLDER_DISK, "process", "a disk that comes back as it was up to a minute ago")            \
	X(DOWN, "process", "the host down for an hour")                                            \
	X(NO_MEMORY, "process", "no memory")                                                       \
	/* Faults of the connection to a PostgreSQL server, from postgresql/wire.c */              \
	X(LOST_BEFORE, "database", "a connection lost before a question has arrived")              \
	X(LOST_AFTER, "database", "a connection lost with the answer, or in the middle of it")     \
	X(COMMIT_LOST_BEFORE, "database", "a connection lost before a commit has arrived")         \
	X(COMMIT_LOST_AFTER, "database", "a connection lost with the answer to a commit")          \
	X(LINGERED, "database", "a lost session that the server still keeps")                      \
	X(SERVER_DOWN, "database", "a server that nobody can reach for a while")                   \
	X(CLOCK_FORWARD, "process", "the clock put forward")                                       \
	X(CLOCK_BACK, "process", "the clock put back")                                             \
	/* Floods, from flood.c */                                                                 \
	X(FLOOD_BY_ONE, "players", "a flood of commands by one")                                   \
	X(FLOOD_BY_MANY, "players", "a flood of commands by all")                                  \
	X(FLOOD_OF_INVITATIONS, "players", "a flood of invitations")                               \
	/* Faults of strangers, from strangers.c */                                                \
	X(FALSE_ERROR, "strangers", "a remote server's error about the session or the account")    \
	X(ODD_EVENTS, "strangers", "events with an odd or missing part")                           \
	X(BAD_HISTORY, "strangers", "a gap whose pages can't be read, or never end")               \
	/* Faults of players, from people.c, answer.c, bystanders.c and model.c */                 \
	X(EDITED, "players", "an edit sent as a command")                                          \
	X(NOTICE, "players", "a notice sent as a command")                                         \
	X(ILLEGAL, "players", "an illegal action")                                                 \
	X(MEDDLED, "players", "a stranger's action in a match")                                    \
	X(TWICE, "players", "a command twice")                                                     \
	X(BOTH, "players", "both players acting at once")                                          \
	X(STALE_CHOICE, "players", "a reaction to a list of an earlier turn")                      \
	X(TURNED, "players", "text with bidirectional controls")                                   \
	X(ZERO_WIDTH, "players", "text with invisible characters")                                 \
	X(LONG_TEXT, "players", "a message of 60 KiB")                                             \
	X(HTML_NAME, "players", "HTML, controls and line ends in a name")                          \
	X(OTHER_ID, "players", "the id of somebody else in a command")                             \
	X(TAPPED_BY_OTHERS, "players", "reactions to a challenge by people whom it does not ask")  \
	X(BLOCKED, "players", "a challenge from somebody whom its receiver has blocked")           \
	X(IGNORED, "players", "a stranger whom an admin has banned")                               \
	X(STOPPED_BY_OTHERS, "players", "an attempt to stop a match, by a moderator or by others") \
	X(TIME_OUT, "players", "a match lost on time")                                             \
	/* Faults of a club night or season, from night_people.c, season_people.c and the laws */  \
	X(LEFT_NIGHT, "night", "a fencer who leaves a club night")                                 \
	X(EXCLUDED, "night", "a fencer whom a moderator excludes")                                 \
	X(EXCLUDED_BY_OTHERS, "night", "an attempt to exclude a fencer by others")                 \
	X(FORGOTTEN, "night", "a fencer who wants to be forgotten")                                \
	X(NIGHT_STOPPED, "night", "a club night that a moderator stops")                           \
	X(NIGHT_PAUSED, "night", "a pause of a club night")                                        \
	X(NIGHT_OFF, "night", "a club night with too few fencers")                                 \
	X(FORFEITED_TWICE, "night", "a fencer who has lost two bouts by the clock")                \
	X(ANNULLED, "night", "a bout annulled because a fencer has withdrawn")                     \
	X(WANTED, "season", "a fencer who wants another number of bouts at once")                  \
	X(AWAY, "season", "somebody who is away in a season")

/*
 * Ordinary events that must also happen in a run with --all 1, so that the run tests the bot as
 * people use it.
 */
#define SIM_FEATS(X)                                                                               \
	X(REACTION, "feat", "a turn answered by a reaction")                                       \
	X(VOTE, "feat", "a turn answered in a poll")                                               \
	X(CARDS, "feat", "a turn answered with cards alone")                                       \
	X(CARDS_OPEN, "feat", "cards that fit several actions, of which none was played")          \
	X(OFFERED, "feat", "a reaction of the bot, with which a player can answer a challenge")    \
	X(OFFERED_CARDS, "feat", "all cards as reactions of the bot, under a list of choices")     \
	X(POLL_REMOVED, "feat", "an answered poll that the bot removed")                           \
	X(ACKNOWLEDGED, "feat", "an action that the bot acknowledged")                             \
	X(CLOSED, "feat", "a challenge whose message says that it is over")                        \
	X(TAPPED, "feat", "a challenge answered by a reaction")                                    \
	X(ABORTED, "feat", "a player who wants to abort a match")                                  \
	X(CLAIMED, "feat", "a player who claims the win because the other has gone")               \
	X(BOUTS, "feat", "several matches at once in a room")                                      \
	X(HANDICAP, "feat", "a player who begins with touches, or has a longer clock")             \
	X(FREE_MOVE, "feat", "a move by a player who has used up their commands")                  \
	X(TIMED, "feat", "a move in another room, timed during a flood")                           \
	X(EMPTY_DISK, "feat", "a first start, without a store")                                    \
	X(ENTERED, "feat", "a fencer who enters a club night by a command")                        \
	X(ENTERED_BY_REACTION, "feat", "a fencer who enters a club night by a reaction")           \
	X(PODIUM, "feat", "a club night with a podium")                                            \
	X(TABLEAU, "feat", "a club night with a tableau")                                          \
	X(THIRD_PLACE, "feat", "a bout for the third place")                                       \
	X(ANSWERED, "feat", "an answer to a question of the bot")                                  \
	X(DECIDED, "feat", "a bout that decides a title")                                          \
	X(WEEKLY, "feat", "a weekly night that has opened")                                        \
	X(REPLACED, "feat", "an older message that points to the newest one of a night or season") \
	X(CHAMPION, "feat", "a season with a champion")                                            \
	X(NEXT_SEASON, "feat", "a season that has opened by itself")                               \
	X(PLAYED_ITSELF, "feat", "a forced action that played itself")                             \
	X(PLANNED, "feat", "a parry that its player had planned")                                  \
	X(WON, "feat", "a match won by its last touch")                                            \
	X(RESIGNED, "feat", "a match that a player resigned")

enum sim_fault {
#define X(name, kind, what) SIM_##name,
	SIM_FAULTS(X) SIM_FEATS(X)
#undef X
		SIM_FAULTS_COUNT
};

/* Counts that a fault happens in the current schedule. */
void sim_saw(enum sim_fault fault);

const char *sim_fault_kind(enum sim_fault fault);
const char *sim_fault_text(enum sim_fault fault);

#endif
