#include "bot/play/finish_page.h"

#include "bot/base/attempt.h"
#include "bot/club/rating.h"
#include "bot/match/practice_opponent.h"
#include "bot/store/rounds.h"
#include "bot/text/typography.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Why a match is not rated */

/* A player begins with touches or has a longer clock. */
static void explain_handicap(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;
	enum eg_seat ahead = match->rules.start[EG_WHITE] > 0 ? EG_WHITE : EG_BLACK;
	bool start = match->rules.start[ahead] > 0;

	if (!start)
		ahead = match->extra[EG_WHITE] > 0 ? EG_WHITE : EG_BLACK;
	bot_page_say(page, start ? BOT_MSG_UNRATED_START : BOT_MSG_UNRATED_TWO_CLOCKS,
		&(struct bot_args){
			.name = loaded->cast.name[ahead], .count = match->rules.start[ahead]});
}

/* If somebody has won a bout that was not fenced, says so, and returns true. */
static bool explain_unfenced(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;

	if (match->status != BOT_ENDED || match->winner == EG_NOBODY ||
		bot_rating_was_fenced(loaded->host->store, match))
		return false;
	bot_page_say(page, BOT_MSG_UNRATED_UNFENCED, NULL);
	return true;
}

bool bot_finish_explain_unrated(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;

	if (bot_match_may_be_rated(match))
		return explain_unfenced(loaded, page);
	if (match->practice)
		bot_page_say(page, BOT_MSG_UNRATED_PRACTICE, NULL);
	else if (match->restored)
		bot_page_say(page, BOT_MSG_UNRATED_RESTORED, NULL);
	else if (bot_match_has_handicap(match))
		explain_handicap(loaded, page);
	else
		bot_page_say(page,
			match->clock == 0 ? BOT_MSG_UNRATED_NO_CLOCK : BOT_MSG_UNRATED_CASUAL,
			NULL);
	return true;
}

#define PROVISIONAL_MATCHES 5 /* a rating changes a lot in so many first matches */

#define REASON_SIZE 32 /* bytes for the word that says how a round ended, and a NUL */
#define ENTRY_SIZE  (REASON_SIZE + 24) /* bytes for one round in the list of rounds */

#define EARLIER "\xE2\x80\xA6" BOT_BETWEEN /* U+2026 HORIZONTAL ELLIPSIS */

void bot_finish_note_rounds(struct bot_finish *finish)
{
	struct bot_store *store = finish->loaded->host->store;
	const struct bot_match *match = &finish->loaded->match;
	struct bot_round round;
	struct eg_match state;

	if (eg_match_init(&state, &match->rules))
		bot_store_damaged(store, match->id);
	for (uint16_t number = 1; bot_store_round_get(store, match->id, number, &round); number++) {
		if (!bot_round_play(&state, &round))
			bot_store_damaged(store, match->id);
		finish->actions += (unsigned)round.actions;
		if (state.round.phase != EG_OVER)
			continue;
		size_t place = finish->rounds++ % BOT_FINISH_ROUNDS;
		finish->round[place].reason = state.round.result.reason;
		for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
			finish->round[place].score[seat] = state.score[seat];
	}
}

/* Adds the score after each round, and how the round ended. Adds nothing if no round has ended. */
static void add_rounds(const struct bot_finish *finish, struct bot_page *page)
{
	static const enum bot_msg reasons[] = {
		[EG_TOUCH] = BOT_MSG_REASON_TOUCH,
		[EG_NO_MOVE] = BOT_MSG_REASON_NO_MOVE,
		[EG_CARDS] = BOT_MSG_REASON_CARDS,
		[EG_POSITION] = BOT_MSG_REASON_POSITION,
		[EG_DRAW] = BOT_MSG_REASON_DRAW,
	};
	const char *const *name = finish->loaded->cast.name;
	enum eg_seat first = finish->first, second = eg_opponent(first);
	unsigned from = finish->rounds > BOT_FINISH_ROUNDS ? finish->rounds - BOT_FINISH_ROUNDS : 0;
	char list[BOT_FINISH_ROUNDS * ENTRY_SIZE], reason[REASON_SIZE];

	if (finish->rounds == 0)
		return;
	struct bot_text text = bot_text_in(list, sizeof(list));
	bot_text_add(&text, from > 0 ? EARLIER : "");
	for (unsigned i = from; i < finish->rounds; i++) {
		const uint8_t *score = finish->round[i % BOT_FINISH_ROUNDS].score;

		bot_text_add(&text, i > from ? BOT_BETWEEN : "");
		bot_text_add_number(&text, score[first]);
		bot_text_add(&text, ":");
		bot_text_add_number(&text, score[second]);
		bot_page_string(page->lang, reasons[finish->round[i % BOT_FINISH_ROUNDS].reason],
			NULL, reason, sizeof(reason));
		bot_text_add(&text, BOT_NO_BREAK);
		bot_text_add(&text, reason);
	}
	bot_page_say_below(page, BOT_MSG_FINISH_ROUNDS,
		&(struct bot_args){.first = name[first], .second = name[second], .words = list});
}

