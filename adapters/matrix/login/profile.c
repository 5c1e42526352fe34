#include "adapters/matrix/login/profile.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "bot/picture/avatar.h"

#include <stdlib.h>
#include <string.h>

#define NAME         "En Garde"
#define KEY          "matrix.profile" /* the store has it if the profile needs nothing any more */
#define TIMEOUT      60000            /* ms; the homeserver may tell each room of the bot first */
#define ANSWER_LIMIT 65536            /* bytes */
#define TRIES_MOST   5                /* failures until the bot gives up for this run */

void mx_profile_start(struct mx_profile *profile, struct mx_session *session)
{
	struct mx_account *account = session->account;
	enum bot_error error = bot_store_begin(account->store);
	char *known = NULL;

	*profile = (struct mx_profile){.session = session, .is_over = true};
	if (!error)
		error = bot_store_get(account->store, KEY, &known);
	if (error == BOT_NOT_FOUND) {
		profile->is_over = false;
		error = BOT_OK;
	}
	mx_account_commit(account, error, "profile");
	free(known);
}

/* Ends the work for good: the bot never asks for the profile again. */
static void finish(struct mx_profile *profile)
{
	struct mx_account *account = profile->session->account;
	enum bot_error error = bot_store_begin(account->store);

	if (!error)
		error = bot_store_set(account->store, KEY, "done");
	mx_account_commit(account, error, "profile");
	profile->is_over = true;
}

/*
 * Starts a request with a path below the account's profile, or one that uploads the avatar if
 * `part` is NULL.
 */
static void start(struct mx_profile *profile, enum mx_http_method method, const char *part,
	json_t *body, void (*done)(void *self, const struct mx_answer *answer))
{
	const struct mx_account *account = profile->session->account;
	const struct bot_file avatar = {"avatar.png", "image/png", bot_avatar, bot_avatar_size};
	struct mx_http_request request = {
		.method = method, .body = body, .timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!part) {
		request.path = mx_url_format("/_matrix/media/v3/upload?filename=%", avatar.name);
		request.file = &avatar;
	} else if (*part) {
		request.path = mx_url_format("/_matrix/client/v3/profile/%/%", account->user, part);
	} else {
		request.path = mx_url_format("/_matrix/client/v3/profile/%", account->user);
	}
	profile->in_flight = true;
	mx_http_start(account->http, &request, done, profile);
}

/*
 * Reads the verdict of an answer. If the homeserver could not answer, plans to ask for the profile
 * again: maybe the homeserver has carried the request out nevertheless.
 */
static enum mx_answer_verdict end_request(
	struct mx_profile *profile, const struct mx_answer *answer)
{
	enum mx_answer_verdict verdict =
		mx_session_watch(profile->session, answer, MX_AUTHOR_HOMESERVER);

	profile->in_flight = false;
	if (verdict == MX_ANSWER_DONE)
		return verdict;
	mx_answer_log("profile_failed", profile->session->account->user, answer);
	if (verdict == MX_ANSWER_REFUSED)
		return verdict;
	profile->wants_name = profile->wants_avatar = false;
	mx_backoff_fail_for(&profile->backoff, mx_answer_wait(answer));
	profile->is_over = profile->backoff.failures >= TRIES_MOST;
	return verdict;
}

static void set_missing(struct mx_profile *profile);

static void on_set(void *self, const struct mx_answer *answer)
{
	struct mx_profile *profile = self;
	enum mx_answer_verdict verdict = end_request(profile, answer);

	if (verdict == MX_ANSWER_DONE || verdict == MX_ANSWER_REFUSED)
		set_missing(profile);
}

static void on_uploaded(void *self, const struct mx_answer *answer)
{
	struct mx_profile *profile = self;
	enum mx_answer_verdict verdict = end_request(profile, answer);
	const char *uri = mx_json_text(answer->json, "content_uri");

	if (verdict == MX_ANSWER_DONE && uri && strncmp(uri, "mxc://", strlen("mxc://")) == 0 &&
		strlen(uri) < sizeof profile->avatar)
		stpcpy(profile->avatar, uri);
	else
		profile->wants_avatar = false;
	if (verdict == MX_ANSWER_DONE || verdict == MX_ANSWER_REFUSED)
		set_missing(profile);
}

/* Sets the next part of the profile that is missing, or ends the work. */
static void set_missing(struct mx_profile *profile)
{
	if (profile->wants_name) {
		profile->wants_name = false;
		start(profile, MX_HTTP_PUT, "displayname", json_pack("{s:s}", "displayname", NAME),
			on_set);
	} else if (profile->wants_avatar && !*profile->avatar) {
		start(profile, MX_HTTP_POST, NULL, NULL, on_uploaded);
	} else if (profile->wants_avatar) {
		profile->wants_avatar = false;
		start(profile, MX_HTTP_PUT, "avatar_url",
			json_pack("{s:s}", "avatar_url", profile->avatar), on_set);
	} else {
		finish(profile);
	}
}

/*
 * Returns whether a display name is none that the host chose: there is none, or it is the local
 * part of the user id, which Synapse gives each new account.
 */
static bool is_no_choice(const char *name, const char *user)
{
	size_t size = strcspn(user + 1, ":");

	return !name || !*name || (strlen(name) == size && strncmp(name, user + 1, size) == 0);
}

static void on_profile(void *self, const struct mx_answer *answer)
{
	struct mx_profile *profile = self;
	enum mx_answer_verdict verdict = end_request(profile, answer);
	bool none = verdict == MX_ANSWER_REFUSED && answer->status == 404 &&
		    strcmp(mx_answer_code(answer), "M_NOT_FOUND") == 0;
	const char *avatar = mx_json_text(answer->json, "avatar_url");

	if (verdict == MX_ANSWER_REFUSED && !none) {
		finish(profile);
		return;
	}
	if (verdict != MX_ANSWER_DONE && !none)
		return;
	profile->wants_name = is_no_choice(none ? NULL : mx_json_text(answer->json, "displayname"),
		profile->session->account->user);
	profile->wants_avatar = none || !avatar || !*avatar;
	set_missing(profile);
}

void mx_profile_start_requests(struct mx_profile *profile)
{
	const struct mx_session *session = profile->session;

	if (profile->is_over || profile->in_flight || session->state != MX_LOGGED_IN ||
		session->account->batches == 0 || !mx_backoff_is_over(&session->locked_backoff) ||
		!mx_backoff_is_over(&profile->backoff))
		return;
	start(profile, MX_HTTP_GET, "", NULL, on_profile);
}

void mx_profile_limit_timeout(const struct mx_profile *profile, int64_t *timeout)
{
	if (!profile->is_over)
		mx_backoff_limit_timeout(&profile->backoff, timeout);
}
