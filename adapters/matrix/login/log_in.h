/*
 * The log-in for a person at a terminal, who then starts the bot with this session.
 *
 * With the device authorization grant of OAuth 2.0 (RFC 8628), the person opens a URI in a browser
 * on any machine and allows the bot to log in. Meanwhile the bot asks the server again and again
 * whether the person has answered.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_LOG_IN_H
#define ADAPTERS_MATRIX_LOGIN_LOG_IN_H

#include "adapters/matrix/client/client.h"
#include "bot/store/store.h"
#include "config/config.h"
#include "config/secrets.h"

#include <stdbool.h>

/* Shows a person the URI that they have to open. */
struct mx_device_code_display {
	/*
	 * The person must type `code` on the page of `uri`. If `complete` is true, the URI
	 * contains the code, and the person only compares it with the code on the page. The strings
	 * are borrowed.
	 */
	void (*show)(const void *self, const char *uri, const char *code, bool complete);
	const void *self;
};

/*
 * Logs in once, and stores the session for mx_run. With an access token, only tests whether the
 * homeserver accepts the token. Logs the homeserver's answer. With OAuth 2.0, calls `display`, and
 * waits until a person allows or refuses the log-in, until the server's time limit for this has
 * passed, or until the descriptor `stop` becomes readable. `stop` is -1 if the caller has no such
 * descriptor.
 *
 * On success, sets *has_identity to whether the account has published a cross-signing identity. It
 * is false if the homeserver does not say so.
 */
MX_MUST_USE enum mx_error mx_log_in(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, struct mx_device_code_display display, int stop,
	bool *has_identity);

#endif
