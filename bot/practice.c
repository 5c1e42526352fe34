/* Practice: a match against the house, and the maitre's advice in it. */
#include "bot/challenge.h"
#include "bot/command.h"
#include "bot/house.h"
#include "bot/pick.h"
#include "bot/place.h"
#include "bot/vocabulary.h"

#include <string.h>

/* The house is nobody's to name, and has all the time there is. */
static bool read_terms(const struct bot_call *call, struct bot_match *match)
{
	enum bot_msg wrong;

	for (size_t i = 1; i < call->words.count; i++)
		if (!bot_house_read(bot_in_english(call->words.word[i]), &match->house) &&
			!bot_challenge_option(call, &i, match, &wrong))
			return false;
	return call->words.id == 0 && !match->player[EG_BLACK][0] && match->clock == 0;
}

/* The sender practises there already. */
static bool is_own(const struct bot_call *call, const struct bot_match *match)
{
	return match->house != BOT_NO_HOUSE && match->private == call->message->private &&
	       bot_match_seat(match, call->message->sender) == EG_WHITE;
}

static int64_t draw_dice(const struct bot_host *host)
{
	uint64_t bits;

	host->port->random(host->port->self, &bits, sizeof(bits));
	return (int64_t)(bits >> 1);
}

/* Who writes in private is reached already; for a match in a room he may not be. */
static enum bot_error begin(struct bot_host *host, struct bot_match *match)
{
	struct bot_game game;

	enum bot_error error = bot_store_match_add(host->store, match);
	if (error)
		return error;
	if (!match->private) {
		error = bot_challenge_expires(host, match->id);
		return error ? error : bot_challenge_reach(host, match, EG_WHITE);
	}
	error = bot_game_load(&game, host, match);
	return error ? error : bot_game_begin(&game);
}

enum bot_error bot_run_practice(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_match match = {.status = BOT_MEETING,
		.reached = {[EG_WHITE] = message->private, [BOT_HOUSE_SEAT] = true},
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5},
		.house = BOT_MAITRE,
		.dice = draw_dice(call->host),
		.private = message->private};
	bool is_free;

	if (!read_terms(call, &match))
		return bot_reply_usage(call);
	enum bot_error error = bot_place_is_free(call, is_own, BOT_MSG_PRACTICE_AGAIN, &is_free);
	if (error || !is_free)
		return error;
	memcpy(match.room, message->room, strlen(message->room) + 1);
	memcpy(match.player[EG_WHITE], message->sender, strlen(message->sender) + 1);
	return begin(call->host, &match);
}

/* Advice */

static bool is_practice(const struct bot_call *call, const struct bot_match *match)
{
	return bot_pick_played(call, match) && match->house != BOT_NO_HOUSE;
}

/* It speaks of a hand: wherever it was asked for, the player alone is told. */
enum bot_error bot_run_hint(struct bot_call *call)
{
	static const struct bot_pick pick = {is_practice, .none = BOT_MSG_NO_PRACTICE};
	struct bot_advice advice;
	struct bot_game game;
	struct bot_page page;
	bool found;

	enum bot_error error = bot_pick(call, &pick, &game, &found);
	if (error || !found)
		return error;
	error = bot_house_advise(&game, &advice);
	if (error)
		return error;
	bot_page_init(&page, game.own[EG_WHITE]);
	bot_render_advice(&page, game.match.id, advice.action, advice.percent);
	return bot_whisper_page(call, &page, game.match.id);
}
