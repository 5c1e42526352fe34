/*
 * The part of the bot's session that the store keeps: the user, the device, the access token and,
 * with OAuth 2.0, what the bot needs to renew the token. Call all functions in a transaction.
 */
#ifndef MX_SESSION_STORE_H
#define MX_SESSION_STORE_H

#include "bot/store/store.h"

#include <stdint.h>

/*
 * The fingerprint by which other clients know the device's keys. Not set if the device has had no
 * keys.
 */
#define MX_FINGERPRINT_KEY "matrix.fingerprint"

/* What the bot needs to renew an access token. */
struct mx_renewal {
	char *client;   /* the bot's client id at the OAuth 2.0 server */
	char *endpoint; /* the address where the bot asks for tokens */
	char *refresh;  /* the refresh token: a secret that works once */
	int64_t due;    /* date in milliseconds; 0: when the homeserver refuses the old token */
};

/*
 * Reads the stored user and access token. If the store has no user yet, stores `me`; if it has no
 * device yet, stores a new device id. The caller frees *user and *token (mx_secret_free); NULL:
 * the store had none. Set both to NULL before.
 */
BOT_MUST_USE enum bot_error mx_session_store_start(
	struct bot_store *store, const char *me, char **user, char **token);

/* Stores the id of a new device, which has not logged in and has no keys yet. */
BOT_MUST_USE enum bot_error mx_session_store_name_device(struct bot_store *store);

/* Reads the id of the device, which mx_session_store_start has named. The caller frees *device. */
BOT_MUST_USE enum bot_error mx_session_store_device(struct bot_store *store, char **device);

/*
 * Reads what renews the token. BOT_NOT_FOUND: the store has no session of OAuth 2.0. After BOT_OK,
 * the caller must call mx_renewal_finish; after an error, `renewal` is as it was.
 */
BOT_MUST_USE enum bot_error mx_session_store_renewal(
	struct bot_store *store, struct mx_renewal *renewal);
/* Frees the strings, and wipes the refresh token. */
void mx_renewal_finish(struct mx_renewal *renewal);

/*
 * Stores a session. `device` NULL: the stored device stays. `token` or `renewal` NULL: the function
 * deletes the stored one.
 */
BOT_MUST_USE enum bot_error mx_session_store_write(struct bot_store *store, const char *device,
	const char *token, const struct mx_renewal *renewal);

/* A copy of the session in one store, for another store. All zero: no session. */
struct mx_stored_session {
	char *user, *device;
	char *token, *renewal; /* secrets */
};

/* Reads the session of a store. After BOT_OK, the caller must call mx_stored_session_finish. */
BOT_MUST_USE enum bot_error mx_stored_session_read(
	struct bot_store *store, struct mx_stored_session *session);
/*
 * Gives a restored store the session of the store that it replaces, if both are for the same user
 * and device. That session is newer: the bot may have renewed its tokens since the backup, and then
 * the homeserver would refuse the tokens in the restored store.
 */
BOT_MUST_USE enum bot_error mx_stored_session_carry_over(
	struct bot_store *store, const struct mx_stored_session *session);
/* Frees the strings, and wipes the secrets. */
void mx_stored_session_finish(struct mx_stored_session *session);

/* Wipes and frees a string; it may be NULL. */
void mx_secret_free(char *secret);

#endif
