#include "bot/commands/proposal.h"

#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/time.h"
#include "bot/commands/night.h"
#include "bot/match/bout.h"
#include "bot/match/selection.h"
#include "bot/match/timers.h"
#include "bot/night/direction.h"
#include "bot/night/pause.h"
#include "bot/play/match_life.h"
#include "bot/show/hand.h"

#define NUDGE_EVERY BOT_HOUR

/*
 * Tells a player that the opponent has made a proposal or a nudge. The player's device rings unless
 * the opponent's allowance for this is used up.
 */
static enum bot_error ask_player(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg, struct bot_args args)
{
	enum bot_ring ring = BOT_QUIET;

	enum bot_error error = bot_allowance_ring(loaded->host,
		loaded->match.player[eg_opponent(seat)], loaded->match.player[seat], &ring);
	return error ? error : bot_tell_player(loaded, seat, ring, msg, args);
}

/*
 * Each of these functions carries out a proposal when both players agree. `proposer` is the player
 * who made the proposal.
 */

static enum bot_error pause_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	enum bot_error error = bot_match_pause(loaded);
	if (error)
		return error;
	return bot_tell_player(loaded, proposer, BOT_QUIET, BOT_MSG_PAUSED, (struct bot_args){0});
}

static enum bot_error resume_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	(void)proposer;
	return bot_match_resume(loaded);
}

static enum bot_error abandon_match(struct bot_loaded_match *loaded, enum eg_seat proposer)
{
	(void)proposer;
	return bot_match_end(
		loaded, BOT_ABANDONED, EG_NOBODY, BOT_MSG_MATCH_ABANDONED, (struct bot_args){0});
}

static const struct {
	enum bot_msg proposes; /* tells the opponent */
	enum bot_msg asked;    /* answers the proposer */
	enum bot_error (*agreed)(struct bot_loaded_match *loaded, enum eg_seat proposer);
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
static enum bot_error tell_proposal(struct bot_call *call, struct bot_loaded_match *loaded,
	enum eg_seat seat, enum bot_proposal proposal)
{
	struct bot_match *match = &loaded->match;
	enum eg_seat other = eg_opponent(seat);
	const char *name = bot_match_name_in_answer(call, loaded, other);
	int64_t wait = 0;

	enum bot_error error = bot_allowance_take(
		loaded->host, BOT_ALLOW_PROPOSE, match->player[seat], match->player[other], &wait);
	if (error)
		return error;
	if (wait > 0) {
		return bot_reply(call, BOT_MSG_PROPOSE_LATER,
			(struct bot_args){.id = match->id, .name = name, .left = wait});
	}
	match->proposal = proposal;
	match->proposer = seat;
	error = bot_store_match_save(loaded->host->store, match);
	if (!error)
		error = ask_player(loaded, other, outcomes[proposal].proposes,
			(struct bot_args){.name = loaded->cast.name[seat]});
	return error ? error
		     : bot_reply(call, outcomes[proposal].asked,
			       (struct bot_args){.id = match->id, .name = name});
}

/*
 * Answers the player who has agreed to a proposal, in the room of their command. Does nothing if
 * another message tells them: the end of the match or, in private, their hand.
 */
static enum bot_error answer_agreement(const struct bot_call *call,
	const struct bot_loaded_match *loaded, enum bot_proposal proposal)
{
	enum eg_seat seat = bot_match_seat(&loaded->match, call->message->sender);
	struct bot_args args = {.id = loaded->match.id,
		.name = bot_match_name_in_answer(call, loaded, loaded->state.round.to_act)};

	if (proposal == BOT_PAUSE)
		return bot_reply(call, BOT_MSG_PAUSED, args);
	if (proposal == BOT_ABANDON ||
		(call->message->private && loaded->state.round.to_act == seat))
		return BOT_OK;
	return bot_reply(call, BOT_MSG_RESUMED, args);
}

/* Says that nobody pauses or abandons a bout of a competition. */
static enum bot_error reply_fixed(
	const struct bot_call *call, const struct bot_match *match, struct bot_args args)
{
	enum bot_msg msg;

	enum bot_error error = bot_bout_msg(call->host, match->competition, BOT_MSG_BOUT_FIXED,
		BOT_MSG_SEASON_BOUT_FIXED, &msg);
	return error ? error : bot_reply(call, msg, args);
}

/*
 * Makes a proposal, or agrees if the opponent has made the same proposal. A match has one proposal
 * at a time: a new proposal replaces the old one. The bot tells only the opponent about a proposal,
 * and answers the player who made it.
 */
static enum bot_error propose(struct bot_call *call, const struct bot_match_selector *selector,
	enum bot_proposal proposal)
{
	struct bot_loaded_match loaded;
	bool found;

	enum bot_error error = bot_match_select(call, selector, &loaded, &found);
	if (error || !found)
		return error;
	struct bot_match *match = &loaded.match;
	enum eg_seat seat = bot_match_seat(match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {
		.id = match->id, .name = bot_match_name_in_answer(call, &loaded, other)};
	bool is_proposed = match->proposal == proposal;

	if (match->competition != 0)
		return reply_fixed(call, match, args);
	if (match->practice != BOT_NO_PRACTICE) /* the practice opponent agrees to everything */
		return outcomes[proposal].agreed(&loaded, other);
	if (is_proposed && match->proposer == seat)
		return bot_reply(call, BOT_MSG_PROPOSED_ALREADY, args);
	if (!is_proposed)
		return tell_proposal(call, &loaded, seat, proposal);
	match->proposal = BOT_NO_PROPOSAL;
	match->proposer = seat;
	error = outcomes[proposal].agreed(&loaded, other);
	return error ? error : answer_agreement(call, &loaded, proposal);
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

/* Sets *preferred to whether the opponent has made the same proposal in this match. */
static enum bot_error opponent_proposes(const struct bot_call *call, const struct bot_match *match,
	enum bot_proposal proposal, bool *preferred)
{
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	*preferred = match->proposal == proposal && match->proposer == eg_opponent(seat);
	return BOT_OK;
}

static enum bot_error pause_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	return opponent_proposes(call, match, BOT_PAUSE, preferred);
}

static enum bot_error resume_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	return opponent_proposes(call, match, BOT_RESUME, preferred);
}

static enum bot_error abandon_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	return opponent_proposes(call, match, BOT_ABANDON, preferred);
}

