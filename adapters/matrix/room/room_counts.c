#include "adapters/matrix/room/room_counts.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/room/person.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static enum bot_error read_count(struct bot_store *store, const char *key, uint32_t *count)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(store, key, &value);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*count = value ? (uint32_t)strtoul(value, NULL, 10) : 0;
	free(value);
	return BOT_OK;
}

enum bot_error mx_room_read_counts(
	struct bot_store *store, const char *inviter, struct mx_room_counts *counts)
{
	struct keys keys;
	struct mx_room_counts found = {0};
	enum bot_error error = read_count(store, COUNT_KEY, &found.rooms);

	if (inviter) {
		keys = keys_of(inviter);
		if (!error)
			error = read_count(store, keys.inviter, &found.by_inviter);
		if (!error)
			error = read_count(store, keys.server, &found.by_server);
		if (!error)
			error = read_count(store, keys.site, &found.by_site);
	}
	if (!error)
		*counts = found;
	return error;
}

/* Sets a count. Deletes a count of 0, so that the store does not keep every inviter for ever. */
static enum bot_error write_count(struct bot_store *store, const char *key, uint32_t count)
{
	char value[16];

	snprintf(value, sizeof(value), "%" PRIu32, count);
	return bot_store_set(store, key, count > 0 ? value : NULL);
}

/* Adds 1 to a count, or subtracts 1 if `up` is false. */
static enum bot_error change_count(struct bot_store *store, const char *key, bool up)
{
	uint32_t count = 0;
	enum bot_error error = read_count(store, key, &count);

	if (error || (!up && count == 0))
		return error;
	return write_count(store, key, up ? count + 1 : count - 1);
}

enum bot_error mx_room_set_counted(struct mx_room *room, struct bot_store *store, bool counted)
{
	struct keys keys;
	enum bot_error error;

	if (room->counted == counted)
		return BOT_OK;
	error = change_count(store, COUNT_KEY, counted);
	if (room->invited_by) {
		keys = keys_of(room->invited_by);
		if (!error)
			error = change_count(store, keys.inviter, counted);
		if (!error)
			error = change_count(store, keys.server, counted);
		if (!error)
			error = change_count(store, keys.site, counted);
	}
	if (!error)
		room->counted = counted;
	return error;
}

/* Adds the count of a server to the count of its site. Does nothing if `key` is that of a user. */
static enum bot_error add_to_site(struct bot_store *store, const char *key)
{
	const char *server = key + strlen(MX_INVITED_ROOMS_KEY);
	char site[KEY_SIZE];
	uint32_t count = 0, sum = 0;
	enum bot_error error = read_count(store, key, &count);

	if (*server == '@')
		return error;
	write_site_key(server, site);
	if (!error)
		error = read_count(store, site, &sum);
	return error ? error : write_count(store, site, sum + count);
}

enum bot_error mx_room_count_sites(struct bot_store *store)
{
	char *key = NULL, *next = NULL;
	const char *last = MX_INVITED_ROOMS_KEY;
	enum bot_error error = bot_store_key_between(store, SITE_KEY, SITE_KEY_END, &key);

	if (error != BOT_NOT_FOUND) {
		free(key);
		return error; /* the store has counts of sites */
	}
	for (error = BOT_OK; !error;) {
		error = bot_store_key_between(store, last, INVITED_KEY_END, &next);
		if (error)
			break;
		free(key);
		last = key = next;
		error = add_to_site(store, next);
	}
	free(key);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
