#include "engine/command/report_json.h"

#include <jansson.h>

/* The significant digits of a number: the estimates of the analysis are no more exact. */
#define DIGITS 5

static json_t *number(float value)
{
	return json_real((double)value);
}

static json_t *action(struct eg_action action)
{
	char text[EG_ACTION_SIZE];

	eg_action_print(action, text);
	return json_string(text);
}

static json_t *result(const struct eg_analysis_round *round)
{
	if (!round->over)
		return json_null();
	return json_pack("{s:s?,s:s}", "winner",
		round->result.winner == EG_NOBODY ? NULL : eg_seat_name(round->result.winner),
		"reason", eg_reason_name(round->result.reason));
}

static json_t *decision(const struct eg_decision *decision)
{
	return json_pack("{s:i,s:s,s:b,s:o,s:o,s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "action",
		decision->ply, "seat", eg_seat_name(decision->seat), "forced", decision->forced,
		"played", action(decision->played), "better", action(decision->better), "loss",
		number(decision->loss), "grade", eg_grade_name(decision->grade), "why",
		eg_why_name(decision->why), "points", number(decision->points), "match",
		number(decision->match), "open_points", number(decision->open_points), "open_match",
		number(decision->open_match), "open_after", number(decision->open_after),
		"draw_luck", number(decision->draw_luck));
}

static json_t *round_object(
	const struct eg_analysis *analysis, const struct eg_analysis_round *round)
{
	json_t *decisions = json_array();

	for (size_t i = 0; i < round->count; i++)
		json_array_append_new(
			decisions, decision(&analysis->decisions[round->decisions + i]));
	return json_pack("{s:s,s:[i,i],s:o,s:o,s:o,s:o,s:o}", "first", eg_seat_name(round->first),
		"score", round->score[EG_WHITE], round->score[EG_BLACK], "result", result(round),
		"deal_luck", number(round->deal_luck), "match_if_lost", number(round->lost),
		"match_if_won", number(round->won), "actions", decisions);
}

static json_t *place(const struct eg_analysis *analysis, uint16_t index)
{
	const struct eg_decision *decision = &analysis->decisions[index];

	return json_pack("{s:i,s:i}", "round", decision->round, "action", decision->ply);
}

static json_t *player(const struct report *report, enum eg_seat seat)
{
	const struct eg_player_summary *player = &report->analysis->players[seat];
	json_t *costliest = json_array();

	for (size_t i = 0; i < player->costliest_count; i++)
		json_array_append_new(costliest, place(report->analysis, player->costliest[i]));
	return json_pack("{s:s,s:o,s:i,s:i,s:i,s:i,s:o,s:o,s:o,s:o}", "name", report->names[seat],
		"accuracy", number(player->accuracy), "choices", player->choices, "inaccuracies",
		player->grades[EG_INACCURACY], "mistakes", player->grades[EG_MISTAKE], "blunders",
		player->grades[EG_BLUNDER], "loss", number(player->loss), "luck",
		number(player->luck), "match_luck", number(player->match_luck), "costliest",
		costliest);
}

static json_t *turn(const struct eg_analysis *analysis, const struct eg_turning_point *turn)
{
	json_t *object = place(analysis, turn->decision);

	if (object && (json_object_set_new(object, "by", json_string(eg_turn_name(turn->turn))) ||
			      json_object_set_new(object, "change", number(turn->change)))) {
		json_decref(object);
		return NULL;
	}
	return object;
}

bool report_print_json(FILE *out, const struct report *report)
{
	const struct eg_analysis *analysis = report->analysis;
	json_t *rounds = json_array();
	json_t *turns = json_array();

	for (size_t i = 0; i < analysis->round_count; i++)
		json_array_append_new(rounds, round_object(analysis, &analysis->rounds[i]));
	for (size_t i = 0; i < analysis->turn_count; i++)
		json_array_append_new(turns, turn(analysis, &analysis->turns[i]));
	json_t *root = json_pack("{s:s,s:i,s:[i,i],s:s?,s:o,s:o,s:o,s:o}", "rules",
		eg_rules_name(&analysis->rules.round), "touches", analysis->rules.touches, "score",
		analysis->score[EG_WHITE], analysis->score[EG_BLACK], "winner",
		analysis->winner == EG_NOBODY ? NULL : eg_seat_name(analysis->winner), "white",
		player(report, EG_WHITE), "black", player(report, EG_BLACK), "turning_points",
		turns, "rounds", rounds);
	bool printed =
		root && json_dumpf(root, out, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) == 0;

	json_decref(root);
	if (printed)
		fputc('\n', out);
	return printed;
}
