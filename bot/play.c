/* Playing: actions, and giving up. */
#include "bot/choice.h"
#include "bot/command.h"
#include "bot/pattern.h"
#include "bot/pick.h"
#include "bot/why.h"

/* What a player wrote: the number of a choice, or an action of which parts may be open. */
struct wish {
	bool numbered;
	int64_t number;
	struct bot_pattern pattern;
};

static bool read_wish(const struct bot_words *words, struct wish *wish)
{
	*wish = (struct wish){0};
	wish->numbered =
		words->count == 1 && bot_words_number(words->word[0], INT64_MAX, &wish->number);
	return wish->numbered || bot_pattern_parse(words, &wish->pattern);
}

/* Marks the legal actions that fit, and returns how many there are. */
static size_t mark(const struct wish *wish, const struct eg_view *view, bool chosen[EG_LEGAL_MAX],
	size_t *last)
{
	size_t count = 0;

	for (size_t i = 0; i < view->legal_count; i++) {
		chosen[i] = wish->numbered ? wish->number == (int64_t)i + 1
					   : bot_pattern_fits(&wish->pattern, view, view->legal[i]);
		if (chosen[i])
			*last = i;
		count += chosen[i];
	}
	return count;
}

/* What does not fit is answered to the player alone: why, and what he may do. */
static enum bot_error explain(
	struct bot_game *game, const struct wish *wish, const struct eg_match_view *view)
{
	struct bot_page page;

	bot_page_init(&page, game->own[view->round.seat]);
	if (!wish)
		bot_page_say(&page, BOT_MSG_ACTION_SYNTAX, NULL);
	else if (wish->numbered)
		bot_page_say(&page, BOT_MSG_NO_CHOICE, &(struct bot_args){.count = wish->number});
	else
		bot_why(&page, &wish->pattern, &view->round);
	bot_page_line(&page);
	return bot_game_hand(game, &page, view->round.seat, BOT_QUIET);
}

static enum bot_error list(const struct bot_call *call, const struct bot_game *game,
	const struct eg_match_view *view, const bool chosen[EG_LEGAL_MAX])
{
	struct bot_page page;

	bot_page_init(&page, game->own[view->round.seat]);
	bot_page_say(&page, BOT_MSG_FITS, NULL);
	bot_render_choices(&page, &view->round, chosen);
	return bot_send(call->host,
		(struct bot_letter){.private = true,
			.to = call->message->sender,
			.match = game->match.id,
			.turn = bot_choice_turn(view)},
		&page, NULL);
}

/* The house plays on at once, so that nothing but the quota holds back who practises. */
static enum bot_error play(struct bot_call *call, struct bot_game *game, struct eg_action action)
{
	bool practice = game->match.house != BOT_NO_HOUSE;

	if (call->mute && practice)
		return BOT_OK;
	call->played = !practice;
	return bot_game_play(game, action);
}

static enum bot_error act(
	struct bot_call *call, struct bot_game *game, const struct eg_match_view *view)
{
	bool chosen[EG_LEGAL_MAX] = {false};
	size_t only = 0;
	struct wish wish;
	bool holds;

	if (!read_wish(&call->words, &wish))
		return call->mute ? BOT_OK : explain(game, NULL, view);
	enum bot_error error = bot_choice_holds(call, game, view, &holds);
	if (error)
		return error;
	if (wish.numbered && !holds)
		return bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
	size_t count = mark(&wish, &view->round, chosen, &only);
	if (count == 1)
		return play(call, game, view->round.legal[only]);
	if (call->mute)
		return BOT_OK;
	if (count == 0 && !wish.numbered && wish.pattern.kind == EG_ATTACK && !wish.pattern.card) {
		/* no direct attack is possible; an advance-and-attack may be what is meant */
		wish.pattern.kind = EG_ADVANCE_ATTACK;
		count = mark(&wish, &view->round, chosen, &only);
		wish.pattern.kind = EG_ATTACK;
	}
	if (count > 0)
		return list(call, game, view, chosen);
	return explain(game, &wish, view);
}

enum bot_error bot_run_action(struct bot_call *call)
{
	struct bot_game game;
	struct eg_match_view view;
	bool found;

	enum bot_error error = bot_pick(call, &bot_pick_own, &game, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&game.match, call->message->sender);
	if (game.cast.paused)
		return bot_whisper(call, BOT_MSG_PAUSED, (struct bot_args){.id = game.match.id});
	if (game.state.round.to_act != seat)
		return bot_whisper(call, BOT_MSG_NOT_YOUR_TURN,
			(struct bot_args){
				.id = game.match.id, .name = game.cast.name[eg_opponent(seat)]});
	eg_match_view(&game.state, seat, &view);
	return act(call, &game, &view);
}

enum bot_error bot_run_resign(struct bot_call *call)
{
	struct bot_game game;
	bool found;

	enum bot_error error = bot_pick(call, &bot_pick_own, &game, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&game.match, call->message->sender);
	return bot_game_end(&game, BOT_RESIGNED, eg_opponent(seat), BOT_MSG_MATCH_RESIGNED,
		(struct bot_args){.loser = game.cast.name[seat],
			.winner = game.cast.name[eg_opponent(seat)]});
}