void bot_finish_add_rating(
	const struct bot_finish *finish, struct bot_page *page, enum eg_seat seat, enum bot_msg msg)
{
	long before = lround(finish->change.before[seat]);
	long after = lround(finish->change.after[seat]);
	bool own = msg == BOT_MSG_FINISH_OWN_RATING;
	char change[32];

	snprintf(change, sizeof(change), "%s%ld", after < before ? BOT_MINUS : "+",
		labs(after - before));
	bot_page_say(page, msg,
		&(struct bot_args){.name = finish->loaded->cast.name[seat],
			.before = before,
			.rating = after,
			.change = change});
	/* In private, the bot explains provisional ratings only after the first rated match. */
	if (finish->change.played[seat] <= (own ? 1 : PROVISIONAL_MATCHES))
		bot_page_say(
			page, own ? BOT_MSG_OWN_PROVISIONAL : BOT_MSG_RATING_PROVISIONAL, NULL);
}

void bot_finish_add_unrated(const struct bot_finish *finish, struct bot_page *page)
{
	bot_page_line(page);
	if (!bot_finish_explain_unrated(finish->loaded, page))
		bot_page_say(page, BOT_MSG_MATCH_UNRATED, NULL);
}

void bot_finish_add_between(const struct bot_finish *finish, struct bot_page *page)
{
	const struct bot_head_to_head *earlier = &finish->earlier;
	const char *const *name = finish->loaded->cast.name;

	if (earlier->run == 0)
		return;
	bot_page_say_below(page, BOT_MSG_FINISH_BETWEEN,
		&(struct bot_args){.winner = name[finish->first],
			.loser = name[eg_opponent(finish->first)],
			.own = (int64_t)earlier->won + 1,
			.other = (int64_t)earlier->lost});
}

/* Adds the ratings of both players. If a match with a winner is not rated, says so. */
static void add_ratings(const struct bot_finish *finish, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;

	if (match->rated) {
		bot_page_line(page);
		bot_finish_add_rating(finish, page, finish->first, BOT_MSG_FINISH_RATING);
		bot_page_line(page);
		bot_finish_add_rating(
			finish, page, eg_opponent(finish->first), BOT_MSG_FINISH_RATING);
		bot_finish_add_between(finish, page);
	} else if (match->winner != EG_NOBODY && !match->practice) {
		bot_finish_add_unrated(finish, page);
	}
}

/* Adds how often the player who has ended the match early has done this lately. */
static void add_early(const struct bot_finish *finish, struct bot_page *page)
{
	if (finish->loaded->match.ending != BOT_VOID || finish->args.count == 0)
		return;
	bot_page_say_below(page, BOT_MSG_FINISH_EARLY, &finish->args);
}

/* Adds how many actions the match had and, if this is known, how long it took. */
static void add_length(const struct bot_finish *finish, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;
	bool known = match->began > 0 && match->ended >= match->began;

	if (finish->actions == 0)
		return;
	bot_page_say_below(page, known ? BOT_MSG_FINISH_LENGTH : BOT_MSG_FINISH_ACTIONS,
		&(struct bot_args){.count = finish->actions, .left = match->ended - match->began});
}

bool bot_finish_suggests_rematch(const struct bot_finish *finish)
{
	return finish->loaded->match.ending != BOT_STOPPED &&
	       finish->loaded->match.competition == 0;
}

void bot_finish_add_analysis(
	const struct bot_finish *finish, struct bot_page *page, const char *prefix)
{
	const struct bot_args args = {.prefix = prefix, .id = finish->loaded->match.id};

	if (finish->actions > 0)
		bot_page_say_after(page, BOT_MSG_FINISH_RECORD, &args);
}

/*
 * Adds what people can do now: play again, and analyse the match. After a practice match names the
 * opponent that the player gets next.
 */
static void add_next(const struct bot_finish *finish, struct bot_page *page, const char *prefix)
{
	const struct bot_match *match = &finish->loaded->match;
	char next[BOT_LABEL_SIZE] = "";
	const struct bot_args args = {.prefix = prefix, .name = next};

	if (!bot_finish_suggests_rematch(finish))
		return;
	if (match->practice)
		bot_page_string(page->lang, bot_practice_opponent_name(finish->next), NULL, next,
			sizeof(next));
	bot_page_say_below(
		page, match->practice ? BOT_MSG_FINISH_PRACTICE : BOT_MSG_FINISH_NEXT, &args);
	bot_finish_add_analysis(finish, page, prefix);
}

void bot_finish_add(const struct bot_finish *finish, struct bot_page *page, const char *prefix)
{
	bot_page_say(page, finish->why, &finish->args);
	add_rounds(finish, page);
	add_early(finish, page);
	add_ratings(finish, page);
	add_length(finish, page);
	add_next(finish, page, prefix);
}
