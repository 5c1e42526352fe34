#include "bot/quota.h"

#include "bot/command.h"
#include "bot/time.h"

#include <string.h>

#define MINUTE       INT64_C(60000)
#define PICTURE_COST 4

/*
 * A bucket, kept as the instant when it will be full (the "generic cell rate algorithm"): a command
 * puts that off by its share of a minute, and never to more than a minute from now.
 */
struct bucket {
	enum bot_scope scope;
	const char *id;
	int64_t share; /* of a command, in milliseconds; 0: there is no limit */
	struct bot_quota used;
	int64_t wait; /* until there is enough in it; 0: there is */
};

struct buckets {
	struct bucket sender, room;
	bool moderator; /* who is held back by nobody else's commands */
};

static unsigned cost_of(const struct bot_call *call)
{
	const struct bot_command *command = call->command;

	if (!command)
		return 1;
	return command->run == bot_run_board && call->words.count > 1 ? PICTURE_COST
								      : command->cost;
}

static enum bot_error look(const struct bot_call *call, uint32_t per_minute, struct bucket *bucket)
{
	int64_t now = call->host->time;

	bucket->share = per_minute > 0 ? MINUTE / per_minute : 0;
	if (bucket->share == 0)
		return BOT_OK;
	enum bot_error error =
		bot_store_quota(call->host->store, bucket->scope, bucket->id, &bucket->used);
	if (error)
		return error;
	if (bucket->used.until <= now)
		bucket->used = (struct bot_quota){.until = now};
	/* where so much is never in it, all of it will do */
	int64_t most = MINUTE - bucket->share * cost_of(call);
	int64_t until = now + (most > 0 ? most : 0);
	if (bucket->used.until > until)
		bucket->wait = bucket->used.until - until;
	return BOT_OK;
}

/* What waits to be sent in a room counts against it, too: the homeserver takes no more. */
static enum bot_error look_at_room(const struct bot_call *call, struct buckets *buckets)
{
	const struct bot_message *message = call->message;
	struct bucket *room = &buckets->room;
	size_t rows;

	if (message->private)
		return BOT_OK;
	enum bot_error error = look(call, call->host->config->limits.room_per_minute, room);
	if (error || room->share == 0)
		return error;
	error = bot_outbox_lane_size(call->host->store, false, message->room, &rows);
	if (!error && rows >= BOT_QUOTA_ROWS) {
		room->wait = MINUTE;
		room->used.until = call->host->time + MINUTE;
	}
	if (room->wait > 0)
		buckets->moderator = bot_call_moderates(call);
	return error;
}

static enum bot_error take(const struct bot_call *call, struct bucket *bucket, unsigned count)
{
	if (bucket->share == 0)
		return BOT_OK;
	bucket->used.until += bucket->share * count;
	return bot_store_set_quota(call->host->store, bucket->scope, bucket->id, &bucket->used);
}

static enum bot_error take_both(
	const struct bot_call *call, struct buckets *buckets, unsigned count)
{
	enum bot_error error = bot_store_quotas_prune(call->host->store, call->host->time);
	if (!error)
		error = take(call, &buckets->sender, count);
	return error ? error : take(call, &buckets->room, count);
}

/* The notice is a command's worth, and there is none where nothing may be said. */
static enum bot_error tell(const struct bot_call *call, struct buckets *buckets)
{
	bool personal = buckets->sender.wait > 0;
	struct bucket *spent = personal ? &buckets->sender : &buckets->room;
	char name[BOT_NAME_SIZE], left[BOT_SPAN_SIZE];

	if (spent->used.told || (personal && buckets->room.wait > 0))
		return BOT_OK;
	spent->used.told = true;
	enum bot_error error = take_both(call, buckets, 1);
	if (!error)
		error = bot_store_name(call->host->store, call->message->sender, name);
	if (error)
		return error;
	int64_t wait = spent->wait + spent->share; /* the notice had its part */
	bot_time_span(wait < MINUTE ? wait : MINUTE, left);
	return bot_reply(call, personal ? BOT_MSG_QUOTA_SENDER : BOT_MSG_QUOTA_ROOM,
		(struct bot_args){.name = name, .left = left});
}

enum bot_error bot_quota_run(struct bot_call *call, enum bot_error (*run)(struct bot_call *call))
{
	struct buckets buckets = {
		.sender = {.scope = BOT_OF_USER, .id = call->message->sender},
		.room = {.scope = BOT_OF_ROOM, .id = call->message->room},
	};
	bool action = call->command && call->command->run == bot_run_action;

	enum bot_error error =
		look(call, call->host->config->limits.sender_per_minute, &buckets.sender);
	if (!error)
		error = look_at_room(call, &buckets);
	if (error)
		return error;
	call->mute = buckets.sender.wait > 0 || (buckets.room.wait > 0 && !buckets.moderator);
	if (!call->mute || action)
		error = run(call);
	if (error || call->played)
		return error;
	if (!call->mute)
		return take_both(call, &buckets, cost_of(call));
	call->mute = false;
	return tell(call, &buckets);
}
