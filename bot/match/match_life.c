#include "bot/match/match_life.h"

#include "bot/club/rating_update.h"
#include "bot/match/house.h"
#include "bot/match/match_display.h"
#include "bot/match/shuffle.h"
#include "bot/match/turn_clock.h"

#include <assert.h>

/*
 * Shows in the room that a round begins. `shown` is the public view of the position that the room
 * has to see: the end of the round before, or the first position of the match.
 *
 * Without pictures, the first round begins with a new board. A later round begins with a last edit
 * of the board of the round before, which then stays as it is; the new round gets its board with
 * its first action. So an action that ends a round costs two rows, as any other does. With
 * pictures, a picture of `shown` is posted, and the board follows with the first action.
 */
static enum bot_error show_new_round(
	struct bot_loaded_match *loaded, struct bot_page *page, const struct eg_match_view *shown)
{
	struct bot_match *match = &loaded->match;
	struct eg_match_view view;
	bool pictures;

	enum bot_error error = bot_display_wants_pictures(loaded->host, match->room, &pictures);
	if (error)
		return error;
	if (!pictures && shown->round.phase == EG_OVER)
		return bot_display_round_end(loaded, page, shown);
	if (!pictures)
		return bot_display_board(loaded, page, true);
	eg_match_view(&loaded->state, EG_NOBODY, &view);
	bot_render_board(page, &loaded->cast, &view, true);
	error = bot_display_picture(loaded, shown, (struct bot_letter){.to = match->room}, page);
	if (error)
		return error;
	match->board = 0;
	return bot_store_match_save(loaded->host->store, match);
}

static enum bot_error deal(struct bot_loaded_match *loaded)
{
	uint16_t round = (uint16_t)(loaded->state.rounds + 1);
	uint8_t deck[EG_DECK];

	enum bot_error error = bot_shuffle_deck(loaded->host, loaded->match.id, round, deck);
	if (error)
		return error;
	enum eg_error illegal = eg_match_deal(&loaded->state, deck);
	assert(!illegal);
	(void)illegal;
	return bot_store_round_add(loaded->host->store, loaded->match.id, round, deck);
}

/* Draws by lot which player acts first, if the terms of the match say so. */
static enum bot_error draw_lots(struct bot_loaded_match *loaded)
{
	if (loaded->match.rules.first != EG_NOBODY)
		return BOT_OK;
	return bot_shuffle_draw_first(loaded->host, loaded->match.id, &loaded->match.rules.first);
}

/*
 * The actions played since the players were last told. In a match against the house one action may
 * bring several: the house parries, attacks, touches, and begins the next round. After that it is
 * always the player's turn.
 */
#define NEWS_MAX 8
struct news {
	size_t count;
	const struct eg_match_view *round_end; /* the view at the end of a round, or NULL */
	struct {
		enum eg_seat seat;
		struct eg_action action;
		struct eg_match_view view; /* the public view after the action */
	} item[NEWS_MAX];
};

/* Plays a legal action. Deals the next round if the action ends a round but not the match. */
static enum bot_error act(
	struct bot_loaded_match *loaded, struct eg_action action, struct news *news)
{
	enum eg_seat seat = loaded->state.round.to_act;
	struct eg_match_view *view = &news->item[news->count].view;

	news->item[news->count].seat = seat;
	news->item[news->count].action = action;
	news->count++;
	enum eg_error illegal = eg_match_play(&loaded->state, action);
	assert(!illegal);
	(void)illegal;
	enum bot_error error = bot_store_action_add(
		loaded->host->store, loaded->match.id, loaded->state.rounds, action);
	if (error)
		return error;
	/* An action declines what the opponent has proposed. */
	if (loaded->match.proposer == eg_opponent(seat))
		loaded->match.proposal = BOT_NO_PROPOSAL;
	eg_match_view(&loaded->state, EG_NOBODY, view);
	if (view->round.phase != EG_OVER)
		return BOT_OK;
	news->round_end = view;
	bool last = loaded->state.winner != EG_NOBODY || loaded->state.rounds == EG_CHAIN;
	return last ? BOT_OK : deal(loaded);
}

static enum bot_error let_house_act(struct bot_loaded_match *loaded, struct news *news)
{
	struct eg_action action;
	enum bot_error error = BOT_OK;

