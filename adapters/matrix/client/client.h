/* How the Matrix client starts, and the errors that all parts of the adapter use. */
#ifndef ADAPTERS_MATRIX_CLIENT_CLIENT_H
#define ADAPTERS_MATRIX_CLIENT_CLIENT_H

#include <stdbool.h>

#define MX_MUST_USE __attribute__((warn_unused_result))

/*
 * Starts libcurl and libsodium. Call it once in a process, before any request and while no other
 * thread runs. curl_global_cleanup undoes it. Returns false if one of the libraries can't be
 * started.
 *
 * Access tokens and passwords pass through the memory of libcurl and jansson. By default, these
 * libraries free memory without wiping it. After this call, they wipe all memory before they free
 * it.
 *
 * If no memory is left, the process ends with a message (bot/base/memory.h), since neither library
 * can handle this case. jansson's parser (2.14, lex_save) would write past its buffer. In libcurl
 * (7.88), a request might wait for ever.
 */
MX_MUST_USE bool mx_init(void);

/* Why a call of the adapter failed, or why its run ended. */
enum mx_error {
	MX_OK = 0,
	MX_STORE_FAILED,  /* the store failed; the log has the store's error */
	MX_NOT_LEADER,    /* this process may not use the store any more: bot_store_confirm */
	MX_CANNOT_LISTEN, /* the bot can't open the port to which the homeserver pushes events */
	MX_BAD_CONFIG,    /* a person must repair the configuration */
	MX_BAD_KEYS,      /* a person must repair the files of the encryption keys */
	MX_NOT_SIGNED,    /* the account's identity can't sign the bot's device */
	MX_LOGIN_REFUSED, /* the homeserver refuses the password or access token */
	MX_LOGGED_OUT,    /* the session has ended, and the bot can't log in again by itself */
	MX_NO_ANSWER,     /* the homeserver does not answer now; only mx_log_in returns this */
	MX_INTERRUPTED,   /* `stop` became readable; only mx_log_in returns this */
};

/* Returns a static English text for the error, for logs and terminals. */
const char *mx_error_text(enum mx_error error);

#endif
