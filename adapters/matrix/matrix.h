/*
 * The Matrix adapter: one account, one thread, one loop. It follows the account's rooms through
 * /sync, or as an application service has its homeserver push events; it gives what is written
 * there to the host, and sends what the host puts in the outbox.
 */
#ifndef MX_MATRIX_H
#define MX_MATRIX_H

#include "bot/guest.h"
#include "bot/store.h"
#include "config/config.h"

#include <stdbool.h>

#define MX_MUST_USE __attribute__((warn_unused_result))

enum mx_error {
	MX_OK = 0,
	MX_NO_MEMORY,
	MX_STORE_FAILED,  /* the store can't be used: what it answered is logged */
	MX_CANNOT_LISTEN, /* for the homeserver, which is to push events */
	MX_BAD_CONFIG,    /* the homeserver's address or the account can't be what was meant */
	MX_LOGIN_REFUSED, /* the homeserver refuses the password or access token */
	MX_LOGGED_OUT,    /* the homeserver has ended the session for good */
	MX_NO_ANSWER,     /* it does not answer, or not now; only of mx_log_in */
	MX_INTERRUPTED,   /* by `stop`; only of mx_log_in */
};

/* A static English sentence for logs and terminals. */
const char *mx_error_text(enum mx_error error);

/*
 * Starts libcurl and libsodium, once in a process and before mx_run; curl_global_cleanup ends it.
 * Not to be called while another thread runs. False: it can't be.
 */
MX_MUST_USE bool mx_init(void);

/*
 * What is kept beside a store where the account takes part in encrypted rooms: the file of its
 * recovery key, and the folder of its device's keys, each named after the store with this end.
 */
#define MX_RECOVERY_KEY ".recovery-key"
#define MX_DEVICE_KEYS  ".crypto"

/*
 * The store is an older copy: what was said since is not handled, and the next run begins as the
 * first did. Within a transaction.
 */
BOT_MUST_USE enum bot_error mx_forget_position(struct bot_store *store);

/* A session that one store has, for another. All zero: none. */
struct mx_kept_session {
	char *user, *device;
	char *token, *renewal; /* secrets */
};

BOT_MUST_USE enum bot_error mx_session_of(struct bot_store *store, struct mx_kept_session *session);
/*
 * The store takes the place of the one that has the session, and is the same device's: that session
 * is the newer one, and tokens that were renewed since are no good any more. Within a transaction.
 */
BOT_MUST_USE enum bot_error mx_go_on_with_session(
	struct bot_store *store, const struct mx_kept_session *session);
/* Wipes it. */
void mx_kept_session_finish(struct mx_kept_session *session);

/*
 * Logs in anew, once, and keeps the session in the store for mx_run; an access token is only tried.
 * What the homeserver answers to that is logged. Where the configuration says OAuth 2.0 `show` is
 * called, and then a person is waited for, for as long as the server lets him think, or until
 * `stop` (-1: none) becomes readable.
 */
struct mx_show {
	/* The link to open; `code` has to be typed there, or (`complete`) only looked at. */
	void (*call)(const void *self, const char *link, const char *code, bool complete);
	const void *self;
};
MX_MUST_USE enum mx_error mx_log_in(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, struct mx_show show, int stop);

/*
 * Runs the bot until `stop` becomes readable (nothing is read from it), then lets what is in
 * flight end and returns MX_OK. Faults of the network and of the homeserver are waited out; only
 * what somebody has to repair ends it with an error, whose details are logged. Everything is
 * borrowed until it returns; the store must not be in a transaction. At most four guests.
 */
MX_MUST_USE enum mx_error mx_run(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, int stop, const struct bot_guest *guests, unsigned guests_count);

#endif
