#include "engine/analysis/summary.h"

#include "engine/analysis/accuracy.h"

#include <string.h>

#define TURN_MIN 0.02F /* a smaller change of the chances is no turning point */

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
