#include "engine/command/trace.h"

#include "engine/command/command.h"
#include "engine/command/options.h"
#include "engine/command/script.h"

#include <stdlib.h>

/* Prints a seat as JSON. EG_NOBODY becomes null. */
static void print_seat(FILE *out, const char *name, enum eg_seat seat)
{
	if (seat == EG_NOBODY)
		fprintf(out, "\"%s\":null", name);
	else
		fprintf(out, "\"%s\":\"%s\"", name, eg_seat_name(seat));
}

static void print_fencer(FILE *out, const struct eg_round *round, enum eg_seat seat)
{
	const char *comma = "";

	fprintf(out, "\"%s\":{\"space\":%d,\"hand\":[", eg_seat_name(seat), round->space[seat]);
	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < round->hand[seat][value]; i++, comma = ",")
			fprintf(out, "%s%d", comma, value);
	fputs("]},", out);
}

static void print_discard(FILE *out, const struct eg_round *round)
{
	fputs("\"discard\":[", out);
	for (size_t i = 0; i < round->discarded; i++)
		fprintf(out, "%s%d", i > 0 ? "," : "", round->discard[i]);
	fputs("],", out);
}

static void print_attack(FILE *out, const struct eg_attack *attack)
{
	if (attack->count == 0)
		fputs("\"attack\":null,", out);
	else
		fprintf(out, "\"attack\":{\"card\":%d,\"count\":%d,\"indirect\":%s},", attack->card,
			attack->count, attack->indirect ? "true" : "false");
}

static void print_legal(FILE *out, const struct eg_round *round)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	fputs("\"legal\":[", out);
	for (size_t i = 0; i < count; i++) {
		char text[EG_ACTION_SIZE];

		eg_action_print(legal[i], text);
		fprintf(out, "%s\"%s\"", i > 0 ? "," : "", text);
	}
	fputs("],", out);
}

static void print_result(FILE *out, const struct eg_round *round)
{
	if (round->phase != EG_OVER) {
		fputs("\"result\":null}\n", out);
		return;
	}
	fputs("\"result\":{", out);
	print_seat(out, "winner", round->result.winner);
	fprintf(out, ",\"reason\":\"%s\"}}\n", eg_reason_name(round->result.reason));
}

static void print_state(FILE *out, const struct eg_round *round)
{
	static const char *const phases[] = {
		[EG_TURN] = "turn",
		[EG_DEFEND] = "defend",
		[EG_LAST_LUNGE] = "last_lunge",
		[EG_OVER] = "over",
	};

	fprintf(out, "{\"ply\":%d,\"phase\":\"%s\",", round->plies, phases[round->phase]);
	print_seat(out, "to_act", round->to_act);
	putc(',', out);
	print_fencer(out, round, EG_WHITE);
	print_fencer(out, round, EG_BLACK);
	fprintf(out, "\"distance\":%d,\"pile\":%d,", eg_round_distance(round),
		EG_DECK - round->drawn);
	print_discard(out, round);
	print_attack(out, &round->attack);
	print_legal(out, round);
	print_result(out, round);
}

static bool play(struct eg_round *round, const json_t *text)
{
	struct eg_action action;

	return eg_action_parse(json_string_value(text), json_string_length(text), &action) ==
		       EG_OK &&
	       eg_round_play(round, action) == EG_OK;
}

/* Prints an illegal action, with the number that a legal action would have here. */
static void print_illegal(FILE *out, const struct eg_round *round, const json_t *text)
{
	fprintf(out, "{\"ply\":%d,\"error\":\"illegal\",\"action\":", round->plies + 1);
	json_dumpf(text, out, JSON_ENCODE_ANY);
	fputs("}\n", out);
}

bool trace_line(const char *line, size_t size, FILE *out)
{
	char error[SCRIPT_ERROR_SIZE];
	struct script script;

	if (!script_init(&script, line, size, error)) {
		fprintf(out, "{\"error\":\"%s\"}\n", error);
		return false;
	}
	print_state(out, &script.round);
	for (size_t i = 0; i < json_array_size(script.actions); i++) {
		const json_t *text = json_array_get(script.actions, i);

		if (!play(&script.round, text)) {
			print_illegal(out, &script.round, text);
			break;
		}
		print_state(out, &script.round);
	}
	script_finish(&script);
	return true;
}

static bool answer(const char *line, size_t size, FILE *out, const void *data)
{
	(void)data;
	return trace_line(line, size, out);
}

bool trace_stream(FILE *in, FILE *out)
{
	return lines_answer(in, out, answer, NULL);
}

int command_trace(int argc, char **argv)
{
	if (argc > 1)
		return option_misused(argv[0], "takes no arguments, reads standard input");
	bool valid = trace_stream(stdin, stdout);

	if (ferror(stdin)) {
		perror("engarde trace: standard input");
		return STATUS_FAILED;
	}
	return valid ? STATUS_OK : STATUS_FAILED;
}
