/* The same again, with the seats exchanged. */
#include "bot/challenge.h"
#include "bot/command.h"
#include "bot/game.h"

#include <stdlib.h>
#include <string.h>

#define LOOKED_AT 50 /* ended matches of the player, of which one may be named */

/* The last one that the sender has played here, or the one he names; its id is 0 for none. */
static enum bot_error find_ended(const struct bot_call *call, struct bot_match *ended)
{
	const struct bot_message *message = call->message;
	struct bot_match *matches = calloc(LOOKED_AT, sizeof(*matches));
	size_t count = 0;

	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error = bot_store_match_ended(
		call->host->store, message->room, message->sender, matches, LOOKED_AT, &count);
	ended->id = 0;
	for (size_t i = 0; !error && i < count && ended->id == 0; i++)
		if (!matches[i].house && (call->words.id == 0 || matches[i].id == call->words.id))
			*ended = matches[i];
	free(matches);
	return error;
}

static bool same_terms(const struct bot_match *a, const struct bot_match *b)
{
	return a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat &&
	       a->rules.touches == b->rules.touches && a->rules.first == b->rules.first &&
	       a->clock == b->clock && a->unseen == b->unseen;
}

/* The challenge by which the other has asked for the same; its id is 0 for none. */
static enum bot_error find_asked(
	const struct bot_call *call, const struct bot_match *wanted, struct bot_match *asked)
{
	const struct bot_match_filter filter = {.room = call->message->room,
		.player = call->message->sender,
		.status = BOT_CHALLENGE};
	enum eg_seat other = eg_opponent(wanted->challenger);
	size_t most = call->host->config->matches.per_room, count = 0;
	struct bot_match *matches = calloc(most, sizeof(*matches));

	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error =
		bot_store_match_find(call->host->store, &filter, matches, most, &count);
	asked->id = 0;
	for (size_t i = 0; !error && i < count; i++)
		if (matches[i].challenger == other &&
			strcmp(matches[i].player[other], wanted->player[other]) == 0 &&
			same_terms(&matches[i], wanted))
			*asked = matches[i];
	free(matches);
	return error;
}

/* Who was drawn to begin as White begins as White again: the other one, now. */
enum bot_error bot_run_rematch(struct bot_call *call)
{
	struct bot_match ended, asked;

	enum bot_error error = find_ended(call, &ended);
	if (error)
		return error;
	if (ended.id == 0)
		return bot_reply(call, BOT_MSG_NO_REMATCH, (struct bot_args){0});
	enum eg_seat seat = bot_match_seat(&ended, call->message->sender);
	struct bot_match match = {.status = BOT_CHALLENGE,
		.rules = ended.rules,
		.unseen = ended.unseen,
		.clock = ended.clock,
		.challenger = eg_opponent(seat)};
	memcpy(match.player[eg_opponent(seat)], ended.player[seat], BOT_ID_SIZE);
	memcpy(match.player[seat], ended.player[eg_opponent(seat)], BOT_ID_SIZE);
	error = find_asked(call, &match, &asked);
	if (error)
		return error;
	if (asked.id != 0)
		return bot_challenge_accept(call, &asked);
	return bot_challenge_make(call, &match);
}
