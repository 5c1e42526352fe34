#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/pause.h"
#include "bot/match/loading.h"
#include "bot/match/selection.h"
#include "bot/match/timers.h"
#include "bot/play/match_life.h"
#include "bot/show/hand.h"

#define NUDGE_EVERY BOT_HOUR

/*
 * Tells a player that the opponent has made a proposal or a nudge. The player's device rings unless
 * the opponent's allowance for this is used up.
 */
static void ask_player(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg, struct bot_args args)
{
	enum bot_ring ring = bot_allowance_ring(
		loaded->host, loaded->match.player[eg_opponent(seat)], loaded->match.player[seat]);
	bot_tell_player(loaded, seat, ring, msg, args);
}

/*
 * Each of these functions carries out a proposal when both players agree. `proposer` is the player
 * who made the proposal.
 */

static void pause_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	bot_match_pause(loaded);
	bot_tell_player(loaded, proposer, BOT_QUIET, BOT_MSG_PAUSED, (struct bot_args){0});
}

static void resume_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	(void)proposer;
	bot_match_resume(loaded);
}

static void abandon_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	(void)proposer;
	bot_match_end(
		loaded, BOT_ABANDONED, EG_NOBODY, BOT_MSG_MATCH_ABANDONED, (struct bot_args){0});
}

static const struct {
	enum bot_msg proposes; /* tells the opponent */
	enum bot_msg asked;    /* answers the proposer */
	void (*agreed)(struct bot_loaded_match *loaded, enum eg_seat proposer);
} outcomes[] = {
	[BOT_PAUSE] = {BOT_MSG_PROPOSES_PAUSE, BOT_MSG_ASKED_PAUSE, pause_match},
	[BOT_RESUME] = {BOT_MSG_PROPOSES_RESUME, BOT_MSG_ASKED_RESUME, resume_match},
	[BOT_ABANDON] = {BOT_MSG_PROPOSES_ABANDON, BOT_MSG_ASKED_ABANDON, abandon_match},
};

/*
 * Stores a proposal, tells it to the opponent, and answers the proposer. A player who has used up
 * their allowance has to wait before the next proposal. Otherwise many proposals could delay the
 * opponent's next hand. Each proposal is a message in the opponent's private room, and the
 * homeserver may limit the rate of the bot's messages.
 */
static void tell_proposal(struct bot_call *call, struct bot_loaded_match *loaded, enum eg_seat seat,
	enum bot_proposal proposal)
{
	struct bot_match *match = &loaded->match;
	enum eg_seat other = eg_opponent(seat);
	const char *name = bot_match_name_in_answer(call, loaded, other);

	int64_t wait = bot_allowance_take(
		loaded->host, BOT_ALLOW_PROPOSE, match->player[seat], match->player[other]);
	if (wait > 0) {
		bot_reply(call, BOT_MSG_PROPOSE_LATER,
			(struct bot_args){.id = match->id, .name = name, .left = wait});
		return;
	}
	match->proposal = proposal;
	match->proposer = seat;
	bot_store_match_save(loaded->host->store, match);
	ask_player(loaded, other, outcomes[proposal].proposes,
		(struct bot_args){.name = loaded->cast.name[seat]});
	bot_reply(call, outcomes[proposal].asked, (struct bot_args){.id = match->id, .name = name});
}

/*
 * Answers the player who has agreed to a proposal, in the room of their command. Does nothing if
 * another message tells them: the end of the match or, in private, their hand.
 */
static void answer_agreement(const struct bot_call *call, const struct bot_loaded_match *loaded,
	enum bot_proposal proposal)
{
	enum eg_seat seat = bot_match_seat(&loaded->match, call->message->sender);
	struct bot_args args = {.id = loaded->match.id,
		.name = bot_match_name_in_answer(call, loaded, loaded->state.round.to_act)};

	if (proposal == BOT_PAUSE) {
		bot_reply(call, BOT_MSG_PAUSED, args);
		return;
	}
	if (proposal == BOT_ABANDON ||
		(call->message->private && loaded->state.round.to_act == seat))
		return;
	bot_reply(call, BOT_MSG_RESUMED, args);
}

