#include "bot/play/stored_analysis.h"

#include "bot/base/memory.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* A text with another number is not read: the host makes the analysis again. */
#define VERSION 2

#define THOUSANDTHS   1000.0F
#define CHANGE_MOST   1000          /* thousandths */
#define LUCK_MOST     (1000 * 1000) /* thousandths of a round */
#define ACCURACY_MOST (100 * 1000)

static int thousandths(float value)
{
	return (int)lroundf(value * THOUSANDTHS);
}

/* Writing */

static json_t *write_round(const struct eg_analysis_round *round)
{
	return json_pack("[iiiibiii]", (int)round->first, round->score[EG_WHITE],
		round->score[EG_BLACK], round->count, round->over,
		round->over ? (int)round->result.winner : (int)EG_NOBODY, thousandths(round->lost),
		thousandths(round->won));
}

static json_t *write_decision(const struct eg_decision *decision)
{
	char played[EG_ACTION_SIZE], better[EG_ACTION_SIZE];

	eg_action_print(decision->played, played);
	eg_action_print(decision->better, better);
	return json_pack("[iiiisss]", (int)decision->seat, thousandths(decision->match),
		thousandths(decision->open_match),
		/* Rounds down, as the words do. */
		(int)floorf(decision->loss * THOUSANDTHS), played, better,
		eg_why_name(decision->why));
}

static json_t *write_player(const struct eg_player_summary *player)
{
	json_t *costliest = json_array();

	for (size_t i = 0; i < player->costliest_count; i++)
		json_array_append_new(costliest, json_integer(player->costliest[i]));
	return json_pack("[iiiiiio]", thousandths(player->accuracy), thousandths(player->luck),
		player->choices, player->grades[EG_INACCURACY], player->grades[EG_MISTAKE],
		player->grades[EG_BLUNDER], costliest);
}

char *bot_stored_analysis_write(const struct eg_analysis *analysis)
{
	json_t *rounds = json_array(), *decisions = json_array(), *turns = json_array();

	for (size_t i = 0; i < analysis->round_count; i++)
		json_array_append_new(rounds, write_round(&analysis->rounds[i]));
	for (size_t i = 0; i < analysis->decision_count; i++)
		json_array_append_new(decisions, write_decision(&analysis->decisions[i]));
	for (size_t i = 0; i < analysis->turn_count; i++)
		json_array_append_new(turns, json_pack("[iii]", (int)analysis->turns[i].turn,
						     analysis->turns[i].decision,
						     thousandths(analysis->turns[i].change)));
	json_t *json = json_pack("{sisis[ii]sososos[oo]}", "version", VERSION, "winner",
		(int)analysis->winner, "score", analysis->score[EG_WHITE],
		analysis->score[EG_BLACK], "rounds", rounds, "decisions", decisions, "turns", turns,
		"players", write_player(&analysis->players[EG_WHITE]),
		write_player(&analysis->players[EG_BLACK]));
	char *text = bot_memory_or_exit(json_dumps(json, JSON_COMPACT));

	json_decref(json);
	return text;
}

/* Reading. A number that is out of its range makes the text invalid. */

static bool is_in(int value, int low, int high)
{
	return value >= low && value <= high;
}

static bool is_seat(int value)
{
	return value == EG_WHITE || value == EG_BLACK;
}

static bool is_seat_or_nobody(int value)
{
	return is_seat(value) || value == EG_NOBODY;
}

static bool read_round(json_t *json, struct eg_analysis *analysis, unsigned decisions)
{
	struct eg_analysis_round *round = &analysis->rounds[analysis->round_count];
	int first, score[2], count, over, winner, lost, won;

	if (json_unpack(json, "[iiiibiii!]", &first, &score[0], &score[1], &count, &over, &winner,
		    &lost, &won) ||
		!is_seat(first) || !is_in(score[0], 0, UINT8_MAX) ||
		!is_in(score[1], 0, UINT8_MAX) || !is_in(count, 0, EG_ANALYSIS_DECISIONS_MAX) ||
		!is_seat_or_nobody(winner) || !is_in(lost, 0, 1000) || !is_in(won, 0, 1000))
		return false;
	round->first = (enum eg_seat)first;
	round->score[EG_WHITE] = (uint8_t)score[0];
	round->score[EG_BLACK] = (uint8_t)score[1];
	round->decisions = (uint16_t)decisions;
	round->count = (uint16_t)count;
	round->over = over;
	round->result.winner = (enum eg_seat)winner;
	round->lost = (float)lost / THOUSANDTHS;
	round->won = (float)won / THOUSANDTHS;
	analysis->round_count++;
	return true;
}

/* The text has the reason's name, because the numbers of the reasons may change. */
static bool read_why(const char *name, enum eg_why *why)
{
	for (int i = 0; i < EG_WHYS; i++)
		if (strcmp(eg_why_name((enum eg_why)i), name) == 0) {
			*why = (enum eg_why)i;
			return true;
		}
	return false;
}

