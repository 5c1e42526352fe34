#include "tests/loopback/calls.h"

#include "tests/loopback/laws.h"
#include "tests/loopback/people.h"
#include "tests/loopback/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API      "/_matrix/client/v3/"
#define MEDIA    "/_matrix/media/v3/upload"
#define VERSIONS "/_matrix/client/versions"
#define TOKEN    "loopback."
#define SEGMENTS 6
#define SEGMENT  256
/* how many events of a room an answer has at most, if the filter names no limit */
#define LIMIT 20

struct path {
	char segment[SEGMENTS][SEGMENT];
};

void lo_call_refuse(struct lo_call *call, unsigned status, const char *code)
{
	call->status = status;
	lo_text_format(&call->answer, "{\"errcode\":\"%s\",\"error\":\"%s\"}", code, code);
}

void lo_call_limit(struct lo_world *world, struct lo_call *call, int64_t wait)
{
	world->limited++;
	call->status = 429;
	lo_text_format(&call->answer, "{\"errcode\":\"M_LIMIT_EXCEEDED\"");
	if (wait > 0)
		lo_text_format(&call->answer, ",\"retry_after_ms\":%lld", (long long)wait);
	lo_text_format(&call->answer, "}");
}

static void split(const char *path, struct path *out)
{
	size_t segment = 0, length = 0;

	for (; *path && segment < SEGMENTS; path++) {
		if (*path == '/') {
			segment++;
			length = 0;
		} else if (length < SEGMENT - 1) {
			out->segment[segment][length++] = *path;
		}
	}
}

