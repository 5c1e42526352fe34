/*
 * The part of the bot's session that the store keeps: the user, the device, the access token and,
 * with OAuth 2.0, the data with which the bot renews the token. Call all functions in a
 * transaction.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_SESSION_STORE_H
#define ADAPTERS_MATRIX_LOGIN_SESSION_STORE_H

#include "bot/store/store.h"

#include <stdint.h>

/*
 * The name under which the store keeps the fingerprint of the device's encryption keys. The store
 * has no fingerprint if the device never had keys.
 */
#define MX_FINGERPRINT_KEY "matrix.fingerprint"

/* What the bot needs to renew an access token. */
struct mx_renewal {
	char *client;   /* the bot's client id at the OAuth 2.0 server */
	char *endpoint; /* the address where the bot asks for tokens */
	char *refresh;  /* the refresh token: a secret that works once */
	/*
	 * the date in milliseconds when to renew the token, or 0 to renew it when the homeserver
	 * refuses it
	 */
	int64_t due;
};

/*
 * Reads the stored user and access token. If the store has no user, stores `me`. If the store has
 * no device, stores a new device id. Before the call, set *user and *token to NULL. Each stays NULL
 * if the store does not have it. The caller frees both with mx_secret_free.
 */
BOT_MUST_USE enum bot_error mx_session_store_start(
	struct bot_store *store, const char *me, char **user, char **token);

/* Stores the id of a new device, which has no session and no keys yet. */
BOT_MUST_USE enum bot_error mx_session_store_name_device(struct bot_store *store);

/* Reads the stored device id. Call mx_session_store_start before. The caller frees *device. */
BOT_MUST_USE enum bot_error mx_session_store_device(struct bot_store *store, char **device);

/*
 * Reads the data with which the bot renews the token. Returns BOT_NOT_FOUND if the store has no
 * session of OAuth 2.0. After BOT_OK, the caller must call mx_renewal_finish. After an error,
 * `renewal` is unchanged.
 */
BOT_MUST_USE enum bot_error mx_session_store_renewal(
	struct bot_store *store, struct mx_renewal *renewal);
/* Frees the strings, and wipes the refresh token. */
void mx_renewal_finish(struct mx_renewal *renewal);

/*
 * Stores a session. If `device` is NULL, the store keeps its device id. If `token` is NULL, the
 * store deletes its token; if `renewal` is NULL, it deletes its renewal data.
 */
BOT_MUST_USE enum bot_error mx_session_store_write(struct bot_store *store, const char *device,
	const char *token, const struct mx_renewal *renewal);

/*
 * A copy of the session in one store, to write into another store. All zero if the store has no
 * session.
 */
struct mx_stored_session {
	char *user, *device;
	char *token, *renewal; /* secrets */
};

/* Reads the session of a store. After BOT_OK, the caller must call mx_stored_session_finish. */
BOT_MUST_USE enum bot_error mx_stored_session_read(
	struct bot_store *store, struct mx_stored_session *session);
/*
 * Writes `session`, which comes from the replaced store, into the restored store. Does this only if
 * both stores have the same user and device. If the bot renewed its tokens after the backup, the
 * homeserver would refuse the older tokens of the restored store.
 */
BOT_MUST_USE enum bot_error mx_stored_session_carry_over(
	struct bot_store *store, const struct mx_stored_session *session);
/* Frees the strings, and wipes the secrets. */
void mx_stored_session_finish(struct mx_stored_session *session);

/* Wipes and frees a string. `secret` may be NULL. */
void mx_secret_free(char *secret);

#endif
