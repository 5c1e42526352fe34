/* The course of a match: it begins, is played, and ends. */
#include "bot/clock.h"
#include "bot/game.h"
#include "bot/house.h"
#include "bot/pictures.h"
#include "bot/rate.h"
#include "bot/shuffle.h"

#include <assert.h>

/*
 * The first board; later the end of the round before stands on its board, and the new round's own
 * comes with the first action: what a round ended with is never edited away, and an action costs
 * two events all the same. Where pictures are wanted, one of what is `shown` takes that place.
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
	if (!pictures && shown->round.phase == EG_OVER)
		return bot_game_close_board(game, page, shown);
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

/*
 * What has been played since the players were told. Against the house one action may bring a few:
 * it parries, attacks, touches, and begins the next round. Then the other can always act.
 */
#define DEEDS_MAX 8
struct deeds {
	size_t count;
	const struct eg_match_view *over; /* how a round ended with one of them, or NULL */
	struct deed {
		enum eg_seat seat;
		struct eg_action action;
		struct eg_match_view view; /* the public's, after it */
	} deed[DEEDS_MAX];
};

/* Plays a legal action; a round that it ends is followed by the next, if there is one. */
static enum bot_error act(struct bot_game *game, struct eg_action action, struct deeds *deeds)
{
	struct deed *deed = &deeds->deed[deeds->count++];

	deed->seat = game->state.round.to_act;
	deed->action = action;
	enum eg_error illegal = eg_match_play(&game->state, action);
	assert(!illegal);
	(void)illegal;
	enum bot_error error =
		bot_store_action_add(game->host->store, game->match.id, game->state.rounds, action);
	if (error)
		return error;
	/* To act is an answer to what the other has proposed. */
	if (game->match.offerer == eg_opponent(deed->seat))
		game->match.offer = BOT_NO_OFFER;
	eg_match_view(&game->state, EG_NOBODY, &deed->view);
	if (deed->view.round.phase != EG_OVER)
		return BOT_OK;
	deeds->over = &deed->view;
	bool last = game->state.winner != EG_NOBODY || game->state.rounds == EG_CHAIN;
	return last ? BOT_OK : deal(game);
}

static enum bot_error let_house_act(struct bot_game *game, struct deeds *deeds)
{
	struct eg_action action;
	enum bot_error error = BOT_OK;

	while (!error && deeds->count < DEEDS_MAX && bot_house_acts(game)) {
		error = bot_house_choose(game, &action);
		if (!error)
			error = act(game, action, deeds);
	}
	return error;
}

/* Adds the news for a seat, which knows what it did itself, or for the public. */
static void tell(struct bot_page *page, const struct bot_game *game, const struct deeds *deeds,
	enum eg_seat seat)
{
	for (size_t i = 0; i < deeds->count; i++) {
		const struct deed *deed = &deeds->deed[i];

		if (deed->seat != seat || deed->view.round.phase == EG_OVER)
			bot_render_news(page, &game->cast, deed->seat, deed->action, &deed->view);
	}
}

/*
 * Shows where the match stands: to its room, and to the player who is to act. A round that begins
 * does so with a board, or a picture of `begins`, of its own; else that is NULL.
 */
static enum bot_error show(
	struct bot_game *game, const struct deeds *deeds, const struct eg_match_view *begins)
{
	enum eg_seat seat = game->state.round.to_act;
	enum bot_error error;
	struct bot_page page;

	if (game->match.private) {
		error = bot_store_match_save(game->host->store, &game->match);
	} else {
		bot_page_init(&page, game->lang);
		tell(&page, game, deeds, EG_NOBODY);
		error = begins ? begin_round(game, &page, begins)
			       : bot_game_board(game, &page, false);
	}
	if (error)
		return error;
	bot_page_init(&page, game->own[seat]);
	tell(&page, game, deeds, seat);
	return bot_game_hand(game, &page, seat, BOT_RING);
}

enum bot_error bot_game_begin(struct bot_game *game)
{
	struct bot_match *match = &game->match;
	struct deeds deeds = {0};
	struct eg_match_view view;
	struct bot_page page;

