#include "bot/game.h"

#include "bot/choice.h"
#include "bot/clock.h"
#include "bot/language.h"
#include "bot/name.h"
#include "bot/pictures.h"
#include "bot/rate.h"
#include "bot/shuffle.h"

#include <assert.h>
#include <string.h>

#define SCROLLED_MAX 12 /* messages after which a board is looked for in vain */
#define EDITS_MAX    50 /* clients load all edits of a message */

static enum bot_error load_name(struct bot_game *game, enum eg_seat seat)
{
	const char *user = game->match.player[seat];
	char name[BOT_NAME_SIZE];

	game->cast.name[seat] = game->name[seat];
	if (!user[0]) {
		bot_page_string(game->lang, BOT_MSG_SOMEBODY, NULL, game->name[seat],
			sizeof(game->name[seat]));
		return BOT_OK;
	}
	enum bot_error error = bot_store_name(game->host->store, user, name);
	if (!error)
		memcpy(game->name[seat], name, sizeof(name));
	return error;
}

enum bot_error bot_game_load(
	struct bot_game *game, struct bot_host *host, const struct bot_match *match)
{
	game->host = host;
	game->match = *match;
	game->cast = (struct bot_cast){.id = match->id};
	enum bot_error error = bot_language_of_room(host, match->room, &game->lang);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		game->own[seat] = game->lang;
		error = load_name(game, seat);
		if (!error && match->player[seat][0])
			error = bot_language_of_user(host, match->player[seat], &game->own[seat]);
	}
	if (error)
		return error;
	if (match->player[EG_BLACK][0] &&
		bot_name_similar(game->name[EG_WHITE], game->name[EG_BLACK]))
		memcpy(game->name, match->player, sizeof(game->name));
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

enum bot_error bot_game_board(struct bot_game *game, struct bot_page *page, bool anew)
{
	struct bot_match *match = &game->match;
	struct bot_letter letter = {.to = match->room, .match = match->id};
	struct eg_match_view view;
	int64_t post;

	eg_match_view(&game->state, EG_NOBODY, &view);
	bot_render_board(page, &game->cast, &view, match->status == BOT_PLAYING);
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
	bot_render_hand(page, &game->cast, &view, game->match.unseen, !poll);
	if (poll) {
		bot_page_init(&choices, page->lang);
		bot_render_answers(&choices, &view.round);
		letter.choices = choices.body.data;
	}
	return bot_send(game->host, letter, page, NULL);
}

/*
 * The round's board, or a picture in its place: of the start, or of how the round before ended. A
 * picture can't be edited by its words, so that the board follows below it with the first action:
 * an action costs two events all the same.
 */
static enum bot_error begin_round(
	struct bot_game *game, struct bot_page *page, const struct eg_match_view *shown)
{
	struct bot_match *match = &game->match;
	struct eg_match_view view;
	bool pictures;

	enum bot_error error = bot_pictures_wanted(game->host, match->room, &pictures);
	if (error)
		return error;
	if (!pictures)
		return bot_game_board(game, page, true);
	eg_match_view(&game->state, EG_NOBODY, &view);
	bot_render_board(page, &game->cast, &view, true);
	error = bot_pictures_post(game, shown, (struct bot_letter){.to = match->room}, page);
	if (error)
		return error;
	match->board = 0;
	match->edits = 0;
	match->scrolled = 0;
	return bot_store_match_save(game->host->store, match);
}

/* Dealing */

static enum bot_error deal(struct bot_game *game)
{
	uint16_t round = (uint16_t)(game->state.rounds + 1);
	uint8_t deck[EG_DECK];

	enum bot_error error = bot_shuffle_deck(game->host, game->match.id, round, deck);
	if (error)
		return error;
	enum eg_error illegal = eg_match_deal(&game->state, deck);
	assert(!illegal);
	(void)illegal;
	return bot_store_round_add(game->host->store, game->match.id, round, deck);
}

/* Lots decide who is first where the challenge left it to them. */
static void draw_lots(struct bot_game *game)
{
	const struct bot_port *port = game->host->port;
	unsigned char byte;

	if (game->match.rules.first != EG_NOBODY)
		return;
	port->random(port->self, &byte, sizeof(byte));
	game->match.rules.first = byte & 1 ? EG_BLACK : EG_WHITE;
}

enum bot_error bot_game_begin(struct bot_game *game)
{
	struct bot_match *match = &game->match;
	struct eg_match_view view;
	struct bot_page page;

