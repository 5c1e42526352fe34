#include "bot/game.h"

#include "bot/choice.h"
#include "bot/clock.h"
#include "bot/house.h"
#include "bot/language.h"
#include "bot/name.h"

#include <string.h>

#define SCROLLED_MAX 12 /* messages after which a board is looked for in vain */
#define EDITS_MAX    50 /* clients load all edits of a message */

static enum bot_error load_name(struct bot_game *game, enum eg_seat seat)
{
	const char *user = game->match.player[seat];
	char name[BOT_NAME_SIZE];

	game->cast.name[seat] = game->name[seat];
	if (!user[0]) {
		bot_page_string(game->lang, bot_house_name(game->match.house), NULL,
			game->name[seat], sizeof(game->name[seat]));
		return BOT_OK;
	}
	enum bot_error error = bot_store_name(game->host->store, user, name);
	if (!error)
		memcpy(game->name[seat], name, sizeof(name));
	return error;
}

/* Players of one name are called by their ids. The house has none, and keeps its name. */
static void tell_apart(struct bot_game *game)
{
	if (!bot_name_similar(game->name[EG_WHITE], game->name[EG_BLACK]))
		return;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (game->match.player[seat][0])
			memcpy(game->name[seat], game->match.player[seat], BOT_ID_SIZE);
}

enum bot_error bot_game_load(
	struct bot_game *game, struct bot_host *host, const struct bot_match *match)
{
	game->host = host;
	game->match = *match;
	game->cast = (struct bot_cast){.id = match->id};
	enum bot_error error = bot_language_of_room(host, match->room, &game->lang);
	if (!error && match->private)
		error = bot_language_of_user(host, match->player[EG_WHITE], &game->lang);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		game->own[seat] = game->lang;
		error = load_name(game, seat);
		if (!error && match->player[seat][0])
			error = bot_language_of_user(host, match->player[seat], &game->own[seat]);
	}
	if (error)
		return error;
	if (match->house || match->player[EG_BLACK][0])
		tell_apart(game);
	if (match->status != BOT_PLAYING)
		return BOT_OK;
	error = bot_store_replay(host->store, match, &game->state);
	return error ? error : bot_clock_load(game);
}

enum eg_seat bot_match_seat(const struct bot_match *match, const char *user)
{
	if (strcmp(match->player[EG_WHITE], user) == 0)
		return EG_WHITE;
	return strcmp(match->player[EG_BLACK], user) == 0 ? EG_BLACK : EG_NOBODY;
}

/* Showing */

static enum bot_error post_board(struct bot_game *game, const struct bot_page *page, bool anew)
{
	struct bot_match *match = &game->match;
	struct bot_letter letter = {.to = match->room, .match = match->id};
	int64_t post;

	anew = anew || match->board == 0 || match->scrolled > SCROLLED_MAX ||
	       match->edits >= EDITS_MAX;
	if (!anew) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = match->board;
	}
	enum bot_error error = bot_send(game->host, letter, page, &post);
	if (error)
		return error;
	match->edits++;
	if (anew) {
		match->board = post;
		match->edits = 0;
		match->scrolled = 0;
	}
	return bot_store_match_save(game->host->store, match);
}

enum bot_error bot_game_board(struct bot_game *game, struct bot_page *page, bool anew)
{
	struct eg_match_view view;

	eg_match_view(&game->state, EG_NOBODY, &view);
	bot_render_board(page, &game->cast, &view, game->match.status == BOT_PLAYING);
	return post_board(game, page, anew);
}

enum bot_error bot_game_close_board(
	struct bot_game *game, struct bot_page *page, const struct eg_match_view *ended)
{
	struct bot_args next = {
		.round = game->state.rounds, .name = game->cast.name[game->state.round.to_act]};

	bot_render_piste(page, &game->cast, ended);
	bot_page_say(page, BOT_MSG_BOARD_NEXT, &next);
	enum bot_error error = post_board(game, page, false);
	if (error)
		return error;
	game->match.board = 0;
	return bot_store_match_save(game->host->store, &game->match);
}

enum bot_error bot_game_hand(
	struct bot_game *game, struct bot_page *page, enum eg_seat seat, enum bot_ring ring)
{
	struct bot_letter letter = {.private = true,
		.to = game->match.player[seat],
		.ring = ring,
		.mention = game->match.player[seat],
		.match = game->match.id};
	struct eg_match_view view;
	struct bot_page choices;
	bool poll = false;

	eg_match_view(&game->state, seat, &view);
	if (view.round.legal_count > 0)
		letter.turn = bot_choice_turn(&view);
	/* What was asked for is a list: a client may not show polls. */
	if (letter.turn && ring == BOT_RING) {
		enum bot_error error = bot_choice_by_poll(game->host, letter.to, &poll);
		if (error)
			return error;
	}
	if (game->match.private) {
		bot_render_piste(page, &game->cast, &view);
		bot_page_add(page, "\n", "");
	}
	bot_render_hand(page, &game->cast, &view, game->match.unseen, !poll);
	if (poll) {
		bot_page_init(&choices, page->lang);
		bot_render_answers(&choices, &view.round);
		letter.choices = choices.body.data;
	}
	return bot_send(game->host, letter, page, NULL);
}
