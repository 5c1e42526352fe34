#include "adapters/matrix/login/oauth.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"

#include <string.h>
#include <strings.h>

#define DEVICE_GRANT     "urn:ietf:params:oauth:grant-type:device_code"
#define SECOND           INT64_C(1000)
#define DAY              (24 * 3600 * SECOND)
#define INTERVAL_DEFAULT 5 /* RFC 8628, 3.2 */
#define INTERVAL_MOST    60
#define RENEWAL_LEAST    SECOND
#define MARGIN_MOST      (60 * SECOND)

bool mx_oauth_is_token(const char *text)
{
	if (!text || !*text)
		return false;
	for (; *text; text++)
		if (*text <= ' ' || *text > '~')
			return false;
	return true;
}

/* Copies a member into `out`. False: it is not a token, or `size` bytes cannot hold it. */
static bool copy_token(const json_t *object, const char *key, char *out, size_t size)
{
	const char *text = mx_json_text(object, key);

	if (!mx_oauth_is_token(text) || strlen(text) >= size)
		return false;
	stpcpy(out, text);
	return true;
}

static bool copy_address(
	const json_t *object, const char *key, bool clear, char out[MX_ENDPOINT_SIZE])
{
	const char *text = mx_json_text(object, key);

	if (!text || strlen(text) >= MX_ENDPOINT_SIZE || !mx_url_check(text, clear))
		return false;
	stpcpy(out, text);
	return true;
}

const char *mx_oauth_read_server(const json_t *metadata, bool clear, struct mx_oauth_server *server)
{
	const json_t *grants = json_object_get(metadata, "grant_types_supported");

	if (!mx_json_text(metadata, "issuer"))
		return "the homeserver's accounts belong to no OAuth 2.0 server";
	if (!json_object_get(metadata, "device_authorization_endpoint") ||
		!mx_json_array_has(grants, DEVICE_GRANT))
		return "the server that the accounts belong to offers no log-in for devices";
	if (!mx_json_array_has(grants, "refresh_token"))
		return "the server that the accounts belong to gives no refresh tokens";
	if (!json_object_get(metadata, "registration_endpoint"))
		return "the server that the accounts belong to registers no clients";
	server->revocation[0] = '\0';
	if (!copy_address(metadata, "registration_endpoint", clear, server->registration) ||
		!copy_address(metadata, "device_authorization_endpoint", clear, server->device) ||
		!copy_address(metadata, "token_endpoint", clear, server->token) ||
		(json_object_get(metadata, "revocation_endpoint") &&
			!copy_address(metadata, "revocation_endpoint", clear, server->revocation)))
		return "an address of the server that the accounts belong to is none of https";
	return NULL;
}

/*
 * Reads a member that is a number of seconds. Returns milliseconds, `most` if there are more, or 0
 * if the member is not a positive integer.
 */
static int64_t read_seconds(const json_t *object, const char *key, int64_t most)
{
	json_int_t seconds = json_integer_value(json_object_get(object, key));

	if (seconds <= 0)
		return 0;
	return seconds < most / SECOND ? seconds * SECOND : most;
}

bool mx_oauth_read_grant(const json_t *answer, bool clear, struct mx_device_grant *grant)
{
	const json_t *interval = json_object_get(answer, "interval");

	grant->lifetime = read_seconds(answer, "expires_in", DAY);
	grant->interval = read_seconds(answer, "interval", INTERVAL_MOST * SECOND);
	if (grant->interval == 0)
		grant->interval = interval ? SECOND : INTERVAL_DEFAULT * SECOND;
	grant->complete = copy_address(answer, "verification_uri_complete", clear, grant->link);
	return grant->lifetime > 0 && (!interval || json_is_integer(interval)) &&
	       copy_token(answer, "device_code", grant->code, sizeof grant->code) &&
	       copy_token(answer, "user_code", grant->user_code, sizeof grant->user_code) &&
	       (grant->complete || copy_address(answer, "verification_uri", clear, grant->link));
}

bool mx_oauth_read_client(const json_t *answer, char client[MX_CLIENT_SIZE])
{
	return copy_token(answer, "client_id", client, MX_CLIENT_SIZE);
}

const char *mx_oauth_error(const struct mx_answer *answer)
{
	const char *error = mx_json_text(answer->json, "error");

	return error ? error : "";
}

static bool read_token_pair(const json_t *answer, struct mx_tokens *tokens)
{
	const json_t *refresh = json_object_get(answer, "refresh_token");
	const char *type = mx_json_text(answer, "token_type");

	tokens->access = mx_json_text(answer, "access_token");
	tokens->refresh = json_string_value(refresh);
	tokens->lifetime = read_seconds(answer, "expires_in", 365 * DAY);
	return mx_oauth_is_token(tokens->access) &&
	       (!refresh || mx_oauth_is_token(tokens->refresh)) && type &&
	       strcasecmp(type, "Bearer") == 0;
}

/*
 * Looks at the error code rather than the status, since servers do not always use the status of RFC
 * 8628: the Matrix Authentication Service sends 403 with authorization_pending. An answer without
 * an error code comes from a proxy in between.
 */
enum mx_token_verdict mx_oauth_read_tokens(const struct mx_answer *answer, struct mx_tokens *tokens)
{
	static const struct {
		const char *error;
		enum mx_token_verdict verdict;
	} known[] = {
		{"authorization_pending", MX_TOKEN_PENDING},
		{"slow_down", MX_TOKEN_SLOWER},
		{"access_denied", MX_TOKEN_DENIED},
		{"expired_token", MX_TOKEN_EXPIRED},
	};
	const char *error = mx_oauth_error(answer);

	if (answer->status == 200)
		return read_token_pair(answer->json, tokens) ? MX_TOKEN_GIVEN : MX_TOKEN_AGAIN;
	if (answer->status < 400 || answer->status >= 500 || answer->status == 429 || !*error)
		return MX_TOKEN_AGAIN;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(error, known[i].error) == 0)
			return known[i].verdict;
	return MX_TOKEN_REFUSED;
}

void mx_oauth_wipe_tokens(const struct mx_answer *answer)
{
	mx_json_wipe(answer->json, "access_token");
	mx_json_wipe(answer->json, "refresh_token");
}

int64_t mx_oauth_renewal(int64_t lifetime)
{
	int64_t left = lifetime / 5 < MARGIN_MOST ? lifetime / 5 : MARGIN_MOST;

	return lifetime - left > RENEWAL_LEAST ? lifetime - left : RENEWAL_LEAST;
}
