#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/match/loading.h"
#include "bot/match/selection.h"
#include "bot/play/early_ending.h"
#include "bot/play/match_life.h"
#include "bot/play/presence.h"
#include "bot/store/rounds.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * `resign` and `stop` can't be undone. So the bot never guesses which match the sender means, and
 * the sender must repeat the command with the word `yes`.
 */

/*
 * Reads the words after the command's name: `yes`, and the match's number without a #. Sets
 * *confirmed to whether `yes` is among them. Returns false if there is any other word. Otherwise
 * removes these words: if the bot asks which match is meant, the `yes` must not count for the
 * answer, because a number may be a card, too.
 */
static bool read_confirmation(struct bot_words *words, bool *confirmed)
{
	*confirmed = false;
	for (size_t i = 1; i < words->count; i++) {
		int64_t id = 0;

		if (!*confirmed && bot_words_is_yes(words->word[i]))
			*confirmed = true;
		else if (words->id == 0 && bot_words_number(words->word[i], INT64_MAX, &id) &&
			 id > 0)
			words->id = id;
		else
			return false;
	}
	words->count = 1;
	return true;
}

/*
 * Returns what an answer may say about the match. {name} is the opponent of the player in `seat`.
 */
static struct bot_args make_args(
	const struct bot_call *call, const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	enum eg_seat other = eg_opponent(seat);

	return (struct bot_args){.id = loaded->match.id,
		.white = loaded->cast.name[EG_WHITE],
		.black = loaded->cast.name[EG_BLACK],
		.name = seat == EG_NOBODY ? NULL : bot_match_name_in_answer(call, loaded, other)};
}

static void answer(const struct bot_call *call, const struct bot_loaded_match *loaded,
	enum bot_msg msg, enum eg_seat seat)
{
	bot_reply(call, msg, make_args(call, loaded, seat));
}

/* Asks whether the sender really means `command`, which is "resign" or "stop". */
static void ask(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, const char *command)
{
	char confirmed[64];

	snprintf(confirmed, sizeof(confirmed), "%s #%" PRId64 " yes", command, args.id);
	bot_ask(call, msg, args, confirmed);
}

/*
 * Tells a player who wants to end a match before both have acted that they would lose it
 * (early_ending.h). Returns false if they would not.
 */
static bool tell_costs(
	const struct bot_call *call, const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t count = 0;
	bool costs = bot_early_ending_costs(loaded, seat, &count);

	if (costs)
		ask(call, BOT_MSG_EARLY_COSTS,
			(struct bot_args){.id = loaded->match.id, .count = count}, "resign");
	return costs;
}

/* Answers a player who has not confirmed that they resign. `late` is whether both have acted. */
static void ask_to_confirm(const struct bot_call *call, const struct bot_loaded_match *loaded,
	enum eg_seat seat, bool late)
{
	if (late)
		ask(call, BOT_MSG_RESIGN_CONFIRM, make_args(call, loaded, seat), "resign");
	else if (!tell_costs(call, loaded, seat)) {
		char command[64];

		snprintf(command, sizeof(command), "abort #%" PRId64, loaded->match.id);
		bot_ask(call, BOT_MSG_RESIGN_EARLY, make_args(call, loaded, seat), command);
	}
}

void bot_run_resign(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, .none = BOT_MSG_NO_MATCH};
	struct bot_loaded_match loaded;
	bool confirmed;

	if (!read_confirmation(&call->words, &confirmed)) {
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
		return;
	}
	if (!bot_match_select(call, &selector, &loaded))
		return;
	bool late = bot_store_both_acted(loaded.host->store, &loaded.match);
	late = late || loaded.match.practice != BOT_NO_PRACTICE || loaded.match.competition != 0;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	if (!confirmed)
		ask_to_confirm(call, &loaded, seat, late);
	else
		bot_match_end(&loaded, BOT_RESIGNED, eg_opponent(seat), BOT_MSG_MATCH_RESIGNED,
			(struct bot_args){.loser = loaded.cast.name[seat],
				.winner = loaded.cast.name[eg_opponent(seat)]});
}

static bool is_accepted(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	return match->status == BOT_ACCEPTED || match->status == BOT_PLAYING;
}

