#include "adapters/matrix/room/event.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/glob.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct mx_event mx_event_read(const json_t *json)
{
	const json_t *state_key = json_object_get(json, "state_key");
	struct mx_event event = {
		.json = json,
		.type = mx_json_text(json, "type"),
		.sender = mx_json_text(json, "sender"),
		.id = mx_json_text(json, "event_id"),
		.state_key = json_string_value(state_key),
		.is_state = state_key,
		.content = json_object_get(json, "content"),
	};

	if (event.state_key && mx_id_is_user(event.sender))
		event.state_type = event.type;
	return event;
}

static bool has_type(const struct mx_event *event, const char *type)
{
	return event->type && strcmp(event->type, type) == 0;
}

static bool is_by(const struct mx_event *event, const char *user)
{
	return event->sender && strcmp(event->sender, user) == 0;
}

const json_t *mx_event_relation(const struct mx_event *event)
{
	return json_object_get(event->content, "m.relates_to");
}

bool mx_event_is_edit(const struct mx_event *event)
{
	return mx_json_text_is(mx_event_relation(event), "rel_type", "m.replace") ||
	       (event->writer != MX_WRITER_UNKNOWN &&
		       json_object_get(event->content, "m.new_content"));
}

bool mx_event_is_reaction(const struct mx_event *event)
{
	return has_type(event, "m.reaction");
}

bool mx_event_is_encrypted(const struct mx_event *event)
{
	return has_type(event, "m.room.encrypted");
}

bool mx_event_is_shown(const struct mx_event *event, const char *me)
{
	bool is_message =
		has_type(event, "m.room.message") && json_object_get(event->content, "msgtype");

	return (is_message || mx_event_is_encrypted(event)) && !is_by(event, me) &&
	       !mx_event_is_edit(event);
}

bool mx_event_is_own(const struct mx_event *event, const char *me)
{
	return is_by(event, me) && !event->is_state && mx_id_is_event(event->id);
}

const char *mx_event_transaction_id(const struct mx_event *event, const char *me)
{
	return mx_event_is_own(event, me)
		       ? mx_json_text(json_object_get(event->json, "unsigned"), "transaction_id")
		       : NULL;
}

const char *mx_event_row_id(const struct mx_event *event, const char *me)
{
	const char *id = mx_event_transaction_id(event, me);

	if (id || !mx_event_is_own(event, me))
		return id;
	return mx_json_text(event->content, MX_EVENT_ROW_ID);
}

bool mx_event_is_unreadable_state(const struct mx_event *event)
{
	return event->is_state && !event->state_type;
}

const char *mx_event_membership(const struct mx_event *event, const char *user)
{
	if (!event->state_type || strcmp(event->state_type, "m.room.member") != 0 ||
		strcmp(event->state_key, user) != 0)
		return NULL;
	return mx_json_text(event->content, "membership");
}

/* the most that a level may be, as in canonical JSON, so that the stored level can be read again */
#define LEVEL_MOST    ((INT64_C(1) << 53) - 1)
#define STATE_DEFAULT 50 /* the level if m.room.power_levels has no state_default */

#define MARK "engarde_bot.private_room_of"

static json_int_t within_limits(json_int_t level)
{
	return level > LEVEL_MOST ? LEVEL_MOST : level < -LEVEL_MOST ? -LEVEL_MOST : level;
}

/* Returns the level under `key`. In the oldest room versions a level may be a string. */
static json_int_t level(const json_t *object, const char *key, json_int_t otherwise)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);
	char *end;
	long long number;

	if (json_is_integer(value))
		return within_limits(json_integer_value(value));
	if (json_is_real(value))
		return json_real_value(value) < 0 ? -1 : (json_int_t)json_real_value(value);
	if (!text)
		return otherwise;
	number = strtoll(text, &end, 10);
	/* homeservers allow spaces on both sides */
	return end != text && end[strspn(end, " \t\r\n")] == '\0' ? within_limits(number)
								  : otherwise;
}

