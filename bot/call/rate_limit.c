#include "bot/call/rate_limit.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/people.h"
#include "bot/store/outbox_rows.h"
#include "bot/text/name.h"

#include <string.h>

#define PRUNE_INTERVAL (BOT_MINUTE / 6)

/* A part regains one command in this time. It remembers so many commands at most. */
#define PART_SHARE (BOT_MINUTE / 2)
#define PART_MOST  30

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
	int64_t left; /* how much of its minute the bucket still holds, in milliseconds */
	int64_t unit; /* what it keeps for others for each command of a part, in milliseconds */
	int64_t wait; /* milliseconds until the command is allowed, or 0 if it is allowed now */
	struct bucket *part; /* the part for which the bucket keeps too little, or NULL */
	enum bot_msg why;    /* the message that says why the command must wait */
};

/*
 * In the order in which the bot tells of their limits. SENDER_PART and ORIGIN_PART have none: see
 * load_parts.
 */
enum { OF_SENDER, OF_ORIGIN, OF_NEWCOMERS, OF_ROOM, SENDER_PART, ORIGIN_PART, BUCKETS };

struct buckets {
	struct bucket of[BUCKETS];
};

static unsigned cost_of(const struct bot_call *call)
{
	const struct bot_command *command = call->command;

	if (!command)
		return 1;
	return call->words.count > 1 && command->words_cost > 0 ? command->words_cost
								: command->cost;
}

/* Reads what the store knows of a bucket. */
static void read_limit(const struct bot_call *call, struct bucket *bucket)
{
	bucket->limit = bot_store_rate_limit(call->host->store, bucket->limited, bucket->id);
	if (bucket->limit.full_at <= call->host->time)
		bucket->limit = (struct bot_rate_limit){.full_at = call->host->time};
}

/*
 * Returns how long the command must wait until the bucket holds it, and `reserve` besides. A
 * command may cost more than a full bucket holds. Such a command may run when the bucket is full.
 */
static int64_t find_wait(const struct bot_call *call, const struct bucket *bucket, int64_t reserve)
{
	int64_t needed = bucket->share * cost_of(call) + reserve;
	int64_t wait = (needed < BOT_MINUTE ? needed : BOT_MINUTE) - bucket->left;

	return wait > 0 ? wait : 0;
}

/* Loads a bucket and finds out how long the command must wait. */
static void load(const struct bot_call *call, uint32_t per_minute, struct bucket *bucket)
{
	bucket->share = per_minute > 0 ? BOT_MINUTE / per_minute : 0;
	if (bucket->share == 0)
		return;
	read_limit(call, bucket);
	bucket->left = BOT_MINUTE - (bucket->limit.full_at - call->host->time);
	bucket->unit = bucket->share;
	bucket->wait = find_wait(call, bucket, 0);
}

/*
 * A loaded bucket holds less, the more rows of the outbox wait for a room, and nothing if `most`
 * wait. In this case the platform accepts messages only slowly, and further answers would wait even
 * longer.
 */
static void check_lane(const struct bot_call *call, bool private, const char *to, size_t most,
	struct bucket *bucket)
{
	if (bucket->share == 0)
		return;
	size_t rows = bot_outbox_lane_size(call->host->store, private, to);
	int64_t row = BOT_MINUTE / (int64_t)most;
	int64_t free = rows < most ? row * (int64_t)(most - rows) : 0;
	if (free == 0) {
		bucket->wait = BOT_MINUTE;
		bucket->limit.full_at = call->host->time + BOT_MINUTE;
	}
	if (bucket->left > free) {
		bucket->left = free;
		bucket->unit = row;
	}
}

static void load_sender(const struct bot_call *call, struct bucket *sender)
{
	const struct bot_message *message = call->message;

	load(call, call->host->config->limits.sender_per_minute, sender);
	if (message->private)
		check_lane(call, true, message->sender, BOT_RATE_LIMIT_ROWS_PRIVATE, sender);
}

static void load_room(const struct bot_call *call, struct bucket *room)
{
	const struct bot_message *message = call->message;

	if (message->private)
		return;
	load(call, call->host->config->limits.room_per_minute, room);
	check_lane(call, false, message->room, BOT_RATE_LIMIT_ROWS, room);
}

/*
 * Loads the buckets that the sender shares with other newcomers, if the sender is a newcomer.
 * Newcomers share buckets because on some servers anybody can make thousands of accounts.
 */
