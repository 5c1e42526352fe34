#include "engine/lab/lab.h"

#include "engine/analysis/analysis.h"
#include "engine/command/duel.h"
#include "engine/command/program.h"
#include "engine/lab/verdict.h"
#include "engine/opponent/evaluation.h"
#include "engine/puzzle/puzzle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH        4    /* how many actions the maitre's search looks ahead */
#define SAMPLES      3    /* how often a judge looks at a puzzle */
#define DOUBT        1.4F /* a hand's chance changes by e to the power of so much at most */
#define ITERATIONS   150
#define NODES        20000
#define PUZZLES_MOST 3660

/* Classes of margins: what the second best action costs, from so many hundredths of a point. */
static const uint8_t margins[] = {10, 20, 30, 50, 80};
#define MARGINS (sizeof(margins) / sizeof(margins[0]))

/*
 * Two judges with other samples than those that chose the puzzles. The solver solves again, with
 * other ranges: the chance of each hand as after the deal, times a random number. The search is
 * that of the maitre, without the memory of the last turns: the hands have the chances as after the
 * deal, and the networks play on.
 */
enum judge { SOLVER, SEARCH };
#define JUDGES 2

struct court {
	struct eg_dice dice;
	bool show;
	size_t judged;
	/* By judge: how often they prefer another action, and by more than their error. */
	uint64_t other[JUDGES];
	uint64_t beyond[JUDGES];
	uint64_t margins[MARGINS];
};

static void note_margin(struct court *court, const struct eg_puzzle *puzzle)
{
	uint8_t least = 100;
	size_t row = 0;

	for (size_t i = 0; i < puzzle->count; i++)
		if (i != puzzle->best && puzzle->cost[i] < least)
			least = puzzle->cost[i];
	while (row + 1 < MARGINS && margins[row + 1] <= least)
		row++;
	court->margins[row]++;
}

/* Writes the points of each action, in the order of the puzzle. */
static bool solve(struct court *court, const struct eg_round *round, float points[EG_LEGAL_MAX])
{
	struct scene scene;
	struct ranges ranges;
	struct verdict verdict;

	scene_of(round, &scene);
	ranges_of_deal(&scene, &ranges);
	for (size_t seat = 0; seat < 2; seat++)
		for (size_t i = 0; i < HANDS_MOST; i++)
			ranges.of[seat][i] *= eg_exp(DOUBT * (2 * eg_dice_unit(&court->dice) - 1));
	if (!verdict_reach(round, &ranges, ITERATIONS, &verdict))
		return false;
	memcpy(points, verdict.points, sizeof(verdict.points));
	return true;
}

/* Returns in how many ways `taken` of `cards` equal cards can be picked. */
static float ways(int cards, int taken)
{
	float number = 1;

	for (int i = 0; i < taken; i++)
		number *= (float)(cards - i) / (float)(i + 1);
	return number;
}

/* Writes the hands that the other seat may have, with the chances as after the deal. */
static void believe(
	const struct eg_round *round, const struct eg_view *view, struct eg_belief *belief)
{
	size_t size = hand_size(round->hand[eg_opponent(view->seat)]);
	float sum = 0;

	belief->count = 0;
	for (size_t i = 0; i < hands_count(size); i++) {
		const uint8_t *hand = hand_cards(size, i);
		float chance = 1;

		for (size_t value = 1; value <= EG_VALUES; value++)
			chance *= ways(view->unseen[value], hand[value]);
		if (chance <= 0)
			continue;
		memcpy(belief->hands[belief->count], hand, EG_VALUES + 1);
		belief->chances[belief->count++] = chance;
		sum += chance;
	}
	for (size_t i = 0; i < belief->count; i++)
		belief->chances[i] /= sum;
}

static bool search(struct court *court, const struct eg_round *round, float points[EG_LEGAL_MAX])
{
	const struct eg_effort effort = {NODES, DEPTH, &eg_actor_player};
	struct eg_position position;
	struct eg_view view;
	struct eg_belief belief;
	struct eg_strategy strategy;

	eg_round_view(round, round->to_act, &view);
	eg_position_init(&position, round);
	for (size_t i = 0; i < round->discarded; i++)
		position.gone[round->discard[i]]++;
	believe(round, &view, &belief);
	strategy.count = eg_round_legal(round, strategy.legal);
	eg_evaluate(&position, &belief, &effort, &court->dice, &strategy, points);
	return true;
}

/* Lets a judge look at a puzzle several times. Returns false if they could not. */
static bool ask(struct court *court, enum judge judge, const struct eg_puzzle *puzzle)
{
	struct sample gains[EG_LEGAL_MAX] = {0};
	struct eg_round round;
	bool other = false;
	bool beyond = false;

	eg_puzzle_round(puzzle, &round);
	for (size_t n = 0; n < SAMPLES; n++) {
		float points[EG_LEGAL_MAX] = {0};

		if (!(judge == SOLVER ? solve : search)(court, &round, points))
			return false;
		for (size_t i = 0; i < puzzle->count; i++)
			sample_add(&gains[i], (double)(points[i] - points[puzzle->best]));
	}
	for (size_t i = 0; i < puzzle->count; i++) {
		double gain = sample_mean(&gains[i]);

		other = other || gain > 0;
		beyond = beyond || (gain > 0 && gain > sample_margin(&gains[i]));
		if (court->show && gain > 0) {
			char action[EG_ACTION_SIZE];

			eg_action_print(puzzle->legal[i], action);
			printf("  %s prefers %s by %.3f +- %.3f\n",
				judge == SOLVER ? "the solver" : "the search", action, gain,
				sample_margin(&gains[i]));
		}
	}
	court->other[judge] += other;
	court->beyond[judge] += beyond;
	return true;
}

