/*
 * OAuth 2.0 (Client-server API, "OAuth 2.0 API"): reads the answers of a server that manages the
 * accounts of a homeserver, and renews the bot's access token there. The functions that read an
 * answer trust nothing in it, and send nothing.
 *
 * A refresh token works only once, and the answer brings a new access token with a new refresh
 * token. The bot stores both before it uses the new access token. Until that use, the old refresh
 * token stays valid (Client-server API, "Refreshing access tokens"). So if the bot is killed before
 * it has stored the new tokens, it can use the old refresh token again.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_OAUTH_H
#define ADAPTERS_MATRIX_LOGIN_OAUTH_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/client.h"

#define MX_ENDPOINT_SIZE 1024
#define MX_CODE_SIZE     1024
#define MX_USER_CODE     65
#define MX_CLIENT_SIZE   256

/* The grant type of the device authorization grant, RFC 8628. */
#define MX_OAUTH_DEVICE_GRANT "urn:ietf:params:oauth:grant-type:device_code"

/* The server's endpoints: an address for each kind of request. */
struct mx_oauth_server {
	char registration[MX_ENDPOINT_SIZE];
	char device[MX_ENDPOINT_SIZE]; /* the address where a device authorization begins */
	char token[MX_ENDPOINT_SIZE];
	char revocation[MX_ENDPOINT_SIZE]; /* empty if the server has no such endpoint */
};

/*
 * Reads the metadata (RFC 8414) of the OAuth 2.0 server that belongs to a homeserver. Each endpoint
 * must use https. If `clear` is true, endpoints on this machine may use http. Set `clear` only if
 * the homeserver's own address uses http. Returns NULL if the server offers the device grant and
 * refresh tokens. Otherwise returns a static sentence that says why the bot can't use the server.
 */
const char *mx_oauth_read_server(
	const json_t *metadata, bool clear, struct mx_oauth_server *server);

/* The server's answer to the request that begins a device authorization. */
struct mx_device_grant {
	char code[MX_CODE_SIZE];      /* a secret with which the bot asks for the tokens */
	char user_code[MX_USER_CODE]; /* the code that the bot shows to the person */
	char verification_uri[MX_ENDPOINT_SIZE]; /* what the person must open in a browser */
	bool complete;                           /* the URI contains the user code */
	int64_t lifetime;                        /* how many milliseconds the codes are valid */
	int64_t interval; /* the least milliseconds between two requests for the tokens */
};

/*
 * Reads the answer to the request that begins a device authorization. `clear` is as for
 * mx_oauth_read_server. Returns false if the answer is not valid. The URI and the user code are
 * printable ASCII.
 */
bool mx_oauth_read_grant(const json_t *answer, bool clear, struct mx_device_grant *grant);

/*
 * Reads the bot's client id from the answer to a registration. Returns false if the answer has no
 * valid client id.
 */
bool mx_oauth_read_client(const json_t *answer, char client[MX_CLIENT_SIZE]);

/* The tokens of an answer. The strings are borrowed from the answer. */
struct mx_tokens {
	const char *access;
	const char *refresh; /* NULL if the server gave no refresh token */
	/* how many milliseconds the access token is valid, or 0 if the server did not say it */
	int64_t lifetime;
};

enum mx_token_verdict {
	MX_TOKEN_GIVEN,
	MX_TOKEN_PENDING, /* the person has not answered yet */
	MX_TOKEN_SLOWER,  /* the person has not answered yet, and the bot must ask less often */
	MX_TOKEN_AGAIN,   /* the server itself did not answer, so the bot asks again later */
	MX_TOKEN_DENIED,  /* the person refused */
	MX_TOKEN_EXPIRED, /* nobody answered in time */
	MX_TOKEN_REFUSED, /* the server will never give tokens for this request */
};

/* Reads the answer to a request for tokens. Fills in `tokens` if the verdict is MX_TOKEN_GIVEN. */
enum mx_token_verdict mx_oauth_read_tokens(
	const struct mx_answer *answer, struct mx_tokens *tokens);

/*
 * Wipes the tokens in an answer. After that, strings that were borrowed from these tokens are not
 * valid.
 */
void mx_oauth_wipe_tokens(const struct mx_answer *answer);

/*
 * Returns the server's error code, borrowed from the answer. Returns "" if the answer has no error
 * code.
 */
const char *mx_oauth_error(const struct mx_answer *answer);

/*
 * Returns whether the text can be a token: not empty, and printable ASCII without spaces. Such a
 * text can stand in an HTTP header and can't add another field to the header. Returns false for
 * NULL.
 */
bool mx_oauth_is_token(const char *text);

/*
 * Returns after how many milliseconds the bot renews an access token that is valid for `lifetime`
 * milliseconds. The bot renews the token when a fifth of the lifetime remains, but at most a minute
 * before the end. Returns at least 1000.
 */
int64_t mx_oauth_renewal_delay(int64_t lifetime);

struct mx_session;

/*
 * Loads the time at which the bot must renew the access token. Call it when the bot starts with a
 * stored session. If the session was not made with OAuth 2.0, the function does nothing.
 */
void mx_oauth_start(struct mx_session *session);

/* Returns whether the bot must renew its access token now. */
bool mx_oauth_renewal_is_due(const struct mx_session *session);

/*
 * Asks for a new token. Call it before the old token expires, or when the homeserver refuses the
 * old token. Sets the session's state to MX_LOGGING_IN. The answer will set the state to
 * MX_LOGGED_IN or MX_LOGGED_OFF. If the store has no session of OAuth 2.0, ends the run. Returns
 * false if the store can't be read now.
 */
MX_MUST_USE bool mx_oauth_renew(struct mx_session *session);

#endif
