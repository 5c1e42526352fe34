/* Why a call of the adapter failed, or why its run ended. */
#ifndef MX_ERROR_H
#define MX_ERROR_H

#define MX_MUST_USE __attribute__((warn_unused_result))

enum mx_error {
	MX_OK = 0,
	MX_NO_MEMORY,
	MX_STORE_FAILED,  /* the store can't be used; the log has the store's error */
	MX_CANNOT_LISTEN, /* the bot can't listen for the homeserver, which pushes events */
	MX_BAD_CONFIG,    /* the homeserver's address or the account is wrong */
	MX_LOGIN_REFUSED, /* the homeserver refuses the password or access token */
	MX_LOGGED_OUT,    /* the homeserver has ended the session for good */
	MX_NO_ANSWER,     /* the homeserver does not answer now; only from mx_log_in */
	MX_INTERRUPTED,   /* `stop` became readable; only from mx_log_in */
};

/* A static English sentence for logs and terminals. */
const char *mx_error_text(enum mx_error error);

#endif
