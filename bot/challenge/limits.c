#include "bot/challenge/limits.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/match/loading.h"
#include "bot/store/outbox_rows.h"
#include "bot/text/name.h"

#include <string.h>

/*
 * The most challenges to one player by strangers that may be open at the same time, in all rooms
 * together. Friends may make as many, too. This limit keeps strangers from filling a player's list
 * of challenges.
 */
#define MOST_TO_PLAYER 16

/*
 * How many of a room's matches one origin may have, with the challenges, which hold places, too: a
 * part of them stays for people from elsewhere.
 */
static bool check_origin(const struct bot_call *call, const struct bot_match *wanted,
	const struct bot_match_list *list)
{
	size_t most = call->host->config->matches.per_room;
	const char *holder[BOT_MATCHES_MOST];
	struct bot_origin_share share = {
		.holder = holder, .newcomers_most = (most + 1) / 2, .most = most - most / 4};

	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *other = &list->match[i];
		const char *user = bot_match_challenger(other);
		bool replaced =
			other->status == BOT_CHALLENGE && strcmp(user, call->message->sender) == 0;

		if (other->competition == 0 && !replaced &&
			(other->practice != 0) == (wanted->practice != 0))
			holder[share.count++] = user;
	}
	return bot_origin_share_check(call, &share);
}

bool bot_match_limits_is_same_pair(const struct bot_match *a, const struct bot_match *b)
{
	const char *white = a->player[EG_WHITE], *black = a->player[EG_BLACK];

	if (!black[0])
		return false;
	return (strcmp(white, b->player[EG_WHITE]) == 0 &&
		       strcmp(black, b->player[EG_BLACK]) == 0) ||
	       (strcmp(white, b->player[EG_BLACK]) == 0 && strcmp(black, b->player[EG_WHITE]) == 0);
}

bool bot_match_limits_check_match(const struct bot_call *call, const struct bot_match *wanted,
	enum bot_msg (*conflict)(const struct bot_match *wanted, const struct bot_match *other))
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = -1};
	size_t most = message->private ? BOT_MATCHES_MOST : call->host->config->matches.per_room;
	struct bot_args args = {.count = (int64_t)most};
	enum bot_msg wrong = BOT_MSG_COUNT;
	size_t alike = 0;

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *other = &list->match[i];

		if (other->competition != 0) /* has limits of its own */
			continue;
		enum bot_msg msg = conflict(wanted, other);
		bool yields = wanted->status == BOT_CHALLENGE && other->status == BOT_CHALLENGE;

		alike += !yields &&
			 (message->private || (other->practice != 0) == (wanted->practice != 0));
		if (msg == BOT_MSG_COUNT)
			continue;
		wrong = msg;
		args.id = other->id;
	}
	if (wrong == BOT_MSG_COUNT && alike >= most)
		wrong = message->private ? BOT_MSG_OWN_FULL : BOT_MSG_ROOM_FULL;
	else if (wrong == BOT_MSG_COUNT && !message->private && !check_origin(call, wanted, list))
		wrong = BOT_MSG_ROOM_ORIGIN;
	if (wrong != BOT_MSG_COUNT)
		bot_reply(call, wrong, args);
	return wrong == BOT_MSG_COUNT;
}

bool bot_match_limits_have_played(struct bot_store *store, const struct bot_match *challenge)
{
	return bot_store_match_rated(
		       store, challenge->player[EG_WHITE], challenge->player[EG_BLACK], 0) > 0;
}

/* Whether the wanted challenge replaces the challenge. */
static bool is_replaced(const struct bot_match *challenge, const struct bot_match *wanted)
{
	return strcmp(challenge->room, wanted->room) == 0 &&
	       strcmp(bot_match_challenger(challenge), bot_match_challenger(wanted)) == 0;
}

/*
 * Returns whether both challenges are to the same user, and both by friends or both by strangers. A
 * friend has played a rated match with the challenged user. Friends and strangers have separate
 * limits. So a person with many accounts cannot keep the friends of a user from challenging this
 * user.
 */
static bool is_to_same(
	struct bot_store *store, const struct bot_match *challenge, const struct bot_match *wanted)
{
	return strcmp(bot_match_challenged(challenge), bot_match_challenged(wanted)) == 0 &&
	       !is_replaced(challenge, wanted) &&
	       bot_match_limits_have_played(store, wanted) ==
		       bot_match_limits_have_played(store, challenge);
}

/*
 * Counts the challenges that the wanted one would join, and finds out whether there is a place
 * among them for the sender's origin.
 */
