#include "engine/command/duel.h"

#include "engine/opponent/outlook.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

void sample_add(struct sample *sample, double value)
{
	sample->count++;
	sample->sum += value;
	sample->squares += value * value;
}

double sample_mean(const struct sample *sample)
{
	return sample->count > 0 ? sample->sum / (double)sample->count : 0;
}

double sample_margin(const struct sample *sample)
{
	const double normal = 1.96; /* a 95 % interval has this many standard errors on each side */

	if (sample->count < 2)
		return INFINITY;
	double mean = sample_mean(sample);
	double variance = fmax(0, sample->squares - (double)sample->count * mean * mean) /
			  (double)(sample->count - 1);

	return normal * sqrt(variance / (double)sample->count);
}

#define BAR 40

void duel_progress(uint64_t done, uint64_t all)
{
	assert(all > 0);
	uint64_t percent = 100 * done / all;

	if (!isatty(STDERR_FILENO) || (done > 0 && 100 * (done - 1) / all == percent))
		return;
	fprintf(stderr, "\r[");
	for (uint64_t i = 0; i < BAR; i++)
		fputc(i * 100 < percent * BAR ? '#' : '.', stderr);
	fprintf(stderr, "] %3d %%%s", (int)percent, done == all ? "\n" : "");
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/*
 * The current round. A player gets only a witness of the round, which has what the player's seat
 * knows.
 */
struct course {
	struct eg_open_round open;
	struct eg_round round;
};

static bool decide(struct duel *duel, struct course *course, size_t player)
{
	struct eg_open_round *open = &course->open;
	struct eg_witness witness;
	struct eg_action action;
	double start = now();

	if (eg_witness_round(&witness, &open->rules, open->first, open->deck, open->actions,
		    open->action_count, course->round.to_act) != EG_OK ||
		eg_choose(&duel->players[player], &witness, eg_dice_roll(&duel->dice), &action) !=
			EG_OK ||
		eg_round_play(&course->round, action) != EG_OK)
		return false;
	double spent = now() - start;

	open->actions[open->action_count++] = action;
	duel->seconds[player] += spent;
	duel->longest[player] = fmax(duel->longest[player], spent);
	duel->decisions[player]++;
	return true;
}

/*
 * Plays a round with the deck and with players[0] on `seat`. Adds the points of players[0] to
 * *points.
 */
static bool play(struct duel *duel, struct course *course, enum eg_seat seat, double *points)
{
	const struct eg_open_round *open = &course->open;

	course->open.action_count = 0;
	if (eg_round_init(&course->round, &open->rules, open->first, open->deck) != EG_OK)
		return false;
	while (course->round.phase != EG_OVER)
		if (!decide(duel, course, course->round.to_act == seat ? 0 : 1))
			return false;
	enum eg_seat winner = course->round.result.winner;

	*points += winner == EG_NOBODY ? 0.5 : winner == seat;
	return true;
}

bool duel_fight(struct duel *duel)
{
	for (uint64_t i = 0; i < duel->rounds; i++) {
		struct course course = {
			.open = {.rules = duel->rules, .first = i % 2 == 0 ? EG_WHITE : EG_BLACK}};
		double points = 0;

		duel_progress(i, duel->rounds);
		random_deck(&duel->dice, course.open.deck);
		if (!play(duel, &course, EG_WHITE, &points) ||
			!play(duel, &course, EG_BLACK, &points))
			return false;
		sample_add(&duel->score, points / 2);
	}
	duel_progress(duel->rounds, duel->rounds);
	return true;
}
