#include "bot/call/rate_limit.h"

#include "bot/base/duration.h"
#include "bot/call/origin_share.h"
#include "bot/call/time.h"
#include "bot/store/outbox_counts.h"
#include "bot/text/name.h"

#include <string.h>

#define PRUNE_INTERVAL (BOT_MINUTE / 6)

/*
 * A bucket of the "generic cell rate algorithm". The store keeps the time when the bucket is full
 * again. Each command moves this time further into the future, by one share (or more, if the
 * command costs more). A command must wait if it would move this time to more than one minute from
 * now.
 */
struct bucket {
	enum bot_limited limited;
	const char *id;
	int64_t share; /* the milliseconds in which the bucket regains one command, or 0 if there is
			  no limit */
	struct bot_rate_limit limit;
	int64_t wait; /* milliseconds until the command is allowed, or 0 if it is allowed now */
};

enum { OF_SENDER, OF_ROOM, OF_ORIGIN, OF_NEWCOMERS, BUCKETS };

struct buckets {
	struct bucket of[BUCKETS];
	bool moderator; /* the sender moderates the room, so the room's limit does not apply */
};

static unsigned cost_of(const struct bot_call *call)
{
	const struct bot_command *command = call->command;

	if (!command)
		return 1;
	return call->words.count > 1 && command->words_cost > 0 ? command->words_cost
								: command->cost;
}

/* Loads a bucket and finds out how long the command must wait. */
static enum bot_error load(const struct bot_call *call, uint32_t per_minute, struct bucket *bucket)
{
	int64_t now = call->host->time;

	bucket->share = per_minute > 0 ? BOT_MINUTE / per_minute : 0;
	if (bucket->share == 0)
		return BOT_OK;
	enum bot_error error = bot_store_rate_limit(
		call->host->store, bucket->limited, bucket->id, &bucket->limit);
	if (error)
		return error;
	if (bucket->limit.full_at <= now)
		bucket->limit = (struct bot_rate_limit){.full_at = now};
	/*
	 * A command may cost more than a full bucket holds. Such a command may run when the bucket
	 * is full.
	 */
	int64_t most = BOT_MINUTE - bucket->share * cost_of(call);
	int64_t until = now + (most > 0 ? most : 0);
	if (bucket->limit.full_at > until)
		bucket->wait = bucket->limit.full_at - until;
	return BOT_OK;
}

/*
 * Empties a loaded bucket if `most` rows of the outbox wait for a room. In this case the platform
 * accepts messages only slowly, and further answers would wait even longer.
 */
static enum bot_error check_lane(const struct bot_call *call, bool private, const char *to,
	size_t most, struct bucket *bucket)
{
	size_t rows = 0;

	if (bucket->share == 0)
		return BOT_OK;
	enum bot_error error = bot_outbox_lane_size(call->host->store, private, to, &rows);
	if (!error && rows >= most) {
		bucket->wait = BOT_MINUTE;
		bucket->limit.full_at = call->host->time + BOT_MINUTE;
	}
	return error;
}

static enum bot_error load_sender(const struct bot_call *call, struct bucket *sender)
{
	const struct bot_message *message = call->message;

	enum bot_error error = load(call, call->host->config->limits.sender_per_minute, sender);
	if (error || !message->private)
		return error;
	return check_lane(call, true, message->sender, BOT_RATE_LIMIT_ROWS_PRIVATE, sender);
}

static enum bot_error load_room(const struct bot_call *call, struct buckets *buckets)
{
	const struct bot_message *message = call->message;
	struct bucket *room = &buckets->of[OF_ROOM];

	if (message->private)
		return BOT_OK;
	enum bot_error error = load(call, call->host->config->limits.room_per_minute, room);
	if (!error)
		error = check_lane(call, false, message->room, BOT_RATE_LIMIT_ROWS, room);
	if (room->wait > 0)
		buckets->moderator = bot_call_moderates(call);
	return error;
}

/*
 * Loads the buckets that the sender shares with other newcomers, if the sender is a newcomer.
 * Newcomers share buckets because on some servers anybody can make thousands of accounts.
 */
static enum bot_error load_newcomers(const struct bot_call *call, struct buckets *buckets)
{
	const struct cfg_limits *limits = &call->host->config->limits;
	const struct bot_message *message = call->message;
	bool newcomer;

	enum bot_error error = bot_origin_share_is_newcomer(call->host, message->sender, &newcomer);
	if (error || !newcomer)
		return error;
	if (message->origin)
		error = load(call, limits->newcomers_of_server, &buckets->of[OF_ORIGIN]);
	return error ? error : load(call, limits->newcomers_per_minute, &buckets->of[OF_NEWCOMERS]);
}

/* Deletes the full buckets, unless this was done a moment ago. */
static enum bot_error prune(struct bot_host *host)
{
	if (host->limits_pruned > 0 && host->time - host->limits_pruned < PRUNE_INTERVAL)
		return BOT_OK;
	host->limits_pruned = host->time;
	return bot_store_prune_rate_limits(host->store, host->time);
}

