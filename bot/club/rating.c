#include "bot/club/rating.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/store/rounds.h"

#include <math.h>

/*
 * Glicko-2. The names of the steps, of the variables and of the constants come from the paper
 * (rating.h).
 */

#define SCALE 173.7178 /* a difference of 1 in the formulas is this many rating points */
#define PI    3.14159265358979323846

/*
 * This constant limits how fast the volatility changes. The paper allows 0.3 to 1.2, and uses 0.5
 * in its example.
 */
#define TAU 0.5

#define EPSILON 0.000001

/* No deviation is larger than the deviation of a new player. */
#define DEVIATION_MAX 350.0

const struct bot_glicko bot_glicko_new = {BOT_RATING_NEW, DEVIATION_MAX, 0.06};

static double square(double x)
{
	return x * x;
}

static double g(double phi)
{
	return 1.0 / sqrt(1.0 + 3.0 * square(phi) / square(PI));
}

/* The parameters of the function f of step 5. new_volatility finds the number at which f is 0. */
struct equation {
	double delta, phi, v, a;
};

static double f(const struct equation *e, double x)
{
	double ex = exp(x);
	double sum = square(e->phi) + e->v + ex;

	return ex * (square(e->delta) - sum) / (2.0 * square(sum)) - (x - e->a) / square(TAU);
}

/* Finds the new volatility (step 5) by the Illinois algorithm, a variant of regula falsi. */
static double new_volatility(double sigma, double delta, double phi, double v)
{
	const struct equation e = {delta, phi, v, log(square(sigma))};
	double a = e.a, b;

	if (square(delta) > square(phi) + v) {
		b = log(square(delta) - square(phi) - v);
	} else {
		b = a - TAU;
		while (f(&e, b) < 0.0)
			b -= TAU;
	}
	double fa = f(&e, a), fb = f(&e, b);
	while (fabs(b - a) > EPSILON) {
		double c = a + (a - b) * fa / (fb - fa);
		double fc = f(&e, c);
		if (fc * fb <= 0.0) {
			a = b;
			fa = fb;
		} else {
			fa /= 2.0;
		}
		b = c;
		fb = fc;
	}
	return exp(a / 2.0);
}

/*
 * `part` scales the sums over the games. It also scales the square of the volatility in step 6,
 * because this square is what a whole period adds to the square of the deviation.
 */
struct bot_glicko bot_glicko_after(const struct bot_glicko *player,
	const struct bot_glicko_game games[], size_t count, double part)
{
	double mu = (player->rating - bot_glicko_new.rating) / SCALE; /* step 2 */
	double phi = player->deviation / SCALE;
	double information = 0.0, improvement = 0.0;
	struct bot_glicko after = *player;

	for (size_t i = 0; i < count; i++) { /* steps 3 and 4 */
		const struct bot_glicko *other = &games[i].opponent;
		double weight = g(other->deviation / SCALE);
		double their = (other->rating - bot_glicko_new.rating) / SCALE;
		double expected = 1.0 / (1.0 + exp(-weight * (mu - their)));
		information += part * square(weight) * expected * (1.0 - expected);
		improvement += part * weight * (games[i].score - expected);
	}
	if (count > 0) {
		double v = 1.0 / information;
		after.volatility = new_volatility(player->volatility, v * improvement, phi, v);
	}
	double star = sqrt(square(phi) + part * square(after.volatility)); /* step 6 */
	phi = 1.0 / sqrt(1.0 / square(star) + information);                /* step 7 */
	mu += square(phi) * improvement;
	after.rating = mu * SCALE + bot_glicko_new.rating; /* step 8 */
	after.deviation = fmin(phi * SCALE, DEVIATION_MAX);
	return after;
}

/* Matches */

/*
 * How much a match counts. The index is the number of rated matches that the same two players have
 * ended within the last day. A person with two accounts can play against themselves all day, but
 * all these matches together count less than two matches.
 */
static const double worth[] = {1.0, 0.5, 0.25, 0.125};
#define COUNTED (sizeof(worth) / sizeof(worth[0]))

/*
 * A player is settled who has played rated matches with this many people other than the opponent.
 * For a settled player a match with somebody who is not settled counts only in part. Otherwise a
 * person with many new accounts could beat them all. Newcomers among themselves lose nothing.
 */
#define SETTLED   3U
#define UNSETTLED 0.125

