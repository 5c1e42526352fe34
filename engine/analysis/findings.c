#include "engine/analysis/findings.h"

#include "engine/opponent/network.h"
#include "engine/opponent/position.h"

#include <string.h>

#define WINDOW_MIN 2
#define WINDOW_MAX 8
#define WEIGHT_MIN 0.5F
#define WEIGHT_MAX 12.0F

#define TURN_MIN 0.02F /* a smaller change of the chances is no turning point */

float eg_analysis_result(const struct eg_analysis_round *round)
{
	return eg_points(&round->result, EG_WHITE);
}

float eg_analysis_end(const struct eg_analysis *analysis, const struct eg_analysis_round *round)
{
	if (round->over)
		return eg_analysis_result(round);
	if (round->count > 0)
		return analysis->decisions[round->decisions + round->count - 1].open_after;
	return 0.5F + round->deal_luck; /* before the first action */
}

float eg_analysis_match(const struct eg_analysis_round *round, float points)
{
	return round->lost + points * (round->won - round->lost);
}

const char *eg_grade_name(enum eg_grade grade)
{
	static const char *const names[EG_GRADES] = {"mixing", "inaccuracy", "mistake", "blunder"};

	return names[grade];
}

const char *eg_turn_name(enum eg_turn turn)
{
	static const char *const names[] = {"action", "draw", "deal"};

	return names[turn];
}

/* White's points before each action of a round, and at its end, in per cent. */
struct course {
	float points[EG_PLIES_MAX + 1];
	size_t count;
};

struct means {
	float weighted; /* the sum of accuracies times weights */
	float weights;
	float inverse; /* the sum of 1 / accuracy */
	unsigned count;
};

static float clamp(float x, float low, float high)
{
	if (x < low)
		return low;
	return x > high ? high : x;
}

float eg_accuracy_action(float loss)
{
	if (loss <= 0)
		return 100; /* the formula gives a little less */
	return clamp(103.1668F * eg_exp(-0.04354F * 100 * loss) - 3.1669F, 0, 100);
}

/* Newton's method. The library must not call the one of the C library. */
static float square_root(float x)
{
	float root = x > 1 ? x : 1;

	if (x <= 0)
		return 0;
	for (int i = 0; i < 20; i++)
		root = (root + x / root) / 2;
	return root;
}

static float deviation(const float *values, size_t count)
{
	float mean = 0;
	float squares = 0;

	for (size_t i = 0; i < count; i++)
		mean += values[i] / (float)count;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return square_root(squares / (float)count);
}

static void trace(const struct eg_analysis *analysis, const struct eg_analysis_round *round,
	struct course *course)
{
	course->count = 0;
	for (size_t i = 0; i < round->count; i++) {
		const struct eg_decision *decision = &analysis->decisions[round->decisions + i];

		course->points[course->count++] =
			100 *
			(decision->seat == EG_WHITE ? decision->points : 1 - decision->points);
	}
	if (round->over)
		course->points[course->count++] = 100 * eg_analysis_result(round);
}

/* The weight of the action at `index` of the round. */
static float weight(const struct course *course, size_t index, size_t window)
{
	size_t size = window < course->count ? window : course->count;
	size_t start = index + 2 > size ? index + 2 - size : 0;

	if (start + size > course->count)
		start = course->count - size;
	return clamp(deviation(course->points + start, size), WEIGHT_MIN, WEIGHT_MAX);
}

static void add(struct means *means, float accuracy, float weight)
{
	means->weighted += accuracy * weight;
	means->weights += weight;
	means->inverse += 1 / (accuracy < 1 ? 1 : accuracy);
	means->count++;
}

float eg_accuracy(const struct eg_analysis *analysis, enum eg_seat seat)
{
	struct means means = {0};
	size_t window = analysis->decision_count / 10U;

	window = window < WINDOW_MIN ? WINDOW_MIN : window > WINDOW_MAX ? WINDOW_MAX : window;
	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];
		struct course course;

		trace(analysis, round, &course);
		for (size_t j = 0; j < round->count; j++) {
			const struct eg_decision *decision =
				&analysis->decisions[round->decisions + j];

			if (decision->seat == seat && !decision->forced)
				add(&means, eg_accuracy_action(decision->loss),
					weight(&course, j, window));
		}
	}
	if (means.count == 0)
		return 100;
	float mean = (means.weighted / means.weights + (float)means.count / means.inverse) / 2;

	return clamp(mean, 0, 100); /* the sums of many actions round */
}

