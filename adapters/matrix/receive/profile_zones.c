#include "adapters/matrix/receive/profile_zones.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT        15000 /* milliseconds */
#define FIELD_LIMIT    4096  /* bytes of an answer: a zone has a short name */
#define VERSIONS_LIMIT ((size_t)1 << 16)
#define MINOR_LEAST    16 /* fields of profiles are a part of Matrix 1.16 */

/* The names of the field, and the path of a user's field. Some clients still write the second. */
#define STABLE_PATH   "/_matrix/client/v3/profile/%/%"
#define UNSTABLE_PATH "/_matrix/client/unstable/uk.tcpip.msc4133/profile/%/%"

static const char *const stable_fields[] = {"m.tz", "us.cloke.msc4175.tz", NULL};
static const char *const unstable_fields[] = {"us.cloke.msc4175.tz", NULL};

static const char *find_field(const struct mx_profile_zones *zones, size_t index)
{
	return (zones->support == MX_ZONES_STABLE ? stable_fields : unstable_fields)[index];
}

void mx_profile_zones_init(struct mx_profile_zones *zones, struct mx_session *session)
{
	*zones = (struct mx_profile_zones){.session = session, .wanted = json_object()};
}

void mx_profile_zones_finish(struct mx_profile_zones *zones)
{
	json_decref(zones->wanted);
}

static struct mx_zone_request *find_request(struct mx_profile_zones *zones, const char *user)
{
	for (size_t i = 0; i < MX_ZONES_REQUESTS; i++)
		if (zones->request[i].zones && strcmp(zones->request[i].user, user) == 0)
			return &zones->request[i];
	return NULL;
}

static bool is_at_home(const struct mx_profile_zones *zones, const char *user)
{
	return mx_account_is_home(zones->session->account, mx_id_server(user));
}

bool mx_profile_zones_want(struct mx_profile_zones *zones, const char *user)
{
	if (zones->support == MX_ZONES_NONE || !mx_id_is_user(user))
		return false;
	if (find_request(zones, user) || json_object_get(zones->wanted, user))
		return true;
	if (json_object_size(zones->wanted) >=
		(is_at_home(zones, user) ? MX_ZONES_WANTED : MX_ZONES_WANTED_OTHERS))
		return false;
	(void)json_object_set_new(zones->wanted, user, json_true());
	return true;
}

void mx_profile_zones_forget(struct mx_profile_zones *zones, const char *user)
{
	struct mx_zone_request *request = find_request(zones, user);

	if (request)
		request->user[0] = '\0';
	(void)json_object_del(zones->wanted, user);
}

/* What /versions says */

/* Whether a version such as "v1.16" has fields of profiles. */
static bool has_fields(const char *version)
{
	char *end;

	if (!version || version[0] != 'v')
		return false;
	long major = strtol(version + 1, &end, 10);
	long minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
	return major > 1 || (major == 1 && minor >= MINOR_LEAST);
}

static bool has_version(const json_t *answer)
{
	const json_t *version;
	size_t i;

	json_array_foreach (json_object_get(answer, "versions"), i, version)
		if (has_fields(json_string_value(version)))
			return true;
	return false;
}

static enum mx_zone_support read_versions(const json_t *answer)
{
	const json_t *features = json_object_get(answer, "unstable_features");

	if (has_version(answer) ||
		json_is_true(json_object_get(features, "uk.tcpip.msc4133.stable")))
		return MX_ZONES_STABLE;
	return json_is_true(json_object_get(features, "uk.tcpip.msc4133")) ? MX_ZONES_UNSTABLE
									   : MX_ZONES_NONE;
}

static void stop_asking(struct mx_profile_zones *zones)
{
	zones->support = MX_ZONES_NONE;
	(void)json_object_clear(zones->wanted);
}

static void on_versions(void *self, const struct mx_answer *answer)
{
	struct mx_profile_zones *zones = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(zones->session, answer, MX_AUTHOR_HOMESERVER);

	zones->support = MX_ZONES_UNASKED;
	if (verdict == MX_ANSWER_DONE)
		zones->support = read_versions(answer->json);
	else if (verdict == MX_ANSWER_REFUSED || answer->too_big)
		zones->support = MX_ZONES_NONE;
	else
		mx_backoff_fail_for(&zones->backoff, mx_answer_wait(answer));
	if (zones->support == MX_ZONES_NONE)
		stop_asking(zones);
}

static void ask_versions(struct mx_profile_zones *zones)
{
	struct mx_http_request request = {.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = VERSIONS_LIMIT,
		.path = mx_url_format("/_matrix/client/versions")};

	zones->support = MX_ZONES_ASKING;
	mx_http_start(zones->session->account->http, &request, on_versions, zones);
}

/* What profiles say */

/* Tells the host the zone, NULL if there is none, or that the request failed. */
static void report(struct mx_profile_zones *zones, const char *user, const char *zone, bool fails)
{
	struct mx_account *account = zones->session->account;
	enum bot_error error = bot_store_begin(account->store);

	if (!error)
		error = fails ? bot_host_profile_zone_fails(account->host, user)
			      : bot_host_profile_zone(account->host, user, zone);
	(void)mx_account_commit(account, error, "profile zone");
}