static const char *string(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* Returns the name of the device, which is a part of the access token. */
static const char *device_of(const struct lo_call *call)
{
	return call->token && strncmp(call->token, TOKEN, strlen(TOKEN)) == 0
		       ? call->token + strlen(TOKEN)
		       : NULL;
}

static void log_in(struct lo_world *world, struct lo_call *call)
{
	json_t *body = json_loadb(call->body, call->body_size, 0, NULL);
	const char *device = string(body, "device_id");

	lo_text_format(&call->answer,
		"{\"user_id\":\"%s\",\"device_id\":\"%s\",\"access_token\":\"" TOKEN "%s\"}",
		world->users[LO_BOT].id, device ? device : "NEW", device ? device : "NEW");
	json_decref(body);
}

static void who_am_i(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	(void)path;
	lo_text_format(&call->answer, "{\"user_id\":\"%s\",\"device_id\":\"%s\"}",
		world->users[LO_BOT].id, device_of(call));
}

/*
 * Returns the limit of a filter. The filter's id is its limit, because the server uses nothing else
 * of a filter.
 */
static size_t limit_of(const char *filter)
{
	const char *limit = filter ? strstr(filter, "\"limit\":") : NULL;
	size_t most = limit ? strtoul(limit + strlen("\"limit\":"), NULL, 10) : 0;

	if (filter && *filter != '{')
		most = strtoul(filter, NULL, 10);
	return most > 0 ? most : LIMIT;
}

void lo_call_answer_sync(struct lo_world *world, struct lo_call *call)
{
	call->waits = false;
	lo_sync(world, call->position, !call->since, limit_of(call->filter), &call->answer);
}

static void sync(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	int64_t wait = call->timeout ? strtol(call->timeout, NULL, 10) : 0;

	(void)path;
	if (world->options.poll > 0 && wait > world->options.poll)
		wait = world->options.poll;
	if (world->first_sync == 0)
		world->first_sync = world->now;
	call->position = lo_position(world, call->since);
	if (call->since && wait > 0 && !lo_has_news(world, call->position)) {
		call->waits = true;
		call->until = world->now + wait * LO_MILLISECOND;
		return;
	}
	lo_call_answer_sync(world, call);
}

static void create_room(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	json_t *body = json_loadb(call->body, call->body_size, 0, NULL);
	json_t *creation = json_object_get(body, "creation_content");
	size_t user = lo_user_by_id(
		world, json_string_value(json_array_get(json_object_get(body, "invite"), 0)));
	char id[2 * LO_ID],
		*content = creation ? json_dumps(creation, JSON_COMPACT) : lo_copy("{}");
	size_t room;

	(void)path;
	if (user == LO_NONE) {
		lo_call_refuse(call, 400, "M_INVALID_PARAM");
		goto out;
	}
	snprintf(id, sizeof(id), "!%s.%zu:loopback", world->users[user].name,
		++world->users[user].private);
	room = lo_room_add(world, id, LO_BOT, content);
	world->rooms[room].owner = user;
	world->rooms[room].bout = world->users[user].bout;
	lo_room_set(world, room, LO_BOT, user, LO_INVITED);
	lo_room_set(world, room, user, user, LO_JOINED);
	lo_text_format(&call->answer, "{\"room_id\":\"%s\"}", world->rooms[room].id);
out:
	free(content);
	json_decref(body);
}

static void join(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	size_t room = lo_room_by_id(world, path->segment[1]);

	if (room == LO_NONE || lo_room_member(world, room, LO_BOT) == LO_OUT) {
		lo_call_refuse(call, 403, "M_FORBIDDEN");
		return;
	}
	if (lo_room_member(world, room, LO_BOT) == LO_INVITED) {
		lo_room_set(world, room, LO_BOT, LO_BOT, LO_JOINED);
		lo_people_entered(world, room);
	}
	lo_text_format(&call->answer, "{\"room_id\":\"%s\"}", world->rooms[room].id);
}

/*
 * Applies the rate limit as Synapse does: a bucket that fills at a constant rate. Returns the
 * milliseconds to wait, or 0 if the message is allowed now.
 */
static int64_t take_credit(struct lo_world *world)
{
	const struct lo_options *options = &world->options;

	if (options->rate <= 0)
		return 0;
	world->credit += options->rate * (double)(world->now - world->credit_at) / LO_SECOND;
	world->credit_at = world->now;
	if (world->credit > options->burst)
		world->credit = options->burst;
	if (world->credit < 1)
		return (int64_t)((1 - world->credit) / options->rate * 1000) + 1;
	world->credit -= 1;
	return 0;
}

static void send(struct lo_world *world, struct lo_call *call, const struct path *path, size_t room)
{
	char key[3 * SEGMENT];
	const json_t *before;
	size_t position;
	int64_t wait;

	snprintf(key, sizeof(key), "%s %s %s", device_of(call), path->segment[1], path->segment[4]);
	before = json_object_get(world->sent, key);
	wait = before ? 0 : take_credit(world);
	if (wait > 0) {
		lo_call_limit(world, call, wait);
		return;
	}
	if (sim_random_chance(&world->random, world->options.swallows)) {
		lo_text_format(&call->answer, "{\"event_id\":\"$nothing\"}");
		return;
	}
	if (before && !world->options.forgets) {
		position = (size_t)json_integer_value(before);
		lo_laws_repeated(world, position, call->body, call->body_size);
	} else {
		position = lo_bot_says(world, room, path->segment[3], path->segment[4], call->body,
			call->body_size);
		json_object_set_new(world->sent, key, json_integer((json_int_t)position));
		if (strcmp(path->segment[3], "m.reaction") != 0)
			lo_laws_sent(world, position, call->body, call->body_size);
	}
	lo_text_format(&call->answer, "{\"event_id\":\"$%s.%zu\"}", world->users[LO_BOT].name,
		world->events[position - 1].number);
}

/* Answers a request for one state event. The bot only asks for members. */
static void member(
	struct lo_world *world, struct lo_call *call, const struct path *path, size_t room)
{
	size_t user = lo_user_by_id(world, path->segment[4]);

	if (user == LO_NONE || lo_room_member(world, room, user) != LO_JOINED)
		lo_call_refuse(call, 404, "M_NOT_FOUND");
	else
		lo_text_format(&call->answer, "{\"membership\":\"join\"}");
}

static void in_room(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	size_t room = lo_room_by_id(world, path->segment[1]);
	const char *what = path->segment[2];

	if (room == LO_NONE || lo_room_member(world, room, LO_BOT) != LO_JOINED) {
		lo_call_refuse(call, 403, "M_FORBIDDEN");
	} else if (strcmp(what, "send") == 0) {
		send(world, call, path, room);
	} else if (strcmp(what, "state") == 0 && *path->segment[3]) {
		member(world, call, path, room);
	} else if (strcmp(what, "state") == 0) {
		lo_state(world, room, &call->answer);
	} else if (strcmp(what, "joined_members") == 0) {
		lo_joined_members(world, room, &call->answer);
	} else if (strcmp(what, "receipt") == 0) {
		lo_text_format(&call->answer, "{}");
	} else if (strcmp(what, "messages") == 0) {
		lo_messages(world, room, lo_position(world, call->from),
			call->to ? lo_position(world, call->to) : world->event_count,
			call->limit ? strtoul(call->limit, NULL, 10) : 10, &call->answer);
	} else if (strcmp(what, "leave") == 0) {
		lo_room_set(world, room, LO_BOT, LO_BOT, LO_OUT);
		lo_text_format(&call->answer, "{}");
	} else {
		lo_call_refuse(call, 404, "M_UNRECOGNIZED");
	}
}

/* Answers requests for account data (only m.direct) and for filters. */
static void of_user(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	if (strcmp(path->segment[2], "filter") == 0) {
		lo_text_format(&call->answer, "{\"filter_id\":\"%zu\"}", limit_of(call->body));
	} else if (strcmp(call->method, "PUT") == 0) {
		json_decref(world->direct);
		world->direct = json_loadb(call->body, call->body_size, 0, NULL);
		lo_text_format(&call->answer, "{}");
	} else if (world->direct) {
		char *text = json_dumps(world->direct, JSON_COMPACT);

		lo_text_format(&call->answer, "%s", text);
		free(text);
	} else {
		lo_call_refuse(call, 404, "M_NOT_FOUND");
	}
}

/* Like Synapse, gives a new account the local part of its user id as its display name. */
static void profile(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	(void)path;
	if (strcmp(call->method, "PUT") == 0)
		lo_text_format(&call->answer, "{}");
	else
		lo_text_format(
			&call->answer, "{\"displayname\":\"%s\"}", world->users[LO_BOT].name);
}

static void joined_rooms(struct lo_world *world, struct lo_call *call, const struct path *path)
{
	const char *comma = "";

	(void)path;
	lo_text_format(&call->answer, "{\"joined_rooms\":[");
	for (size_t i = 0; i < world->room_count; i++)
		if (lo_room_member(world, i, LO_BOT) == LO_JOINED) {
			lo_text_format(&call->answer, "%s\"%s\"", comma, world->rooms[i].id);
			comma = ",";
		}
	lo_text_format(&call->answer, "]}");
}

void lo_call_answer(struct lo_world *world, struct lo_call *call)
{
	static const struct {
		const char *name;
		void (*answer)(struct lo_world *, struct lo_call *, const struct path *);
	} calls[] = {
		{"rooms", in_room},
		{"sync", sync},
		{"createRoom", create_room},
		{"join", join},
		{"user", of_user},
		{"profile", profile},
		{"account", who_am_i},
		{"joined_rooms", joined_rooms},
	};
	struct path path = {0};

	call->status = 200;
	if (strcmp(call->path, VERSIONS) == 0) {
		lo_text_format(&call->answer, "{\"versions\":[\"v1.1\",\"v1.11\"]}");
		return;
	}
	split(strncmp(call->path, API, strlen(API)) == 0 ? call->path + strlen(API) : call->path,
		&path);
	if (strcmp(path.segment[0], "login") == 0) {
		log_in(world, call);
		return;
	}
	if (!device_of(call)) {
		lo_call_refuse(call, 401, "M_UNKNOWN_TOKEN");
		return;
	}
	if (strcmp(call->path, MEDIA) == 0) {
		lo_text_format(&call->answer, "{\"content_uri\":\"mxc://loopback/file\"}");
		return;
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (strcmp(path.segment[0], calls[i].name) == 0) {
			calls[i].answer(world, call, &path);
			return;
		}
	lo_call_refuse(call, 404, "M_UNRECOGNIZED");
}