int eg_accuracy_round(float accuracy)
{
	int rounded = (int)(accuracy + 0.5F);

	return rounded == 100 && accuracy < 99.995F ? 99 : rounded;
}

static float size_of(float change)
{
	return change < 0 ? -change : change;
}

/* Costliest actions: the list of a player, sorted by loss */

static void list_action(
	const struct eg_analysis *analysis, struct eg_player_summary *player, uint16_t index)
{
	float loss = analysis->decisions[index].loss;
	size_t at = player->costliest_count;

	while (at > 0 && analysis->decisions[player->costliest[at - 1]].loss < loss)
		at--;
	if (at == EG_COSTLIEST)
		return;
	if (player->costliest_count < EG_COSTLIEST)
		player->costliest_count++;
	for (size_t i = player->costliest_count - 1U; i > at; i--)
		player->costliest[i] = player->costliest[i - 1];
	player->costliest[at] = index;
}

static void count_action(
	const struct eg_analysis *analysis, struct eg_player_summary *player, uint16_t index)
{
	const struct eg_decision *decision = &analysis->decisions[index];

	if (decision->forced)
		return;
	player->choices++;
	player->grades[decision->grade]++;
	player->loss += decision->loss;
	if (decision->grade != EG_MIXING)
		list_action(analysis, player, index);
}

/* Turning points, sorted by the size of their change */

static void list_turn(struct eg_analysis *analysis, struct eg_turning_point turn)
{
	size_t at = analysis->turn_count;

	while (at > 0 && size_of(analysis->turns[at - 1].change) < size_of(turn.change))
		at--;
	if (at == EG_TURNING_POINTS || size_of(turn.change) < TURN_MIN)
		return;
	if (analysis->turn_count < EG_TURNING_POINTS)
		analysis->turn_count++;
	for (size_t i = analysis->turn_count - 1U; i > at; i--)
		analysis->turns[i] = analysis->turns[i - 1];
	analysis->turns[at] = turn;
}

static void add_luck(struct eg_analysis *analysis, float points, float stake)
{
	analysis->players[EG_WHITE].luck += points;
	analysis->players[EG_BLACK].luck -= points;
	analysis->players[EG_WHITE].match_luck += points * stake;
	analysis->players[EG_BLACK].match_luck -= points * stake;
}

static void add_decision(
	struct eg_analysis *analysis, const struct eg_analysis_round *round, uint16_t index)
{
	const struct eg_decision *decision = &analysis->decisions[index];
	float stake = round->won - round->lost;
	float change = decision->open_after - decision->open_points - decision->draw_luck;

	count_action(analysis, &analysis->players[decision->seat], index);
	add_luck(analysis, decision->draw_luck, stake);
	list_turn(analysis, (struct eg_turning_point){EG_BY_ACTION, index, change * stake});
	list_turn(analysis,
		(struct eg_turning_point){EG_BY_DRAW, index, decision->draw_luck * stake});
}

void eg_summarise(struct eg_analysis *analysis)
{
	memset(analysis->players, 0, sizeof(analysis->players));
	analysis->turn_count = 0;
	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];
		float stake = round->won - round->lost;

		add_luck(analysis, round->deal_luck, stake);
		if (round->count > 0)
			list_turn(analysis, (struct eg_turning_point){EG_BY_DEAL, round->decisions,
						    round->deal_luck * stake});
		for (size_t j = 0; j < round->count; j++)
			add_decision(analysis, round, (uint16_t)(round->decisions + j));
	}
	analysis->players[EG_WHITE].accuracy = eg_accuracy(analysis, EG_WHITE);
	analysis->players[EG_BLACK].accuracy = eg_accuracy(analysis, EG_BLACK);
}