/* Aborts a match that has begun, unless the player would lose it: that needs `resign yes`. */
static void abort_early(
	const struct bot_call *call, struct bot_loaded_match *loaded, enum eg_seat seat)
{
	static const struct bot_early_ending early = {
		BOT_MSG_MATCH_ABORTED, BOT_MSG_MATCH_RESIGNED, BOT_RESIGNED};

	if (!tell_costs(call, loaded, seat))
		bot_early_ending_end(loaded, seat, &early);
}

/* The command needs no confirmation, because nobody loses anything. */
void bot_run_abort(struct bot_call *call)
{
	static const struct bot_match_selector selector = {is_accepted, .none = BOT_MSG_NO_MATCH};
	struct bot_loaded_match loaded;

	if (!bot_match_select(call, &selector, &loaded))
		return;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	if (loaded.match.competition != 0) {
		bot_bout_reply_fixed(call, &loaded.match);
		return;
	}
	if (bot_early_ending_is_possible(&loaded))
		abort_early(call, &loaded, seat);
	else if (loaded.match.status == BOT_PLAYING && loaded.match.practice == BOT_NO_PRACTICE)
		answer(call, &loaded, BOT_MSG_ABORT_LATE, seat);
	else
		bot_match_end(&loaded, BOT_VOID, EG_NOBODY, BOT_MSG_MATCH_ABORTED,
			(struct bot_args){.name = loaded.cast.name[seat]});
}

/* Ends a match whose other player has been away for too long. */
void bot_run_claim(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, .none = BOT_MSG_NO_MATCH};
	struct bot_loaded_match loaded;

	if (!bot_match_select(call, &selector, &loaded))
		return;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	int64_t wait = bot_presence_time_to_claim(&loaded, other);
	if (wait < 0)
		answer(call, &loaded, BOT_MSG_CLAIM_NOTHING, seat);
	else if (!loaded.cast.paused && loaded.state.round.to_act == seat)
		bot_reply(call, BOT_MSG_CLAIM_YOUR_TURN,
			(struct bot_args){.id = loaded.match.id,
				.name = bot_match_name_in_answer(call, &loaded, other),
				.left = bot_presence_span(&loaded, other)});
	else if (wait == 0)
		bot_match_end(&loaded, BOT_FORFEITED, seat, BOT_MSG_MATCH_CLAIMED,
			(struct bot_args){.winner = loaded.cast.name[seat],
				.loser = loaded.cast.name[other]});
	else
		bot_reply(call, BOT_MSG_CLAIM_LATER,
			(struct bot_args){.id = loaded.match.id,
				.name = bot_match_name_in_answer(call, &loaded, other),
				.left = wait});
}

static bool is_any(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	(void)match;
	return true;
}

/*
 * Returns whether the sender in `seat` plays against somebody in this match. Then they must not
 * stop it, even as a moderator, because they could escape every defeat in this way.
 */
static bool plays_against_somebody(const struct bot_match *match, enum eg_seat seat)
{
	return match->status != BOT_CHALLENGE && match->practice == BOT_NO_PRACTICE &&
	       seat != EG_NOBODY;
}

void bot_run_stop(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_any, .others = true, .none = BOT_MSG_NOTHING_TO_STOP};
	struct bot_loaded_match loaded;
	bool confirmed;

	if (!read_confirmation(&call->words, &confirmed)) {
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
		return;
	}
	if (!bot_match_select(call, &selector, &loaded))
		return;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	if (loaded.match.competition != 0) {
		bot_bout_reply_fixed(call, &loaded.match);
		return;
	}
	if (plays_against_somebody(&loaded.match, seat)) {
		answer(call, &loaded, BOT_MSG_STOP_OWN, seat);
		return;
	}
	if (!bot_early_ending_may_stop(&loaded, call->message->sender))
		answer(call, &loaded, BOT_MSG_STOP_LATER, seat);
	else if (!confirmed)
		ask(call, BOT_MSG_STOP_CONFIRM, make_args(call, &loaded, seat), "stop");
	else
		bot_match_end(&loaded, BOT_STOPPED, EG_NOBODY, BOT_MSG_MATCH_STOPPED,
			(struct bot_args){0});
}
