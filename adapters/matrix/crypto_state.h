/* What the files behind crypto.h share: one device's keys, and what is asked about them. */
#ifndef MX_CRYPTO_STATE_H
#define MX_CRYPTO_STATE_H

#include "adapters/matrix/answer.h"
#include "adapters/matrix/crypto.h"
#include "adapters/matrix/crypto/engarde_crypto.h"
#include "adapters/matrix/pause.h"

/* How far the account's cross-signing identity is known to stand behind this device. */
struct mx_trust {
	enum {
		MX_TRUST_ASK,     /* what is published is to be asked for */
		MX_TRUST_DECIDE,  /* it has been said: what follows? */
		MX_TRUST_KEY,     /* the secret storage says which key it needs */
		MX_TRUST_SECRETS, /* it has said what it holds */
		MX_TRUST_SETTLED,
	} stage;
	unsigned rounds;
	bool published;  /* the account has an identity, as the homeserver said */
	char *session;   /* of the user-interactive authentication; NULL: none is needed */
	json_t *secrets; /* account data by type */
};

struct mx_crypto {
	struct mx_olm *olm; /* NULL: not open yet */
	json_t *queue;      /* requests, sent one after the other: the machine wants it so */
	bool asked;         /* the first of them is under way */
	json_t *messages;   /* of verifications, to be said in rooms: {"id", "room", "type",
			       "content"} */
	bool stale;         /* the machine may have others */
	bool news;          /* keys came: what could not be read may be readable now */
	struct mx_pause pause;
	json_t *members;  /* rooms: who is there, as the homeserver said to this process */
	unsigned changes; /* counts what may have changed that */
	struct mx_trust trust;
	int64_t due; /* steady time when waiting for keys is given up; 0: nothing waits */
};

/* What a call of engarde_crypto.h came to, parsed; NULL: it failed, which is logged. Ends `text`.
 */
json_t *mx_crypto_result(enum mx_olm_status status, char *text, const char *during);

/* Ends the run with what has to be repaired, and how. */
void mx_crypto_give_up(struct mx *mx, const char *event, const char *why);

/* Appends requests to the queue; takes the array. False: there are none, or no memory. */
bool mx_crypto_enqueue(struct mx_crypto *crypto, json_t *requests);

/* A request of the adapter's own; `path` is taken. */
bool mx_crypto_enqueue_get(struct mx_crypto *crypto, const char *kind, const char *id, char *path);

/* Whether nothing is asked, and something may be. */
bool mx_crypto_is_idle(const struct mx_crypto *crypto);

/* Opens the keys of the device that is logged in: see mx_crypto_turn. */
void mx_crypto_open(struct mx *mx);

/* Asks the machine what it wants asked, in a room or (NULL) in general; NULL: it failed. */
json_t *mx_crypto_ask(struct mx *mx, const char *circle);

/* Sends the first request of the queue, unless it is under way. */
void mx_crypto_send(struct mx *mx);

/* The answer to a request of the kind "members". */
void mx_crypto_take_members(struct mx *mx, const json_t *request, const struct mx_answer *answer);

/* Whether a user has a device that may have keys. */
bool mx_crypto_has_device(struct mx *mx, const char *user);

/* Does the next step towards a device that is signed; the queue is empty. */
void mx_crypto_trust_turn(struct mx *mx);
/* The answer to a request of the kinds "query" and "secret"; NULL: there is no such thing. */
void mx_crypto_trust_published(struct mx *mx, const json_t *answer);
void mx_crypto_trust_secret(struct mx *mx, const char *type, json_t *content);
/* The homeserver will not do what this needs. */
void mx_crypto_trust_failed(struct mx *mx, const char *why);

/* Tells the machine who may verify the device. False: it failed, which is logged. */
bool mx_crypto_verify_open(struct mx *mx);
/* Takes in an event of a room, if it is about a verification. */
void mx_crypto_hear(struct mx *mx, const char *room, const json_t *event);
/* Takes verifications further; the queue is idle. */
void mx_crypto_verify_turn(struct mx *mx);
/* Says in its room what the next of the messages has to say. */
void mx_crypto_verify_say(struct mx *mx);

/* Reads again what could not be read, and gives up what has waited for too long. */
void mx_crypto_retry(struct mx *mx);

#endif