static void on_field(void *self, const struct mx_answer *answer);

static void start(struct mx_profile_zones *zones, struct mx_zone_request *request)
{
	const char *form = zones->support == MX_ZONES_STABLE ? STABLE_PATH : UNSTABLE_PATH;
	struct mx_http_request http = {.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = FIELD_LIMIT,
		.path = mx_url_format(form, request->user, find_field(zones, request->field))};

	request->zones = zones;
	mx_http_start(zones->session->account->http, &http, on_field, request);
}

/*
 * Handles that the profile has no such field. Only the own homeserver can say that it knows no
 * fields: another server says it of itself.
 */
static void try_next_field(struct mx_zone_request *request, struct mx_profile_zones *zones,
	const struct mx_answer *answer)
{
	bool unrecognized = strcmp(mx_answer_code(answer), "M_UNRECOGNIZED") == 0;

	if (unrecognized && is_at_home(zones, request->user)) {
		stop_asking(zones);
		return;
	}
	request->field++;
	if (find_field(zones, request->field))
		start(zones, request);
	else
		report(zones, request->user, NULL, false);
}

/*
 * Whether the homeserver takes no requests now. An answer about a user of another server may be
 * that server's own, and must not hold up the others.
 */
static bool must_pause(const struct mx_profile_zones *zones, const char *user,
	const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	if (mx_answer_is_from_nobody(answer))
		return true;
	return is_at_home(zones, user) &&
	       (verdict == MX_ANSWER_RATE_LIMITED || verdict == MX_ANSWER_NO_SESSION ||
		       verdict == MX_ANSWER_ACCOUNT_HELD);
}

static void read_field(struct mx_zone_request *request, struct mx_profile_zones *zones,
	const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	const char *zone = mx_json_text(answer->json, find_field(zones, request->field));

	if (verdict == MX_ANSWER_DONE && zone)
		report(zones, request->user, zone, false);
	else if (verdict == MX_ANSWER_DONE || verdict == MX_ANSWER_REFUSED || answer->too_big)
		try_next_field(request, zones, answer);
	else
		report(zones, request->user, NULL, true);
}

static void on_field(void *self, const struct mx_answer *answer)
{
	struct mx_zone_request *request = self;
	struct mx_profile_zones *zones = request->zones;
	enum mx_answer_verdict verdict = mx_session_watch(zones->session, answer, MX_AUTHOR_REMOTE);

	request->zones = NULL;
	if (!*request->user || zones->support == MX_ZONES_NONE)
		return;
	if (must_pause(zones, request->user, answer, verdict)) {
		(void)mx_profile_zones_want(zones, request->user);
		mx_backoff_fail_for(&zones->backoff, mx_answer_wait(answer));
		return;
	}
	mx_backoff_reset(&zones->backoff);
	read_field(request, zones, answer, verdict);
}

/* Whether a request for a user of the same site is under way, which may be a slow one. */
static bool must_wait(const struct mx_profile_zones *zones, const char *user)
{
	char site[BOT_ID_SIZE], other_site[BOT_ID_SIZE];

	mx_site_of_user(user, site);
	for (size_t i = 0; i < MX_ZONES_REQUESTS; i++) {
		const struct mx_zone_request *other = &zones->request[i];

		if (!other->zones || !*other->user ||
			is_at_home(zones, other->user) != is_at_home(zones, user))
			continue;
		mx_site_of_user(other->user, other_site);
		if (strcmp(other_site, site) == 0)
			return true;
	}
	return false;
}

/* Finds somebody to ask for, only a user of the own homeserver if `at_home`. */
static const char *find_next(const struct mx_profile_zones *zones, bool at_home)
{
	const char *user;
	json_t *value;

	json_object_foreach (zones->wanted, user, value)
		if ((!at_home || is_at_home(zones, user)) && !must_wait(zones, user))
			return user;
	return NULL;
}

static void start_next(struct mx_profile_zones *zones, struct mx_zone_request *request)
{
	bool at_home = request == &zones->request[0]; /* other servers may occupy the rest */
	const char *user = request->zones ? NULL : find_next(zones, at_home);

	if (!user)
		return;
	snprintf(request->user, sizeof(request->user), "%s", user);
	request->field = 0;
	(void)json_object_del(zones->wanted, request->user);
	start(zones, request);
}

void mx_profile_zones_ask(struct mx_profile_zones *zones)
{
	const struct mx_session *session = zones->session;
	const struct mx_account *account = session->account;

	if (json_object_size(zones->wanted) == 0 || zones->support == MX_ZONES_ASKING ||
		session->state != MX_LOGGED_IN || account->batches == 0 ||
		!mx_backoff_is_over(&zones->backoff) ||
		!mx_backoff_is_over(&account->store_backoff) ||
		!mx_backoff_is_over(&session->locked_backoff))
		return;
	if (zones->support == MX_ZONES_UNASKED) {
		ask_versions(zones);
		return;
	}
	for (size_t i = 0; i < MX_ZONES_REQUESTS; i++)
		start_next(zones, &zones->request[i]);
}
