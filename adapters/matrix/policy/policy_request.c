#include "adapters/matrix/policy/policy_request.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/policy/policy_state.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_TIMEOUT 120000            /* it takes long to join a big room of another server */
#define SHORT_LIMIT  ((size_t)1 << 20) /* bytes of an answer */
/*
 * The most bytes of a room's state. A rule has about 600 bytes, so this is enough for more than
 * 25,000 rules. The bot needs up to eight times as much memory for a moment.
 */
#define STATE_LIMIT  ((size_t)16 << 20)
#define QUIET_TRIES  3 /* after more failures in a row, the bot tells the admins */
#define REFUSED_WAIT (INT64_C(10) * 60 * 1000) /* milliseconds */
#define REST_FIRST   2000  /* the shortest rest after a reading or a refusal, in milliseconds */
#define REST_MOST    60000 /* the longest one */
#define QUIET        10    /* after so many rests without a request, a list is quiet */

static struct mx_account *account_of(const struct mx_policy_list *list)
{
	return list->lists->session->account;
}

/* Begins a transaction that the caller commits. */
static enum bot_error begin(const struct mx_policy_list *list)
{
	return bot_store_begin(account_of(list)->store);
}

static void repeat_later(struct mx_policy_list *list, int64_t wait)
{
	mx_backoff_fail_for(&list->backoff, wait);
}

/*
 * Rests after a request. Unless the list was quiet, each rest is twice as long as the one before
 * it, so that nobody who changes a list again and again, or removes and invites the bot, keeps it
 * busy.
 */
static void rest(struct mx_policy_list *list)
{
	bool is_hurried = bot_clock_steady() - list->rest.until < QUIET * list->pause;

	list->pause = !is_hurried                   ? REST_FIRST
		      : list->pause * 2 < REST_MOST ? list->pause * 2
						    : REST_MOST;
	mx_backoff_extend(&list->rest, list->pause);
}

/* Failures */

static void tell_of_failure(const struct mx_policy_list *list, const char *why)
{
	struct mx_account *account = account_of(list);
	enum bot_error error;

	bot_log_write(BOT_LOG_WARNING, "policy_list_failed",
		BOT_LOG_FIELDS({"list", .text = list->name}, {"why", .text = why}));
	error = begin(list);
	if (!error)
		error = bot_host_policy_list_fails(account->host, list->name, why);
	(void)mx_account_commit(account, error, "policy list");
}

/*
 * Handles that a step failed. After a refusal, or repeated failures although /sync works, somebody
 * has to do something, so the bot tells its admins. It tries again, with growing pauses.
 */
static void fail(struct mx_policy_list *list, const struct mx_answer *answer,
	enum mx_answer_verdict verdict, const char *why)
{
	const struct mx_account *account = account_of(list);
	bool refused = verdict == MX_ANSWER_REFUSED;
	bool persists = verdict == MX_ANSWER_RETRY && list->backoff.failures >= QUIET_TRIES &&
			account->sync_backoff.failures == 0;
	char reason[256];

	snprintf(reason, sizeof(reason), "%s", why ? why : mx_answer_code(answer));
	if (!*reason)
		snprintf(reason, sizeof(reason), "%s",
			answer->trouble ? answer->trouble : "the homeserver's answer is no use");
	if ((refused || persists) && list->step != MX_POLICY_LEAVE)
		tell_of_failure(list, reason);
	/* News that came meanwhile, such as an invitation, may have ended the reason. */
	repeat_later(list, refused && !list->changed ? REFUSED_WAIT : mx_answer_wait(answer));
	if (refused && list->step == MX_POLICY_READ)
		list->step = MX_POLICY_JOIN; /* somebody may have removed the bot */
}

/* Steps */

/* Stores the id of the list's room, or forgets it if `room` is NULL. */
static enum bot_error store_key(const struct mx_policy_list *list, const char *room)
{
	char key[sizeof(MX_POLICY_KEY) + BOT_ID_SIZE];

	snprintf(key, sizeof(key), MX_POLICY_KEY "%s", list->name);
	return bot_store_set(account_of(list)->store, key, room);
}

/*
 * Stores which room is the list's. If the bot has been in this room before, it was a room for
 * games. It no longer is one.
 */
static void store_room(void *self)
{
	const struct mx_policy_list *list = self;
	struct mx_account *account = account_of(list);
	struct mx_room *room = mx_room_load(account->store, list->room);

	if (room->standing != MX_OUTSIDE) {
		mx_room_leave(room, account->store);
		bot_must(mx_room_save(room, account->store, list->room));
		bot_must(bot_host_room_left(account->host, list->room));
	}
	bot_must(store_key(list, list->room));
}

/*
 * Whether the bot plays in a room. The server of an alias can let it lead to any room at any time,
 * which must not take this room from its players.
 */
static bool is_for_games(const struct mx_policy_list *list, const char *id)
{
	struct mx_room room;
	bool is_inside;

	if (mx_room_init(&room, account_of(list)->store, id) != BOT_OK)
		return true;
	is_inside = room.standing != MX_OUTSIDE;
	mx_room_finish(&room);
	return is_inside;
}

static void found(struct mx_policy_list *list)
{
	if (mx_account_attempt(account_of(list), "policy list", store_room, list))
		list->step = MX_POLICY_JOIN;
	else
		repeat_later(list, 0);
}

