#include "adapters/matrix/room/invite_share.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/room/person.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define TOTAL_KEY  "matrix.rooms"
#define SHARE_SIZE (sizeof MX_INVITED_ROOMS_KEY + BOT_ID_SIZE)

/* A user id begins with @ and a server name does not, so the two kinds of keys differ. */
static const char *share_key(const char *id, char key[SHARE_SIZE])
{
	snprintf(key, SHARE_SIZE, MX_INVITED_ROOMS_KEY "%s", id);
	return key;
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

/* Deletes a count of 0, so that the store does not keep every inviter for ever. */
static enum bot_error change(struct bot_store *store, const char *key, bool counted)
{
	char value[16];
	uint32_t count = 0;
	enum bot_error error = read_count(store, key, &count);

	if (error)
		return error;
	if (counted)
		count++;
	else if (count > 0)
		count--;
	snprintf(value, sizeof value, "%" PRIu32, count);
	return bot_store_set(store, key, count > 0 ? value : NULL);
}

enum bot_error mx_invite_share_get(
	struct bot_store *store, const char *inviter, struct mx_invite_share *share)
{
	char key[SHARE_SIZE], origin[BOT_ID_SIZE];
	struct mx_invite_share found = {0};
	enum bot_error error = read_count(store, TOTAL_KEY, &found.rooms);

	if (!error && inviter)
		error = read_count(store, share_key(inviter, key), &found.by_inviter);
	if (!error && inviter) {
		mx_id_origin(inviter, origin);
		error = read_count(store, share_key(origin, key), &found.by_server);
	}
	if (!error)
		*share = found;
	return error;
}

enum bot_error mx_invite_share_count(struct bot_store *store, const char *inviter, bool counted)
{
	char key[SHARE_SIZE], origin[BOT_ID_SIZE];
	enum bot_error error = change(store, TOTAL_KEY, counted);

	if (!error && inviter)
		error = change(store, share_key(inviter, key), counted);
	if (!error && inviter) {
		mx_id_origin(inviter, origin);
		error = change(store, share_key(origin, key), counted);
	}
	return error;
}