bool bot_rating_was_fenced(struct bot_store *store, const struct bot_match *match)
{
	bool fenced = true;

	if (match->competition != 0)
		fenced = bot_store_both_acted(store, match);
	return fenced;
}

/*
 * Whether somebody has won the match, and it can change ratings. Nobody wins a match that
 * is abandoned or stopped, or that never begins.
 */
static bool counts(struct bot_store *store, const struct bot_match *match)
{
	return match->winner != EG_NOBODY && bot_match_may_be_rated(match) &&
	       bot_rating_was_fenced(store, match);
}

static void load_both(struct bot_store *store, const char *room, const struct bot_match *match,
	struct bot_rating rating[2])
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (!bot_rating_get(store, room, match->player[seat], &rating[seat]))
			rating[seat] = (struct bot_rating){.glicko = bot_glicko_new};
}

/* How much a match counts. */
struct weight {
	bool is_first;  /* it is the first rated match of these two players */
	double part[2]; /* for each player */
};

/* `is_first`: the player has not played with this opponent before. */
static bool is_settled(const struct bot_rating *rating, bool is_first)
{
	return rating->opponents >= (is_first ? SETTLED : SETTLED + 1);
}

/* Finds out how much a match counts that would count as much as `part` between settled players. */
static struct weight weigh(struct bot_store *store, const struct bot_match *match, double part)
{
	struct bot_rating rating[2];

	load_both(store, NULL, match, rating);
	bool is_first = bot_store_match_rated(
				store, match->player[EG_WHITE], match->player[EG_BLACK], 0) == 0;
	bool white = is_settled(&rating[EG_WHITE], is_first);
	bool black = is_settled(&rating[EG_BLACK], is_first);
	return (struct weight){.is_first = is_first,
		.part = {white && !black ? part * UNSETTLED : part,
			black && !white ? part * UNSETTLED : part}};
}

/* Returns the streak (bot/store/ratings.h) after one more match. */
static int32_t next_streak(int32_t streak, bool won)
{
	if (won)
		return streak > 0 ? streak + (streak < INT32_MAX) : 1;
	return streak < 0 ? streak - (streak > INT32_MIN) : -1;
}

static void note_longest(struct bot_rating *rating, uint32_t before)
{
	bool is_longest = rating->streak > 0 && (uint32_t)rating->streak > before;

	rating->longest = is_longest ? (uint32_t)rating->streak : before;
}

/*
 * Updates the ratings of both players in `room` or, if `room` is NULL, over all rooms. Each match
 * is a rating period of its own for its two players. The paper recommends ten or more games in a
 * period. But people who play one match in an evening want to see the effect of this match. Also,
 * without fixed periods the bot never has to update players who play no matches. The update of each
 * player uses the rating that the other player had before the match.
 */
static void rate_in(struct bot_store *store, const char *room, const struct bot_match *match,
	const struct weight *weight, struct bot_rating_change *change)
{
	struct bot_rating before[2];

	load_both(store, room, match, before);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		bool won = match->winner == seat;
		const struct bot_glicko_game game = {
			before[eg_opponent(seat)].glicko, won ? 1.0 : 0.0};
		struct bot_rating after = {
			.glicko = bot_glicko_after(
				&before[seat].glicko, &game, 1, weight->part[seat]),
			.played = before[seat].played + 1,
			.won = before[seat].won + won,
			.opponents = before[seat].opponents + (!room && weight->is_first),
			.streak = room ? 0 : next_streak(before[seat].streak, won),
		};
		if (!room)
			note_longest(&after, before[seat].longest);
		change->before[seat] = before[seat].glicko.rating;
		change->after[seat] = after.glicko.rating;
		change->played[seat] = after.played;
		bot_rating_set(store, room, match->player[seat], &after);
	}
}

void bot_rating_update(
	struct bot_store *store, struct bot_match *match, struct bot_rating_change *change)
{
	struct bot_rating_change over_all;

	if (!counts(store, match))
		return;
	size_t today = bot_store_match_rated(
		store, match->player[EG_WHITE], match->player[EG_BLACK], match->ended - BOT_DAY);
	match->rated = today < COUNTED;
	if (!match->rated)
		return;
	struct weight weight = weigh(store, match, worth[today]);
	rate_in(store, match->room, match, &weight, change);
	rate_in(store, NULL, match, &weight, &over_all);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		change->over_all[seat] = over_all.after[seat];
}
