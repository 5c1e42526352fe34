/*
 * What the store keeps of the bot's session: whose it is, its device, its access token and, where
 * that came by OAuth 2.0, what renews it. All calls are within a transaction.
 */
#ifndef MX_KEPT_H
#define MX_KEPT_H

#include "bot/store.h"

#include <stdint.h>

/* What renews an access token. Strings are borrowed where it is written. */
struct mx_renewal {
	char *client;   /* the bot's name at the server */
	char *endpoint; /* where tokens are asked for */
	char *refresh;  /* the refresh token, a secret: good for once */
	int64_t due;    /* date in milliseconds; 0: when the homeserver says that it expired */
};

/*
 * The account and the device, which are written down where they aren't yet; *token and *user are
 * for the caller, NULL where there is none.
 */
BOT_MUST_USE enum bot_error mx_kept_begin(
	struct bot_store *store, const char *me, char **user, char **token);

/* Writes down another device, yet to be logged in. */
BOT_MUST_USE enum bot_error mx_kept_name_device(struct bot_store *store);

/* For free(); NULL: there is none. */
BOT_MUST_USE enum bot_error mx_kept_device(struct bot_store *store, char **device);

/* BOT_NOT_FOUND: there is none. Otherwise mx_renewal_finish has to follow. */
BOT_MUST_USE enum bot_error mx_kept_renewal(struct bot_store *store, struct mx_renewal *renewal);
/* Wipes it. */
void mx_renewal_finish(struct mx_renewal *renewal);

/* A NULL device: as it is. A NULL token or renewal: none from now on. */
BOT_MUST_USE enum bot_error mx_keep(struct bot_store *store, const char *device, const char *token,
	const struct mx_renewal *renewal);

/* Wipes and frees a string. */
void mx_wipe(char *secret);

#endif
