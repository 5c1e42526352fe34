#include "adapters/matrix/receive/guest_room.h"

#include "adapters/matrix/receive/receiver.h"
#include "bot/base/log.h"
#include "bot/store/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY      "matrix.guest." /* with a room: the account is a guest there, and has said so */
#define KEY_SIZE (sizeof(KEY) + BOT_ID_SIZE)

static void log_room(const struct mx_timeline *timeline, const char *event, const char *host)
{
	bot_log_write(BOT_LOG_INFO, event,
		BOT_LOG_FIELDS({"room", .text = timeline->id}, {"host", .text = host}));
}

static const char *key_of(const struct mx_timeline *timeline, char key[KEY_SIZE])
{
	snprintf(key, KEY_SIZE, KEY "%s", timeline->id);
	return key;
}

struct search {
	const struct mx_timeline *timeline;
	bool found; /* another account is a guest in the room */
};

/* A visit of bot_store_each_account. */
static enum bot_error look_for_guest(struct bot_store *store, const char *account, void *self)
{
	struct search *search = self;
	char key[KEY_SIZE], *value = NULL;

	if (strcmp(account, search->timeline->receiver->account->user) == 0)
		return BOT_OK;
	enum bot_error error = bot_store_get(store, key_of(search->timeline, key), &value);
	free(value);
	search->found = search->found || !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Finds the account that hosts the room: "" if it is this one. */
static enum bot_error find_host(struct mx_timeline *timeline, char host[BOT_ID_SIZE])
{
	struct bot_store *store = timeline->receiver->account->store;
	enum bot_error error = bot_store_room_host(store, timeline->id, host);

	if (!error && *host && mx_people_lack(&timeline->receiver->people, timeline->id, host)) {
		log_room(timeline, "host_is_not_there", host);
		error = bot_store_host_left(store, timeline->id, host);
		if (!error)
			error = bot_store_room_host(store, timeline->id, host);
	}
	timeline->is_guest = !error && *host;
	if (timeline->is_guest)
		timeline->reads_messages = false;
	return error;
}

/* The account hosts the room. If it was a guest before, it takes over. */
static enum bot_error be_host(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	char key[KEY_SIZE], *value = NULL;
	enum bot_error error = bot_store_get(account->store, key_of(timeline, key), &value);

	free(value);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	log_room(timeline, "room_taken_over", account->user);
	timeline->reads_messages = timeline->inside && !timeline->room.has_type;
	error = bot_store_set(account->store, key, NULL);
	return error ? error : bot_host_room_taken_over(account->host, timeline->id);
}

enum bot_error mx_guest_room_find(struct mx_timeline *timeline)
{
	char host[BOT_ID_SIZE];

	if (!timeline->inside || !bot_store_is_shared(timeline->receiver->account->store))
		return BOT_OK;
	enum bot_error error = find_host(timeline, host);
	if (!error && timeline->is_guest)
		mx_people_want(&timeline->receiver->people, timeline->id);
	return error || timeline->is_guest ? error : be_host(timeline);
}

enum bot_error mx_guest_room_joined(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	char host[BOT_ID_SIZE], key[KEY_SIZE];
	enum bot_error error = find_host(timeline, host);

	if (error || !timeline->is_guest)
		return error;
	log_room(timeline, "room_has_host", host);
	error = bot_store_set(account->store, key_of(timeline, key), "");
	return error ? error : bot_host_room_has_host(account->host, timeline->id, host);
}

enum bot_error mx_guest_room_left_by(struct mx_timeline *timeline, const char *user)
{
	struct bot_store *store = timeline->receiver->account->store;

	if (!timeline->is_guest)
		return BOT_OK;
	enum bot_error error = bot_store_host_left(store, timeline->id, user);
	return error ? error : mx_guest_room_find(timeline);
}

enum bot_error mx_guest_room_has_heir(const struct mx_timeline *timeline, bool *has)
{
	struct bot_store *store = timeline->receiver->account->store;
	struct search search = {.timeline = timeline, .found = timeline->is_guest};
	enum bot_error error = BOT_OK;

	if (!search.found && bot_store_is_shared(store))
		error = bot_store_each_account(store, look_for_guest, &search);
	*has = search.found;
	return error;
}

enum bot_error mx_guest_room_left(const struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;
	char key[KEY_SIZE];

	return timeline->is_guest
		       ? bot_store_set(account->store, key_of(timeline, key), NULL)
		       : bot_store_host_left(account->store, timeline->id, account->user);
}