static void print_cards(const char *what, const uint8_t cards[EG_VALUES + 1])
{
	printf(", %s ", what);
	for (int value = 1; value <= EG_VALUES; value++)
		for (int n = cards[value]; n > 0; n--)
			printf("%d", value);
}

static void print(size_t day, const struct eg_puzzle *puzzle)
{
	struct eg_view view;
	char action[EG_ACTION_SIZE];

	eg_puzzle_view(puzzle, &view);
	printf("%zu. %s, %s, %s: %s to act, White on %d, Black on %d, distance %d", day,
		eg_puzzle_kind_name(puzzle->kind), eg_puzzle_grade_name(puzzle->grade),
		eg_rules_name(&puzzle->rules), eg_seat_name(puzzle->seat), view.space[EG_WHITE],
		view.space[EG_BLACK], view.distance);
	if (view.attack.count > 0)
		printf(", attacked with %d x %d%s", view.attack.count, view.attack.card,
			view.attack.indirect ? " after an advance" : "");
	print_cards("hand", view.hand);
	print_cards("unseen", view.unseen);
	printf(", pile %d\n ", view.pile);
	for (size_t i = 0; i < puzzle->count; i++) {
		eg_action_print(puzzle->legal[i], action);
		printf(" %s%s %d",
			i == puzzle->lure   ? "?"
			: i == puzzle->best ? "!"
					    : "",
			action, puzzle->cost[i]);
	}
	printf("; found %d %%, %s\n", puzzle->found,
		eg_why_name(eg_why_worse(
			&view, puzzle->legal[puzzle->lure], puzzle->legal[puzzle->best])));
}

static void print_verdicts(const struct court *court)
{
	printf("the second best action costs\n");
	for (size_t i = 0; i < MARGINS; i++)
		printf("  from 0.%02d: %llu\n", margins[i], (unsigned long long)court->margins[i]);
	for (size_t judge = 0; judge < JUDGES; judge++)
		printf("the %s prefers another action in %llu of %zu puzzles, by more than its "
		       "error in %llu\n",
			judge == SOLVER ? "solver" : "search",
			(unsigned long long)court->other[judge], court->judged,
			(unsigned long long)court->beyond[judge]);
}

static int judge_all(struct court *court, const char *command, const uint8_t *bytes, size_t count)
{
	for (size_t day = 0; day < count; day++) {
		struct eg_puzzle puzzle;
		const char *reason = "can't be solved";
		bool done = eg_puzzle_read(bytes + EG_PUZZLE_HEAD + day * EG_PUZZLE_SIZE, &puzzle,
				    &reason) == EG_OK;

		if (done && court->show)
			print(day, &puzzle);
		if (!done || !ask(court, SOLVER, &puzzle) || !ask(court, SEARCH, &puzzle)) {
			fprintf(stderr, "%s: puzzle %zu: %s\n", command, day, reason);
			return STATUS_FAILED;
		}
		note_margin(court, &puzzle);
		court->judged++;
		progress_show(court->judged, count);
	}
	print_verdicts(court);
	return STATUS_OK;
}

/* Reads the puzzles of a file. The caller frees them. Returns NULL after it has said why. */
static uint8_t *read_puzzles(const char *command, const char *path, size_t *count)
{
	size_t most = EG_PUZZLE_HEAD + PUZZLES_MOST * EG_PUZZLE_SIZE + 1;
	uint8_t *bytes = malloc(most);
	FILE *file = bytes ? fopen(path, "rb") : NULL;
	const char *reason = NULL;

	if (!file) {
		reason = strerror(errno);
	} else {
		size_t size = fread(bytes, 1, most, file);

		if (ferror(file))
			reason = strerror(errno);
		else if (eg_puzzles_check(bytes, size, count, &reason) == EG_OK)
			reason = NULL;
		fclose(file);
	}
	if (!reason)
		return bytes;
	fprintf(stderr, "%s: %s: %s\n", command, path, reason);
	free(bytes);
	return NULL;
}

int lab_judge(int argc, char **argv)
{
	static const struct option options[] = {
		{"seed", required_argument, NULL, 's'}, {"show", no_argument, NULL, 'v'}, {0}};
	struct court court = {.dice = {1}};
	size_t count = 0;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == '?')
			return option_unknown(argv);
		if (option == 's' &&
			!option_number(argv[0], "--seed", 0, UINT64_MAX, &court.dice.state))
			return STATUS_MISUSED;
		court.show = court.show || option == 'v';
	}
	if (argc - optind != 1)
		return option_misused(argv[0], "takes a file of puzzles");
	uint8_t *bytes = read_puzzles(argv[0], argv[optind], &count);

	if (!bytes)
		return STATUS_FAILED;
	int status = judge_all(&court, argv[0], bytes, count);

	free(bytes);
	return status;
}
