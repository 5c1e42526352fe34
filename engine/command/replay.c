#include "engine/command/command.h"
#include "engine/command/board.h"
#include "engine/command/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct show {
	struct eg_match match;
	bool stepped; /* wait for Enter after each action, because a person reads the output */
};

/* Waits for Enter. Returns false if the user wants to end the program. */
static bool step(const struct show *show)
{
	if (!show->stepped)
		return true;
	printf("\n  Enter goes on, q leaves. ");
	fflush(stdout);
	int first = getchar();

	for (int c = first; c != '\n' && c != EOF;)
		c = getchar();
	return first != 'q' && first != EOF;
}

/* Prints the board and both hands, because the record shows all cards anyway. */
static void print_position(const struct show *show)
{
	struct eg_match_view view;

	eg_match_view(&show->match, EG_NOBODY, &view);
	board_print(stdout, &view);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		eg_match_view(&show->match, seat, &view);
		board_print_hand(stdout, &view.round);
	}
}

static bool show_round(struct show *show, const struct eg_record_item *item)
{
	if (eg_match_deal(&show->match, item->deck) != EG_OK)
		return false;
	printf("\nRound %d. %s begins.\n", show->match.rounds,
		board_fencer(show->match.round.to_act));
	print_position(show);
	return step(show);
}

static bool show_action(struct show *show, const struct eg_record_item *item)
{
	enum eg_seat seat = show->match.round.to_act;
	char words[BOARD_WORDS_SIZE];

	if (eg_match_play(&show->match, item->action) != EG_OK)
		return false;
	board_action_words(item->action, words);
	printf("\n%d. %s: %s\n", item->number, board_fencer(seat), words);
	print_position(show);
	return show->match.round.phase == EG_OVER || step(show);
}

static bool show_result(const struct show *show)
{
	struct eg_match_view view;

	eg_match_view(&show->match, EG_NOBODY, &view);
	board_print_result(stdout, &view);
	if (view.winner == EG_NOBODY)
		return step(show);
	printf("\n%s wins the match.\n", board_fencer(view.winner));
	return true;
}

static bool show_item(struct show *show, const struct eg_record_item *item)
{
	switch (item->kind) {
	case EG_RECORD_TAG:
		printf("%.*s: ", (int)item->name.size, item->name.start);
		record_file_print_value(stdout, item->value);
		putchar('\n');
		return true;
	case EG_RECORD_ROUND:
		return show_round(show, item);
	case EG_RECORD_ACTION:
		return show_action(show, item);
	case EG_RECORD_RESULT:
		return show_result(show);
	case EG_RECORD_END:
		break;
	}
	return true;
}

/*
 * Shows a valid record. The caller has replayed the record into show->match, so the rules are
 * known.
 */
static void show_record(struct show *show, const char *text, size_t size)
{
	struct eg_record_item item = {.kind = EG_RECORD_TAG};
	struct eg_match_rules rules = show->match.rules;
	struct eg_record_fault fault;
	struct eg_reader reader;

	eg_reader_init(&reader, text, size);
	bool on = eg_match_init(&show->match, &rules) == EG_OK;
	while (on && item.kind != EG_RECORD_END)
		on = eg_reader_next(&reader, &item, &fault) == EG_OK && show_item(show, &item);
}

int command_replay(int argc, char **argv)
{
	struct show show = {.stepped = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
	struct eg_record_fault fault;
	size_t size;
	char *text = record_file_argument(argc, argv, &size);

	if (!text)
		return STATUS_MISUSED;
	int status = STATUS_OK;

	if (eg_record_replay(text, size, &show.match, &fault) != EG_OK)
		status = record_file_faulty(argv, &fault);
	else
		show_record(&show, text, size);
	free(text);
	return status;
}
