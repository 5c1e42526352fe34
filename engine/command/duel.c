#include "engine/command/duel.h"

#include "engine/opponent/luck.h"
#include "engine/opponent/witness.h"

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
	double luck; /* White's, of all choices and of all cards drawn */
};

static enum eg_error consider(const struct duel *duel, size_t player,
	const struct eg_witness *witness, uint64_t seed, struct eg_strategy *strategy)
{
	const struct eg_model *model = duel->models[player];
	struct eg_position position;
	const char *reason;

	if (model == NULL)
		return eg_consider(&duel->players[player], witness, seed, strategy);
	enum eg_error error = eg_witness_position(witness, &position, &reason);

	if (error != EG_OK)
		return error;
	strategy->count = eg_round_legal(&position.round, strategy->legal);
	model->consider(model, &position, strategy);
	return EG_OK;
}

static bool decide(struct duel *duel, const struct course *course, size_t player,
	struct eg_strategy *strategy, struct eg_action *action)
{
	const struct eg_open_round *open = &course->open;
	uint64_t seed = eg_dice_roll(&duel->dice);
	struct eg_witness witness;
	double start = now();

	if (eg_witness_round(&witness, &open->rules, open->first, open->deck, open->actions,
		    open->action_count, course->round.to_act) != EG_OK ||
		consider(duel, player, &witness, seed, strategy) != EG_OK)
		return false;
	*action = eg_strategy_draw(strategy, seed);
	double spent = now() - start;

	duel->seconds[player] += spent;
	duel->longest[player] = fmax(duel->longest[player], spent);
	duel->decisions[player]++;
	return true;
}

static bool act(struct duel *duel, struct course *course, size_t player)
{
	struct eg_open_round *open = &course->open;
	struct eg_strategy strategy;
	float chosen = 0;
	float drawn = 0;
	size_t index = open->action_count;

	if (!decide(duel, course, player, &strategy, &open->actions[index]) ||
		eg_round_play(&course->round, open->actions[index]) != EG_OK)
		return false;
	open->action_count++;
	if (duel->adjust && (eg_luck_choice(open, index, &strategy, &chosen) != EG_OK ||
				    eg_luck_draw(open, index, &drawn) != EG_OK))
		return false;
	course->luck += (double)chosen + (double)drawn;
	return true;
}

/*
 * Plays a round with the deck and with players[0] on `seat`. Adds the points of players[0] to
 * *points, and the luck of players[0] to *luck.
 */
static bool play(
	struct duel *duel, struct course *course, enum eg_seat seat, double *points, double *luck)
{
	const struct eg_open_round *open = &course->open;

	course->open.action_count = 0;
	course->luck = 0;
	if (eg_round_init(&course->round, &open->rules, open->first, open->deck) != EG_OK)
		return false;
	while (course->round.phase != EG_OVER)
		if (!act(duel, course, course->round.to_act == seat ? 0 : 1))
			return false;
	enum eg_seat winner = course->round.result.winner;

	*points += winner == EG_NOBODY ? 0.5 : winner == seat;
	*luck += seat == EG_WHITE ? course->luck : -course->luck;
	return true;
}

/*
 * Each deck is played from both seats, so the luck of the deal helps both players equally, and
 * nothing has to be subtracted for it.
 */
bool duel_fight(struct duel *duel)
{
	for (uint64_t i = 0; i < duel->rounds; i++) {
		struct course course = {
			.open = {.rules = duel->rules, .first = i % 2 == 0 ? EG_WHITE : EG_BLACK}};
		double points = 0;
		double luck = 0;

		duel_progress(i, duel->rounds);
		random_deck(&duel->dice, course.open.deck);
		if (!play(duel, &course, EG_WHITE, &points, &luck) ||
			!play(duel, &course, EG_BLACK, &points, &luck))
			return false;
		sample_add(&duel->score, points / 2);
		if (duel->adjust)
			adjustment_add(&duel->adjusted, points / 2, luck / 2);
	}
	duel_progress(duel->rounds, duel->rounds);
	return true;
}
