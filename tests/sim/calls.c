/* Answers the calls of the client-server API that the bot uses. */
#include "tests/sim/laws.h"
#include "tests/sim/net.h"
#include "tests/sim/server.h"
#include "tests/sim/strangers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE     "/_matrix/client/v3/"
#define MEDIA    "/_matrix/media/v3/upload"
#define SEGMENTS 6

struct call {
	struct sim_exchange *exchange;
	char segment[SEGMENTS][160];
	size_t count;
	const char *query;
};

static int hex(char c)
{
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static void split(struct call *call)
{
	const char *c = call->exchange->path;
	size_t length = 0;

	c += strncmp(c, BASE, strlen(BASE)) == 0 ? strlen(BASE) : 0;
	call->count = 1;
	for (; *c && *c != '?'; c++) {
		char byte = *c;

		if (byte == '/') {
			call->count++;
			length = 0;
			continue;
		}
		if (byte == '%') {
			byte = (char)(hex(c[1]) * 16 + hex(c[2]));
			c += 2;
		}
		if (call->count <= SEGMENTS && length < sizeof(call->segment[0]) - 1)
			call->segment[call->count - 1][length++] = byte;
	}
	call->query = c;
}

/*
 * Returns the value of a parameter of the query, or NULL if the query does not have this parameter.
 */
static const char *query(const struct call *call, const char *name)
{
	const char *found = strstr(call->query, name);

	return found ? found + strlen(name) : NULL;
}

static void log_in(struct call *call)
{
	const char *device = json_string_value(json_object_get(call->exchange->body, "device_id"));

	snprintf(sim->device, sizeof(sim->device), "%s", device ? device : "NEW");
	snprintf(sim->token, sizeof(sim->token), "t%u", ++sim->tokens);
	sim->soft_logout = false;
	sim_answer(call->exchange, 200,
		json_pack("{s:s, s:s, s:s}", "user_id", sim->users[SIM_BOT].id, "device_id",
			sim->device, "access_token", sim->token));
}

static void who_am_i(struct call *call)
{
	if (!*sim->device) /* the bot did not log in, because its configuration has a token */
		snprintf(sim->device, sizeof(sim->device), "GIVEN");
	sim_answer(call->exchange, 200,
		json_pack(
			"{s:s, s:s}", "user_id", sim->users[SIM_BOT].id, "device_id", sim->device));
}

/* Returns false if the request names a filter that the server has forgotten. */
static bool knows_filter(const struct call *call)
{
	const char *filter = query(call, "&filter=");

	if (!filter || *filter == '%')
		return true;
	if (sim->now < sim->traits.calm && sim_random_chance(&sim->random, sim->traits.unknown)) {
		sim_saw(SIM_UNKNOWN_FILTER);
		sim->filter = 0;
	}
	return strtoul(filter, NULL, 10) == sim->filter;
}

static void sync(struct call *call)
{
	struct sim_exchange *exchange = call->exchange;
	const char *since = query(call, "&since=");
	const char *timeout = query(call, "timeout=");
	const char *limit = query(call, "%22limit%22%3A"); /* from the request's filter */
	long wait = timeout ? strtol(timeout, NULL, 10) : 0;

	if (since && sim->now < sim->traits.calm && sim_position(since) >= sim->lost_until &&
		sim_random_chance(&sim->random, sim->traits.unknown)) {
		sim_saw(SIM_UNKNOWN_SINCE);
		sim_refuse(exchange, 400, "M_INVALID_PARAM");
		return;
	}
	if (!knows_filter(call)) {
		sim_refuse(exchange, 400, "M_INVALID_PARAM");
		return;
	}
	exchange->most = limit ? strtoul(limit, NULL, 10) : 50;
	exchange->full = !since;
	exchange->since = sim_position(since);
	if (exchange->since > sim->knows)
		sim->knows = exchange->since;
	if (exchange->full || wait == 0 || sim_has_news(exchange->since)) {
		sim_answer(
			exchange, 200, sim_sync(exchange->since, exchange->full, exchange->most));
		return;
	}
	exchange->polls = true;
	sim_answer(exchange, 200, NULL);
	exchange->until = sim->now + wait;
}

static void create_room(struct call *call)
{
	const json_t *body = call->exchange->body;
	size_t user = sim_user_by_id(
		json_string_value(json_array_get(json_object_get(body, "invite"), 0)));
	struct sim_room *room;
	size_t index;

	if (user == SIM_USERS) {
		sim_refuse(call->exchange, 400, "M_INVALID_PARAM");
		return;
	}
	/* Somebody who refuses for a month would fill the table of rooms: then no room is left
	 * behind. */
	if (sim->users[user].refuses && sim->room_count >= SIM_ROOMS / 2) {
		sim->users[user].excused = true;
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
		return;
	}
	index = sim_room_add(SIM_BOT, json_deep_copy(json_object_get(body, "creation_content")));
	room = &sim->rooms[index];
	room->owner = user;
	sim_set_levels(index, user, 100, 0);
	if (sim->traits.encrypts)
		sim_add(index, SIM_BOT, "m.room.encryption", "",
			json_pack("{s:s}", "algorithm", "m.megolm.v1.aes-sha2"));
	if (sim->traits.encrypts)
		sim_saw(SIM_SERVER_ENCRYPTS);
	if (sim->users[user].refuses) {
		sim_saw(SIM_PRIVATE_REFUSED);
		sim->users[user].excused = true;
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
		return;
	}
	sim_set_member(index, SIM_BOT, user, "invite", true);
	sim_answer(call->exchange, 200, json_pack("{s:s}", "room_id", room->id));
}

static void join(struct call *call)
{
	size_t index = sim_room_by_id(call->segment[1]);
	struct sim_room *room = index < SIM_ROOMS ? &sim->rooms[index] : NULL;

	if (!room || room->banned || (room->member[SIM_BOT] == SIM_OUT && room->root == index)) {
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
		return;
	}
	if (sim_is_hostile(room) && sim_passes_error_on(call->exchange))
		return;
	if (room->member[SIM_BOT] != SIM_JOINED)
		sim_set_member(index, SIM_BOT, SIM_BOT, "join", false);
	sim_answer(call->exchange, 200, json_pack("{s:s}", "room_id", room->id));
}

static void leave(struct call *call, size_t room)
{
	if (sim->rooms[room].member[SIM_BOT] == SIM_OUT) {
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
		return;
	}
	sim_set_member(room, SIM_BOT, SIM_BOT, "leave", false);
	sim_answer(call->exchange, 200, json_object());
}

#define POLL "org.matrix.msc3381.poll.start"

static const char *text_at(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The bot sends its reactions without an outbox row. */
static void accept_reaction(struct call *call, size_t index)
{
	sim_saw(SIM_OFFERED);
	if (!sim_laws_offered(call->exchange->body)) {
		sim_refuse(call->exchange, 400, "M_DUPLICATE_ANNOTATION");
		return;
	}
	sim_add(index, SIM_BOT, call->segment[3], NULL, json_incref(call->exchange->body));
	sim_answer(call->exchange, 200, json_pack("{s:s}", "event_id", "$background"));
}

/* Removes an event of the bot, which must be a poll. */
static void remove_event(size_t index, const char *id)
{
	for (size_t i = 0; i < sim->event_count; i++) {
		struct sim_event *event = &sim->events[i];

		if (event->room != index || strcmp(text_at(event->json, "event_id"), id) != 0)
			continue;
		if (event->sender != SIM_BOT || strcmp(text_at(event->json, "type"), POLL) != 0)
			sim_break(SIM_NO_LOSS, "the bot removes event %zu", i + 1);
		sim_saw(SIM_POLL_REMOVED);
		sim_add(index, SIM_BOT, "m.room.redaction", NULL,
			json_pack("{s:s}", "redacts", id));
		sim->events[i].removed = sim->event_count;
		return;
	}
	sim_break(SIM_NO_LOSS, "the bot removes the unknown event %s", id);
}

static void redact(struct call *call, size_t index)
{
	const char *txn = call->segment[4];
	const json_t *sent = json_object_get(sim->sent, txn);

	int64_t wait;

	if (!sent && !sim_limiter_accepts(&wait)) {
		sim_limit(call->exchange, wait);
		return;
	}
	if (!sent) {
		remove_event(index, call->segment[3]);
		sim->events[sim->event_count - 1].free_since = sim->limit.free_since;
	}
	json_object_set_new(sim->sent, txn, json_true());
	sim_answer(call->exchange, 200, json_pack("{s:s}", "event_id", "$redaction"));
}

static void send(struct call *call, size_t index)
{
	struct sim_room *room = &sim->rooms[index];
	const char *txn = call->segment[4];
	char key[256];
	const char *event;
	int64_t wait;

	snprintf(key, sizeof(key), "%s %s %s", sim->device, room->id, txn);
	event = json_string_value(json_object_get(sim->sent, key));
	if (event && sim->plant != SIM_PLANT_TWICE) {
		sim_answer(call->exchange, 200, json_pack("{s:s}", "event_id", event));
		return;
	}
	if (!sim_limiter_accepts(&wait)) {
		sim_limit(call->exchange, wait);
		return;
	}
	if (room->member[SIM_BOT] != SIM_JOINED || room->successor || room->silenced) {
		json_object_set_new(sim->refused, txn, json_true());
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
		return;
	}
	if (strcmp(call->segment[3], "m.reaction") == 0) {
		accept_reaction(call, index);
		return;
	}
	if (sim->plant == SIM_PLANT_MUTE && sim_random_chance(&sim->random, 20)) {
		sim_answer(call->exchange, 200, json_pack("{s:s}", "event_id", "$nothing"));
		return;
	}
	sim_laws_sent(&(struct sim_letter){.room = index,
		.type = call->segment[3],
		.txn = txn,
		.content = call->exchange->body,
		.knows = call->exchange->knows,
		.life = call->exchange->life,
		.again = event != NULL});
	sim->events[sim->event_count - 1].free_since = sim->limit.free_since;
	event = json_string_value(
		json_object_get(sim->events[sim->event_count - 1].json, "event_id"));
	json_object_set_new(sim->sent, key, json_string(event));
	sim_answer(call->exchange, 200, json_pack("{s:s}", "event_id", event));
}

/*
 * Answers /messages. If the bot has left the room, it gets only the events from before it left.
 */
static void messages(struct call *call, size_t index)
{
	const struct sim_room *room = &sim->rooms[index];
	size_t page = sim_random_chance(&sim->random, 500) ? 2 : 100;
	size_t from = sim_position(query(call, "&from="));
	size_t to = sim_position(query(call, "&to="));

	if (sim_is_hostile(room)) {
		sim_spoil_history(call->exchange);
		return;
	}
	if (room->member[SIM_BOT] != SIM_JOINED && to > room->member_since[SIM_BOT])
		to = room->member_since[SIM_BOT];
	sim_answer(call->exchange, 200, sim_messages(index, from, to, page));
}

/* Whether the homeserver refuses the request because of the account. */
static bool is_held(const struct sim_exchange *exchange)
{
	return sim->now < sim->held && (sim->hold->also_reading || exchange->method != MX_HTTP_GET);
}

static void answer_member(struct call *call, size_t room)
{
	static const char *const memberships[] = {
		[SIM_OUT] = "leave", [SIM_INVITED] = "invite", [SIM_JOINED] = "join"};
	size_t user = sim_user_by_id(call->segment[4]);

	if (user == SIM_USERS || sim->rooms[room].member_since[user] == 0)
		sim_refuse(call->exchange, 404, "M_NOT_FOUND");
	else
		sim_answer(call->exchange, 200,
			json_pack(
				"{s:s}", "membership", memberships[sim->rooms[room].member[user]]));
}

static void in_room(struct call *call)
{
	size_t room = sim_room_by_id(call->segment[1]);
	const char *what = call->segment[2];

	if (room < SIM_ROOMS && strcmp(what, "leave") == 0) {
		leave(call, room);
	} else if (room < SIM_ROOMS && strcmp(what, "send") == 0) {
		send(call, room);
	} else if (room < SIM_ROOMS && strcmp(what, "messages") == 0 &&
		   (sim->rooms[room].member[SIM_BOT] == SIM_JOINED ||
			   sim->rooms[room].bot_was_in)) {
		messages(call, room);
	} else if (room == SIM_ROOMS || sim->rooms[room].member[SIM_BOT] != SIM_JOINED) {
		sim_refuse(call->exchange, 403, "M_FORBIDDEN");
	} else if (strcmp(what, "redact") == 0) {
		redact(call, room);
	} else if (strcmp(what, "joined_members") == 0) {
		sim_answer(call->exchange, 200, sim_joined(room));
	} else if (strcmp(what, "receipt") == 0) {
		sim_answer(call->exchange, 200, json_object());
	} else if (strcmp(what, "state") == 0 && strcmp(call->segment[3], "m.room.member") == 0) {
		answer_member(call, room);
	} else if (strcmp(what, "state") == 0) {
		sim_answer(call->exchange, 200, sim_state(room));
	} else {
		sim_refuse(call->exchange, 404, "M_UNRECOGNIZED");
	}
}

/* Answers requests about filters and about m.direct, the only account data that the bot uses. */
static void of_user(struct call *call)
{
	if (strcmp(call->segment[2], "filter") == 0) {
		sim->filter = ++sim->filters;
		sim_answer(call->exchange, 200,
			json_pack("{s:o}", "filter_id", json_sprintf("%u", sim->filter)));
	} else if (call->exchange->method == MX_HTTP_PUT) {
		json_decref(sim->direct);
		sim->direct = json_incref(call->exchange->body);
		sim_answer(call->exchange, 200, json_object());
	} else if (sim->direct) {
		sim_answer(call->exchange, 200, json_incref(sim->direct));
	} else {
		sim_refuse(call->exchange, 404, "M_NOT_FOUND");
	}
}

void sim_call(struct sim_exchange *exchange)
{
	static const struct {
		const char *name;
		void (*answer)(struct call *call);
	} calls[] = {
		{"sync", sync},
		{"createRoom", create_room},
		{"join", join},
		{"rooms", in_room},
		{"user", of_user},
		{"account", who_am_i},
	};
	struct call call = {.exchange = exchange};

	if (strstr(exchange->path, "://")) { /* the well-known address of the server's name */
		sim_refuse(exchange, 404, "M_NOT_FOUND");
		return;
	}
	split(&call);
	if (strcmp(call.segment[0], "login") == 0) {
		log_in(&call);
		return;
	}
	if (strcmp(exchange->token, sim->token) != 0) {
		sim_refuse(exchange, 401, "M_UNKNOWN_TOKEN");
		json_object_set_new(exchange->json, "soft_logout", json_boolean(sim->soft_logout));
		return;
	}
	if (is_held(exchange)) {
		sim_saw(sim->hold->fault);
		sim_refuse(exchange, sim->hold->status, sim->hold->code);
		return;
	}
	if (strncmp(exchange->path, MEDIA, strlen(MEDIA)) == 0) {
		sim_answer(exchange, 200, json_pack("{s:s}", "content_uri", "mxc://sim/file"));
		return;
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		if (strcmp(call.segment[0], calls[i].name) == 0) {
			calls[i].answer(&call);
			return;
		}
	}
	sim_refuse(exchange, 404, "M_UNRECOGNIZED");
}
