#include "engine/command/report.h"

#include "engine/analysis/findings.h"
#include "engine/command/board.h"

#include <jansson.h>
#include <math.h>

/* The significant digits of a number: the estimates of the analysis are no more exact. */
#define DIGITS 5

/* Why the better action is better: the end of its sentence. */
static const char *const because[EG_WHYS] = {
	[EG_WHY_NONE] = "",
	[EG_WHY_PARRIED] = ", which escapes and saves cards",
	[EG_WHY_NOT_PARRIED] = ", which gives no ground",
	[EG_WHY_SURE_ATTACK] = ", which can't be parried",
	[EG_WHY_RETREATED] = ", which takes the chance instead of giving ground",
	[EG_WHY_ATTACK_LEFT] = ", which takes the chance while it is there",
	[EG_WHY_WEAK_ATTACK] = ", which is harder to parry",
	[EG_WHY_DEAR_ATTACK] = ", which is enough and saves cards",
	[EG_WHY_EARLY_ATTACK] = ", which waits for a better moment",
	[EG_WHY_END_CARDS] = ", which leaves more cards that count at the end of the pile",
	[EG_WHY_END_POSITION] = ", which leads to a better position at the end of the pile",
	[EG_WHY_END_AHEAD] = ", which ends the round in the better position",
	[EG_WHY_END_BEHIND] = ", after which there is still time to get further forward",
	[EG_WHY_IN_REACH] = ", after which no direct attack is possible",
	[EG_WHY_PARRY_SPENT] = ", which leaves more cards to parry with",
	[EG_WHY_EASY_TARGET] = ", after which the opponent may hold fewer cards that can attack",
	[EG_WHY_OUT_OF_REACH] = ", after which no attack is possible",
	[EG_WHY_GROUND] = ", which keeps more ground",
	[EG_WHY_READY] = ", after which an attack can answer more of the opponent's advances",
	[EG_WHY_VARIETY] = ", which keeps cards of more values",
	[EG_WHY_RARE_CARD] = ", which keeps a card that the opponent is less likely to hold",
	[EG_WHY_NO_ATTACK] = ", which keeps a card to attack with",
	[EG_WHY_FORWARD] = ", which gets further forward",
	[EG_WHY_DISTANCE] = ", which keeps more distance",
};

static int per_cent(float chance)
{
	return (int)lroundf(100 * chance);
}

