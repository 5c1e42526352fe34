/*
 * The private part of crypto.h, for the sources of this folder: one device's keys and the requests
 * about them.
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
	struct mx_olm *olm; /* the crypto machine; NULL: the keys are not open */
	json_t *queue;      /* requests: the machine demands that they go one after the other */
	bool request_is_under_way; /* the bot waits for the answer to the first of them */
	/* Messages of verifications for rooms: {"id", "room", "type", "content"}. */
	json_t *messages;
	bool may_have_requests; /* the machine may have further requests */
	bool has_new_keys;      /* keys came that may open events that wait */
	struct mx_backoff backoff;
	/*
	 * For each room, an object with the members, as the homeserver told this process. A number
	 * instead: the room had too many members at that steady time.
	 */
	json_t *members;
	json_t *failed_rooms; /* rooms: until when (steady time) the bot encrypts nothing there */
	unsigned unlisted_answers; /* answers in a row in which this device was missing */
	unsigned member_changes;   /* counts events that may have changed the members of a room */
	struct mx_trust trust;
	int64_t retry_at; /* steady time to open waiting events again; 0: none waits */
};

/*
 * Parses `text`, the result of a function of engarde_crypto.h, and frees it. Returns a new
 * reference. If the call failed, logs the error together with `during`, the name of the work, and
 * returns NULL.
 */
json_t *mx_crypto_result(enum mx_olm_status status, char *text, const char *during);

/*
 * Ends the run with MX_BAD_CONFIG. Logs `event` with `why`: what a person must repair, and how.
 */
void mx_crypto_give_up(struct mx_crypto *crypto, const char *event, const char *why);

#endif
