/*
 * What an OAuth 2.0 server says, where the accounts of a homeserver belong to one: Client-server
 * API, "OAuth 2.0 API". Nothing is asked here; whatever is read may be anybody's.
 */
#ifndef MX_OAUTH_H
#define MX_OAUTH_H

#include "adapters/matrix/answer.h"

#define MX_ENDPOINT_SIZE 1024
#define MX_CODE_SIZE     1024
#define MX_USER_CODE     65
#define MX_CLIENT_SIZE   256

/* Where it is asked what. */
struct mx_oauth_server {
	char registration[MX_ENDPOINT_SIZE];
	char device[MX_ENDPOINT_SIZE]; /* of the device authorization grant, RFC 8628 */
	char token[MX_ENDPOINT_SIZE];
	char revocation[MX_ENDPOINT_SIZE]; /* empty: there is none */
};

/*
 * Reads the metadata (RFC 8414) of a homeserver's server. Each endpoint must have https, but where
 * `clear` says that the homeserver itself is this machine's. NULL: the device grant and refresh
 * tokens are offered. Otherwise why it can't be used: a static sentence.
 */
const char *mx_oauth_read_server(
	const json_t *metadata, bool clear, struct mx_oauth_server *server);

/* What a person is shown, and the bot asks with. */
struct mx_device_grant {
	char code[MX_CODE_SIZE]; /* the bot's alone */
	char user_code[MX_USER_CODE];
	char link[MX_ENDPOINT_SIZE];
	bool complete;    /* the link has the user's code in it */
	int64_t lifetime; /* milliseconds */
	int64_t interval; /* milliseconds between two questions, at least */
};

/* False: it is none. What is shown is printable ASCII. */
bool mx_oauth_read_grant(const json_t *answer, bool clear, struct mx_device_grant *grant);

/* False: there is none, or it can't be one. */
bool mx_oauth_read_client(const json_t *answer, char client[MX_CLIENT_SIZE]);

/* Borrowed from the answer. */
struct mx_tokens {
	const char *access;
	const char *refresh; /* NULL: none was given */
	int64_t lifetime;    /* of the access token, milliseconds; 0: it isn't said */
};

enum mx_token_verdict {
	MX_TOKEN_GIVEN,
	MX_TOKEN_PENDING, /* the person has not answered yet */
	MX_TOKEN_SLOWER,  /* nor that, and it is to be asked less often */
	MX_TOKEN_AGAIN,   /* no answer, or none of the server's: the same question later */
	MX_TOKEN_DENIED,  /* the person has said no */
	MX_TOKEN_EXPIRED, /* nobody has answered in time */
	MX_TOKEN_REFUSED, /* never */
};

/* What the answer to a question for tokens means; `tokens` is filled in with MX_TOKEN_GIVEN. */
enum mx_token_verdict mx_oauth_read_tokens(
	const struct mx_answer *answer, struct mx_tokens *tokens);

/* Wipes what is secret in an answer with tokens; nothing of it can be used any more. */
void mx_oauth_wipe_tokens(const struct mx_answer *answer);

/* The server's error code, or ""; borrowed from the answer. */
const char *mx_oauth_error(const struct mx_answer *answer);

/* What can be sent as a field of HTTP and nothing else. */
bool mx_is_token(const char *text);

/*
 * After how many milliseconds an access token of that lifetime is to be renewed: while a fifth of
 * it is left, or a minute; never at once.
 */
int64_t mx_oauth_renewal(int64_t lifetime);

#endif