static void count_challenges(
	const struct bot_call *call, const struct bot_match *wanted, size_t *count, bool *shares)
{
	const struct bot_match_filter filter = {
		.player = bot_match_challenged(wanted), .status = BOT_CHALLENGE};
	struct bot_store *store = call->host->store;
	const char *holder[BOT_MATCHES_MOST];
	struct bot_origin_share share = {
		.holder = holder, .newcomers_most = MOST_TO_PLAYER / 4, .most = MOST_TO_PLAYER / 2};
	struct bot_match_list *list = bot_match_list_load(store, &filter);

	for (size_t i = 0; i < list->count; i++)
		if (is_to_same(store, &list->match[i], wanted))
			holder[share.count++] = bot_match_challenger(&list->match[i]);
	*shares = bot_origin_share_check(call, &share);
	*count = share.count;
}

bool bot_match_limits_check_challenge(
	const struct bot_call *call, const struct bot_match *challenge)
{
	const char *sender = call->message->sender, *user = bot_match_challenged(challenge);
	char name[BOT_LABEL_SIZE];
	size_t count;
	bool shares;

	if (!user[0])
		return true;
	count_challenges(call, challenge, &count, &shares);
	bot_name_label(call->host->store, user, name);
	if (count >= MOST_TO_PLAYER || !shares) {
		bot_reply(call, BOT_MSG_CHALLENGED_FULL,
			(struct bot_args){.name = name, .count = (int64_t)count});
		return false;
	}
	int64_t wait = bot_allowance_take(call->host, BOT_ALLOW_CHALLENGE, sender, user);
	if (wait == 0)
		return true;
	bot_reply(call, BOT_MSG_CHALLENGE_LATER, (struct bot_args){.name = name, .left = wait});
	return false;
}

void bot_match_limits_forgive(struct bot_host *host, const struct bot_match *challenge)
{
	const char *sender = bot_match_challenger(challenge);
	const char *user = bot_match_challenged(challenge);

	if (!user[0])
		return;
	if (bot_allowance_take(host, BOT_ALLOW_CORRECT, sender, user) == 0)
		bot_allowance_give_back(host, BOT_ALLOW_CHALLENGE, sender, user);
}

bool bot_match_limits_check_block(const struct bot_call *call, const char *user)
{
	bool blocked = bot_bans_hold_for(call->host, user) ||
		       bot_store_is_blocked(call->host->store, user, call->message->sender);

	if (blocked)
		bot_reply(call, BOT_MSG_NOT_POSSIBLE, (struct bot_args){0});
	return !blocked;
}

int64_t bot_match_limits_find_pair(struct bot_host *host, const struct bot_match *challenge)
{
	const struct bot_match_filter filter = {
		.room = challenge->room, .player = bot_match_challenger(challenge), .status = -1};

	struct bot_match_list *list = bot_match_list_load(host->store, &filter);
	int64_t id = 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->match[i].status != BOT_CHALLENGE && list->match[i].competition == 0 &&
			bot_match_limits_is_same_pair(challenge, &list->match[i]))
			id = list->match[i].id;
	return id;
}

/* Whether the user is not NULL and has no private room. */
static bool needs_room(const struct bot_call *call, const char *user)
{
	char room[BOT_ID_SIZE];

	return user && !bot_store_private_room(call->host->store, user, room);
}

bool bot_match_limits_check_new_room(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;
	size_t all = 0, of_origin = 0;

	bool newcomer = bot_origin_share_is_newcomer(call->host, message->sender);
	if (newcomer)
		all = bot_outbox_reaching(store, message->origin ? NULL : "");
	if (newcomer && message->origin)
		of_origin = bot_outbox_reaching(store, message->origin);
	/*
	 * A stranger can have accounts of many origins. So the limit `most` applies to the requests
	 * of all newcomers together. Users of the bot's own homeserver have no origin. For these
	 * users the limit counts only the requests of users without an origin. The second limit,
	 * `part`, applies to the requests of one origin. It is a third of `most`, but at least 1.
	 */
	size_t most = call->host->config->limits.newcomers_waiting, part = most < 3 ? 1 : most / 3;
	bool allowed = most == 0 || (all < most && of_origin < part);
	if (!allowed)
		bot_reply(call, BOT_MSG_REACH_BUSY, (struct bot_args){0});
	return allowed;
}

bool bot_match_limits_check_private_rooms(
	const struct bot_call *call, const char *one, const char *other)
{
	return (!needs_room(call, one) && !needs_room(call, other)) ||
	       bot_match_limits_check_new_room(call);
}

bool bot_match_limits_takes_early_room(const struct bot_call *call, const char *user)
{
	struct bot_host *host = call->host;

	if (!needs_room(call, user))
		return false;
	return bot_outbox_reaching(host->store, NULL) == 0 &&
	       bot_allowance_take(host, BOT_ALLOW_EARLY, BOT_EVERYONE, BOT_EVERYONE) == 0;
}