	draw_lots(game);
	match->status = BOT_PLAYING;
	if (eg_match_init(&game->state, &match->rules))
		return bot_store_damaged(game->host->store, match->id);
	enum bot_error error = deal(game);
	if (!error)
		error = let_house_act(game, &deeds);
	if (!error)
		error = bot_store_timer_clear(game->host->store, match->id, BOT_TIMER_CHALLENGE);
	if (!error)
		error = bot_clock_start(game);
	if (error)
		return error;
	eg_match_view(&game->state, EG_NOBODY, &view);
	error = show(game, &deeds, &view);
	if (error || match->house != BOT_NO_HOUSE)
		return error;
	enum eg_seat second = eg_opponent(game->state.round.to_act);
	bot_page_init(&page, game->own[second]);
	return bot_game_hand(game, &page, second, BOT_QUIET);
}

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

/* The last that is said of a match, in its room or where else it was played; the page has news. */
static enum bot_error say_last(
	struct bot_game *game, struct bot_page *page, enum bot_msg why, struct bot_args args)
{
	const struct bot_match *match = &game->match;
	struct bot_letter letter = {
		.private = true, .to = match->player[EG_WHITE], .match = match->id};
	struct eg_match_view view;
	enum bot_error error;

	if (!match->private) {
		error = bot_game_board(game, page, false);
		return error ? error : bot_announce(game->host, match, why, args);
	}
	args.id = match->id;
	eg_match_view(&game->state, EG_NOBODY, &view);
	bot_render_board(page, &game->cast, &view, false);
	bot_page_line(page);
	bot_page_say(page, why, &args);
	error = bot_store_match_save(game->host->store, match);
	return error ? error : bot_send(game->host, letter, page, NULL);
}

/* Where pictures are wanted, one of the last touch says it. */
static enum bot_error finish(struct bot_game *game, const struct deeds *deeds)
{
	struct bot_letter letter = {.to = game->match.room};
	enum eg_seat winner = game->state.winner;
	struct bot_args args = {.winner = game->cast.name[winner],
		.loser = game->cast.name[eg_opponent(winner)],
		.own = game->state.score[winner],
		.other = game->state.score[eg_opponent(winner)],
		.id = game->match.id};
	struct bot_page page;
	bool pictures = false;

	enum bot_error error = close_match(game, BOT_WON, winner);
	if (!error && !game->match.private)
		error = bot_pictures_wanted(game->host, letter.to, &pictures);
	if (error)
		return error;
	bot_page_init(&page, game->lang);
	tell(&page, game, deeds, EG_NOBODY);
	if (!pictures)
		return say_last(game, &page, BOT_MSG_MATCH_WON, args);
	error = bot_game_board(game, &page, false);
	if (error)
		return error;
	bot_page_init(&page, game->lang);
	bot_page_say(&page, BOT_MSG_MATCH_WON, &args);
	return bot_pictures_post(game, deeds->over, letter, &page);
}

enum bot_error bot_game_play(struct bot_game *game, struct eg_action action)
{
	struct deeds deeds = {0};

	enum bot_error error = act(game, action, &deeds);
	if (!error)
		error = let_house_act(game, &deeds);
	if (error)
		return error;
	if (game->state.winner != EG_NOBODY)
		return finish(game, &deeds);
	if (game->state.round.phase == EG_OVER)
		return bot_game_end(game, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_UNDECIDED,
			(struct bot_args){.round = game->state.rounds});
	error = bot_clock_start(game);
	return error ? error : show(game, &deeds, deeds.over);
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
	args.white = game->cast.name[EG_WHITE];
	args.black = game->cast.name[EG_BLACK];
	args.challenged = game->cast.name[eg_opponent(match->challenger)];
	bot_page_init(&page, game->lang);
	if (played)
		return say_last(game, &page, why, args);
	error = bot_store_match_save(game->host->store, match);
	return error ? error : bot_announce(game->host, match, why, args);
}
