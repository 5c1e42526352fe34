#include "adapters/matrix/login/oauth.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#include <string.h>
#include <strings.h>

#define SECOND           INT64_C(1000)
#define DAY              (24 * 3600 * SECOND)
#define INTERVAL_DEFAULT 5  /* seconds; RFC 8628, 3.2 */
#define INTERVAL_MOST    60 /* seconds */
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

/*
 * Copies the member `key` to `out`. Returns false if the member is not a token, or is too long for
 * `size` bytes.
 */
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

	if (!text || strlen(text) >= MX_ENDPOINT_SIZE ||
		!mx_url_check(text, clear ? MX_HTTP_THIS_MACHINE : MX_HTTP_NOWHERE))
		return false;
	stpcpy(out, text);
	return true;
}

const char *mx_oauth_read_server(const json_t *metadata, bool clear, struct mx_oauth_server *server)
{
	const json_t *grants = json_object_get(metadata, "grant_types_supported");

	if (!mx_json_text(metadata, "issuer"))
		return "the homeserver has no OAuth 2.0 server";
	if (!json_object_get(metadata, "device_authorization_endpoint") ||
		!mx_json_array_has(grants, MX_OAUTH_DEVICE_GRANT))
		return "the homeserver's OAuth 2.0 server offers no log-in for devices";
	if (!mx_json_array_has(grants, "refresh_token"))
		return "the homeserver's OAuth 2.0 server gives no refresh tokens";
	if (!json_object_get(metadata, "registration_endpoint"))
		return "the homeserver's OAuth 2.0 server does not let the bot register";
	server->revocation[0] = '\0';
	if (!copy_address(metadata, "registration_endpoint", clear, server->registration) ||
		!copy_address(metadata, "device_authorization_endpoint", clear, server->device) ||
		!copy_address(metadata, "token_endpoint", clear, server->token) ||
		(json_object_get(metadata, "revocation_endpoint") &&
			!copy_address(metadata, "revocation_endpoint", clear, server->revocation)))
		return "the homeserver's OAuth 2.0 server has an address that is no https URL";
	return NULL;
}

/*
 * Reads a member that is a number of seconds. Returns it in milliseconds, at most `most`. Returns 0
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
	grant->complete =
		copy_address(answer, "verification_uri_complete", clear, grant->verification_uri);
	return grant->lifetime > 0 && (!interval || json_is_integer(interval)) &&
	       copy_token(answer, "device_code", grant->code, sizeof(grant->code)) &&
	       copy_token(answer, "user_code", grant->user_code, sizeof(grant->user_code)) &&
	       (grant->complete ||
		       copy_address(answer, "verification_uri", clear, grant->verification_uri));
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
 * Decides by the error code and not by the status, because servers do not always use the status of
 * RFC 8628: the Matrix Authentication Service sends 403 with authorization_pending. An answer
 * without an error code comes from a proxy between the bot and the server.
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
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(error, known[i].error) == 0)
			return known[i].verdict;
	return MX_TOKEN_REFUSED;
}

void mx_oauth_wipe_tokens(const struct mx_answer *answer)
{
	mx_json_wipe(answer->json, "access_token");
	mx_json_wipe(answer->json, "refresh_token");
}

int64_t mx_oauth_renewal_delay(int64_t lifetime)
{
	int64_t left = lifetime / 5 < MARGIN_MOST ? lifetime / 5 : MARGIN_MOST;

	return lifetime - left > RENEWAL_LEAST ? lifetime - left : RENEWAL_LEAST;
}

/*
 * Plans the next renewal for the date `due`. If the clock jumps, the renewal may come too late.
 * Then the homeserver refuses the old token, and the bot renews it at once.
 */
static void set_renewal(struct mx_session *session, int64_t due)
{
	mx_backoff_reset(&session->refresh_backoff);
	session->token_expires = due != 0;
	if (session->token_expires)
		mx_backoff_extend(&session->refresh_backoff, due - bot_clock_wall());
}

void mx_oauth_start(struct mx_session *session)
{
	struct mx_renewal renewal;

	if (mx_session_store_renewal(session->account->store, &renewal) != BOT_OK)
		return;
	set_renewal(session, renewal.due);
	mx_renewal_finish(&renewal);
}