static void print_heading(FILE *out, const struct report *report)
{
	const struct eg_analysis *analysis = report->analysis;

	for (int seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (*report->names[seat])
			fprintf(out, "%s: %s\n", board_fencer((enum eg_seat)seat),
				report->names[seat]);
	fprintf(out, "Rules %s, to %d", eg_rules_name(&analysis->rules.round),
		analysis->rules.touches);
	if (analysis->rules.start[EG_WHITE] > 0 || analysis->rules.start[EG_BLACK] > 0)
		fprintf(out, ", from %d-%d", analysis->rules.start[EG_WHITE],
			analysis->rules.start[EG_BLACK]);
	fprintf(out, ". White %d, Black %d", analysis->score[EG_WHITE], analysis->score[EG_BLACK]);
	if (analysis->winner == EG_NOBODY)
		fprintf(out, ": the match did not end by touches.\n");
	else
		fprintf(out, ": %s wins the match.\n", board_fencer(analysis->winner));
}

/* Prints the end of a round, and what White and Black could expect of the match then. */
static void print_round(FILE *out, const struct eg_analysis *analysis, size_t index)
{
	const struct eg_analysis_round *round = &analysis->rounds[index];
	int white = per_cent(eg_analysis_match(round, eg_analysis_end(analysis, round)));

	fprintf(out, "\nRound %zu: %s began; ", index + 1, board_fencer(round->first));
	if (!round->over)
		fprintf(out, "not finished");
	else if (round->result.winner == EG_NOBODY)
		fprintf(out, "drawn");
	else
		fprintf(out, "%s won (%s)", board_fencer(round->result.winner),
			eg_reason_name(round->result.reason));
	fprintf(out, " after %d action%s. Chances to win the match: White %d %%, Black %d %%\n",
		round->count, round->count == 1 ? "" : "s", white, 100 - white);
}

static void print_costly(FILE *out, const struct eg_decision *decision)
{
	char played[BOARD_WORDS_SIZE];
	char better[BOARD_WORDS_SIZE];

	board_action_words(decision->played, played);
	board_action_words(decision->better, better);
	/* Rounds down, so that 0.049 does not look like a mistake. */
	fprintf(out,
		"  Round %d, action %d, %s: "
		"%s lowered the chance to win the round by %.0f percentage points (%s). "
		"Better: %s%s.\n",
		decision->round, decision->ply, board_fencer(decision->seat), played,
		(double)floorf(100 * decision->loss), eg_grade_name(decision->grade), better,
		because[decision->why]);
}

void report_print_turn(
	FILE *out, const struct eg_analysis *analysis, const struct eg_turning_point *turn)
{
	const struct eg_decision *decision = &analysis->decisions[turn->decision];
	char words[BOARD_WORDS_SIZE];

	board_action_words(decision->played, words);
	fprintf(out, "Round %d, ", decision->round);
	if (turn->turn == EG_BY_DEAL)
		fprintf(out, "the deal");
	else if (turn->turn == EG_BY_DRAW)
		fprintf(out, "the cards that %s drew after action %d", board_fencer(decision->seat),
			decision->ply);
	else
		fprintf(out, "action %d, %s: %s", decision->ply, board_fencer(decision->seat),
			words);
}

static void print_turn(
	FILE *out, const struct eg_analysis *analysis, const struct eg_turning_point *turn)
{
	fputs("  ", out);
	report_print_turn(out, analysis, turn);
	fprintf(out, ": %s's chances to win the match +%d percentage points\n",
		board_fencer(turn->change > 0 ? EG_WHITE : EG_BLACK),
		per_cent(fabsf(turn->change)));
}

static void print_player(FILE *out, const struct eg_analysis *analysis, enum eg_seat seat)
{
	static const char *const plurals[EG_GRADES] = {"", "inaccuracies", "mistakes", "blunders"};
	const struct eg_player_summary *player = &analysis->players[seat];

	if (player->choices == 0) {
		fprintf(out, "%s: nothing to choose\n", board_fencer(seat));
		return;
	}
	fprintf(out, "%s: accuracy %d %% in %d choice%s", board_fencer(seat),
		eg_accuracy_round(player->accuracy), player->choices,
		player->choices == 1 ? "" : "s");
	for (int grade = EG_INACCURACY; grade < EG_GRADES; grade++)
		fprintf(out, ", %d %s", player->grades[grade],
			player->grades[grade] == 1 ? eg_grade_name((enum eg_grade)grade)
						   : plurals[grade]);
	fprintf(out, "; luck of the cards %+.2f rounds\n", (double)player->luck);
	for (size_t i = 0; i < player->costliest_count; i++)
		print_costly(out, &analysis->decisions[player->costliest[i]]);
}

void report_print_text(FILE *out, const struct report *report)
{
	const struct eg_analysis *analysis = report->analysis;

	print_heading(out, report);
	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];

		print_round(out, analysis, i);
		for (size_t j = 0; j < round->count; j++)
			if (analysis->decisions[round->decisions + j].grade != EG_MIXING)
				print_costly(out, &analysis->decisions[round->decisions + j]);
	}
	if (analysis->turn_count > 0)
		fprintf(out, "\nTurning points, with both hands open:\n");
	for (size_t i = 0; i < analysis->turn_count; i++)
		print_turn(out, analysis, &analysis->turns[i]);
	fprintf(out, "\nEach player, with the actions that cost most:\n");
	print_player(out, analysis, EG_WHITE);
	print_player(out, analysis, EG_BLACK);
}

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