	while (!error && news->count < NEWS_MAX && bot_house_acts(loaded)) {
		error = bot_house_choose(loaded, &action);
		if (!error)
			error = act(loaded, action, news);
	}
	return error;
}

/*
 * Adds the news to a page for the player of `seat`, or for the public if it is EG_NOBODY. Players
 * know their own actions, so these are left out, except one that ended a round.
 */
static void add_news(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct news *news, enum eg_seat seat)
{
	for (size_t i = 0; i < news->count; i++) {
		const struct eg_match_view *view = &news->item[i].view;

		if (news->item[i].seat != seat || view->round.phase == EG_OVER)
			bot_render_news(page, &loaded->cast, news->item[i].seat,
				news->item[i].action, view);
	}
}

/*
 * Shows the position to the room and to the player who is to act. `shown` is NULL, or, if a round
 * begins, what show_new_round is to show.
 */
static enum bot_error show(
	struct bot_loaded_match *loaded, const struct news *news, const struct eg_match_view *shown)
{
	enum eg_seat seat = loaded->state.round.to_act;
	enum bot_error error;
	struct bot_page page;

	if (loaded->match.private) {
		error = bot_store_match_save(loaded->host->store, &loaded->match);
	} else {
		bot_page_init(&page, loaded->lang);
		add_news(&page, loaded, news, EG_NOBODY);
		error = shown ? show_new_round(loaded, &page, shown)
			      : bot_display_board(loaded, &page, false);
	}
	if (error)
		return error;
	bot_page_init(&page, loaded->own[seat]);
	add_news(&page, loaded, news, seat);
	return bot_display_hand(loaded, &page, seat, BOT_RING);
}

enum bot_error bot_match_begin(struct bot_loaded_match *loaded)
{
	struct bot_match *match = &loaded->match;
	struct news news = {0};
	struct eg_match_view view;
	struct bot_page page;

	enum bot_error error = draw_lots(loaded);
	if (error)
		return error;
	match->status = BOT_PLAYING;
	if (eg_match_init(&loaded->state, &match->rules))
		return bot_store_damaged(loaded->host->store, match->id);
	error = deal(loaded);
	if (!error)
		error = let_house_act(loaded, &news);
	if (!error)
		error = bot_store_timer_clear(loaded->host->store, match->id, BOT_TIMER_CHALLENGE);
	if (!error)
		error = bot_clock_start(loaded);
	if (error)
		return error;
	eg_match_view(&loaded->state, EG_NOBODY, &view);
	error = show(loaded, &news, &view);
	if (error || match->house != BOT_NO_HOUSE)
		return error;
	enum eg_seat second = eg_opponent(loaded->state.round.to_act);
	bot_page_init(&page, loaded->own[second]);
	return bot_display_hand(loaded, &page, second, BOT_QUIET);
}

/* Clears the timers of a match and rates it. The caller stores the match. */
static enum bot_error close_match(
	struct bot_loaded_match *loaded, enum bot_ending ending, enum eg_seat winner)
{
	const struct bot_port *port = loaded->host->port;
	struct bot_match *match = &loaded->match;
	int64_t now = port->now(port->self);

	if (match->status == BOT_PLAYING)
		match->ended = now > 0 ? now : 1;
	match->status = BOT_ENDED;
	match->ending = ending;
	match->winner = winner;
	enum bot_error error = bot_store_timers_clear(loaded->host->store, match->id);
	return error ? error : bot_rating_update(loaded->host->store, match);
}

/* Adds to a page how a match ended, and if it has a winner but is not rated, that too. */
static void say_end(const struct bot_loaded_match *loaded, struct bot_page *page, enum bot_msg why,
	const struct bot_args *args)
{
	const struct bot_match *match = &loaded->match;

	bot_page_say(page, why, args);
	if (match->winner == EG_NOBODY || match->house || match->rated)
		return;
	bot_page_add(page, " ", " ");
	bot_page_say(page, BOT_MSG_MATCH_UNRATED, NULL);
}

/* Tells the end of a match that was played in its player's private room. */
static enum bot_error tell_end_in_private(struct bot_loaded_match *loaded, struct bot_page *page,
	enum bot_msg why, const struct bot_args *args)
{
	const struct bot_match *match = &loaded->match;
	struct bot_letter letter = {
		.private = true, .to = match->player[EG_WHITE], .match = match->id};
	struct eg_match_view view;