static json_t *list_users(const json_t *content, json_int_t needed)
{
	json_t *users = json_object_get(content, "users");
	bool all = level(content, "users_default", 0) >= needed;
	json_t *others = json_array();
	json_t *value;
	const char *user;

	json_object_foreach (users, user, value)
		if ((level(users, user, 0) >= needed) != all && mx_id_is_user(user))
			(void)json_array_append_new(others, json_string(user));
	return json_pack("{s:b, s:o}", "default", all, "others", others);
}

json_t *mx_power_levels_moderators(const json_t *content)
{
	return list_users(content, level(content, "state_default", STATE_DEFAULT));
}

json_t *mx_power_levels_writers(const json_t *content)
{
	const json_t *events = json_object_get(content, "events");
	json_int_t all = level(content, "events_default", 0);
	json_int_t plain = level(events, "m.room.message", all);
	json_int_t encrypted = level(events, "m.room.encrypted", all);

	return list_users(content, plain < encrypted ? plain : encrypted);
}

static json_int_t level_of(const json_t *content, const char *user)
{
	return level(json_object_get(content, "users"), user, level(content, "users_default", 0));
}

bool mx_power_levels_forbid(const json_t *content, const char *user, const char *type)
{
	return level_of(content, user) <
	       level(json_object_get(content, "events"), type, level(content, "events_default", 0));
}

static bool lists(const json_t *globs, const struct bot_glob_text *name)
{
	const json_t *glob;
	size_t i;

	json_array_foreach (globs, i, glob)
		if (json_is_string(glob) && bot_glob_matches(json_string_value(glob), name))
			return true;
	return false;
}

static bool is_ip_literal(const char *name)
{
	return *name == '[' || name[strspn(name, "0123456789.")] == '\0';
}

bool mx_server_acl_denies(const json_t *content, const char *server)
{
	const char *port = *server == '[' ? strstr(server, "]:") : strchr(server, ':');
	size_t size = strlen(server);
	char name[BOT_GLOB_TEXT_MOST + 1];
	struct bot_glob_text text;

	if (port)
		size = (size_t)(port - server) + (*port == ']');
	if (size >= sizeof(name))
		return false;
	memcpy(name, server, size);
	name[size] = '\0';
	if (is_ip_literal(name) && json_is_false(json_object_get(content, "allow_ip_literals")))
		return true;
	bot_glob_prepare(&text, name, BOT_GLOB_ANY_CASE);
	return lists(json_object_get(content, "deny"), &text) ||
	       !lists(json_object_get(content, "allow"), &text);
}

json_t *mx_event_encryption_content(void)
{
	return json_pack("{s:s}", "algorithm", "m.megolm.v1.aes-sha2");
}

json_t *mx_event_private_room_request(const char *user, const char *topic, bool encrypted)
{
	/* With this history_visibility, people who join later do not see the hands. */
	json_t *body = json_pack("{s:s, s:b, s:[s], s:{s:s}, s:s, s:s, s:["
				 "{s:s, s:s, s:{s:s}}, {s:s, s:s, s:{s:s}}]}",
		"preset", "trusted_private_chat", "is_direct", 1, "invite", user,
		"creation_content", MARK, user, "name", "En Garde", "topic", topic, "initial_state",
		"type", "m.room.history_visibility", "state_key", "", "content",
		"history_visibility", "invited", "type", "m.room.guest_access", "state_key", "",
		"content", "guest_access", "forbidden");

	if (encrypted)
		(void)json_array_append_new(json_object_get(body, "initial_state"),
			json_pack("{s:s, s:s, s:o}", "type", "m.room.encryption", "state_key", "",
				"content", mx_event_encryption_content()));
	return body;
}

const char *mx_event_room_made_for(const json_t *create, const char *me)
{
	const char *user = mx_json_text(json_object_get(create, "content"), MARK);

	return mx_json_text_is(create, "sender", me) && mx_id_is_user(user) ? user : NULL;
}
