/* How the Matrix client starts, and the errors that all parts of the adapter use. */
#ifndef MX_CLIENT_H
#define MX_CLIENT_H

#include <stdbool.h>

#define MX_MUST_USE __attribute__((warn_unused_result))

/*
 * Starts libcurl and libsodium. Call it once in a process, before any request and while no other
 * thread runs. curl_global_cleanup undoes it. Returns false if one of the libraries can't be
 * started.
 *
 * Access tokens and passwords pass through the memory of libcurl and jansson. By default, neither
 * library wipes memory before it frees it; after this call both libraries do. If no memory is left,
 * the process ends with a message (bot/base/memory.h), since neither library can go on then:
 * jansson's parser (2.14, lex_save) writes past its buffer, and libcurl (7.88) may leave a request
 * waiting for ever.
 */
MX_MUST_USE bool mx_init(void);

/* Why a call of the adapter failed, or why its run ended. */
enum mx_error {
	MX_OK = 0,
	MX_STORE_FAILED,  /* the store failed; the log has the store's error */
	MX_CANNOT_LISTEN, /* the bot can't open the port to which the homeserver pushes events */
	MX_BAD_CONFIG,    /* the homeserver's address, the account or the password is wrong */
	MX_LOGIN_REFUSED, /* the homeserver refuses the password or access token */
	MX_LOGGED_OUT,    /* the homeserver has ended the session for good */
	MX_NO_ANSWER,     /* the homeserver does not answer now; only mx_log_in returns this */
	MX_INTERRUPTED,   /* `stop` became readable; only mx_log_in returns this */
};

/* Returns a static English text for the error, for logs and terminals. */
const char *mx_error_text(enum mx_error error);

#endif
