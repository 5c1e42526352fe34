#include "bot/play/match_life.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/shuffle.h"
#include "bot/match/turn_clock.h"
#include "bot/play/automatic.h"
#include "bot/play/early_ending.h"
#include "bot/play/match_finish.h"
#include "bot/play/plan.h"
#include "bot/play/presence.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/show/introduction.h"

static void deal(struct bot_loaded_match *loaded)
{
	uint8_t deck[EG_DECK];

	bot_shuffle_deck(
		loaded->host, loaded->match.id, (uint16_t)(loaded->state.rounds + 1), deck);
	bot_position_deal(loaded, deck);
}

/* If the terms of the match say so, decides by lot which player acts first. */
static void draw_lots(struct bot_loaded_match *loaded)
{
	if (loaded->match.rules.first == EG_NOBODY)
		loaded->match.rules.first = bot_shuffle_draw_first(loaded->host, loaded->match.id);
}

/*
 * Notes what a player's own action says about them: they are at play, and decline what the opponent
 * has proposed. An action that plays itself says nothing.
 */
static void note_own_action(struct bot_match *match, enum eg_seat seat)
{
	match->unproven[seat] = false;
	if (match->proposer == eg_opponent(seat))
		match->proposal = BOT_NO_PROPOSAL;
}

/* Plays the next action. Deals the next round if the action ends a round but not the match. */
static void act(struct bot_loaded_match *loaded, struct bot_news_item next, struct bot_news *news)
{
	struct bot_news_item *item = &news->item[news->count++];

	*item = next;
	item->seat = loaded->state.round.to_act;
	bot_plan_compare(loaded, item->action);
	bot_position_play(loaded, item->action, item->automatic);
	item->view = loaded->state;
	if (!item->automatic && !item->planned)
		note_own_action(&loaded->match, item->seat);
	if (loaded->state.round.phase != EG_OVER)
		return;
	bot_plan_drop(&loaded->match);
	news->round_end = &item->view;
	if (loaded->state.winner == EG_NOBODY && loaded->state.rounds != EG_CHAIN)
		deal(loaded);
}

/*
 * Finds what follows without a player: an action of the practice opponent, a forced one, or one
 * that the player has planned. Returns false if a player has to choose.
 */
static bool find_next(struct bot_loaded_match *loaded, struct bot_news_item *next)
{
	*next = (struct bot_news_item){.automatic = !bot_practice_opponent_is_to_act(loaded)};
	if (!next->automatic)
		next->action = bot_practice_opponent_choose(loaded);
	if (!next->automatic || bot_automatic_find(loaded, &next->action))
		return true;
	next->automatic = false;
	next->planned = bot_plan_take(loaded, &next->action);
	return next->planned;
}

/* Plays what follows without a player, until a player has to choose. */
static void play_on(struct bot_loaded_match *loaded, struct bot_news *news)
{
	struct bot_news_item next;

	while (news->count < BOT_NEWS_MAX && find_next(loaded, &next))
		act(loaded, next, news);
}

/* Shows the position, as bot_show_position does, when it is a player's turn. */
static void show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown)
{
	bot_show_position(
		loaded, news, shown, bot_position_seen_by(loaded, loaded->state.round.to_act));
}

static void begin(struct bot_loaded_match *loaded)
{
	int64_t now = loaded->host->port->now(loaded->host->port->self);
	struct bot_match *match = &loaded->match;
	struct bot_news news = {0};
	BOT_PAGE(page);

	draw_lots(loaded);
	match->status = BOT_PLAYING;
	match->began = now > 0 ? now : 1;
	deal(loaded);
	play_on(loaded, &news);
	bot_store_timer_clear(loaded->host->store, match->id, BOT_TIMER_CHALLENGE);
	if (match->competition != 0)
		bot_clock_begin_bout(loaded);
	bot_clock_begin_turn(loaded);
	bot_presence_begin(loaded);
	bot_early_ending_note_moderators(loaded);
	if (match->restored)
		bot_announce(loaded->host, match, BOT_MSG_BEGINS_RESTORED,
			(struct bot_args){.id = match->id});
	show_position(loaded, &news, &loaded->state);
	if (match->practice != BOT_NO_PRACTICE)
		return;
	enum eg_seat second = eg_opponent(loaded->state.round.to_act);
	bot_match_begin_private(loaded, second, &page);
	bot_introduction_before_match(loaded, second, &page);
	bot_show_waiting_hand(loaded, &page, bot_position_seen_by(loaded, second));
	bot_introduction_offer_table(loaded, second);
}

/*
 * The cause of the first hands is the match, and not what made the match begin: if the bot begins
 * it again on an older store, a player may have become reachable in another way.
 */
void bot_match_begin(struct bot_loaded_match *loaded)
{
	struct bot_cause outer = bot_match_enter_cause(loaded->host, &loaded->match, "begin", 0);

	begin(loaded);
	bot_cause_leave(loaded->host->store, &outer);
}

