#include "tests/loopback/world.h"

#include "tests/loopback/laws.h"
#include "tests/loopback/people.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct lo_world *lo_world_create(const struct lo_options *options)
{
	struct lo_world *world = calloc(1, sizeof(*world));
	size_t bot;

	assert(world);
	world->options = *options;
	world->random.state = options->seed;
	world->credit = options->burst;
	world->user_index = json_object();
	world->room_index = json_object();
	world->sent = json_object();
	world->laws = lo_laws_create();
	world->people = lo_people_create();
	bot = lo_user_add(world, "engarde");
	assert(bot == LO_BOT);
	if (options->bot) {
		json_object_clear(world->user_index);
		snprintf(world->users[bot].id, LO_ID, "%s", options->bot);
		json_object_set_new(world->user_index, options->bot, json_integer(0));
	}
	return world;
}

static void free_event(struct lo_event *event)
{
	free(event->text);
	if (event->said) {
		free(event->said->body);
		free(event->said->html);
	}
	free(event->said);
}

void lo_world_destroy(struct lo_world *world)
{
	for (size_t i = 0; i < world->event_count; i++)
		free_event(&world->events[i]);
	for (size_t i = 0; i < world->room_count; i++) {
		free(world->rooms[i].events);
		free(world->rooms[i].state);
		free(world->rooms[i].members);
	}
	free(world->events);
	free(world->own);
	free(world->rooms);
	free(world->users);
	json_decref(world->user_index);
	json_decref(world->room_index);
	json_decref(world->sent);
	json_decref(world->direct);
	lo_people_destroy(world->people);
	lo_laws_destroy(world->laws);
	free(world);
}

static size_t find(const json_t *index, const char *id)
{
	const json_t *number = id ? json_object_get(index, id) : NULL;

	return number ? (size_t)json_integer_value(number) : LO_NONE;
}

size_t lo_user_by_id(const struct lo_world *world, const char *id)
{
	return find(world->user_index, id);
}

size_t lo_room_by_id(const struct lo_world *world, const char *id)
{
	return find(world->room_index, id);
}

size_t lo_user_add(struct lo_world *world, const char *name)
{
	struct lo_user *user;

	world->users =
		lo_more(world->users, world->user_count, &world->user_room, sizeof(*world->users));
	user = &world->users[world->user_count];
	*user = (struct lo_user){.bout = LO_NONE};
	snprintf(user->name, LO_ID, "%s", name);
	snprintf(user->id, LO_ID, "@%s:loopback", name);
	json_object_set_new(
		world->user_index, user->id, json_integer((json_int_t)world->user_count));
	return world->user_count++;
}

/* Hides the id that the bot writes into its messages, so that it does not recognise them. */
static void hide_row_id(char *text)
{
	char *id = strstr(text, "\"engarde_bot.id\"");

	if (id)
		memcpy(id, "\"engarde_bot.xx\"", strlen("\"engarde_bot.xx\""));
}

/*
 * Appends an event to the stream and to the room. The event id counts the sender's own events, so
 * the id does not depend on the events of other senders. `txn` is the bot's transaction id, or
 * NULL.
 */
static size_t append(struct lo_world *world, size_t index, size_t sender, const char *type,
	const char *key, const char *txn, const char *content, size_t size)
{
	struct lo_user *user = &world->users[sender];
	struct lo_room *room = &world->rooms[index];
	struct lo_text text = {0};
	struct timespec date;

	clock_gettime(CLOCK_REALTIME, &date);
	lo_text_format(&text,
		"{\"type\":\"%s\",\"event_id\":\"$%s.%zu\",\"sender\":\"%s\","
		"\"origin_server_ts\":%lld,",
		type, user->name, ++user->said, user->id,
		(long long)date.tv_sec * 1000 + date.tv_nsec / 1000000);
	if (key)
		lo_text_format(&text, "\"state_key\":\"%s\",", key);
	if (txn && !world->options.forgets) {
		lo_text_format(&text, "\"unsigned\":{\"transaction_id\":");
		lo_text_quote(&text, txn);
		lo_text_format(&text, "},");
	}
	lo_text_add(&text, "\"content\":", strlen("\"content\":"));
	lo_text_add(&text, content, size);
	lo_text_add(&text, "}", 1);
	if (world->options.forgets)
		hide_row_id(text.data);

	world->events = lo_more(
		world->events, world->event_count, &world->event_room, sizeof(*world->events));
	world->events[world->event_count++] = (struct lo_event){.text = text.data,
		.size = text.size,
		.room = index,
		.sender = sender,
		.number = user->said};
	if (sender == LO_BOT) {
		world->own = lo_more(
			world->own, world->own_count, &world->own_room, sizeof(*world->own));
		world->own[world->own_count++] = world->event_count;
	}
	room->events = lo_more(room->events, room->count, &room->room, sizeof(*room->events));
	room->events[room->count++] = world->event_count;
	return world->event_count;
}