static bool read_decision(json_t *json, struct eg_decision *decision)
{
	const char *played, *better, *why;
	int seat, match, open, loss;

	if (json_unpack(json, "[iiiisss!]", &seat, &match, &open, &loss, &played, &better, &why) ||
		!is_seat(seat) || !is_in(match, 0, 1000) || !is_in(open, 0, 1000) ||
		!is_in(loss, 0, 1000) || !read_why(why, &decision->why) ||
		eg_action_parse(played, strlen(played), &decision->played) ||
		eg_action_parse(better, strlen(better), &decision->better))
		return false;
	decision->seat = (enum eg_seat)seat;
	decision->match = (float)match / THOUSANDTHS;
	decision->open_match = (float)open / THOUSANDTHS;
	decision->loss = (float)loss / THOUSANDTHS;
	return true;
}

/* Reads the rounds, and then the decisions, which must be as many as the rounds have. */
static bool read_actions(json_t *rounds, json_t *decisions, struct eg_analysis *analysis)
{
	unsigned count = 0;

	if (json_array_size(rounds) > EG_ANALYSIS_ROUNDS_MAX)
		return false;
	for (size_t i = 0; i < json_array_size(rounds); i++) {
		if (!read_round(json_array_get(rounds, i), analysis, count))
			return false;
		count += analysis->rounds[i].count;
		if (count > EG_ANALYSIS_DECISIONS_MAX)
			return false;
	}
	if (json_array_size(decisions) != count)
		return false;
	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];

		for (unsigned j = 0; j < round->count; j++) {
			size_t index = round->decisions + (size_t)j;
			struct eg_decision *decision = &analysis->decisions[index];

			if (!read_decision(json_array_get(decisions, index), decision))
				return false;
			decision->round = (uint8_t)(i + 1);
			decision->ply = (uint8_t)(j + 1);
		}
	}
	analysis->decision_count = (uint16_t)count;
	return true;
}

static bool read_turns(json_t *turns, struct eg_analysis *analysis)
{
	if (json_array_size(turns) > EG_TURNING_POINTS)
		return false;
	for (size_t i = 0; i < json_array_size(turns); i++) {
		int turn, decision, change;

		if (json_unpack(json_array_get(turns, i), "[iii!]", &turn, &decision, &change) ||
			!is_in(turn, 0, EG_BY_DEAL) ||
			!is_in(decision, 0, analysis->decision_count - 1) ||
			!is_in(change, -CHANGE_MOST, CHANGE_MOST))
			return false;
		analysis->turns[i] = (struct eg_turning_point){
			(enum eg_turn)turn, (uint16_t)decision, (float)change / THOUSANDTHS};
		analysis->turn_count++;
	}
	return true;
}

static bool read_player(
	json_t *json, const struct eg_analysis *analysis, struct eg_player_summary *player)
{
	static const enum eg_grade graded[] = {EG_INACCURACY, EG_MISTAKE, EG_BLUNDER};
	int accuracy, luck, choices, grades[3];
	json_t *costliest;

	if (json_unpack(json, "[iiiiiio!]", &accuracy, &luck, &choices, &grades[0], &grades[1],
		    &grades[2], &costliest) ||
		!is_in(accuracy, 0, ACCURACY_MOST) || !is_in(luck, -LUCK_MOST, LUCK_MOST) ||
		!is_in(choices, 0, EG_ANALYSIS_DECISIONS_MAX) ||
		json_array_size(costliest) > EG_COSTLIEST)
		return false;
	player->accuracy = (float)accuracy / THOUSANDTHS;
	player->luck = (float)luck / THOUSANDTHS;
	player->choices = (uint16_t)choices;
	for (size_t i = 0; i < 3; i++) {
		if (!is_in(grades[i], 0, EG_ANALYSIS_DECISIONS_MAX))
			return false;
		player->grades[graded[i]] = (uint16_t)grades[i];
	}
	for (size_t i = 0; i < json_array_size(costliest); i++) {
		json_int_t index = json_integer_value(json_array_get(costliest, i));

		if (index < 0 || index >= analysis->decision_count)
			return false;
		player->costliest[player->costliest_count++] = (uint16_t)index;
	}
	return true;
}

static bool read_all(json_t *json, struct eg_analysis *analysis)
{
	json_t *rounds, *decisions, *turns, *players[2];
	int version, winner, score[2];

	if (json_unpack(json, "{sisis[ii!]sososos[oo!]!}", "version", &version, "winner", &winner,
		    "score", &score[0], &score[1], "rounds", &rounds, "decisions", &decisions,
		    "turns", &turns, "players", &players[0], &players[1]) ||
		version != VERSION || !is_seat_or_nobody(winner) ||
		!is_in(score[0], 0, UINT8_MAX) || !is_in(score[1], 0, UINT8_MAX))
		return false;
	analysis->winner = (enum eg_seat)winner;
	analysis->score[EG_WHITE] = (uint8_t)score[0];
	analysis->score[EG_BLACK] = (uint8_t)score[1];
	return read_actions(rounds, decisions, analysis) && read_turns(turns, analysis) &&
	       read_player(players[0], analysis, &analysis->players[EG_WHITE]) &&
	       read_player(players[1], analysis, &analysis->players[EG_BLACK]);
}

bool bot_stored_analysis_read(const char *text, struct eg_analysis *analysis)
{
	json_t *json = json_loads(text, 0, NULL);

	memset(analysis, 0, sizeof(*analysis));
	bool read = json && read_all(json, analysis);
	json_decref(json);
	return read;
}
