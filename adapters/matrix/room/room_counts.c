#include "adapters/matrix/room/room_counts.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/room/person.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES     256  /* several rooms share a place, which has the value that was read last */
#define VALUE_MOST 2048 /* bytes of a value that is kept: a room may have many moderators */

static struct place {
	char *value;
	json_t *parsed; /* NULL until the value is read again, since to keep it takes longest */
} places[PLACES];

static struct place *place_of(const char *room)
{
	size_t sum = 0;

	for (; *room; room++)
		sum = 31 * sum + (unsigned char)*room;
	return &places[sum % PLACES];
}

static void clear(struct place *place)
{
	free(place->value);
	json_decref(place->parsed);
	*place = (struct place){0};
}

json_t *mx_room_counts_parse(const char *room, const char *value)
{
	struct place *place = place_of(room);
	bool again = place->value && strcmp(place->value, value) == 0;
	json_t *parsed;

	if (again && place->parsed)
		return json_incref(place->parsed);
	parsed = mx_json_parse(value, strlen(value));
	if (!parsed || strlen(value) > VALUE_MOST)
		return parsed;
	if (again) {
		/* A copy: the memory of json_memory.h is for values that live for a short time. */
		place->parsed = json_deep_copy(parsed);
		return parsed;
	}
	clear(place);
	place->value = bot_strdup(value);
	return parsed;
}

void mx_room_counts_forget_parsed(void)
{
	for (size_t i = 0; i < PLACES; i++)
		clear(&places[i]);
}

#define COUNT_KEY    "matrix.rooms" /* the number of all rooms */
#define SITE_KEY     "matrix.rooms.of_site."
#define SITE_KEY_END "matrix.rooms.of_site/" /* after all keys of sites */
/*
 * The counts of users and of servers are under MX_INVITED_ROOMS_KEY. A user id begins with @ and a
 * server name does not, so the keys of users and of servers differ.
 */
#define INVITED_KEY_END "matrix.rooms.of/" /* after all keys of users and of servers */
#define KEY_SIZE        (sizeof(SITE_KEY) + BOT_ID_SIZE)

/* The keys of the counts that a user's invitations change. */
struct keys {
	char inviter[KEY_SIZE], server[KEY_SIZE], site[KEY_SIZE];
};

static void write_site_key(const char *server, char key[KEY_SIZE])
{
	char site[BOT_ID_SIZE];

	mx_site_of_server(server, site);
	snprintf(key, KEY_SIZE, SITE_KEY "%s", site);
}

static struct keys keys_of(const char *inviter)
{
	struct keys keys = {0};
	char origin[BOT_ID_SIZE];

	mx_id_origin(inviter, origin);
	snprintf(keys.inviter, KEY_SIZE, MX_INVITED_ROOMS_KEY "%s", inviter);
	snprintf(keys.server, KEY_SIZE, MX_INVITED_ROOMS_KEY "%s", origin);
	write_site_key(mx_id_server(inviter), keys.site);
	return keys;
}

static uint32_t read_count(struct bot_store *store, const char *key)
{
	char *value = NULL;
	uint32_t count = 0;

	if (bot_found(bot_store_get(store, key, &value)))
		count = (uint32_t)strtoul(value, NULL, 10);
	free(value);
	return count;
}

static void read_counts(struct bot_store *store, const char *inviter, struct mx_room_counts *counts)
{
	struct mx_room_counts found = {.rooms = read_count(store, COUNT_KEY)};

	if (inviter) {
		const struct keys keys = keys_of(inviter);

		found.by_inviter = read_count(store, keys.inviter);
		found.by_server = read_count(store, keys.server);
		found.by_site = read_count(store, keys.site);
	}
	*counts = found;
}

enum bot_error mx_room_read_counts(
	struct bot_store *store, const char *inviter, struct mx_room_counts *counts)
{
	BOT_ATTEMPT(read_counts(store, inviter, counts));
}

/* Sets a count. Deletes a count of 0, so that the store does not keep every inviter for ever. */
static void write_count(struct bot_store *store, const char *key, uint32_t count)
{
	char value[16];

	snprintf(value, sizeof(value), "%" PRIu32, count);
	bot_must(bot_store_set(store, key, count > 0 ? value : NULL));
}

/* Adds 1 to a count, or subtracts 1 if `up` is false. */
static void change_count(struct bot_store *store, const char *key, bool up)
{
	uint32_t count = read_count(store, key);

	if (up || count > 0)
		write_count(store, key, up ? count + 1 : count - 1);
}

static void set_counted(struct mx_room *room, struct bot_store *store, bool counted)
{
	if (room->counted == counted)
		return;
	change_count(store, COUNT_KEY, counted);
	if (room->invited_by) {
		const struct keys keys = keys_of(room->invited_by);

		change_count(store, keys.inviter, counted);
		change_count(store, keys.server, counted);
		change_count(store, keys.site, counted);
	}
	room->counted = counted;
}

enum bot_error mx_room_set_counted(struct mx_room *room, struct bot_store *store, bool counted)
{
	BOT_ATTEMPT(set_counted(room, store, counted));
}

void mx_room_leave(struct mx_room *room, struct bot_store *store)
{
	set_counted(room, store, false);
	room->standing = MX_OUTSIDE;
}

/* Adds the count of a server to the count of its site. Does nothing if `key` is that of a user. */
static void add_to_site(struct bot_store *store, const char *key)
{
	const char *server = key + strlen(MX_INVITED_ROOMS_KEY);
	char site[KEY_SIZE];

	if (*server == '@')
		return;
	write_site_key(server, site);
	write_count(store, site, read_count(store, site) + read_count(store, key));
}

static void count_sites(struct bot_store *store)
{
	const char *last = MX_INVITED_ROOMS_KEY;
	char *key = NULL;

	if (bot_found(bot_store_key_between(store, SITE_KEY, SITE_KEY_END, &key))) {
		free(key); /* the store has counts of sites */
		return;
	}
	while (bot_found(bot_store_key_between(store, last, INVITED_KEY_END, &key))) {
		bot_scratch_own(key, free);
		add_to_site(store, key);
		last = key;
	}
}

enum bot_error mx_room_count_sites(struct bot_store *store)
{
	BOT_ATTEMPT(count_sites(store));
}
