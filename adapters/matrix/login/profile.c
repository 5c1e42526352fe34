#include "adapters/matrix/login/profile.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "bot/picture/picture.h"

#include <stdlib.h>
#include <string.h>

#define NAME       "En Garde"
#define KEY        "matrix.profile" /* if the store has this key, the work is done */
#define TIMEOUT    60000            /* ms; the homeserver may tell each room of the bot first */
#define TRIES_MOST 5                /* failures until the bot gives up for this run */

void mx_profile_init(struct mx_profile *profile, struct mx_session *session)
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

static void start(struct mx_profile *profile, struct mx_http_request request,
	void (*done)(void *self, const struct mx_answer *answer))
{
	request.timeout = TIMEOUT;
	profile->in_flight = true;
	mx_http_start(profile->session->account->http, &request, done, profile);
}

/*
 * Ends a request and returns the verdict of its answer. If the homeserver could not answer, the bot
 * will ask for the whole profile again, because the homeserver may have set the part nevertheless.
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
	profile->is_over =
		profile->backoff.failures >= TRIES_MOST && verdict != MX_ANSWER_ACCOUNT_HELD;
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

	if (verdict == MX_ANSWER_DONE)
		stpcpy(profile->avatar, uri);
	else
		profile->wants_avatar = false;
	if (verdict == MX_ANSWER_DONE || verdict == MX_ANSWER_REFUSED)
		set_missing(profile);
}

/* Sets a part of the profile: `key` is "displayname" or "avatar_url". */
static void set(struct mx_profile *profile, const char *key, const char *value)
{
	start(profile,
		(struct mx_http_request){.method = MX_HTTP_PUT,
			.path = mx_url_format("/_matrix/client/v3/profile/%/%",
				profile->session->account->user, key),
			.body = json_pack("{s:s}", key, value)},
		on_set);
}

static void upload_avatar(struct mx_profile *profile)
{
	const struct bot_file avatar = {"avatar.png", "image/png", bot_avatar, bot_avatar_size};

	start(profile,
		(struct mx_http_request){.method = MX_HTTP_POST,
			.path = mx_url_format("/_matrix/media/v3/upload?filename=%", avatar.name),
			.file = &avatar},
		on_uploaded);
}

/* Starts the next step towards a complete profile, or ends the work if no part is missing. */
static void set_missing(struct mx_profile *profile)
{
	if (profile->wants_name) {
		profile->wants_name = false;
		set(profile, "displayname", NAME);
	} else if (profile->wants_avatar && !*profile->avatar) {
		upload_avatar(profile);
	} else if (profile->wants_avatar) {
		profile->wants_avatar = false;
		set(profile, "avatar_url", profile->avatar);
	} else {
		finish(profile);
	}
}

/*
 * Returns whether somebody chose the display name. Synapse gives each new account the local part of
 * its user id as its display name, so nobody chose this name.
 */
static bool is_chosen(const char *name, const char *user)
{
	char local[BOT_ID_SIZE];

	mx_id_local(user, local);
	return name && *name && strcmp(name, local) != 0;
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
	profile->wants_name = none || !is_chosen(mx_json_text(answer->json, "displayname"),
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
	start(profile,
		(struct mx_http_request){.method = MX_HTTP_GET,
			.path = mx_url_format(
				"/_matrix/client/v3/profile/%", session->account->user)},
		on_profile);
}
