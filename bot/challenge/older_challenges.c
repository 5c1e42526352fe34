#include "bot/challenge/older_challenges.h"

#include "bot/base/attempt.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/waiting_time.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"
#include "bot/show/ended_challenge.h"

#include <string.h>

#define MOST_BY_PLAYER 8 /* the most open challenges by one player, in all rooms together */
/* How many milliseconds a challenge waits before another player's challenge may replace it. */
#define LEAST_WAIT (INT64_C(10) * 60 * 1000)

static bool is_by(const struct bot_match *match, const char *user)
{
	return match->status == BOT_CHALLENGE && strcmp(bot_match_challenger(match), user) == 0;
}

/*
 * Returns whether the oldest challenge in a full room, or 0, has waited long enough. Otherwise
 * tells the sender that the room is full.
 */
static bool may_replace(const struct bot_call *call, int64_t oldest)
{
	size_t most = call->host->config->matches.per_room;

	if (oldest != 0 && bot_challenge_waited(call->host, oldest) >= LEAST_WAIT)
		return true;
	bot_reply(call, BOT_MSG_ROOM_FULL, (struct bot_args){.count = (int64_t)most});
	return false;
}

/*
 * Finds the sender's challenge in this room, or if the room is full, the challenge to replace. The
 * list has the matches that were accepted first, and then the challenges, the oldest first.
 */
static bool find_here(const struct bot_call *call, struct bot_older_challenges *older)
{
	const struct bot_match_filter filter = {.room = call->message->room, .status = -1};
	size_t most = call->host->config->matches.per_room, count = 0;
	int64_t own = 0, oldest = 0;

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		count += match->practice == BOT_NO_PRACTICE;
		if (is_by(match, call->message->sender))
			own = match->id;
		else if (match->status == BOT_CHALLENGE && oldest == 0)
			oldest = match->id;
	}
	older->here = own;
	older->own = own != 0;
	if (older->own || count < most)
		return true;
	older->here = oldest;
	return may_replace(call, oldest);
}

static int64_t find_elsewhere(const struct bot_call *call)
{
	const char *sender = call->message->sender;
	const struct bot_match_filter filter = {.player = sender, .status = BOT_CHALLENGE};
	int64_t oldest = 0;
	size_t count = 0;

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (!is_by(match, sender) || strcmp(match->room, call->message->room) == 0)
			continue;
		oldest = count == 0 ? match->id : oldest;
		count++;
	}
	return count >= MOST_BY_PLAYER ? oldest : 0;
}

bool bot_older_challenges_find(const struct bot_call *call, struct bot_older_challenges *older)
{
	if (!find_here(call, older))
		return false;
	older->elsewhere = find_elsewhere(call);
	return true;
}

static void load(struct bot_loaded_match *loaded, struct bot_host *host, int64_t id)
{
	struct bot_match match;

	bot_must(bot_store_match_get(host->store, id, &match));
	bot_match_load(loaded, host, &match);
}

static void end_here(struct bot_host *host, const struct bot_older_challenges *older, int64_t newer)
{
	struct bot_loaded_match loaded;

	load(&loaded, host, older->here);
	if (older->own)
		bot_match_limits_forgive(host, &loaded.match);
	loaded.match.status = BOT_ENDED;
	bot_must(bot_store_match_save(host->store, &loaded.match));
	bot_must(bot_store_timers_clear(host->store, older->here));
	bot_ended_challenge_replaced(&loaded, newer);
}

static void end_elsewhere(struct bot_host *host, int64_t id)
{
	struct bot_loaded_match loaded;

	load(&loaded, host, id);
	bot_match_end(
		&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_CANCELLED, (struct bot_args){0});
}

void bot_older_challenges_end(
	struct bot_host *host, const struct bot_older_challenges *older, int64_t newer)
{
	if (older->here != 0)
		end_here(host, older, newer);
	if (older->elsewhere != 0)
		end_elsewhere(host, older->elsewhere);
}
