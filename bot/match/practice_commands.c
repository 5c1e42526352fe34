#include "bot/match/challenge.h"
#include "bot/match/challenge_terms.h"
#include "bot/match/commands.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/match_life.h"
#include "bot/match/match_limits.h"
#include "bot/match/loaded_match.h"
#include "bot/match/reach_request.h"
#include "bot/text/words.h"

#include <string.h>

/* Reads all words of the command. A practice match has no clock, and no user as the opponent. */
static bool read_terms(const struct bot_call *call, struct bot_match *match)
{
	for (size_t i = 1; i < call->words.count; i++)
		if (!bot_practice_opponent_read(
			    bot_words_in_english(call->words.word[i]), &match->house) &&
			bot_challenge_terms_read(call, &i, match) != BOT_MSG_COUNT)
			return false;
	return call->words.id == 0 && !match->player[EG_BLACK][0] && match->clock == 0;
}

/* A user may have one practice match in each room, and one in private. */
static enum bot_msg conflict(const struct bot_match *wanted, const struct bot_match *other)
{
	bool own = other->house != BOT_NO_HOUSE && other->private == wanted->private &&
		   bot_match_seat(other, wanted->player[EG_WHITE]) == EG_WHITE;

	return own ? BOT_MSG_PRACTICE_AGAIN : BOT_MSG_COUNT;
}

static int64_t draw_dice(const struct bot_host *host)
{
	uint64_t bits;

	host->port->random(host->port->self, &bits, sizeof(bits));
	return (int64_t)(bits >> 1);
}

/*
 * A match in private begins at once. A match in a room begins when the bot has reached the player
 * in private.
 */
static enum bot_error begin(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	struct bot_loaded_match loaded;

	enum bot_error error = bot_store_match_add(host->store, match);
	if (error)
		return error;
	if (!match->private) {
		error = bot_challenge_set_timer(host, match->id);
		return error ? error
			     : bot_reach_request_add(host, match, EG_WHITE, call->message->origin);
	}
	error = bot_match_load(&loaded, host, match);
	return error ? error : bot_match_begin(&loaded);
}

enum bot_error bot_run_practice(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_match match = {.status = BOT_ACCEPTED,
		.reached = {[EG_WHITE] = message->private, [BOT_PRACTICE_OPPONENT_SEAT] = true},
		.rules = BOT_CHALLENGE_DEFAULT_RULES,
		.house = BOT_MAITRE,
		.dice = draw_dice(call->host),
		.private = message->private};
	bool allowed;

	if (!read_terms(call, &match))
		return bot_reply_usage(call);
	memcpy(match.room, message->room, strlen(message->room) + 1);
	memcpy(match.player[EG_WHITE], message->sender, strlen(message->sender) + 1);
	enum bot_error error = bot_match_limits_check_match(call, &match, conflict, &allowed);
	if (!error && allowed)
		error = bot_reach_request_allowed(
			call, message->private ? NULL : message->sender, NULL, &allowed);
	if (error || !allowed)
		return error;
	return begin(call, &match);
}

static bool is_practice(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && match->house != BOT_NO_HOUSE;
}

/* The advice reveals the player's cards, so the bot always sends it in private. */
enum bot_error bot_run_hint(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_practice, .none = BOT_MSG_NO_PRACTICE};
	struct bot_advice advice;
	struct bot_loaded_match loaded;
	struct bot_page page;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	error = bot_practice_opponent_advise(&loaded, &advice);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[EG_WHITE]);
	bot_render_advice(&page, loaded.match.id, advice.action, advice.percent);
	return bot_whisper_page(call, &page, loaded.match.id);
}
