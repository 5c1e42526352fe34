/*
 * The struct behind crypto.h, which only the sources of this folder use: one device's keys and the
 * requests about these keys.
 */
#ifndef MX_CRYPTO_STATE_H
#define MX_CRYPTO_STATE_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/crypto/engarde_crypto.h"
#include "adapters/matrix/login/session.h"

struct mx_crypto {
	struct mx_account *account;
	struct mx_session *session;
	struct mx_crypto_hooks hooks;
	struct mx_olm *olm; /* the crypto machine; NULL while the keys are not open */
	/* the requests to send; the machine demands that the bot sends one at a time */
	json_t *queue;
	bool request_is_under_way; /* the bot waits for the answer to the queue's first request */
	/*
	 * The messages of verifications that the bot must send into rooms. Each is {"id", "room",
	 * "type", "content"}.
	 */
	json_t *messages;
	bool may_have_requests; /* the machine may want to send further requests */
	bool has_new_keys;      /* the bot has got keys that may open waiting events */
	/*
	 * As far as the machine knows, the device of a waiting event is not signed. The bot relies
	 * on this only when the machine has no more queries for devices to send.
	 */
	bool has_unsigned;
	/* the waiting events while late_events.h works on them, borrowed; else NULL */
	struct mx_waiting_events *waiting;
	struct mx_backoff backoff;
	/*
	 * For each room, an object with the room's members, as far as the homeserver has told this
	 * process. If the room has too many members, a number stands there instead of the object:
	 * the steady time when the bot saw that there are too many.
	 */
	json_t *members;
	/*
	 * for each room where encryption failed, the steady time until which the bot encrypts
	 * nothing there
	 */
	json_t *failed_rooms;
	unsigned unlisted_answers; /* how many answers in a row did not list this device */
	/* how many events so far may have changed the members of their room */
	unsigned member_changes;
	struct mx_trust trust;
	/* steady time of the next try to open waiting events, or 0 if no events wait */
	int64_t retry_at;
};

/*
 * Parses `text`, the result of a function of engarde_crypto.h, and frees it. Returns a new
 * reference. If the call failed, returns NULL and logs the error together with `during`, the name
 * of the work.
 */
json_t *mx_crypto_result(enum mx_olm_status status, char *text, const char *during);

/*
 * Ends the run with `error`. Logs `event` with `why`, which tells what a person must repair and
 * how.
 */
void mx_crypto_give_up(
	struct mx_crypto *crypto, enum mx_error error, const char *event, const char *why);

#endif