enum bot_error bot_run_pause(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		clock_runs, pause_proposed, .none = BOT_MSG_NOTHING_TO_PAUSE};
	bool night = false;

	enum bot_error error = bot_night_is_meant(call, &night);
	if (error || night)
		return error ? error : bot_night_pause(call, BOT_PAUSE_USUAL);
	return propose(call, &selector, BOT_PAUSE);
}

enum bot_error bot_run_resume(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_paused, resume_proposed, .none = BOT_MSG_NOTHING_TO_RESUME};
	bool night = false;

	enum bot_error error = bot_night_is_meant(call, &night);
	if (error || night)
		return error ? error : bot_night_resume(call);
	return propose(call, &selector, BOT_RESUME);
}

enum bot_error bot_run_abandon(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, abandon_proposed, .none = BOT_MSG_NO_MATCH};

	return propose(call, &selector, BOT_ABANDON);
}

/* Nudges */

static enum bot_error opponent_is_to_act(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	bool own = false;

	enum bot_error error = bot_match_waits_for_sender(call, match, &own);
	*preferred = !own;
	return error;
}

enum bot_error bot_run_nudge(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, opponent_is_to_act, .none = BOT_MSG_NO_MATCH};
	struct bot_loaded_match loaded;
	int64_t due;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&loaded.match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {
		.id = loaded.match.id, .name = bot_match_name_in_answer(call, &loaded, other)};
	if (loaded.cast.paused)
		return bot_reply(call, BOT_MSG_PAUSED, args);
	if (loaded.state.round.to_act == seat)
		return bot_reply(call, BOT_MSG_NUDGE_YOURSELF, args);
	if (bot_timer_find(&loaded, BOT_TIMER_NUDGE, &due) && due > call->host->time)
		return bot_reply(call, BOT_MSG_NUDGED_ALREADY, args);
	error = bot_timer_set(&loaded, BOT_TIMER_NUDGE, call->host->time + NUDGE_EVERY);
	if (!error)
		error = ask_player(&loaded, other, BOT_MSG_NUDGED,
			(struct bot_args){.name = loaded.cast.name[seat]});
	return error ? error : bot_reply(call, BOT_MSG_REMINDED, args);
}
