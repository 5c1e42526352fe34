#include "adapters/matrix/receive/people.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MX_PEOPLE_ROOMS 32 /* the most rooms whose members the bot keeps */

#define MX_PEOPLE_MOST 1000 /* if a room has more members, the bot keeps none of them */

#define ANSWER_LIMIT ((size_t)1 << 20) /* bytes */
#define NAME_LIMIT   512               /* bytes; homeservers allow their own users 256 characters */

void mx_people_init(struct mx_people *people, struct mx_session *session)
{
	*people = (struct mx_people){
		.session = session, .rooms = json_object(), .wanted = json_object()};
}

void mx_people_finish(struct mx_people *people)
{
	json_decref(people->rooms);
	json_decref(people->wanted);
}

void mx_people_want(struct mx_people *people, const char *room)
{
	if (!json_object_get(people->rooms, room) && strcmp(people->asked_room, room) != 0 &&
		json_object_size(people->wanted) < MX_PEOPLE_ROOMS)
		(void)json_object_set_new(people->wanted, room, json_true());
}

/*
 * Stores a member of a room. Leaves out a display name that is too long: the events of a hostile
 * server have names of 60 KB, and each search would read all of them.
 */
static void add_member(json_t *members, const char *user, json_t *name)
{
	bool keeps = json_is_string(name) && json_string_length(name) <= NAME_LIMIT;

	(void)json_object_set_new(members, user, keeps ? json_copy(name) : json_null());
}

void mx_people_note(struct mx_people *people, const char *room, const struct mx_event *event)
{
	json_t *members = json_object_get(people->rooms, room);
	const char *user = event->state_key;

	people->changed = people->changed || strcmp(people->asked_room, room) == 0;
	if (!mx_id_is_user(user) || !json_is_object(members))
		return;
	if (!mx_json_text_is(event->content, "membership", "join"))
		(void)json_object_del(members, user);
	else if (json_object_size(members) < MX_PEOPLE_MOST || json_object_get(members, user))
		add_member(members, user, json_object_get(event->content, "displayname"));
	else
		(void)json_object_set_new(people->rooms, room, json_true());
}

void mx_people_forget(struct mx_people *people, const char *room)
{
	people->changed = people->changed || strcmp(people->asked_room, room) == 0;
	(void)json_object_del(people->rooms, room);
	(void)json_object_del(people->wanted, room);
}

/* Converts the members in the homeserver's answer to the form that struct mx_people keeps. */
static json_t *read_members(json_t *joined)
{
	json_t *members, *profile;
	const char *user;

	if (json_object_size(joined) > MX_PEOPLE_MOST)
		return json_true();
	members = json_object();
	json_object_foreach (joined, user, profile)
		if (mx_id_is_user(user))
			add_member(members, user, json_object_get(profile, "display_name"));
	return members;
}

/* If the request failed, the bot asks again when somebody gives the next command in the room. */
static void on_members(void *self, const struct mx_answer *answer)
{
	struct mx_people *people = self;
	json_t *joined = json_object_get(answer->json, "joined");
	enum mx_answer_verdict verdict =
		mx_session_watch(people->session, answer, MX_AUTHOR_HOMESERVER);
	char room[BOT_ID_SIZE];

	strcpy(room, people->asked_room);
	people->asked_room[0] = '\0';
	if (verdict == MX_ANSWER_DONE && people->changed)
		mx_people_want(people, room);
	else if (verdict == MX_ANSWER_DONE)
		mx_json_remember(people->rooms, room, read_members(joined), MX_PEOPLE_ROOMS);
	else if (answer->too_big)
		mx_json_remember(people->rooms, room, json_true(), MX_PEOPLE_ROOMS);
	else
		mx_answer_log("members_failed", room, answer);
}

void mx_people_ask(struct mx_people *people)
{
	const char *room = json_object_iter_key(json_object_iter(people->wanted));
	struct mx_http_request request = {.method = MX_HTTP_GET, .limit = ANSWER_LIMIT};

	if (!room || *people->asked_room || people->session->state != MX_LOGGED_IN)
		return;
	strcpy(people->asked_room, room);
	(void)json_object_del(people->wanted, people->asked_room);
	people->changed = false;
	request.path =
		mx_url_format("/_matrix/client/v3/rooms/%/joined_members", people->asked_room);
	mx_http_start(people->session->account->http, &request, on_members, people);
}

enum bot_people mx_people_each(struct mx_people *people, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	json_t *members = json_object_get(people->rooms, room);
	char local[BOT_ID_SIZE];
	const char *user;
	json_t *name;

	if (!members)
		return BOT_PEOPLE_LATER;
	if (!json_is_object(members))
		return BOT_PEOPLE_TOO_MANY;
	json_object_foreach (members, user, name) {
		mx_id_local(user, local);
		take(taker, user, local);
		if (json_is_string(name))
			take(taker, user, json_string_value(name));
	}
	return BOT_PEOPLE_GIVEN;
}

#define KEY "matrix.name"

/* Reads the stored value: the time, a space and the name. */
static enum bot_error read_name(struct mx_own_name *name, struct bot_store *store)
{
	char *value = NULL, *end;
	enum bot_error error = bot_store_get(store, KEY, &value);

	*name = (struct mx_own_name){0};
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	name->sent = strtoll(value, &end, 10);
	snprintf(name->text, sizeof(name->text), "%s", *end == ' ' ? end + 1 : value);
	free(value);
	return BOT_OK;
}

void mx_own_name_load(struct mx_own_name *name, struct mx_account *account)
{
	enum bot_error error = bot_store_begin(account->store);

	*name = (struct mx_own_name){0};
	if (!error)
		error = read_name(name, account->store);
	mx_account_commit(account, error, "name");
}

enum bot_error mx_own_name_note(struct mx_own_name *name, struct mx_account *account,
	const struct mx_event *event, bool newest)
{
	const char *text = mx_json_text(event->content, "displayname");
	int64_t sent = json_integer_value(json_object_get(event->json, "origin_server_ts"));
	int64_t now = bot_clock_wall();
	bool early = sent > now;
	char value[24 + sizeof(name->text)];

	if (!event->sender || strcmp(event->sender, account->user) != 0 ||
		!mx_json_text_is(event->content, "membership", "join"))
		return BOT_OK;
	/* The store decides, because an earlier transaction with a newer name may have failed. */
	enum bot_error error = read_name(name, account->store);
	if (error || (!newest && name->sent > 0 && (early || sent < name->sent)))
		return error;
	sent = early ? now : sent;
	if (!text || strlen(text) >= sizeof(name->text))
		text = "";
	if (sent == name->sent && strcmp(text, name->text) == 0)
		return BOT_OK;
	name->sent = sent;
	stpcpy(name->text, text);
	snprintf(value, sizeof(value), "%" PRId64 " %s", sent, text);
	return bot_store_set(account->store, KEY, value);
}

void mx_other_device_init(struct mx_other_device *other)
{
	*other = (struct mx_other_device){.started = bot_clock_wall()};
}

void mx_other_device_note(
	struct mx_other_device *other, const struct mx_event *event, const char *txn)
{
	other->has_echo = other->has_echo || txn;
	if (txn || !other->has_echo || other->warned ||
		json_integer_value(json_object_get(event->json, "origin_server_ts")) <
			other->started)
		return;
	other->warned = true;
	bot_log_write(BOT_LOG_WARNING, "account_used_elsewhere",
		BOT_LOG_FIELDS({"event_id", .text = event->id},
			{"why", .text = "another device sends messages as this account; if a "
					"second engarde-bot runs with it, stop one of the two: "
					"both answer every command"}));
}
