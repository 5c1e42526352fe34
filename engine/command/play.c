#include "engine/command/command.h"
#include "engine/command/answer.h"
#include "engine/command/board.h"
#include "engine/command/program.h"
#include "engine/opponent/dice.h"
#include "engine/deal/deal.h"
#include "engine/opponent/opponent.h"

#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
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

/* Removes the spaces around an answer, and the punctuation after it: " A) " is the letter A. */
static void trim(char *answer)
{
	size_t start = strspn(answer, " \t(");
	size_t length = strlen(answer + start);

	memmove(answer, answer + start, length + 1);
	while (length > 0 && strchr(" \t\r.,:;!)", answer[length - 1]))
		answer[--length] = '\0';
}

/*
 * Prints a prompt and reads a line, and trims it. Cuts a line that is too long. Returns false at
 * the end of the input.
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
	trim(answer);
	return true;
}

static void explain(void)
{
	printf("  Type the letter of a line, or its action as the line shows it: in notation (+3)\n"
	       "  or in words (advance 3). A number is a card: 3 plays the 3 if only one thing "
	       "can\n"
	       "  be done with it, and 5 5 plays two cards. hint says what the maitre would play, "
	       "rules\n"
	       "  explains the game, and q leaves the match.\n");
}

static void print_rules(const struct eg_rules *rules)
{
	bool basic = rules->level == EG_BASIC;

	printf("  A card moves you as far as it says. Attack with %s equal to\n"
	       "  the distance between the fencers. At the end of your turn you draw up to five.\n",
		basic ? "a card" : "cards");
	if (basic)
		printf("  An attack is a touch, which wins the round.\n");
	else
		printf("  Parry with just as many of the same cards, then take your turn. If you "
		       "can't, it is\n"
		       "  a touch, which wins the round.\n");
	if (rules->level == EG_ADVANCED)
		printf("  You may advance with one card and attack at once with others. The other "
		       "fencer may\n"
		       "  also retreat from this attack; that is their whole turn.\n");
	printf("  If you can do nothing in your own turn, you lose the round.\n"
	       "  When the last card is drawn, the round ends. ");
	if (basic)
		printf("After one last lunge, whoever has advanced\n"
		       "  further wins.\n");
	else
		printf("A last attack must be answered. Then\n"
		       "  whoever holds more cards equal to the distance wins, or has advanced "
		       "further.\n");
	printf("  The bot explains all this in full: write alice: !engarde rules\n"
	       "  in engarde-bot --console.\n");
}

static bool leaves(const char *answer)
{
	return strcasecmp(answer, "q") == 0 || strcasecmp(answer, "quit") == 0 ||
	       strcasecmp(answer, "exit") == 0;
}

/* Lets a computer player choose for a seat. The player gets only what this seat has seen. */
static bool consult(const struct game *game, enum eg_seat seat, const struct eg_player *player,
	uint64_t dice, struct eg_action *action)
{
	const struct eg_match *match = &game->match;
	enum eg_seat first = match->rules.first;
	struct eg_witness witness;

	if (match->rounds % 2 == 0)
		first = eg_opponent(first);
	return eg_witness_round(&witness, &match->rules.round, first, match->round.deck,
		       game->actions, match->round.plies, seat) == EG_OK &&
	       eg_choose(player, &witness, dice, action) == EG_OK;
}

/* Takes no number from the game's dice, so that a hint does not change what follows. */
static void give_hint(const struct game *game, enum eg_seat seat)
{
	static const char name[] = "maitre";
	struct eg_player maitre;
	struct eg_action action;
	char words[BOARD_WORDS_SIZE];

	if (eg_player_parse(name, strlen(name), &maitre) != EG_OK ||
		!consult(game, seat, &maitre, 0, &action))
		return;
	board_action_words(action, words);
	printf("  The maitre would play: %s.\n", words);
}

/* Answers a request for help. Returns false if the answer is not such a request. */
static bool helps(const struct game *game, const char *answer, const struct eg_view *view)
{
	if (strcasecmp(answer, "rules") == 0)
		print_rules(&view->rules);
	else if (strcasecmp(answer, "hint") == 0)
		give_hint(game, view->seat);
	else if (strcmp(answer, "?") == 0 || strcasecmp(answer, "help") == 0)
		explain();
	else
		return false;
	return true;
}

static void refuse(const char *answer, const struct eg_view *view)
{
	char fault[ANSWER_FAULT_SIZE];

	answer_explain_fault(answer, view, fault);
	printf("  %s You can play:\n", fault);
	board_print_choices(stdout, view, NULL);
}

/* Asks until the answer fits one choice. Returns false if the person wants to end the match. */
static bool ask_for_action(
	const struct game *game, const struct eg_view *view, struct eg_action *action)
{
	struct eg_action choices[EG_LEGAL_MAX];
	bool fits[EG_LEGAL_MAX];
	char answer[ANSWER_SIZE];
	size_t i = 0;

	eg_view_choices(view, choices);
	while (ask("\n  A letter, a card, or the action (? explains, q leaves): ", answer)) {
		if (leaves(answer))
			return false;
		if (helps(game, answer, view))
			continue;
		size_t count = answer_read(answer, view, fits);
		if (count == 1) {
			while (!fits[i])
				i++;
			*action = choices[i];
			return true;
		}
		if (count == 0) {
			refuse(answer, view);
			continue;
		}
		printf("  Which of these?\n");
		board_print_choices(stdout, view, fits);
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
	putchar('\n');
	board_print_hand(stdout, &view->round);
	putchar('\n');
	board_print_choices(stdout, &view->round, NULL);
	bool chosen = ask_for_action(game, &view->round, action);

	if (two && isatty(STDOUT_FILENO))
		printf("\033[H\033[2J\033[3J");
	return chosen;
}

/* Plays one action of the seat to act. Returns false if the players want to end the program. */
static bool play_action(struct game *game)
{
	enum eg_seat seat = game->match.round.to_act;
	struct eg_match_view view;
	struct eg_action action;
	char words[BOARD_WORDS_SIZE];

	eg_match_view(&game->match, seat, &view);
	bool chosen = game->alone && seat == EG_BLACK ? consult(game, seat, &game->opponent,
								eg_dice_roll(&game->dice), &action)
						      : choose(game, &view, &action);
	if (!chosen)
		return false;
	board_action_words(action, words);
	printf("\n%s: %s\n", board_fencer(seat), words);
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
	struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}};
	struct game game = {0};
	uint64_t touches = rules.touches;
	const char *text = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'r' && !option_rules(argv[0], optarg, &rules.round))
			return STATUS_MISUSED;
		if (option == 't' &&
			!option_number(argv[0], "--touches", 1, EG_TOUCHES_MAX, &touches))
			return STATUS_MISUSED;
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
