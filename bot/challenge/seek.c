#include "bot/challenge/seek.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/call/guests.h"
#include "bot/challenge/handicap.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/lobby.h"
#include "bot/challenge/terms.h"

#include <math.h>
#include <string.h>

#define MOST 64  /* challenges of a room and of the lobby that the bot compares */
#define FAR  400 /* the better player wins about ten matches of eleven */
#define NEW  200 /* how far a player without a rating is from all others */

struct seek {
	const struct bot_call *call;
	const struct bot_match *wanted; /* as a challenge to the sender */
	bool exact;
	bool is_rated; /* the sender has a rating */
	struct bot_rating rating;
	double distance; /* of the ratings, in the best challenge until now */
};

static bool has_rating(struct bot_host *host, const char *user, struct bot_rating *rating)
{
	return bot_rating_get(host->store, NULL, user, rating);
}

static bool suits(const struct seek *seek, const struct bot_match *challenge)
{
	if (challenge->status != BOT_CHALLENGE || bot_match_challenged(challenge)[0] ||
		strcmp(bot_match_challenger(challenge), seek->call->message->sender) == 0)
		return false;
	return seek->exact ? bot_challenge_has_same_terms(challenge, seek->wanted)
			   : challenge->clock == seek->wanted->clock &&
				     challenge->bank == seek->wanted->bank &&
				     !bot_match_has_handicap(challenge);
}

/* Whether the two may play this match: what `accept` checks, silently. */
static bool may_play(const struct seek *seek, const struct bot_match *challenge)
{
	const char *sender = seek->call->message->sender, *other = bot_match_challenger(challenge);
	struct bot_host *host = seek->call->host;
	struct bot_match accepted = *challenge;

	if (bot_bans_part(host, other, sender) ||
		(strcmp(challenge->room, seek->call->message->room) != 0 &&
			!bot_lobby_may_accept(seek->call, challenge)))
		return false;
	memcpy(accepted.player[eg_opponent(challenge->challenger)], sender, strlen(sender) + 1);
	return bot_match_limits_find_pair(host, &accepted) == 0;
}

/* Returns how far the ratings of the sender and the challenger are apart. */
static double find_distance(const struct seek *seek, const struct bot_match *challenge)
{
	struct bot_rating other;

	if (!has_rating(seek->call->host, bot_match_challenger(challenge), &other) ||
		!seek->is_rated)
		return NEW;
	return fabs(other.glicko.rating - seek->rating.glicko.rating);
}

static void consider(struct seek *seek, const struct bot_match *challenge, struct bot_match *best)
{
	if (!suits(seek, challenge))
		return;
	double distance = find_distance(seek, challenge);
	if ((distance > FAR && bot_match_may_be_rated(challenge)) ||
		(best->id != 0 && distance >= seek->distance) || !may_play(seek, challenge))
		return;
	seek->distance = distance;
	*best = *challenge;
}

/* Lists the open challenges of the room, or those of other rooms that a room of the lobby shows. */
static size_t list(const struct bot_call *call, bool lobby, struct bot_match challenges[MOST])
{
	const char *room = call->message->room;
	const struct bot_match_filter here = {.room = room, .status = BOT_CHALLENGE};
	struct bot_store *store = call->host->store;

	return lobby ? bot_store_challenges_shown(store, room, challenges, MOST)
		     : bot_store_match_find(store, &here, challenges, MOST);
}

double bot_seek_find(const struct bot_call *call, const struct bot_match *wanted, bool exact,
	struct bot_match *challenge)
{
	struct bot_match mirrored = *wanted; /* the sender would be in the other seat */
	struct seek seek = {.call = call, .wanted = &mirrored, .exact = exact};
	struct bot_match *challenges = bot_scratch(MOST * sizeof(*challenges));
	const int places = bot_guests_are_welcome(call->host, call->message->room) ? 2 : 1;

	challenge->id = 0;
	bot_handicap_swap(&mirrored, wanted);
	mirrored.casual = wanted->casual || bot_match_has_handicap(wanted);
	seek.is_rated = has_rating(call->host, call->message->sender, &seek.rating);
	for (int lobby = 0; lobby < places && challenge->id == 0; lobby++) {
		size_t count = list(call, lobby, challenges);

		for (size_t i = 0; i < count; i++)
			consider(&seek, &challenges[i], challenge);
	}
	return seek.distance;
}
