/*
 * The struct behind crypto.h, which only the sources of this folder use: one device's keys and the
 * requests about these keys.
 */
#ifndef ADAPTERS_MATRIX_E2EE_CRYPTO_STATE_H
#define ADAPTERS_MATRIX_E2EE_CRYPTO_STATE_H

#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/crypto/engarde_crypto.h"
#include "adapters/matrix/e2ee/key_place.h"
#include "adapters/matrix/login/session.h"

/* The least milliseconds between two queries about changed lists of devices in one queue. */
#define MX_LISTS_INTERVAL 1000

/*
 * The queues of the requests about keys. Each queue sends one request at a time. So strangers who
 * change their devices all the time, and servers that do not answer, hold up only the queues of
 * their own kind. The queues named _ELSEWHERE have the requests whose answers may wait for other
 * servers.
 */
enum mx_key_queue_id {
	MX_KEY_QUEUE_OWN,    /* the bot's identity, verifications, messages to devices */
	MX_KEY_QUEUE_UPLOAD, /* the bot's own device keys and one-time keys */
	/* what a message in a private room waits for: hands are sent there */
	MX_KEY_QUEUE_HAND,
	MX_KEY_QUEUE_HAND_ELSEWHERE,
	/* what a message in another room waits for */
	MX_KEY_QUEUE_ROOM,
	MX_KEY_QUEUE_ROOM_ELSEWHERE,
	/* the members of rooms */
	MX_KEY_QUEUE_MEMBERS,
	MX_KEY_QUEUE_MEMBERS_ELSEWHERE,
	/* changed lists of devices, which no message waits for */
	MX_KEY_QUEUE_LISTS,
	MX_KEY_QUEUE_LISTS_ELSEWHERE,
	MX_KEY_QUEUES,
};

struct mx_key_queue {
	struct mx_crypto *crypto;
	json_t *requests;  /* what to send; the first may be under way */
	json_t *under_way; /* the request whose answer the bot waits for, or NULL */
	struct mx_backoff backoff;
	/* the machine has a request for this queue, but the queue was not idle */
	bool is_wanted;
	/* the homeserver has refused a request, and the log says so */
	bool is_refused;
};

struct mx_crypto {
	struct mx_account *account;
	struct mx_session *session;
	struct mx_crypto_hooks hooks;
	struct mx_key_place place;
	struct mx_machine *machine; /* the crypto machine; NULL while the keys are not open */
	struct mx_key_queue queues[MX_KEY_QUEUES];
	/*
	 * The messages of verifications that the bot must send into rooms. Each is {"id", "room",
	 * "type", "content"}.
	 */
	json_t *messages;
	bool may_have_requests; /* the machine may want to send further requests */
	bool has_new_keys;      /* the bot has got keys that may open waiting events */
	/* the waiting events while mx_encrypted_events_retry works on them, borrowed; else NULL */
	struct mx_waiting_events *waiting;
	/*
	 * When the bot asks the machine for a query about changed lists, and when it did so last,
	 * by the steady clock: [0] for the own server, [1] for other servers. INT64_MAX if nothing
	 * has changed.
	 */
	int64_t lists_at[2], lists_asked_at[2];
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
	unsigned unlisted_answers;          /* how many answers in a row did not list this device */
	struct mx_backoff unlisted_backoff; /* the wait until the bot asks again */
	struct mx_trust trust;
	/* steady time of the next try to open waiting events, or 0 if no events wait */
	int64_t retry_at;
	bool keys_are_older; /* the bot must encrypt nothing with these keys (key_files.h) */
};

/*
 * Parses `text`, the result of a function of engarde_crypto.h, and frees it. Returns a new
 * reference. If the call failed, returns NULL and logs the error together with `during`, the name
 * of the work.
 */
json_t *mx_crypto_result(enum mx_machine_status status, char *text, const char *during);

/* Returns whether the device's keys are open, and the machine is not ahead of the store. */
bool mx_crypto_has_keys(const struct mx_crypto *crypto);

/* Call this when users' devices may have changed. The bot asks about them soon. */
void mx_crypto_note_changed_lists(struct mx_crypto *crypto);

/*
 * The queues of the requests to the homeserver about keys. Most requests come from the crypto
 * machine; the adapter adds a few of its own. key_requests.h sends them.
 *
 * Makes the queues, empties them, or frees them. Requests under way are forgotten.
 */
void mx_key_queue_init(struct mx_crypto *crypto);
void mx_key_queue_clear(struct mx_crypto *crypto);
void mx_key_queue_finish(struct mx_crypto *crypto);

/*
 * Returns whether the keys are open, the queue has no requests, and the queue need not wait after a
 * failure.
 */
bool mx_key_queue_is_idle(const struct mx_crypto *crypto, enum mx_key_queue_id queue);

/*
 * Returns the requests that the crypto machine wants to send, as a new array. `recipients` is NULL,
 * or the room and its members, as the JSON text that mx_machine_requests takes. Returns NULL if the
 * machine failed.
 */
json_t *mx_key_queue_from_machine(struct mx_crypto *crypto, const char *recipients);

/*
 * Appends requests to a queue. Takes the reference to the array, which may be NULL. Returns false
 * if the array has no requests.
 */
bool mx_key_queue_add(struct mx_crypto *crypto, enum mx_key_queue_id queue, json_t *requests);

/*
 * Appends a GET request of the adapter itself, which has this `kind` and `id`. Frees `path`.
 * Returns the request, borrowed from the queue.
 */
json_t *mx_key_queue_add_get(struct mx_crypto *crypto, enum mx_key_queue_id queue, const char *kind,
	const char *id, char *path);

/*
 * Gives the machine the `answer` to a request of its own. Returns a new reference to the
 * machine's result, or NULL if it failed.
 */
json_t *mx_key_queue_pass(struct mx_crypto *crypto, const json_t *request, const char *answer);

#endif
