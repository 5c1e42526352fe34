/* What two players settle between them: a pause, its end, the end of the match, a reminder. */
#include "bot/clock.h"
#include "bot/command.h"
#include "bot/pick.h"

#define NUDGE_EVERY INT64_C(3600000)

static enum bot_error tell(struct bot_game *game, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args)
{
	const char *user = game->match.player[seat];
	struct bot_letter letter = {.private = true,
		.to = user,
		.ring = ring,
		.mention = user,
		.match = game->match.id};
	struct bot_page page;

	args.id = game->match.id;
	bot_page_init(&page, game->own[seat]);
	bot_page_say(&page, msg, &args);
	return bot_send(game->host, letter, &page, NULL);
}

/* What both have said; `seat` was first. */

static enum bot_error pause_match(struct bot_game *game, enum eg_seat seat)
{
	struct bot_page page;

	enum bot_error error = bot_clock_pause(game);
	bot_page_init(&page, game->lang);
	if (!error)
		error = bot_game_board(game, &page, false);
	return error ? error : tell(game, seat, BOT_QUIET, BOT_MSG_PAUSED, (struct bot_args){0});
}

static enum bot_error resume_match(struct bot_game *game, enum eg_seat seat)
{
	struct bot_page page;

	(void)seat;
	enum bot_error error = bot_clock_resume(game);
	bot_page_init(&page, game->lang);
	if (!error)
		error = bot_game_board(game, &page, false);
	bot_page_init(&page, game->own[game->state.round.to_act]);
	return error ? error : bot_game_hand(game, &page, game->state.round.to_act, BOT_RING);
}

static enum bot_error abandon_match(struct bot_game *game, enum eg_seat seat)
{
	(void)seat;
	return bot_game_end(
		game, BOT_ABANDONED, EG_NOBODY, BOT_MSG_MATCH_ABANDONED, (struct bot_args){0});
}

static const struct {
	enum bot_msg proposes;
	enum bot_error (*agreed)(struct bot_game *game, enum eg_seat seat);
} offers[] = {
	[BOT_PAUSE] = {BOT_MSG_PROPOSES_PAUSE, pause_match},
	[BOT_RESUME] = {BOT_MSG_PROPOSES_RESUME, resume_match},
	[BOT_ABANDON] = {BOT_MSG_PROPOSES_ABANDON, abandon_match},
};

/*
 * The second of the two to say it makes it so. Until then one proposal stands, the latest; it is
 * told to the other alone.
 */
static enum bot_error propose(
	struct bot_call *call, const struct bot_pick *pick, enum bot_offer offer)
{
	struct bot_game game;
	bool found;

	enum bot_error error = bot_pick(call, pick, &game, &found);
	if (error || !found)
		return error;
	struct bot_match *match = &game.match;
	enum eg_seat seat = bot_match_seat(match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {.id = match->id, .name = game.cast.name[other]};
	bool stands = match->offer == offer;

	if (match->house != BOT_NO_HOUSE) /* it agrees to everything */
		return offers[offer].agreed(&game, other);
	if (stands && match->offerer == seat)
		return bot_reply(call, BOT_MSG_PROPOSED_ALREADY, args);
	match->offer = stands ? BOT_NO_OFFER : offer;
	match->offerer = seat;
	if (stands)
		return offers[offer].agreed(&game, other);
	error = bot_store_match_save(call->host->store, match);
	if (error)
		return error;
	return tell(&game, other, BOT_RING, offers[offer].proposes,
		(struct bot_args){.name = game.cast.name[seat]});
}

/* Which match is meant */

static bool runs(const struct bot_call *call, const struct bot_match *match)
{
	return bot_pick_played(call, match) && match->clock > 0 && match->left == 0;
}

static bool is_paused(const struct bot_call *call, const struct bot_match *match)
{
	return bot_pick_played(call, match) && match->left > 0;
}

/* The other has said so already. */
static enum bot_error is_proposed(
	const struct bot_call *call, const struct bot_match *match, enum bot_offer offer, bool *yes)
{
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	*yes = match->offer == offer && match->offerer == eg_opponent(seat);
	return BOT_OK;
}

static enum bot_error pause_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	return is_proposed(call, match, BOT_PAUSE, yes);
}

static enum bot_error resume_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	return is_proposed(call, match, BOT_RESUME, yes);
}

static enum bot_error end_proposed(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	return is_proposed(call, match, BOT_ABANDON, yes);
}

enum bot_error bot_run_pause(struct bot_call *call)
{
	static const struct bot_pick pick = {
		runs, pause_proposed, .none = BOT_MSG_NOTHING_TO_PAUSE};

	return propose(call, &pick, BOT_PAUSE);
}

enum bot_error bot_run_resume(struct bot_call *call)
{
	static const struct bot_pick pick = {
		is_paused, resume_proposed, .none = BOT_MSG_NOTHING_TO_RESUME};

	return propose(call, &pick, BOT_RESUME);
}

enum bot_error bot_run_abandon(struct bot_call *call)
{
	static const struct bot_pick pick = {
		bot_pick_played, end_proposed, .none = BOT_MSG_NO_MATCH};

	return propose(call, &pick, BOT_ABANDON);
}

/* Reminders */

static enum bot_error other_is_to_act(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	bool own = false;

	enum bot_error error = bot_pick_own.waits(call, match, &own);
	*yes = !own;
	return error;
}

enum bot_error bot_run_nudge(struct bot_call *call)
{
	static const struct bot_pick pick = {
		bot_pick_played, other_is_to_act, .none = BOT_MSG_NO_MATCH};
	struct bot_store *store = call->host->store;
	struct bot_game game;
	int64_t due = INT64_MIN;
	bool found;

	enum bot_error error = bot_pick(call, &pick, &game, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&game.match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {.id = game.match.id, .name = game.cast.name[other]};
	if (game.cast.paused)
		return bot_reply(call, BOT_MSG_PAUSED, args);
	if (game.state.round.to_act == seat)
		return bot_reply(call, BOT_MSG_NUDGE_YOURSELF, args);
	error = bot_store_timer_get(store, game.match.id, BOT_TIMER_NUDGE, &due);
	if (error && error != BOT_NOT_FOUND)
		return error;
	if (due > call->host->time)
		return bot_reply(call, BOT_MSG_NUDGED_ALREADY, args);
	error = bot_store_timer_set(
		store, game.match.id, BOT_TIMER_NUDGE, call->host->time + NUDGE_EVERY);
	return error ? error
		     : tell(&game, other, BOT_RING, BOT_MSG_NUDGED,
			       (struct bot_args){.name = game.cast.name[seat]});
}
