/*
 * OAuth 2.0 (Client-server API, "OAuth 2.0 API"): reads the answers of a server that manages the
 * accounts of a homeserver, and renews the bot's access token there. The functions that read trust
 * nothing that they read, and send nothing.
 *
 * Each refresh token works once, and the answer brings the next one. The bot stores the new pair
 * before it uses the new access token: until that use the old refresh token stays valid
 * (Client-server API, "Refreshing access tokens"). So if the bot is killed after the answer but
 * before it has stored the pair, it can use the old refresh token again.
 */
#ifndef MX_OAUTH_H
#define MX_OAUTH_H

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
	char device[MX_ENDPOINT_SIZE]; /* of the device authorization grant */
	char token[MX_ENDPOINT_SIZE];
	char revocation[MX_ENDPOINT_SIZE]; /* empty: there is none */
};

/*
 * Reads the metadata (RFC 8414) of the server that belongs to a homeserver. Each endpoint must use
 * https; with `clear`, http is allowed for this machine too. Set `clear` only if the homeserver's
 * own address uses http. Returns NULL if the server offers the device grant and refresh tokens, or
 * a static sentence that says why the bot cannot use the server.
 */
const char *mx_oauth_read_server(
	const json_t *metadata, bool clear, struct mx_oauth_server *server);

/* The server's answer to the request that begins a device authorization. */
struct mx_device_grant {
	char code[MX_CODE_SIZE];      /* secret: the bot asks for tokens with it */
	char user_code[MX_USER_CODE]; /* the bot shows it to the person */
	char link[MX_ENDPOINT_SIZE];  /* the person opens it */
	bool complete;                /* the link contains the user code */
	int64_t lifetime;             /* milliseconds */
	int64_t interval;             /* shortest time between two requests, milliseconds */
};

/*
 * Reads such an answer; `clear` as for mx_oauth_read_server. Returns false if the answer is not
 * valid. The link and the user code are printable ASCII.
 */
bool mx_oauth_read_grant(const json_t *answer, bool clear, struct mx_device_grant *grant);

/* Reads the bot's client id from the answer to a registration. False: there is no valid one. */
bool mx_oauth_read_client(const json_t *answer, char client[MX_CLIENT_SIZE]);

/* The strings are borrowed from the answer. */
struct mx_tokens {
	const char *access;
	const char *refresh; /* NULL: the server gave none */
	int64_t lifetime;    /* of the access token, milliseconds; 0: unknown */
};

enum mx_token_verdict {
	MX_TOKEN_GIVEN,
	MX_TOKEN_PENDING, /* the person has not answered yet */
	MX_TOKEN_SLOWER,  /* the same, and the bot must ask less often */
	MX_TOKEN_AGAIN,   /* no answer from the server itself: the bot asks again later */
	MX_TOKEN_DENIED,  /* the person refused */
	MX_TOKEN_EXPIRED, /* nobody answered in time */
	MX_TOKEN_REFUSED, /* the server will never give tokens for this request */
};

/* Reads the answer to a request for tokens. Writes `tokens` only with MX_TOKEN_GIVEN. */
enum mx_token_verdict mx_oauth_read_tokens(
	const struct mx_answer *answer, struct mx_tokens *tokens);

/* Wipes the tokens in an answer. Strings that were borrowed from them are no longer valid. */
void mx_oauth_wipe_tokens(const struct mx_answer *answer);

/* Returns the server's error code, borrowed from the answer, or "" if there is none. */
const char *mx_oauth_error(const struct mx_answer *answer);

/*
 * Returns whether the text can be a token: not empty, and printable ASCII without spaces, so that
 * it can stand in an HTTP header and add nothing else to it. NULL is no token.
 */
bool mx_oauth_is_token(const char *text);

/*
 * Returns after how many milliseconds the bot renews an access token with this lifetime (also
 * milliseconds): when a fifth of the lifetime is left, or one minute if that is less. Returns at
 * least a second.
 */
int64_t mx_oauth_renewal_delay(int64_t lifetime);

struct mx_session;

/*
 * Reads from the store when the access token is due for renewal. Call it when the bot starts with a
 * stored session; does nothing if that is not a session of OAuth 2.0.
 */
void mx_oauth_start(struct mx_session *session);

/* Returns whether the bot must renew its access token now. */
bool mx_oauth_renewal_is_due(const struct mx_session *session);

/*
 * Asks for a new token, before the old one expires or when the homeserver refuses it. Sets the
 * session's state to MX_LOGGING_IN; the answer sets the state to MX_LOGGED_IN or MX_LOGGED_OFF. If
 * the store has no session of OAuth 2.0, ends the run. Returns false if the store can't be read
 * now.
 */
MX_MUST_USE bool mx_oauth_renew(struct mx_session *session);

#endif