size_t lo_bot_says(struct lo_world *world, size_t room, const char *type, const char *txn,
	const char *content, size_t size)
{
	return append(world, room, LO_BOT, type, NULL, txn, content, size);
}

void lo_say(struct lo_world *world, size_t user, size_t room, const char *body)
{
	struct lo_text content = {0};

	lo_text_format(&content, "{\"msgtype\":\"m.text\",\"body\":");
	lo_text_quote(&content, body);
	lo_text_add(&content, "}", 1);
	append(world, room, user, "m.room.message", NULL, NULL, content.data, content.size);
	lo_text_finish(&content);
}

/* Appends a state event other than a membership; `content` is JSON. */
static void add_state(
	struct lo_world *world, size_t index, size_t sender, const char *type, const char *content)
{
	size_t position = append(world, index, sender, type, "", NULL, content, strlen(content));
	struct lo_room *room = &world->rooms[index];

	room->state =
		lo_more(room->state, room->state_count, &room->state_room, sizeof(*room->state));
	room->state[room->state_count++] = position;
}

static struct lo_member *member(struct lo_room *room, size_t user)
{
	for (size_t i = 0; i < room->member_count; i++)
		if (room->members[i].user == user)
			return &room->members[i];
	return NULL;
}

enum lo_membership lo_room_member(const struct lo_world *world, size_t room, size_t user)
{
	const struct lo_member *found = member(&world->rooms[room], user);

	return found ? found->membership : LO_OUT;
}

void lo_room_set(struct lo_world *world, size_t index, size_t sender, size_t user,
	enum lo_membership membership)
{
	static const char *const names[] = {
		[LO_OUT] = "leave", [LO_INVITED] = "invite", [LO_JOINED] = "join"};
	struct lo_room *room = &world->rooms[index];
	struct lo_member *found = member(room, user);
	struct lo_text content = {0};
	size_t position;

	lo_text_format(&content, "{\"membership\":\"%s\",\"displayname\":\"%s\"%s}",
		names[membership], world->users[user].name,
		membership == LO_INVITED && room->owner != LO_NONE ? ",\"is_direct\":true" : "");
	position = append(world, index, sender, "m.room.member", world->users[user].id, NULL,
		content.data, content.size);
	lo_text_finish(&content);
	if (!found) {
		room->members = lo_more(room->members, room->member_count, &room->member_room,
			sizeof(*room->members));
		found = &room->members[room->member_count++];
	}
	*found = (struct lo_member){user, position, membership};
}

size_t lo_room_add(struct lo_world *world, const char *id, size_t creator, const char *creation)
{
	struct lo_room *room;
	size_t index = world->room_count;
	char levels[LO_ID + 64];

	world->rooms =
		lo_more(world->rooms, world->room_count, &world->room_room, sizeof(*world->rooms));
	room = &world->rooms[world->room_count++];
	*room = (struct lo_room){.owner = LO_NONE, .bout = LO_NONE};
	snprintf(room->id, LO_ID, "%s", id);
	json_object_set_new(world->room_index, room->id, json_integer((json_int_t)index));
	add_state(world, index, creator, "m.room.create", creation);
	lo_room_set(world, index, creator, creator, LO_JOINED);
	snprintf(levels, sizeof(levels), "{\"users\":{\"%s\":100}}", world->users[creator].id);
	add_state(world, index, creator, "m.room.power_levels", levels);
	return index;
}
