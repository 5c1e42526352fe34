#include "engine/command/duel.h"

#include "engine/command/program.h"
#include "engine/opponent/live_round.h"
#include "engine/opponent/luck.h"
#include "engine/opponent/position.h"

#include <math.h>
#include <time.h>

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
	if (sample->count < 2)
		return INFINITY;
	double mean = sample_mean(sample);
	double variance = fmax(0, sample->squares - (double)sample->count * mean * mean) /
			  (double)(sample->count - 1);

	return ERRORS_95 * sqrt(variance / (double)sample->count);
}

void adjustment_add(struct adjustment *adjustment, double result, double luck)
{
	struct half *half = &adjustment->halves[adjustment->count++ % 2];

	half->count++;
	half->results += result;
	half->luck += luck;
	half->results_squared += result * result;
	half->luck_squared += luck * luck;
	half->products += result * luck;
}

/* Returns the covariance, times the number of results. */
static double covariance(double products, double a, double b, double count)
{
	return count > 0 ? products - a * b / count : 0;
}

static double luck_variance(const struct half *half)
{
	return covariance(half->luck_squared, half->luck, half->luck, half->count);
}

static double luck_covariance(const struct half *half)
{
	return covariance(half->products, half->results, half->luck, half->count);
}

/* Returns the share of the luck that makes the results of this half vary least. */
static double best_share(const struct half *half)
{
	double variance = luck_variance(half);

	return variance > 0 ? luck_covariance(half) / variance : 0;
}

double adjustment_mean(const struct adjustment *adjustment)
{
	double sum = 0;

	for (int i = 0; i < 2; i++) {
		const struct half *half = &adjustment->halves[i];

		sum += half->results - best_share(&adjustment->halves[1 - i]) * half->luck;
	}
	return adjustment->count > 0 ? sum / (double)adjustment->count : 0;
}

double adjustment_margin(const struct adjustment *adjustment)
{
	double variance = 0; /* of the sum of all results */

	for (int i = 0; i < 2; i++) {
		const struct half *half = &adjustment->halves[i];
		double share = best_share(&adjustment->halves[1 - i]);

		if (half->count < 2)
			return INFINITY;
		double squares = covariance(half->results_squared, half->results, half->results,
					 half->count) -
				 2 * share * luck_covariance(half) +
				 share * share * luck_variance(half);

		variance += fmax(0, squares) * half->count / (half->count - 1);
	}
	return ERRORS_95 * sqrt(variance) / (double)adjustment->count;
}

double processor_time(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static enum eg_error consider(const struct duel *duel, const struct eg_live_round *live,
	size_t player, uint64_t seed, struct eg_strategy *strategy)
{
	const struct eg_model *model = duel->models[player];
	struct eg_witness witness;
	struct eg_position position;
	const char *reason;

	if (!model)
		return eg_live_round_consider(live, &duel->players[player], seed, strategy);
	enum eg_error error = eg_live_round_witness(live, &witness);

	if (error == EG_OK)
		error = eg_witness_position(&witness, &position, &reason);
	if (error != EG_OK)
		return error;
	eg_model_consider(model, &position, strategy);
	return EG_OK;
}

/* Writes the player's strategy and the action that it chooses, and measures the time. */
static bool decide(struct duel *duel, const struct eg_live_round *live, size_t player,
	struct eg_strategy *strategy, struct eg_action *action)
{
	uint64_t seed = eg_dice_roll(&duel->dice);
	double start = processor_time();

	if (consider(duel, live, player, seed, strategy) != EG_OK)
		return false;
	*action = eg_strategy_draw(strategy, seed);
	double spent = processor_time() - start;

	duel->seconds[player] += spent;
	duel->longest[player] = fmax(duel->longest[player], spent);
	duel->decisions[player]++;
	return true;
}

/* Plays an action. Adds White's luck, of the choice and of the cards drawn, to *luck. */
static bool act(struct duel *duel, struct eg_live_round *live, size_t player, double *luck)
{
	size_t index = live->open.action_count;
	struct eg_strategy strategy;
	struct eg_action action;
	float chosen = 0;
	float drawn = 0;

	if (!decide(duel, live, player, &strategy, &action) ||
		eg_live_round_play(live, action) != EG_OK)
		return false;
	if (duel->adjust && (eg_luck_choice(&live->open, index, &strategy, &chosen) != EG_OK ||
				    eg_luck_draw(&live->open, index, &drawn) != EG_OK))
		return false;
	*luck += (double)chosen + (double)drawn;
	return true;
}

/* What players[0] got in a round with one deck, or in two. */
struct outcome {
	double points;
	double luck;
};

/* Plays a round with players[0] on `seat`, and adds its outcome. */
static bool play(struct duel *duel, const struct eg_open_round *start, enum eg_seat seat,
	struct outcome *outcome)
{
	struct eg_live_round live;
	double luck = 0; /* White's */

	if (eg_live_round_begin(&live, &start->rules, start->first, start->deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&live))
		if (!act(duel, &live, live.position.round.to_act == seat ? 0 : 1, &luck))
			return false;
	outcome->points += (double)eg_points(&live.position.round.result, seat);
	outcome->luck += seat == EG_WHITE ? luck : -luck;
	return true;
}

/*
 * Each deck is played from both seats, so the luck of the deal helps both players equally, and
 * nothing has to be subtracted for it.
 */
bool duel_fight(struct duel *duel)
{
	for (uint64_t i = 0; i < duel->rounds; i++) {
		struct eg_open_round start = {
			.rules = duel->rules, .first = i % 2 == 0 ? EG_WHITE : EG_BLACK};
		struct outcome outcome = {0, 0};

		progress_show(i, duel->rounds);
		random_deck(&duel->dice, start.deck);
		if (!play(duel, &start, EG_WHITE, &outcome) ||
			!play(duel, &start, EG_BLACK, &outcome))
			return false;
		sample_add(&duel->score, outcome.points / 2);
		if (duel->adjust)
			adjustment_add(&duel->adjusted, outcome.points / 2, outcome.luck / 2);
	}
	progress_show(duel->rounds, duel->rounds);
	return true;
}

void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK])
{
	for (uint32_t i = 0; i < EG_DECK; i++) {
		uint32_t j = eg_dice_below(dice, i + 1);
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
}