static void on_found(struct mx_policy_list *list, const struct mx_answer *answer)
{
	const char *via =
		json_string_value(json_array_get(json_object_get(answer->json, "servers"), 0));
	const char *room = mx_json_text(answer->json, "room_id");

	if (is_for_games(list, room)) {
		fail(list, answer, MX_ANSWER_REFUSED,
			"the bot plays in the room to which the alias leads; if it is the list, "
			"name it by its id");
		return;
	}
	snprintf(list->room, sizeof(list->room), "%s", room);
	snprintf(list->via, sizeof(list->via), "%s", via && strlen(via) < BOT_ID_SIZE ? via : "");
	found(list);
}

static void log_read(const struct mx_policy_list *list, const char *text)
{
	int64_t rules = 0;

	for (const char *end = strchr(text, '\n'); end; end = strchr(end + 1, '\n'))
		rules++;
	bot_log_write(BOT_LOG_INFO, "policy_list_read",
		BOT_LOG_FIELDS({"list", .text = list->name}, {"room", .text = list->room},
			{"rules", .number = rules}));
}

static void on_state(struct mx_policy_list *list, const struct mx_answer *answer)
{
	struct mx_account *account = account_of(list);
	char *text = mx_policy_read_state(answer->json);
	enum bot_error error;

	if (!text) {
		fail(list, answer, MX_ANSWER_REFUSED, "the list has too many rules");
		list->step = MX_POLICY_READ;
		return;
	}
	error = begin(list);
	if (!error)
		error = bot_host_policy_list_read(account->host, list->name, text);
	if (mx_account_commit(account, error, "policy list")) {
		log_read(list, text);
		account->timers_due = 0;
		list->step = list->changed ? MX_POLICY_READ : MX_POLICY_WAIT;
	} else {
		repeat_later(list, 0);
	}
	free(text);
}

static void forget(struct mx_policy_list *list)
{
	struct mx_account *account = account_of(list);
	enum bot_error error = begin(list);

	if (!error)
		error = store_key(list, NULL);
	if (!error)
		error = bot_host_policy_list_removed(account->host, list->name);
	if (!mx_account_commit(account, error, "policy list")) {
		repeat_later(list, 0);
		return;
	}
	bot_log_write(
		BOT_LOG_INFO, "policy_list_left", BOT_LOG_FIELDS({"list", .text = list->name}));
	list->lists = NULL;
}

/* Requests */

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_policy_list *list = self;
	bool is_local = list->asked_for == MX_POLICY_READ;
	enum mx_answer_verdict verdict = mx_session_watch(
		list->lists->session, answer, is_local ? MX_AUTHOR_HOMESERVER : MX_AUTHOR_REMOTE);

	list->asked = false;
	if (is_local || verdict == MX_ANSWER_REFUSED)
		rest(list);
	if (list->step != list->asked_for)
		return; /* meanwhile, something has happened that needs another step first */
	if (list->step == MX_POLICY_LEAVE &&
		(verdict == MX_ANSWER_DONE || verdict == MX_ANSWER_REFUSED)) {
		forget(list);
		return;
	}
	if (answer->too_big) {
		fail(list, answer, MX_ANSWER_REFUSED, "the state of its room is too big");
		list->step = MX_POLICY_READ;
		return;
	}
	if (verdict != MX_ANSWER_DONE) {
		fail(list, answer, verdict, NULL);
		return;
	}
	mx_backoff_reset(&list->backoff);
	if (list->step == MX_POLICY_FIND)
		on_found(list, answer);
	else if (list->step == MX_POLICY_JOIN)
		list->step = MX_POLICY_READ;
	else
		on_state(list, answer);
}

static char *join_path(const struct mx_policy_list *list)
{
	const char *colon = strchr(list->room, ':');
	const char *via = *list->via ? list->via : colon ? colon + 1 : NULL;

	return via ? mx_url_format(
			     "/_matrix/client/v3/join/%?via=%&server_name=%", list->room, via, via)
		   : mx_url_format("/_matrix/client/v3/join/%", list->room);
}

/* Returns whether another list has the same room, so that the bot must stay there. */
static bool shares_room(const struct mx_policy_list *list)
{
	for (size_t i = 0; i < list->lists->count; i++) {
		const struct mx_policy_list *other = list->lists->list[i];

		if (other != list && other->lists && other->step != MX_POLICY_LEAVE &&
			strcmp(other->room, list->room) == 0)
			return true;
	}
	return false;
}

static void fill(const struct mx_policy_list *list, struct mx_http_request *request)
{
	switch (list->step) {
	case MX_POLICY_FIND:
		request->path = mx_url_format("/_matrix/client/v3/directory/room/%", list->name);
		break;
	case MX_POLICY_JOIN:
		request->method = MX_HTTP_POST;
		request->body = json_object();
		request->path = join_path(list);
		request->timeout = JOIN_TIMEOUT;
		break;
	case MX_POLICY_LEAVE:
		request->method = MX_HTTP_POST;
		request->body = json_object();
		request->path = mx_url_format("/_matrix/client/v3/rooms/%/leave", list->room);
		break;
	case MX_POLICY_READ:
	case MX_POLICY_WAIT:
		request->path = mx_url_format("/_matrix/client/v3/rooms/%/state", list->room);
		request->limit = STATE_LIMIT;
		break;
	}
}

void mx_policy_request_start(struct mx_policy_list *list)
{
	struct mx_http_request request = {.method = MX_HTTP_GET, .limit = SHORT_LIMIT};

	if (list->step == MX_POLICY_FIND && list->name[0] == '!')
		found(list);
	if (list->step == MX_POLICY_LEAVE && (!*list->room || shares_room(list)))
		forget(list);
	if (!list->lists || !mx_backoff_is_over(&list->backoff))
		return;
	fill(list, &request);
	list->asked = true;
	list->asked_for = list->step;
	list->changed = false;
	mx_http_start(account_of(list)->http, &request, on_answer, list);
}
