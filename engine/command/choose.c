#include "engine/command/choose.h"

#include "engine/command/command.h"
#include "engine/command/program.h"
#include "engine/command/trace.h"

/* Each read_ function returns NULL, or the reason why the line is wrong. */

/* Reads an array of at most `most` cards. A missing array counts as empty. */
static const char *read_cards(const json_t *array, uint8_t *cards, size_t most, uint8_t *count)
{
	if (array && !json_is_array(array))
		return "cards are not an array";
	if (json_array_size(array) > most)
		return "more cards than a seat gets";
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *card = json_array_get(array, i);
		json_int_t value = json_integer_value(card);

		if (!json_is_integer(card) || value < 1 || value > EG_VALUES)
			return "a card is not 1 to 5";
		cards[i] = (uint8_t)value;
	}
	*count = (uint8_t)json_array_size(array);
	return NULL;
}

static const char *read_actions(const json_t *array, struct eg_witness *witness)
{
	if (array && !json_is_array(array))
		return "actions is not an array";
	if (json_array_size(array) > EG_PLIES_MAX)
		return "no round has so many actions";
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *text = json_array_get(array, i);

		if (!json_is_string(text) ||
			eg_action_parse(json_string_value(text), json_string_length(text),
				&witness->actions[i]) != EG_OK)
			return "an action is not in notation";
	}
	witness->action_count = (uint8_t)json_array_size(array);
	return NULL;
}

static const char *read_seed(const json_t *member, uint64_t *seed)
{
	if (member && !json_is_integer(member))
		return "seed is not a whole number";
	*seed = (uint64_t)json_integer_value(member);
	return NULL;
}

static const char *read_witness(const json_t *root, struct eg_witness *witness, uint64_t *seed)
{
	uint8_t dealt = 0;

	if (!json_is_object(root))
		return "a line is an object";
	if (!json_object_get(root, "seat"))
		return "seat is missing";
	const char *wrong = script_rules(json_object_get(root, "rules"), &witness->rules);
	if (!wrong)
		wrong = script_first(json_object_get(root, "first"), &witness->first);
	if (!wrong && script_first(json_object_get(root, "seat"), &witness->seat))
		wrong = "seat is not white or black";
	if (!wrong)
		wrong = read_cards(json_object_get(root, "dealt"), witness->dealt, EG_HAND, &dealt);
	if (!wrong && dealt != EG_HAND)
		wrong = "dealt is not five cards";
	if (!wrong)
		wrong = read_cards(json_object_get(root, "drawn"), witness->drawn, EG_PILE,
			&witness->drawn_count);
	if (!wrong)
		wrong = read_actions(json_object_get(root, "actions"), witness);
	return wrong ? wrong : read_seed(json_object_get(root, "seed"), seed);
}

static const char *choose(const json_t *root, const struct eg_player *player, char *text)
{
	struct eg_witness witness = {0};
	struct eg_action action;
	uint64_t seed;
	const char *wrong = read_witness(root, &witness, &seed);

	if (wrong)
		return wrong;
	if (eg_witness_check(&witness, &wrong) != EG_OK)
		return wrong;
	if (eg_choose(player, &witness, seed, &action) != EG_OK)
		return "no deck explains the line";
	eg_action_print(action, text);
	return NULL;
}

static bool choose_line(const char *line, size_t size, FILE *out, const void *player)
{
	char error[SCRIPT_ERROR_SIZE];
	char text[EG_ACTION_SIZE];
	const char *wrong = error;
	json_t *root = script_parse(line, size, error);

	if (root)
		wrong = choose(root, player, text);
	if (wrong)
		fprintf(out, "{\"error\":\"%s\"}\n", wrong);
	else
		fprintf(out, "{\"action\":\"%s\"}\n", text);
	json_decref(root);
	return !wrong;
}

bool choose_stream(FILE *in, FILE *out, const struct eg_player *player)
{
	return lines_answer(in, out, choose_line, player);
}

int command_choose(int argc, char **argv)
{
	struct eg_player player;

	if (argc != 2)
		return option_misused(argv[0], "takes the name of a player");
	if (!option_player(argv[0], argv[1], &player))
		return STATUS_MISUSED;
	bool good = choose_stream(stdin, stdout, &player);

	if (ferror(stdin)) {
		perror("engarde choose: standard input");
		return STATUS_FAILED;
	}
	return good ? STATUS_OK : STATUS_FAILED;
}