bool mx_oauth_renewal_is_due(const struct mx_session *session)
{
	return session->token_expires && mx_backoff_is_over(&session->refresh_backoff);
}

/*
 * Stores the new tokens. Returns false if the store failed; then the bot must not use the tokens.
 */
static bool store_tokens(struct mx_session *session, const struct mx_tokens *tokens, int64_t due)
{
	struct mx_renewal renewal = {0};
	enum bot_error error = bot_store_begin(session->account->store);

	if (!error)
		error = mx_session_store_renewal(session->account->store, &renewal);
	renewal.due = due;
	if (!error && tokens->refresh) {
		mx_secret_free(renewal.refresh);
		renewal.refresh = bot_strdup(tokens->refresh);
	}
	if (!error)
		error = mx_session_store_write(
			session->account->store, NULL, tokens->access, &renewal);
	mx_renewal_finish(&renewal);
	return mx_account_commit(session->account, error, "refresh");
}

static bool use_tokens(struct mx_session *session, const struct mx_tokens *tokens)
{
	int64_t due =
		tokens->lifetime ? bot_clock_wall() + mx_oauth_renewal_delay(tokens->lifetime) : 0;

	if (!store_tokens(session, tokens, due))
		return false;
	mx_http_set_token(session->account->http, tokens->access);
	session->state = MX_LOGGED_IN;
	session->token_refused = false;
	mx_backoff_reset(&session->backoff);
	set_renewal(session, due);
	bot_log_write(BOT_LOG_DEBUG, "token_renewed",
		BOT_LOG_FIELDS({"user", .text = session->account->user}));
	return true;
}

static void log_failure(
	const struct mx_session *session, const char *event, const struct mx_answer *answer)
{
	bot_log_write(BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = session->account->user},
			{"status", .number = answer->status},
			{"why", .text = answer->trouble ? answer->trouble
							: mx_oauth_error(answer)}));
}

/* Makes the bot try the renewal again later. Until then the old access token may still be valid. */
static void retry_renewal(struct mx_session *session, const struct mx_answer *answer)
{
	log_failure(session, "refresh_failed", answer);
	session->state = session->token_refused ? MX_LOGGED_OFF : MX_LOGGED_IN;
	mx_backoff_fail_for(&session->backoff, mx_answer_wait(answer));
}

static void end_renewal(struct mx_session *session, const struct mx_answer *answer)
{
	log_failure(session, "refresh_refused", answer);
	(void)mx_session_write(session, NULL, NULL, NULL);
	session->state = MX_LOGGED_OFF;
	mx_account_give_up(session->account, MX_LOGGED_OUT, "logged_out",
		"the OAuth 2.0 server has ended the session: run 'engarde-bot login' to log in "
		"again; the matches go on then");
}

static void on_tokens(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	struct mx_tokens tokens;

	switch (mx_oauth_read_tokens(answer, &tokens)) {
	case MX_TOKEN_GIVEN:
		if (!use_tokens(session, &tokens))
			retry_renewal(session, answer);
		break;
	case MX_TOKEN_PENDING:
	case MX_TOKEN_SLOWER:
	case MX_TOKEN_AGAIN:
		retry_renewal(session, answer);
		break;
	case MX_TOKEN_DENIED:
	case MX_TOKEN_EXPIRED:
	case MX_TOKEN_REFUSED:
		end_renewal(session, answer);
		break;
	}
	mx_oauth_wipe_tokens(answer);
}

bool mx_oauth_renew(struct mx_session *session)
{
	struct mx_http_request request = {.method = MX_HTTP_POST};
	struct mx_renewal renewal;
	enum bot_error error = mx_session_store_renewal(session->account->store, &renewal);

	if (error == BOT_NOT_FOUND) {
		mx_account_give_up(session->account, MX_LOGIN_REFUSED, "not_logged_in",
			"the store has no session: run 'engarde-bot login'");
		return true;
	}
	if (error)
		return false;
	request.url = renewal.endpoint;
	request.form = mx_url_format("grant_type=refresh_token&client_id=%&refresh_token=%",
		renewal.client, renewal.refresh);
	mx_http_start(session->account->http, &request, on_tokens, session);
	session->state = MX_LOGGING_IN;
	session->last_attempt = bot_clock_steady();
	mx_renewal_finish(&renewal);
	return true;
}
