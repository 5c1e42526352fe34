#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/challenge/challenge.h"
#include "bot/challenge/handicap.h"
#include "bot/challenge/terms.h"
#include "bot/match/loading.h"

#include <stdio.h>
#include <string.h>

/* Whether the other player was erased: then an alias, which is no user's id, stands for them. */
static bool is_other_erased(const struct bot_call *call, const struct bot_match *match)
{
	enum eg_seat other = eg_opponent(bot_match_seat(match, call->message->sender));
	char user[BOT_ID_SIZE];

	return bot_call_read_user(call, match->player[other], user) != BOT_USER;
}

bool bot_rematch_may_ask(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ENDED && match->ending != BOT_STOPPED &&
	       match->practice == BOT_NO_PRACTICE &&
	       bot_match_seat(match, call->message->sender) != EG_NOBODY &&
	       !is_other_erased(call, match);
}

#define ENDED_MOST 50 /* how many ended matches of a player the command searches */

/*
 * Finds the match with this id among the sender's ended matches in the room or, if the id is 0, the
 * last of these matches. Leaves out practice matches. Sets ended->id to 0 if there is no such
 * match.
 */
static void find_own_ended(const struct bot_call *call, int64_t id, struct bot_match *ended)
{
	const struct bot_message *message = call->message;
	struct bot_match *matches = bot_scratch(ENDED_MOST * sizeof(*matches));

	size_t count = bot_store_match_ended(
		call->host->store, message->room, message->sender, matches, ENDED_MOST);
	ended->id = 0;
	for (size_t i = 0; i < count && ended->id == 0; i++)
		if (!matches[i].practice && (id == 0 || matches[i].id == id))
			*ended = matches[i];
}

/* Tells the sender that they can repeat no match. */
static void say_none(const struct bot_call *call)
{
	if (call->message->private)
		bot_reply_room_only(call);
	else
		bot_reply(call, BOT_MSG_NO_REMATCH, (struct bot_args){0});
}

/*
 * Finds the match to repeat: the match that the sender names or replies to, or the match that ended
 * last in the room, which `record` shows too. Sets ended->id to 0 if the sender can't repeat that
 * match, and tells them.
 */
static void find_ended(const struct bot_call *call, struct bot_match *ended)
{
	int64_t id = call->words.id;
	struct bot_match last;

	if (id == 0)
		id = bot_call_replied_match(call);
	find_own_ended(call, id, ended);
	if (ended->id != 0 && is_other_erased(call, ended))
		ended->id = 0;
	if (ended->id == 0)
		say_none(call);
	if (ended->id == 0 || id != 0)
		return;
	bot_need(bot_store_match_last(call->host->store, call->message->room, NULL, &last));
	if (last.id == ended->id)
		return;
	id = ended->id;
	ended->id = 0;
	bot_reply(call, BOT_MSG_REMATCH_WHICH, (struct bot_args){.id = last.id, .count = id});
}

/*
 * Finds a challenge with the terms of `wanted` that the other player has already made. Sets
 * asked->id to 0 if there is no such challenge.
 */
static void find_asked(
	const struct bot_call *call, const struct bot_match *wanted, struct bot_match *asked)
{
	const struct bot_match_filter filter = {
		.room = wanted->room, .player = call->message->sender, .status = BOT_CHALLENGE};
	enum eg_seat other = eg_opponent(wanted->challenger);

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	asked->id = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (match->challenger == other &&
			strcmp(match->player[other], wanted->player[other]) == 0 &&
			bot_challenge_has_same_terms(match, wanted))
			*asked = *match;
	}
}

/*
 * If the other player has made a challenge to the same rematch, accepts this challenge. Otherwise
 * makes a challenge in the room of the ended match. In a rematch the players swap their seats, and
 * keep their handicaps, but the seat that begins (rules.first) stays the same. So the other player
 * begins this time, even if a lot decided who began the ended match.
 */
static void repeat(const struct bot_call *call, const struct bot_match *ended)
{
	enum eg_seat seat = bot_match_seat(ended, call->message->sender);
	struct bot_match asked, match = {.status = BOT_CHALLENGE,
					.rules = ended->rules,
					.unseen = ended->unseen,
					.clock = ended->clock,
					.bank = ended->bank,
					.casual = ended->casual,
					.challenger = eg_opponent(seat)};
	bot_handicap_swap(&match, ended);
	memcpy(match.room, ended->room, BOT_ID_SIZE);
	memcpy(match.player[eg_opponent(seat)], ended->player[seat], BOT_ID_SIZE);
	memcpy(match.player[seat], ended->player[eg_opponent(seat)], BOT_ID_SIZE);
	find_asked(call, &match, &asked);
	if (asked.id != 0)
		bot_challenge_accept(call, &asked);
	else if (call->message->private)
		bot_challenge_create_elsewhere(call, &match);
	else
		bot_challenge_create(call, &match);
}

static void repeat_here(const struct bot_call *call)
{
	struct bot_match ended;

	find_ended(call, &ended);
	if (ended.id != 0)
		repeat(call, &ended);
}

/* Repeats a match that the sender has named in private, or the last one of theirs. */
static void repeat_elsewhere(const struct bot_call *call, const struct bot_match *ended)
{
	if (!bot_rematch_may_ask(call, ended)) {
		say_none(call);
		return;
	}
	if (bot_guests_may_enter(call, ended))
		repeat(call, ended);
	else
		bot_reply(call, BOT_MSG_TAP_LEFT, (struct bot_args){.id = ended->id});
}

/* Begins another practice match, to as many touches. The bot chooses the other terms again. */
static void practise_again(struct bot_call *call, const struct bot_match *last)
{
	struct bot_words *words = &call->words;

	snprintf(words->read, sizeof(words->read), "%d", (int)last->rules.touches);
	words->word[1] = "to";
	words->word[2] = words->read;
	words->count = 3;
	words->id = 0;
	bot_run_practice(call);
}

void bot_run_rematch(struct bot_call *call)
{
	struct bot_match last;
	int64_t id;

	bool found = bot_record_find(call, &id, &last);
	if (found && bot_practice_may_repeat(call, &last)) {
		practise_again(call, &last);
	} else if (!call->message->private) {
		repeat_here(call);
	} else if (found) {
		repeat_elsewhere(call, &last);
	} else {
		say_none(call);
	}
}