static void load_newcomers(const struct bot_call *call, struct buckets *buckets)
{
	const struct cfg_limits *limits = &call->host->config->limits;
	const struct bot_message *message = call->message;

	if (!bot_origin_share_is_newcomer(call->host, message->sender))
		return;
	if (message->origin)
		load(call, limits->newcomers_of_server, &buckets->of[OF_ORIGIN]);
	buckets->of[ORIGIN_PART].id = message->origin;
	load(call, limits->newcomers_per_minute, &buckets->of[OF_NEWCOMERS]);
}

static bool is_scarce(const struct bucket *bucket)
{
	return bucket->share > 0 && bucket->left < BOT_MINUTE / 2;
}

/* Counts the commands that a part took lately while a shared bucket was scarce, as it is now. */
static int64_t load_part(const struct bot_call *call, struct bucket *part)
{
	int64_t now = call->host->time;

	if (!part->id)
		return 0;
	read_limit(call, part);
	if (part->limit.full_at > now + PART_MOST * PART_SHARE)
		part->limit.full_at = now + PART_MOST * PART_SHARE;
	part->share = PART_SHARE;
	return (part->limit.full_at - now + PART_SHARE - 1) / PART_SHARE;
}

/* A shared bucket keeps as many commands for others as a part has taken, but at most `most`. */
static void keep(const struct bot_call *call, struct bucket *part, int64_t taken, int64_t most,
	struct bucket *bucket)
{
	int64_t reserve = taken * bucket->unit;

	if (!is_scarce(bucket) || (bucket->wait > 0 && !bucket->part))
		return;
	int64_t wait = find_wait(call, bucket, reserve < most ? reserve : most);
	if (wait <= bucket->wait)
		return;
	bucket->wait = wait;
	bucket->part = part;
	bucket->why = part->why;
}

/*
 * Once half of a shared bucket is used up, the bot obeys somebody only if the bucket then still
 * holds as many commands as they took from it lately, or half of what it can hold. So those who ask
 * without end can't empty the bucket: it always holds something for people who asked less. The
 * newcomers of one origin together count as one person, but for them a quarter is enough.
 */
static void load_parts(const struct bot_call *call, struct buckets *buckets)
{
	struct bucket *of = buckets->of;

	if (!is_scarce(&of[OF_ROOM]) && !is_scarce(&of[OF_ORIGIN]) && !is_scarce(&of[OF_NEWCOMERS]))
		return;
	int64_t by_sender = load_part(call, &of[SENDER_PART]);
	int64_t by_origin = load_part(call, &of[ORIGIN_PART]);
	for (int i = OF_ORIGIN; i <= OF_ROOM; i++) {
		keep(call, &of[SENDER_PART], by_sender, BOT_MINUTE / 2, &of[i]);
		if (i != OF_ORIGIN)
			keep(call, &of[ORIGIN_PART], by_origin, BOT_MINUTE / 4, &of[i]);
	}
}

static void load_all(const struct bot_call *call, struct buckets *buckets)
{
	load_sender(call, &buckets->of[OF_SENDER]);
	load_room(call, &buckets->of[OF_ROOM]);
	load_newcomers(call, buckets);
	load_parts(call, buckets);
}

/* Deletes the full buckets, unless this was done a moment ago. */
static void prune(struct bot_host *host)
{
	if (host->limits_pruned > 0 && host->time - host->limits_pruned < PRUNE_INTERVAL)
		return;
	host->limits_pruned = host->time;
	bot_store_prune_rate_limits(host->store, host->time);
}

static void take_one(const struct bot_call *call, struct bucket *bucket, unsigned count)
{
	bucket->limit.full_at += bucket->share * count;
	bot_store_set_rate_limit(call->host->store, bucket->limited, bucket->id, &bucket->limit);
}

static void take(const struct bot_call *call, struct buckets *buckets, unsigned count)
{
	prune(call->host);
	for (size_t i = 0; i < BUCKETS; i++)
		if (buckets->of[i].share > 0)
			take_one(call, &buckets->of[i], count);
}

/* Finds the first bucket that makes the sender wait, or the room's if there is none. */
static struct bucket *find_empty(struct buckets *buckets)
{
	int i = 0;

	while (i < OF_ROOM && buckets->of[i].wait == 0)
		i++;
	return &buckets->of[i];
}

/*
 * Stores the display name of the message's sender, if the message has it. This costs much more than
 * the rest of an event that gets no answer, so the bot learns only the names of people whom it
 * answers. Most people who react to messages don't speak to the bot.
 */
static void learn_name(const struct bot_call *call)
{
	const struct bot_message *message = call->message;

	if (message->name)
		bot_name_note(call->host->store, message->sender, message->name);
	else if (!message->private)
		bot_people_learn_name(call, message->room, message->sender);
}