	eg_match_view(&loaded->state, EG_NOBODY, &view);
	bot_render_board(page, &loaded->cast, &view, false);
	bot_page_line(page);
	bot_page_say(page, why, args);
	enum bot_error error = bot_store_match_save(loaded->host->store, match);
	return error ? error : bot_send(loaded->host, letter, page, NULL);
}

/*
 * Tells the end of a match with two messages: the last news, which the page holds already, with the
 * board, and then why the match ended. `touch` is NULL, or the view after the last touch: if the
 * room wants pictures, the second message is a picture of it. Stores the match.
 */
static enum bot_error tell_end(struct bot_loaded_match *loaded, struct bot_page *page,
	enum bot_msg why, struct bot_args args, const struct eg_match_view *touch)
{
	struct bot_letter letter = {.to = loaded->match.room, .match = loaded->match.id};
	bool pictures = false;

	args.id = loaded->match.id;
	if (loaded->match.private)
		return tell_end_in_private(loaded, page, why, &args);
	enum bot_error error = bot_display_board(loaded, page, false);
	if (!error && touch)
		error = bot_display_wants_pictures(loaded->host, letter.to, &pictures);
	if (error)
		return error;
	bot_page_init(page, loaded->lang);
	say_end(loaded, page, why, &args);
	return pictures ? bot_display_picture(loaded, touch, letter, page)
			: bot_send(loaded->host, letter, page, NULL);
}

/* Ends a match that a player has won by the last touch. */
static enum bot_error win(struct bot_loaded_match *loaded, const struct news *news)
{
	enum eg_seat winner = loaded->state.winner;
	struct bot_page page;

	enum bot_error error = close_match(loaded, BOT_WON, winner);
	if (error)
		return error;
	bot_page_init(&page, loaded->lang);
	add_news(&page, loaded, news, EG_NOBODY);
	return tell_end(loaded, &page, BOT_MSG_MATCH_WON,
		(struct bot_args){.winner = loaded->cast.name[winner],
			.loser = loaded->cast.name[eg_opponent(winner)],
			.own = loaded->state.score[winner],
			.other = loaded->state.score[eg_opponent(winner)]},
		news->round_end);
}

enum bot_error bot_match_play(struct bot_loaded_match *loaded, struct eg_action action)
{
	struct news news = {0};

	enum bot_error error = act(loaded, action, &news);
	if (!error)
		error = let_house_act(loaded, &news);
	if (error)
		return error;
	if (loaded->state.winner != EG_NOBODY)
		return win(loaded, &news);
	if (loaded->state.round.phase == EG_OVER)
		return bot_match_end(loaded, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_UNDECIDED,
			(struct bot_args){.round = loaded->state.rounds});
	error = bot_clock_start(loaded);
	return error ? error : show(loaded, &news, news.round_end);
}

enum bot_error bot_match_pause(struct bot_loaded_match *loaded)
{
	struct bot_page page;

	enum bot_error error = bot_clock_pause(loaded);
	if (error)
		return error;
	bot_page_init(&page, loaded->lang);
	return bot_display_board(loaded, &page, false);
}

enum bot_error bot_match_resume(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	struct bot_page page;

	enum bot_error error = bot_clock_resume(loaded);
	if (error)
		return error;
	bot_page_init(&page, loaded->lang);
	error = bot_display_board(loaded, &page, false);
	if (error)
		return error;
	bot_page_init(&page, loaded->own[seat]);
	return bot_display_hand(loaded, &page, seat, BOT_RING);
}

enum bot_error bot_match_end(struct bot_loaded_match *loaded, enum bot_ending ending,
	enum eg_seat winner, enum bot_msg why, struct bot_args args)
{
	struct bot_match *match = &loaded->match;
	bool played = match->status == BOT_PLAYING;
	struct bot_page page;

	enum bot_error error = close_match(loaded, ending, winner);
	if (error)
		return error;
	args.white = loaded->cast.name[EG_WHITE];
	args.black = loaded->cast.name[EG_BLACK];
	args.challenged = loaded->cast.name[eg_opponent(match->challenger)];
	bot_page_init(&page, loaded->lang);
	if (played)
		return tell_end(loaded, &page, why, args, NULL);
	error = bot_store_match_save(loaded->host->store, match);
	return error ? error : bot_announce(loaded->host, match, why, args);
}