static enum bot_error take(const struct bot_call *call, struct buckets *buckets, unsigned count)
{
	enum bot_error error = prune(call->host);

	for (size_t i = 0; !error && i < BUCKETS; i++) {
		struct bucket *bucket = &buckets->of[i];

		if (bucket->share == 0)
			continue;
		bucket->limit.full_at += bucket->share * count;
		error = bot_store_set_rate_limit(
			call->host->store, bucket->limited, bucket->id, &bucket->limit);
	}
	return error;
}

/* Finds the first bucket that makes the sender wait. Sets *msg to the message about this limit. */
static struct bucket *find_empty(struct buckets *buckets, enum bot_msg *msg)
{
	static const struct {
		int of;
		enum bot_msg msg;
	} order[] = {{OF_SENDER, BOT_MSG_RATE_LIMIT_SENDER},
		{OF_ORIGIN, BOT_MSG_RATE_LIMIT_NEWCOMERS},
		{OF_NEWCOMERS, BOT_MSG_RATE_LIMIT_NEWCOMERS}, {OF_ROOM, BOT_MSG_RATE_LIMIT_ROOM}};
	size_t i = 0;

	while (i < BUCKETS - 1 && buckets->of[order[i].of].wait == 0)
		i++;
	*msg = order[i].msg;
	return &buckets->of[order[i].of];
}

/*
 * Stores the display name of the message's sender, if the message has it. This costs much more than
 * the rest of an event that gets no answer, so the bot learns only the names of people whom it
 * answers. Most people who react to messages don't speak to the bot.
 */
static enum bot_error learn_name(const struct bot_call *call)
{
	const struct bot_message *message = call->message;

	return message->name ? bot_name_learn(call->host->store, message->sender, message->name)
			     : BOT_OK;
}

/*
 * Tells the sender that a limit is reached. This notice costs as much as a command. If the room has
 * reached its own limit, the bot tells nobody there about another limit. A sender who waits for the
 * answer outside the chat is told each time: that answer burdens nobody.
 */
static enum bot_error tell(const struct bot_call *call, struct buckets *buckets)
{
	enum bot_msg msg;
	struct bucket *room = &buckets->of[OF_ROOM], *empty = find_empty(buckets, &msg);
	char name[BOT_LABEL_SIZE];

	bool quiet = empty->limit.told || (empty != room && room->wait > 0);
	if (quiet && !call->message->answer)
		return BOT_OK;
	empty->limit.told = true;
	enum bot_error error = quiet ? BOT_OK : take(call, buckets, 1);
	if (!error && !quiet)
		error = learn_name(call);
	if (!error)
		error = bot_name_label(call->host->store, call->message->sender, name);
	if (error)
		return error;
	int64_t wait = empty->wait + empty->share; /* the notice itself costs one share */
	return bot_reply(call, msg,
		(struct bot_args){.name = name, .left = wait < BOT_MINUTE ? wait : BOT_MINUTE});
}

enum bot_error bot_rate_limit_run(
	struct bot_call *call, enum bot_error (*run)(struct bot_call *call))
{
	const struct bot_message *message = call->message;
	struct buckets buckets = {
		.of = {[OF_SENDER] = {.limited = BOT_LIMITED_SENDER, .id = message->sender},
			[OF_ROOM] = {.limited = BOT_LIMITED_ROOM, .id = message->room},
			[OF_ORIGIN] = {.limited = BOT_LIMITED_ORIGIN, .id = message->origin},
			[OF_NEWCOMERS] = {.limited = BOT_LIMITED_GROUP, .id = "newcomers"}},
	};
	struct bucket *of = buckets.of;
	bool action = call->command && call->command->acts;

	enum bot_error error = load_sender(call, &of[OF_SENDER]);
	if (!error)
		error = load_room(call, &buckets);
	if (!error)
		error = load_newcomers(call, &buckets);
	if (error)
		return error;
	call->mute = of[OF_SENDER].wait > 0 || of[OF_ORIGIN].wait > 0 ||
		     of[OF_NEWCOMERS].wait > 0 || (of[OF_ROOM].wait > 0 && !buckets.moderator);
	if (!call->mute || action) {
		error = call->mute ? BOT_OK : learn_name(call);
		if (!error)
			error = run(call);
	} else {
		call->limited = true;
		bot_call_refuse(call);
	}
	if (error || call->played)
		return error;
	if (!call->mute)
		return take(call, &buckets, cost_of(call));
	call->mute = false;
	return tell(call, &buckets);
}

enum bot_error bot_rate_limit_take_room(const struct bot_call *call, bool *allowed)
{
	struct buckets buckets = {
		.of = {[OF_ROOM] = {.limited = BOT_LIMITED_ROOM, .id = call->message->room}}};
	const struct bucket *room = &buckets.of[OF_ROOM];

	enum bot_error error = load_room(call, &buckets);
	*allowed = room->wait == 0 || buckets.moderator;
	if (error)
		return error;
	if (*allowed)
		return take(call, &buckets, cost_of(call));
	return bot_reply(call, BOT_MSG_SHARED_BUSY, (struct bot_args){.left = room->wait});
}
