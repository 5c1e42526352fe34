#include "engine/command/trace.h"

#include "engine/command/command.h"
#include "engine/command/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_SIZE (1 << 20) /* the most bytes of a line */

/* Each read_ function returns NULL, or the reason why the member is wrong. */

struct word {
	const char *name;
	int value;
};

static const struct word levels[] = {
	{"basic", EG_BASIC}, {"standard", EG_STANDARD}, {"advanced", EG_ADVANCED}, {0}};
static const struct word final_retreats[] = {
	{"position", EG_FINAL_POSITION}, {"cards", EG_FINAL_CARDS}, {0}};
static const struct word seats[] = {{"white", EG_WHITE}, {"black", EG_BLACK}, {0}};

/*
 * Reads a word of `words`. If the member is missing, does not change *value. Returns false for any
 * other word.
 */
static bool read_word(const json_t *member, const struct word *words, int *value)
{
	if (!member)
		return true;
	if (!json_is_string(member))
		return false;
	for (; words->name; words++)
		if (strlen(words->name) == json_string_length(member) &&
			memcmp(words->name, json_string_value(member),
				json_string_length(member)) == 0) {
			*value = words->value;
			return true;
		}
	return false;
}

const char *script_rules(const json_t *object, struct eg_rules *rules)
{
	int level = EG_ADVANCED;
	int final_retreat = EG_FINAL_POSITION;

	if (object && !json_is_object(object))
		return "rules is not an object";
	if (!read_word(json_object_get(object, "level"), levels, &level))
		return "level is not basic, standard or advanced";
	if (!read_word(json_object_get(object, "final_retreat"), final_retreats, &final_retreat))
		return "final_retreat is not position or cards";
	*rules = (struct eg_rules){(enum eg_level)level, (enum eg_final_retreat)final_retreat};
	return NULL;
}

const char *script_first(const json_t *member, enum eg_seat *first)
{
	int seat = EG_WHITE;

	if (!read_word(member, seats, &seat))
		return "first is not white or black";
	*first = (enum eg_seat)seat;
	return NULL;
}

static const char *read_deck(const json_t *array, uint8_t deck[EG_DECK])
{
	if (!array)
		return "deck is missing";
	if (json_array_size(array) != EG_DECK)
		return "deck is not an array of 25 cards";
	for (size_t i = 0; i < EG_DECK; i++) {
		const json_t *card = json_array_get(array, i);
		json_int_t value = json_integer_value(card);

		if (!json_is_integer(card) || value < 1 || value > EG_VALUES)
			return "deck holds something else than 1 to 5";
		deck[i] = (uint8_t)value;
	}
	return NULL;
}

static const char *read_actions(json_t *array, json_t **actions)
{
	if (!array)
		return "actions is missing";
	if (!json_is_array(array))
		return "actions is not an array";
	for (size_t i = 0; i < json_array_size(array); i++)
		if (!json_is_string(json_array_get(array, i)))
			return "actions holds something else than strings";
	*actions = array;
	return NULL;
}

static const char *read_script(struct script *script)
{
	struct eg_rules rules;
	enum eg_seat first;
	uint8_t deck[EG_DECK];

	if (!json_is_object(script->root))
		return "a script is an object";
	const char *wrong = script_rules(json_object_get(script->root, "rules"), &rules);
	if (!wrong)
		wrong = script_first(json_object_get(script->root, "first"), &first);
	if (!wrong)
		wrong = read_deck(json_object_get(script->root, "deck"), deck);
	if (!wrong)
		wrong = read_actions(json_object_get(script->root, "actions"), &script->actions);
	if (wrong)
		return wrong;
	if (eg_round_init(&script->round, &rules, first, deck) != EG_OK)
		return "deck has not five cards of each value";
	return NULL;
}

/* Allows NULs in strings, because an action with a NUL is only an illegal action. */
json_t *script_parse(const char *line, size_t size, char error[SCRIPT_ERROR_SIZE])
{
	const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
	json_error_t fault;
	json_t *root = json_loadb(line, size, flags, &fault);

	if (!root) {
		bool twice = json_error_code(&fault) == json_error_duplicate_key;

		snprintf(error, SCRIPT_ERROR_SIZE, "%s, byte %d",
			twice ? "a member occurs twice" : "not JSON", fault.position);
	}
	return root;
}

bool script_init(
	struct script *script, const char *line, size_t size, char error[SCRIPT_ERROR_SIZE])
{
	script->root = script_parse(line, size, error);
	if (!script->root)
		return false;
	const char *wrong = read_script(script);

	if (!wrong)
		return true;
	snprintf(error, SCRIPT_ERROR_SIZE, "%s", wrong);
	script_finish(script);
	return false;
}

void script_finish(struct script *script)
{
	json_decref(script->root);
}

/*
 * Reads a line. If the line is longer than LINE_MAX_SIZE, skips its end and sets *size to a number
 * above LINE_MAX_SIZE.
 */
static bool read_line(FILE *in, char *line, size_t *size)
{
	int c = getc_unlocked(in);

	if (c == EOF)
		return false;
	for (*size = 0; c != EOF && c != '\n'; c = getc_unlocked(in)) {
		if (*size < LINE_MAX_SIZE)
			line[*size] = (char)c;
		*size += *size <= LINE_MAX_SIZE;
	}
	return true;
}

bool lines_answer(FILE *in, FILE *out, line_answer *answer, const void *data)
{
	static char line[LINE_MAX_SIZE];
	bool good = true, first = true;
	size_t size;

	for (; read_line(in, line, &size); first = false) {
		/* Some editors write a byte order mark, the U+FEFF of UTF-8, before the text. */
		if (first && size >= 3 && size <= LINE_MAX_SIZE &&
			memcmp(line, "\xEF\xBB\xBF", 3) == 0)
			memmove(line, line + 3, size -= 3);
		if (size <= LINE_MAX_SIZE) {
			good = answer(line, size, out, data) && good;
		} else {
			fprintf(out, "{\"error\":\"a line is at most %d bytes\"}\n", LINE_MAX_SIZE);
			good = false;
		}
		fflush(out); /* a program may wait for the answer before it writes the next line */
	}
	return good;
}

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