/* Ends a match that a player has won by the last touch. */
static void win(struct bot_loaded_match *loaded, const struct bot_news *news)
{
	enum eg_seat winner = loaded->state.winner;

	bot_match_finish(loaded, news, BOT_WON, winner, BOT_MSG_MATCH_WON,
		(struct bot_args){.winner = loaded->cast.name[winner],
			.loser = loaded->cast.name[eg_opponent(winner)],
			.own = loaded->state.score[winner],
			.other = loaded->state.score[eg_opponent(winner)]});
}

/* Plays an action of the player to act, or one of theirs that plays itself, and what follows. */
static void play_turn(struct bot_loaded_match *loaded, struct eg_action action, bool automatic,
	bool typed_in_private)
{
	enum eg_seat seat = loaded->state.round.to_act;
	struct bot_news news = {0};

	bot_clock_end_turn(loaded);
	act(loaded, (struct bot_news_item){.action = action, .automatic = automatic}, &news);
	play_on(loaded, &news);
	bot_acknowledge(loaded, &news, bot_position_seen_by(loaded, seat), typed_in_private);
	if (loaded->state.winner != EG_NOBODY) {
		win(loaded, &news);
		return;
	}
	if (loaded->state.round.phase == EG_OVER) {
		bot_match_finish(loaded, &news, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_UNDECIDED,
			(struct bot_args){.round = loaded->state.rounds});
		return;
	}
	bot_clock_begin_turn(loaded);
	if (!automatic) /* what plays itself does not show that the player is there */
		bot_presence_acted(loaded, seat);
	show_position(loaded, &news, news.round_end);
	if (news.round_end && loaded->match.practice == BOT_NO_PRACTICE)
		bot_show_round_end(loaded, &news,
			bot_position_seen_by(loaded, eg_opponent(loaded->state.round.to_act)));
}

void bot_match_play(struct bot_loaded_match *loaded, struct eg_action action, bool typed_in_private)
{
	play_turn(loaded, action, false, typed_in_private);
}

void bot_match_play_forced(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct eg_action action;

	if (loaded->state.round.to_act == seat && bot_automatic_find(loaded, &action))
		play_turn(loaded, action, true, false);
}

void bot_match_pause(struct bot_loaded_match *loaded)
{
	BOT_PAGE(page);

	bot_clock_pause(loaded);
	bot_page_init(&page, loaded->lang);
	bot_show_board(loaded, &page, false);
}

void bot_match_resume(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	struct eg_action action;
	BOT_PAGE(page);

	bot_clock_resume(loaded);
	if (bot_automatic_find(loaded, &action)) { /* the player has written `auto on` since */
		play_turn(loaded, action, true, false);
		return;
	}
	bot_page_init(&page, loaded->lang);
	bot_show_board(loaded, &page, false);
	bot_match_begin_private(loaded, seat, &page);
	bot_show_hand(loaded, &page, bot_position_seen_by(loaded, seat), BOT_RING);
}

void bot_match_end(struct bot_loaded_match *loaded, enum bot_ending ending, enum eg_seat winner,
	enum bot_msg why, struct bot_args args)
{
	const struct bot_early_ending early = {
		.void_why = ending == BOT_FORFEITED ? BOT_MSG_VOID_TIME : BOT_MSG_VOID_RESIGNED,
		.lost_why = why,
		.lost = ending};

	if (winner != EG_NOBODY && bot_early_ending_is_possible(loaded))
		bot_early_ending_end(loaded, eg_opponent(winner), &early);
	else
		bot_match_finish(loaded, &(struct bot_news){0}, ending, winner, why, args);
}

/* Returns the message for a bout whose time is over: bot/competition/ decides by the same rule. */
static enum bot_msg find_time_over(const struct bot_loaded_match *loaded)
{
	const uint8_t *score = loaded->state.score;
	enum bot_competition_kind kind;

	if (score[EG_WHITE] != score[EG_BLACK])
		return BOT_MSG_BOUT_TIME_OVER;
	kind = bot_competition_kind(loaded->host->store, loaded->match.competition);
	return kind == BOT_KIND_NIGHT ? BOT_MSG_BOUT_TIME_LOTS : BOT_MSG_BOUT_TIME_EQUAL;
}

void bot_match_end_bout(struct bot_loaded_match *loaded, enum bot_ending ending)
{
	const uint8_t *score = loaded->state.score;
	enum eg_seat first = score[EG_BLACK] > score[EG_WHITE] ? EG_BLACK : EG_WHITE;

	bot_match_end(loaded, ending, EG_NOBODY, find_time_over(loaded),
		(struct bot_args){.winner = loaded->cast.name[first],
			.own = score[first],
			.other = score[eg_opponent(first)]});
}

void bot_match_stop(struct bot_loaded_match *loaded, enum bot_msg why)
{
	bool in_play = loaded->match.status == BOT_PLAYING;

	bot_match_end(loaded, in_play ? BOT_STOPPED : BOT_ENDING_UNKNOWN, EG_NOBODY, why,
		(struct bot_args){0});
}
