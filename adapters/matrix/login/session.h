/*
 * The bot's session at the homeserver: its access token and its device. The bot chooses the device
 * id before the first log-in. The bot uses this device until the homeserver has deleted it, because
 * a homeserver recognises a transaction id only from the same device.
 *
 * If the homeserver has ended the session for good, or no longer has the device's keys, nobody can
 * read what the bot writes with that device. Then the bot logs in as a new device. At first it does
 * not know which outbox rows the old device has sent.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_SESSION_H
#define ADAPTERS_MATRIX_LOGIN_SESSION_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/client.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/login/account.h"

struct mx_renewal;

/* How many milliseconds the bot waits between two attempts while the account is locked. */
#define MX_LOCKED_WAIT (INT64_C(5) * 60 * 1000)

struct mx_session {
	struct mx_account *account;
	/*
	 * Sets the keys of the device aside before a new device replaces it. `set_aside` returns
	 * whether that worked. The pointer is NULL if the device has no keys.
	 */
	struct {
		bool (*set_aside)(void *self);
		void *self;
	} keys;
	enum { MX_LOGGED_OFF, MX_LOGGING_IN, MX_LOGGED_IN } state;
	struct mx_backoff backoff; /* the wait until the next log-in or token renewal */
	/*
	 * An answer said that the session has ended or that the account is locked. So the bot must
	 * check this with whoami.
	 */
	bool must_check;
	bool check_is_under_way;         /* the bot waits for the answer to this whoami */
	struct mx_backoff check_backoff; /* the wait until the next whoami */
	/* the wait while the account is locked; meanwhile the bot sends nothing */
	struct mx_backoff locked_backoff;
	/* the homeserver deleted the device, so the bot must log in as a new device */
	bool device_lost;
	unsigned device_losses; /* how many devices the bot has lost in a row */
	/*
	 * the date when this device replaced another, or 0 if no outbox row is in doubt
	 * (mx_device_is_in_doubt)
	 */
	int64_t replaced_at;
	bool has_batch; /* the bot has handled a batch that the new device requested */
	/* no room had a gap when the bot handled the last batch that the new device requested */
	bool has_no_gap;
	bool deviceless; /* the homeserver does not let this application service have a device */
	/* steady time of the last log-in without a person, or of the last token renewal */
	int64_t last_attempt;
	bool has_address_hint; /* the bot has asked for a hint (discovery.h) */
	/* Only with OAuth 2.0: */
	bool token_expires;                /* the bot knows when its access token expires */
	bool token_refused;                /* the homeserver no longer accepts the access token */
	struct mx_backoff refresh_backoff; /* the wait until the bot must renew the token */
};

/*
 * Which servers can choose the error code of an answer and delay the answer. A homeserver passes on
 * the error codes of other servers: M_UNKNOWN_TOKEN in an answer to /join may come from a server
 * that somebody else controls.
 *
 *	SESSION     GET /sync, /account/whoami
 *	HOMESERVER  PUT /send and /state, GET /state, /media, /filter, /account_data, /keys,
 *	            /sendToDevice, /members, /joined_members, /receipt, /appservice/ping
 *	REMOTE      /join; /directory; /leave, which may decline an invitation; /createRoom,
 *	            which invites; /messages, because history may come from other servers
 *
 * Requests that log in or renew a token (/login, /register, /devices, OAuth 2.0) go only to the
 * homeserver or its authorization server; the callers judge their answers. While the homeserver has
 * only partly joined a room, its answers to GET /state and /members may wait for another server.
 */
enum mx_author {
	MX_AUTHOR_SESSION,    /* the homeserver, in an answer that is about the session */
	MX_AUTHOR_HOMESERVER, /* the homeserver alone */
	MX_AUTHOR_REMOTE,     /* the homeserver or another server */
};

/*
 * Returns the verdict on the answer, and updates the session if the answer says something about it.
 * Only an answer by MX_AUTHOR_SESSION can end the session or mark the account as locked. If an
 * answer by another author claims such a thing, the bot checks the claim with whoami, and this
 * function returns MX_ANSWER_NO_SESSION.
 */
enum mx_answer_verdict mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author);

/*
 * Stores a session in a transaction of its own, as mx_session_store_write does. Returns whether the
 * transaction was committed.
 */
bool mx_session_write(const struct mx_session *session, const char *device, const char *token,
	const struct mx_renewal *renewal);

/*
 * Returns whether the bot can begin as a new device by itself: it has a password, or is an
 * application service.
 */
bool mx_session_can_replace_device(const struct mx_session *session);

/*
 * Ends the session because the bot can't use its device any more. If the bot can replace its device
 * by itself, it logs in again as a new device. If not, the run ends. Logs `event` with `why`.
 */
void mx_session_abandon_device(struct mx_session *session, const char *event, const char *why);

/*
 * Chooses a new device id for the next log-in, and forgets the session of the old device. Sets the
 * keys of the old device aside, so that the new device can take over the room keys. Returns false
 * on failure. Then the caller tries again later, unless account->fatal is set.
 */
MX_MUST_USE bool mx_device_replace(struct mx_session *session);

/*
 * Reads from the store whether outbox rows are in doubt. Call it in a transaction when the bot
 * starts.
 */
BOT_MUST_USE enum bot_error mx_device_read_doubt(struct mx_session *session);

/*
 * Returns whether outbox rows of the old device are in doubt: perhaps the old device sent them, but
 * never got the answer. A homeserver recognises a transaction id only from the same device. So if
 * the new device sent such a row, people could see the message twice. Therefore the bot sends
 * nothing until it has a batch that the new device requested. This batch shows what the old device
 * sent. In a room with a timeline gap, only the events in the gap show this. There the old rows
 * wait until the bot has read the gap or given it up (see send/outbox_row.h).
 */
bool mx_device_is_in_doubt(const struct mx_session *session);

/* Returns whether the bot still waits for the first batch that the new device requested. */
bool mx_device_awaits_batch(const struct mx_session *session);

/*
 * Call both functions for each batch: mx_device_end_doubt in the batch's transaction, after
 * mx_gaps_note, and mx_device_doubt_ended after the commit. They do nothing if an earlier device
 * requested the batch. Otherwise the bot stops waiting for the new device's first batch. If no room
 * has a gap either, no row is in doubt any more: the first function stores this, and the second
 * function updates the session.
 *
 * `asked_in` is the HTTP session (mx_http_session) in which the bot requested the batch.
 */
BOT_MUST_USE enum bot_error mx_device_end_doubt(struct mx_session *session, unsigned asked_in);
void mx_device_doubt_ended(struct mx_session *session, unsigned asked_in);

#endif