/*
 * Makes a proposal, or agrees if the opponent has made the same proposal. A match has one proposal
 * at a time: a new proposal replaces the old one. The bot tells only the opponent about a proposal,
 * and answers the player who made it.
 */
static void propose(struct bot_call *call, const struct bot_match_selector *selector,
	enum bot_proposal proposal)
{
	struct bot_loaded_match loaded;

	if (!bot_match_select(call, selector, &loaded))
		return;
	struct bot_match *match = &loaded.match;
	enum eg_seat seat = bot_match_seat(match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {
		.id = match->id, .name = bot_match_name_in_answer(call, &loaded, other)};
	bool is_proposed = match->proposal == proposal;

	if (match->competition != 0) {
		bot_bout_reply_fixed(call, match);
		return;
	}
	if (match->practice != BOT_NO_PRACTICE) { /* the practice opponent agrees to everything */
		outcomes[proposal].agreed(&loaded, other);
		return;
	}
	if (is_proposed && match->proposer == seat) {
		bot_reply(call, BOT_MSG_PROPOSED_ALREADY, args);
		return;
	}
	if (!is_proposed) {
		tell_proposal(call, &loaded, seat, proposal);
		return;
	}
	match->proposal = BOT_NO_PROPOSAL;
	match->proposer = seat;
	outcomes[proposal].agreed(&loaded, other);
	answer_agreement(call, &loaded, proposal);
}

/* Selectors */

static bool clock_runs(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && match->clock > 0 && match->left == 0;
}

static bool is_paused(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && match->left > 0;
}

/* Whether the opponent has made the same proposal in this match. */
static bool opponent_proposes(
	const struct bot_call *call, const struct bot_match *match, enum bot_proposal proposal)
{
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	return match->proposal == proposal && match->proposer == eg_opponent(seat);
}

static bool pause_proposed(const struct bot_call *call, const struct bot_match *match)
{
	return opponent_proposes(call, match, BOT_PAUSE);
}

static bool resume_proposed(const struct bot_call *call, const struct bot_match *match)
{
	return opponent_proposes(call, match, BOT_RESUME);
}

static bool abandon_proposed(const struct bot_call *call, const struct bot_match *match)
{
	return opponent_proposes(call, match, BOT_ABANDON);
}

void bot_run_pause(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		clock_runs, pause_proposed, .none = BOT_MSG_NOTHING_TO_PAUSE};

	if (bot_night_is_meant(call))
		bot_night_pause(call, BOT_PAUSE_USUAL);
	else
		propose(call, &selector, BOT_PAUSE);
}

void bot_run_resume(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_paused, resume_proposed, .none = BOT_MSG_NOTHING_TO_RESUME};

	if (bot_night_is_meant(call))
		bot_night_resume(call);
	else
		propose(call, &selector, BOT_RESUME);
}

void bot_run_abandon(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, abandon_proposed, .none = BOT_MSG_NO_MATCH};

	propose(call, &selector, BOT_ABANDON);
}

/* Nudges */

static bool opponent_is_to_act(const struct bot_call *call, const struct bot_match *match)
{
	return !bot_match_waits_for_sender(call, match);
}

void bot_run_nudge(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, opponent_is_to_act, .none = BOT_MSG_NO_MATCH};
	struct bot_loaded_match loaded;
	int64_t due;

	if (!bot_match_select(call, &selector, &loaded))
		return;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {
		.id = loaded.match.id, .name = bot_match_name_in_answer(call, &loaded, other)};
	if (loaded.cast.paused) {
		bot_reply(call, BOT_MSG_PAUSED, args);
		return;
	}
	if (loaded.state.round.to_act == seat) {
		bot_reply(call, BOT_MSG_NUDGE_YOURSELF, args);
		return;
	}
	if (bot_timer_find(&loaded, BOT_TIMER_NUDGE, &due) && due > call->host->time) {
		bot_reply(call, BOT_MSG_NUDGED_ALREADY, args);
		return;
	}
	bot_timer_set(&loaded, BOT_TIMER_NUDGE, call->host->time + NUDGE_EVERY);
	ask_player(
		&loaded, other, BOT_MSG_NUDGED, (struct bot_args){.name = loaded.cast.name[seat]});
	bot_reply(call, BOT_MSG_REMINDED, args);
}
