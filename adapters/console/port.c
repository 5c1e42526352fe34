#include "adapters/console/port.h"

#include "adapters/console/console.h"
#include "adapters/console/input.h"
#include "bot/base/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

int64_t con_port_steady(const struct con_port *port)
{
	return port->passed + (port->seeded ? 0 : bot_clock_steady());
}

static int64_t port_now(void *self)
{
	const struct con_port *port = self;

	return port->passed + (port->seeded ? 0 : bot_clock_wall());
}

static int64_t port_steady(void *self)
{
	return con_port_steady(self);
}

/*
 * Draws random bytes. If the port has a seed, the bytes come from a ChaCha20 stream. Its key
 * contains the seed and the number of earlier draws.
 */
static void port_random(void *self, void *out, size_t size)
{
	struct con_port *port = self;
	unsigned char key[randombytes_SEEDBYTES] = {0};

	if (!port->seeded) {
		randombytes_buf(out, size);
		return;
	}
	for (size_t i = 0; i < 8; i++) {
		key[i] = (unsigned char)(port->seed >> (8 * i));
		key[8 + i] = (unsigned char)(port->draws >> (8 * i));
	}
	port->draws++;
	randombytes_buf_deterministic(out, size, key);
}

static bool port_moderates(void *self, const char *room, const char *user)
{
	const struct con_port *port = self;

	for (size_t i = 0; i < port->moderators; i++)
		if (!strcmp(port->moderator[i].room, room) &&
			!strcmp(port->moderator[i].user, user))
			return true;
	return false;
}

static void port_each_moderator(
	void *self, const char *room, void (*take)(void *taker, const char *user), void *taker)
{
	const struct con_port *port = self;

	for (size_t i = 0; i < port->moderators; i++)
		if (!strcmp(port->moderator[i].room, room))
			take(taker, port->moderator[i].user);
}

/* Accepts only whole user ids, because con_input_with_ids has completed each short @name. */
static enum bot_user_word port_read_user(
	void *self, const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	char name[BOT_ID_SIZE];
	(void)self;
	(void)sender;

	if (word[0] != '@')
		return BOT_NOT_A_USER;
	size_t length = strcspn(word, ":");
	snprintf(name, sizeof(name), "%.*s", (int)length - 1, word + 1);
	if (strlen(word) >= BOT_ID_SIZE || !con_input_is_name(name) ||
		strcmp(word + length, ":" CON_SERVER) != 0)
		return BOT_BAD_USER;
	strcpy(user, word);
	return BOT_USER;
}

static enum bot_people port_each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	const struct con_port *port = self;
	char name[BOT_ID_SIZE];
	(void)room;

	for (size_t i = 0; i < port->persons; i++) {
		const char *user = port->person[i];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(user + 1, ":"), user + 1);
		take(taker, user, name);
	}
	return BOT_PEOPLE_GIVEN;
}

static void port_describe(void *self, struct bot_platform *platform)
{
	const struct con_port *port = self;

	platform->rooms = port->rooms;
	platform->connected = true;
}

static bool port_is_inside(void *self, const char *room)
{
	const struct con_port *port = self;

	for (size_t i = 0; i < port->rooms; i++)
		if (strcmp(port->room[i], room) == 0)
			return true;
	return false;
}

static bool port_next_room(void *self, const char *after, char room[BOT_ID_SIZE])
{
	const struct con_port *port = self;
	const char *next = NULL;

	for (size_t i = 0; i < port->rooms; i++)
		if (strcmp(port->room[i], after) > 0 && (!next || strcmp(port->room[i], next) < 0))
			next = port->room[i];
	if (next)
		strcpy(room, next);
	return next != NULL;
}

/* In the console, the id of a room is also its name or its address. */
static void port_room_name(void *self, const char *room, struct bot_room_name *name)
{
	(void)self;
	if (room[0] == '#')
		snprintf(name->alias, sizeof(name->alias), "%s", room);
	else
		snprintf(name->name, sizeof(name->name), "%s", room);
}

void con_port_init(struct con_port *port, bool seeded, uint64_t seed, struct bot_port *host_port)
{
	*port = (struct con_port){.seeded = seeded, .seed = seed};
	*host_port = (struct bot_port){
		.self = port,
		.user = CON_BOT,
		.now = port_now,
		.steady = port_steady,
		.random = port_random,
		.moderates = port_moderates,
		.each_moderator = port_each_moderator,
		.read_user = port_read_user,
		.name = "engarde",
		.each_person = port_each_person,
		.describe = port_describe,
		.is_inside = port_is_inside,
		.next_room = port_next_room,
		.room_name = port_room_name,
	};
}

bool con_port_add_moderator(struct con_port *port, const char *room, const char *user)
{
	if (port_moderates(port, room, user))
		return true;
	if (port->moderators == CON_PORT_PEOPLE)
		return false;
	struct con_moderator *moderator = &port->moderator[port->moderators++];
	snprintf(moderator->room, sizeof(moderator->room), "%s", room);
	snprintf(moderator->user, sizeof(moderator->user), "%s", user);
	return true;
}

static size_t find_refuser(const struct con_port *port, const char *user)
{
	size_t i = 0;

	while (i < port->refusers && strcmp(port->refuser[i], user) != 0)
		i++;
	return i;
}

bool con_port_refuses(const struct con_port *port, const char *user)
{
	return find_refuser(port, user) < port->refusers;
}

bool con_port_set_refusing(struct con_port *port, const char *user, bool refuses)
{
	size_t i = find_refuser(port, user);

	if (refuses == (i < port->refusers))
		return true;
	if (!refuses) {
		port->refusers--;
		memmove(port->refuser[i], port->refuser[i + 1],
			(port->refusers - i) * sizeof(port->refuser[0]));
		return true;
	}
	if (i == CON_PORT_PEOPLE)
		return false;
	snprintf(port->refuser[i], sizeof(port->refuser[i]), "%s", user);
	port->refusers++;
	return true;
}

void con_port_add_person(struct con_port *port, const char *user)
{
	for (size_t i = 0; i < port->persons; i++)
		if (strcmp(port->person[i], user) == 0)
			return;
	if (port->persons < CON_PORT_PEOPLE)
		snprintf(port->person[port->persons++], BOT_ID_SIZE, "%s", user);
}

void con_port_add_room(struct con_port *port, const char *room)
{
	if (!port_is_inside(port, room) && port->rooms < CON_PORT_PEOPLE)
		snprintf(port->room[port->rooms++], BOT_ID_SIZE, "%s", room);
}