	draw_lots(game);
	match->status = BOT_PLAYING;
	if (eg_match_init(&game->state, &match->rules))
		return BOT_STORE_CORRUPT;
	enum bot_error error = deal(game);
	if (error)
		return error;
	error = bot_store_timer_clear(game->host->store, match->id, BOT_TIMER_CHALLENGE);
	if (!error)
		error = bot_clock_start(game);
	if (error)
		return error;
	enum eg_seat first = game->state.round.to_act;
	bot_page_init(&page, game->lang);
	eg_match_view(&game->state, EG_NOBODY, &view);
	error = begin_round(game, &page, &view);
	for (unsigned i = 0; !error && i < 2; i++) {
		enum eg_seat seat = i == 0 ? first : eg_opponent(first);

		bot_page_init(&page, game->own[seat]);
		error = bot_game_hand(game, &page, seat, i == 0 ? BOT_RING : BOT_QUIET);
	}
	return error;
}

/* Playing */

/* Its timers go, and what it was worth is noted; the caller stores it. */
static enum bot_error close_match(
	struct bot_game *game, enum bot_ending ending, enum eg_seat winner)
{
	const struct bot_port *port = game->host->port;
	struct bot_match *match = &game->match;
	int64_t now = port->now(port->self);

	if (match->status == BOT_PLAYING)
		match->ended = now > 0 ? now : 1;
	match->status = BOT_ENDED;
	match->ending = ending;
	match->winner = winner;
	enum bot_error error = bot_store_timers_clear(game->host->store, match->id);
	return error ? error : bot_rate(game->host, match);
}

/* Where pictures are wanted, one of the last touch says it. */
static enum bot_error finish(
	struct bot_game *game, struct bot_page *page, const struct eg_match_view *view)
{
	struct bot_letter letter = {.to = game->match.room};
	enum eg_seat winner = game->state.winner;
	struct bot_args args = {.winner = game->cast.name[winner],
		.loser = game->cast.name[eg_opponent(winner)],
		.own = game->state.score[winner],
		.other = game->state.score[eg_opponent(winner)],
		.id = game->match.id};
	bool pictures;

	enum bot_error error = close_match(game, BOT_WON, winner);
	if (!error)
		error = bot_game_board(game, page, false);
	if (!error)
		error = bot_pictures_wanted(game->host, letter.to, &pictures);
	if (error)
		return error;
	if (!pictures)
		return bot_announce(game->host, &game->match, BOT_MSG_MATCH_WON, args);
	bot_page_init(page, page->lang);
	bot_page_say(page, BOT_MSG_MATCH_WON, &args);
	return bot_pictures_post(game, view, letter, page);
}

enum bot_error bot_game_play(struct bot_game *game, struct eg_action action)
{
	enum eg_seat seat = game->state.round.to_act;
	struct eg_match_view view;
	struct bot_page page;

	enum eg_error illegal = eg_match_play(&game->state, action);
	assert(!illegal);
	(void)illegal;
	enum bot_error error =
		bot_store_action_add(game->host->store, game->match.id, game->state.rounds, action);
	if (error)
		return error;
	/* To act is an answer to what the other has proposed. */
	if (game->match.offerer == eg_opponent(seat))
		game->match.offer = BOT_NO_OFFER;
	eg_match_view(&game->state, EG_NOBODY, &view);
	bot_page_init(&page, game->lang);
	bot_render_news(&page, &game->cast, seat, action, &view);
	if (view.winner != EG_NOBODY)
		return finish(game, &page, &view);
	bool over = view.round.phase == EG_OVER;
	if (over && view.rounds == EG_CHAIN)
		return bot_game_end(game, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_UNDECIDED,
			(struct bot_args){.round = view.rounds});
	if (over)
		error = deal(game);
	if (!error)
		error = bot_clock_start(game);
	if (!error)
		error = over ? begin_round(game, &page, &view) : bot_game_board(game, &page, false);
	if (error)
		return error;
	bot_page_init(&page, game->own[game->state.round.to_act]);
	if (over || game->state.round.to_act != seat) /* who has parried knows it */
		bot_render_news(&page, &game->cast, seat, action, &view);
	return bot_game_hand(game, &page, game->state.round.to_act, BOT_RING);
}

enum bot_error bot_game_end(struct bot_game *game, enum bot_ending ending, enum eg_seat winner,
	enum bot_msg why, struct bot_args args)
{
	struct bot_match *match = &game->match;
	bool played = match->status == BOT_PLAYING;
	struct bot_page page;

	enum bot_error error = close_match(game, ending, winner);
	if (error)
		return error;
	bot_page_init(&page, game->lang);
	error = played ? bot_game_board(game, &page, false)
		       : bot_store_match_save(game->host->store, match);
	if (error)
		return error;
	args.white = game->cast.name[EG_WHITE];
	args.black = game->cast.name[EG_BLACK];
	args.challenged = game->cast.name[eg_opponent(match->challenger)];
	return bot_announce(game->host, match, why, args);
}
