#include "engine/command/board.h"
#include "engine/command/command.h"
#include "engine/command/options.h"
#include "engine/opponent/dice.h"
#include "engine/deal/deal.h"
#include "engine/opponent/opponent.h"

#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_SIZE 64

struct game {
	struct eg_match match;
	struct eg_action actions[EG_PLIES_MAX]; /* the actions of the current round */
	unsigned char secret[EG_KEY];
	bool alone; /* a computer player plays Black */
	struct eg_player opponent;
	struct eg_dice dice;
};

/*
 * Prints a prompt and reads a line without its line end. Cuts a line that is too long. Returns
 * false at the end of the input.
 */
static bool ask(const char *prompt, char answer[ANSWER_SIZE])
{
	printf("%s", prompt);
	fflush(stdout);
	if (!fgets(answer, ANSWER_SIZE, stdin))
		return false;
	size_t length = strcspn(answer, "\n");

	if (answer[length] == '\0')
		for (int c = getchar(); c != '\n' && c != EOF;)
			c = getchar();
	answer[length] = '\0';
	return true;
}

/* Reads the number of a choice or the notation of a legal action. */
static bool understand(const char *answer, const struct eg_view *view, struct eg_action *action)
{
	uint64_t number;

	if (option_number(answer, 1, view->legal_count, &number)) {
		*action = view->legal[number - 1];
		return true;
	}
	if (eg_action_parse(answer, strlen(answer), action) != EG_OK)
		return false;
	for (size_t i = 0; i < view->legal_count; i++)
		if (eg_action_equal(*action, view->legal[i]))
			return true;
	return false;
}

static bool ask_for_action(const struct eg_view *view, struct eg_action *action)
{
	char answer[ANSWER_SIZE];

	while (ask("\n  A number, or the action (q leaves): ", answer)) {
		if (strcmp(answer, "q") == 0)
			return false;
		if (understand(answer, view, action))
			return true;
		printf("  That cannot be played now.\n");
	}
	return false;
}

/*
 * Lets the seat to act choose an action. If two people share the screen, waits for Enter before it
 * shows a hand, and clears the screen afterwards.
 */
static bool choose(
	const struct game *game, const struct eg_match_view *view, struct eg_action *action)
{
	char answer[ANSWER_SIZE];
	bool two = !game->alone;

	if (two) {
		printf("\n%s, take the keyboard", board_fencer(view->round.seat));
		if (!ask(" and press Enter. ", answer))
			return false;
	}
	board_print(stdout, view);
	board_print_choices(stdout, &view->round);
	bool chosen = ask_for_action(&view->round, action);

	if (two && isatty(STDOUT_FILENO))
		printf("\033[H\033[2J\033[3J");
	return chosen;
}

/* Lets the computer player choose an action. The player gets only what Black has seen. */
static bool oppose(struct game *game, struct eg_action *action)
{
	const struct eg_match *match = &game->match;
	enum eg_seat first = match->rules.first;
	struct eg_witness witness;

	if (match->rounds % 2 == 0)
		first = eg_opponent(first);
	return eg_witness_round(&witness, &match->rules.round, first, match->round.deck,
		       game->actions, match->round.plies, EG_BLACK) == EG_OK &&
	       eg_choose(&game->opponent, &witness, eg_dice_roll(&game->dice), action) == EG_OK;
}

/* Plays one action of the seat to act. Returns false if the players want to end the program. */
static bool play_action(struct game *game)
{
	enum eg_seat seat = game->match.round.to_act;
	struct eg_match_view view;
	struct eg_action action;

	eg_match_view(&game->match, seat, &view);
	bool chosen = game->alone && seat == EG_BLACK ? oppose(game, &action)
						      : choose(game, &view, &action);
	if (!chosen)
		return false;
	printf("\n%s: ", board_fencer(seat));
	board_print_action(stdout, action);
	putchar('\n');
	game->actions[game->match.round.plies] = action;
	return eg_match_play(&game->match, action) == EG_OK;
}

/*
 * Deals as the bot does, but without a chain of secrets and without event ids, because nobody needs
 * a proof here.
 */
static void deal(const struct game *game, uint8_t deck[EG_DECK])
{
	static const struct eg_text nothing = {"", 0};
	unsigned char seed[EG_KEY];

	eg_round_seed(game->secret, (uint16_t)(game->match.rounds + 1), nothing, nothing, seed);
	eg_deal(seed, deck);
}

static bool play_round(struct game *game)
{
	uint8_t deck[EG_DECK];
	struct eg_match_view view;

	deal(game, deck);
	if (eg_match_deal(&game->match, deck) != EG_OK)
		return false;
	printf("\nRound %d. %s begins.\n", game->match.rounds,
		board_fencer(game->match.round.to_act));
	while (game->match.round.phase != EG_OVER)
		if (!play_action(game))
			return false;
	eg_match_view(&game->match, EG_NOBODY, &view);
	board_print(stdout, &view);
	board_print_result(stdout, &view);
	return true;
}

static int play_match(struct game *game)
{
	printf("En garde! To %d, by the rules called %s.\n", game->match.rules.touches,
		eg_rules_name(&game->match.rules.round));
	while (game->match.winner == EG_NOBODY)
		if (!play_round(game)) {
			printf("\nThe match is left unfinished.\n");
			return STATUS_OK;
		}
	printf("\n%s wins the match.\n", board_fencer(game->match.winner));
	return STATUS_OK;
}

/* Makes the secret of the decks and the dice of the computer player from the seed. */
static void seed(struct game *game, const char *text)
{
	unsigned char wide[EG_KEY + sizeof(game->dice.state)];

	if (text)
		crypto_generichash(
			wide, sizeof(wide), (const unsigned char *)text, strlen(text), NULL, 0);
	else
		randombytes_buf(wide, sizeof(wide));
	memcpy(game->secret, wide, EG_KEY);
	memcpy(&game->dice.state, wide + EG_KEY, sizeof(game->dice.state));
}

int command_play(int argc, char **argv)
{
	static const struct option options[] = {{"rules", required_argument, NULL, 'r'},
		{"touches", required_argument, NULL, 't'},
		{"against", required_argument, NULL, 'a'}, {"seed", required_argument, NULL, 's'},
		{0}};
	struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE};
	struct game game = {0};
	uint64_t touches = rules.touches;
	const char *text = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'r' && !option_rules(argv[0], optarg, &rules.round))
			return STATUS_MISUSED;
		if (option == 't' && !option_number(optarg, 1, EG_TOUCHES_MAX, &touches))
			return option_misused(
				argv[0], "--touches must be a number from 1 to %d", EG_TOUCHES_MAX);
		if (option == 'a' && !option_player(argv[0], optarg, &game.opponent))
			return STATUS_MISUSED;
		if (option == 's')
			text = optarg;
		if (option == '?')
			return option_unknown(argv);
		game.alone = game.alone || option == 'a';
	}
	if (optind < argc)
		return option_misused(argv[0], "unknown argument %s", argv[optind]);
	rules.touches = (uint8_t)touches;
	if (sodium_init() < 0 || eg_match_init(&game.match, &rules) != EG_OK)
		return STATUS_FAILED;
	seed(&game, text);
	return play_match(&game);
}