/* Tells the sender once in private that the room is busy, if they have a private room. */
static void tell_in_private(const struct bot_call *call, struct buckets *buckets)
{
	struct bucket *part = &buckets->of[SENDER_PART];
	char room[BOT_ID_SIZE];

	if (part->share == 0 || part->limit.told ||
		!bot_store_private_room(call->host->store, call->message->sender, room))
		return;
	part->limit.told = true;
	take_one(call, part, 1);
	bot_whisper(
		call, BOT_MSG_SHARED_BUSY, (struct bot_args){.left = buckets->of[OF_ROOM].wait});
}

/*
 * Tells the sender that a limit is reached. This notice costs as much as a command. When the room
 * is near its own limit, the bot tells nobody there about another limit. A sender who waits for the
 * answer outside the chat is told each time: that answer burdens nobody.
 */
static void tell(const struct bot_call *call, struct buckets *buckets)
{
	struct bucket *room = &buckets->of[OF_ROOM], *empty = find_empty(buckets);
	struct bucket *limit = empty->part ? empty->part : empty;
	char name[BOT_LABEL_SIZE];

	bool near = room->share > 0 && room->left < BOT_MINUTE / 4;
	bool quiet = limit->limit.told || (limit != room && near);
	if (quiet && !call->message->answer) {
		if (empty == room)
			tell_in_private(call, buckets);
		return;
	}
	limit->limit.told = true;
	if (!quiet) {
		take(call, buckets, 1);
		learn_name(call);
	}
	bot_name_label(call->host->store, call->message->sender, name);
	int64_t wait = empty->wait + empty->share; /* the notice itself costs one share */
	bot_reply(call, empty->why,
		(struct bot_args){.name = name, .left = wait < BOT_MINUTE ? wait : BOT_MINUTE});
}

static void init(const struct bot_message *message, struct buckets *buckets)
{
	static const struct bucket kinds[BUCKETS] = {
		[OF_SENDER] = {.limited = BOT_LIMITED_SENDER, .why = BOT_MSG_RATE_LIMIT_SENDER},
		[OF_ROOM] = {.limited = BOT_LIMITED_ROOM, .why = BOT_MSG_RATE_LIMIT_ROOM},
		[OF_ORIGIN] = {.limited = BOT_LIMITED_ORIGIN, .why = BOT_MSG_RATE_LIMIT_NEWCOMERS},
		[OF_NEWCOMERS] = {BOT_LIMITED_GROUP, "newcomers",
			.why = BOT_MSG_RATE_LIMIT_NEWCOMERS},
		[SENDER_PART] = {.limited = BOT_LIMITED_PART, .why = BOT_MSG_RATE_LIMIT_SENDER},
		[ORIGIN_PART] = {.limited = BOT_LIMITED_PART, .why = BOT_MSG_RATE_LIMIT_NEWCOMERS},
	};
	struct bucket *of = buckets->of;

	memcpy(of, kinds, sizeof(kinds));
	of[OF_SENDER].id = of[SENDER_PART].id = message->sender;
	of[OF_ROOM].id = message->room;
	of[OF_ORIGIN].id = message->origin;
}

/*
 * Loads all buckets, and notes in the call whether one of them is empty. The limit of a room does
 * not apply to its moderators.
 */
static void check(struct bot_call *call, struct buckets *buckets)
{
	init(call->message, buckets);
	load_all(call, buckets);
	const struct bucket *empty = find_empty(buckets);

	call->mute =
		empty->wait > 0 && (empty != &buckets->of[OF_ROOM] || !bot_call_moderates(call));
}

void bot_rate_limit_check(struct bot_call *call)
{
	struct buckets buckets = {0};

	check(call, &buckets);
}

void bot_rate_limit_run(struct bot_call *call, void (*run)(struct bot_call *call))
{
	bool action = call->command && call->command->acts;
	struct buckets buckets = {0};

	check(call, &buckets);
	if (!call->mute)
		learn_name(call);
	if (!call->mute || action) {
		run(call);
	} else {
		call->limited = true;
		(void)bot_call_refuse(call);
	}
	if (call->played)
		return;
	if (!call->mute) {
		take(call, &buckets, cost_of(call));
		return;
	}
	call->mute = false;
	tell(call, &buckets);
}

bool bot_rate_limit_take_room(const struct bot_call *call)
{
	struct buckets buckets = {0};
	struct bucket *room = &buckets.of[OF_ROOM];

	init(call->message, &buckets);
	load_room(call, room);
	load_parts(call, &buckets);
	bool allowed = room->wait == 0 || bot_call_moderates(call);
	if (allowed)
		take(call, &buckets, cost_of(call));
	else
		bot_reply(call, BOT_MSG_SHARED_BUSY, (struct bot_args){.left = room->wait});
	return allowed;
}
