/* Practice: a match against the house, and the maitre's advice in it. */
#include "bot/challenge.h"
#include "bot/command.h"
#include "bot/house.h"
#include "bot/pick.h"
#include "bot/vocabulary.h"

#include <stdlib.h>
#include <string.h>

#define OWN_MAX 100 /* matches of one player */

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

/*
 * Whether there is room for one more, here or in private, and the sender does not practise there
 * already; BOT_MSG_COUNT when so, else why not.
 */
static enum bot_error check_place(const struct bot_call *call, enum bot_msg *wrong, int64_t *id)
{
	const struct bot_message *message = call->message;
	struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = -1};
	size_t most = message->private ? OWN_MAX : call->host->config->matches.per_room, count;

	struct bot_match *matches = calloc(most, sizeof(*matches));
	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error =
		bot_store_match_find(call->host->store, &filter, matches, most, &count);
	*wrong = BOT_MSG_COUNT;
	if (!error && count == most)
		*wrong = BOT_MSG_ROOM_FULL;
	for (size_t i = 0; !error && i < count; i++) {
		if (matches[i].house == BOT_NO_HOUSE || matches[i].private != message->private ||
			bot_match_seat(&matches[i], message->sender) != EG_WHITE)
			continue;
		*wrong = BOT_MSG_PRACTICE_AGAIN;
		*id = matches[i].id;
	}
	free(matches);
	return error;
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
	struct bot_args args = {
		.count = message->private ? OWN_MAX : call->host->config->matches.per_room};
	enum bot_msg wrong;

	if (!read_terms(call, &match))
		return bot_reply_usage(call);
	enum bot_error error = check_place(call, &wrong, &args.id);
	if (error)
		return error;
	if (wrong != BOT_MSG_COUNT)
		return bot_reply(call, wrong, args);
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
