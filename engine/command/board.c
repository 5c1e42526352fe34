#include "engine/command/board.h"

#include <string.h>

const char *board_fencer(enum eg_seat seat)
{
	static const char *const names[] = {"White", "Black", "Nobody"};

	return names[seat];
}

static void print_piste(FILE *out, const struct eg_view *view)
{
	char piste[EG_SPACES + 1];

	memset(piste, '.', EG_SPACES);
	piste[EG_SPACES] = '\0';
	piste[view->space[EG_WHITE] - 1] = 'W';
	piste[view->space[EG_BLACK] - 1] = 'B';
	fprintf(out, "\n  1          12         23\n  %s\n", piste);
	fprintf(out, "  White on %d, Black on %d, distance %d\n", view->space[EG_WHITE],
		view->space[EG_BLACK], view->distance);
}

static void print_attack(FILE *out, const struct eg_view *view)
{
	fprintf(out, "  %s is attacked with", board_fencer(view->to_act));
	for (int i = 0; i < view->attack.count; i++)
		fprintf(out, " %d", view->attack.card);
	fprintf(out, "%s\n", view->attack.indirect ? " after an advance" : "");
}

void board_print(FILE *out, const struct eg_match_view *view)
{
	const struct eg_view *round = &view->round;

	print_piste(out, round);
	fprintf(out, "  Cards to draw: %d", round->pile);
	if (round->last_card > 0)
		fprintf(out, "; last card played: %d", round->last_card);
	fprintf(out, "\n  Score: White %d, Black %d, to %d\n", view->score[EG_WHITE],
		view->score[EG_BLACK], view->touches);
	if (round->attack.count > 0)
		print_attack(out, round);
	if (round->phase == EG_LAST_LUNGE)
		fprintf(out, "  The pile is used up: one last lunge.\n");
}

void board_action_words(struct eg_action action, char words[BOARD_WORDS_SIZE])
{
	static const char *const verbs[] = {
		[EG_ADVANCE] = "advance ",
		[EG_RETREAT] = "retreat ",
		[EG_ATTACK] = "attack with",
		[EG_ADVANCE_ATTACK] = "advance ",
		[EG_PARRY] = "parry",
		[EG_PASS] = "pass",
	};
	size_t used = (size_t)sprintf(words, "%s", verbs[action.kind]);

	if (action.move > 0)
		used += (size_t)sprintf(words + used, "%d", action.move);
	if (action.kind == EG_ADVANCE_ATTACK)
		used += (size_t)sprintf(words + used, " and attack with");
	for (int i = 0; i < action.count; i++)
		used += (size_t)sprintf(words + used, " %d", action.card);
}

void board_print_hand(FILE *out, const struct eg_view *view)
{
	fprintf(out, "  %s's hand:", board_fencer(view->seat));
	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < view->hand[value]; i++)
			fprintf(out, " %d", value);
	fputc('\n', out);
}

void board_print_choices(FILE *out, const struct eg_view *view, const bool fits[EG_LEGAL_MAX])
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);

	for (size_t i = 0; i < count; i++) {
		char notation[EG_ACTION_SIZE], words[BOARD_WORDS_SIZE];

		if (fits && !fits[i])
			continue;
		eg_action_print(choices[i], notation);
		board_action_words(choices[i], words);
		fprintf(out, "  %c  %-8s  %s\n", eg_choice_letter(i), notation, words);
	}
}

void board_print_result(FILE *out, const struct eg_match_view *view)
{
	static const char *const reasons[] = {
		[EG_TOUCH] = "a touch",
		[EG_NO_MOVE] = "the other fencer has no action left",
		[EG_CARDS] = "more cards of the last distance",
		[EG_POSITION] = "further forward when the cards ran out",
		[EG_DRAW] = "",
	};
	const struct eg_result *result = &view->round.result;

	if (result->winner == EG_NOBODY)
		fprintf(out, "\nRound %d is drawn.", view->rounds);
	else
		fprintf(out, "\nRound %d goes to %s: %s.", view->rounds,
			board_fencer(result->winner), reasons[result->reason]);
	fprintf(out, " White %d, Black %d.\n", view->score[EG_WHITE], view->score[EG_BLACK]);
}
