/*
 * Teaches a network to play as a player plays:
 *
 *     engarde_lab imitate PLAYER RULES ROUNDS SEED FILE
 *
 * The player plays ROUNDS rounds, half of them against itself and half against the actor. Some
 * actions are random, so that the network also learns positions that follow an error. The network
 * learns the player's whole strategy in each position, and FILE gets its weights: a model for
 * `engarde_lab exploit PLAYER --model FILE`. It does not learn from two tenths of the rounds. The
 * first tenth tells when to stop: when the network predicts the player no better than before. For
 * the other tenth the program prints how well the actor and the network predict the player.
 */
#include "engine/lab/lab.h"

#include "engine/command/program.h"
#include "engine/file/output_file.h"
#include "engine/lab/train/imitation.h"
#include "engine/lab/train/model_file.h"
#include "engine/opponent/dice.h"
#include "engine/opponent/live_round.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENTHS     10
#define EPOCHS     40 /* the most times that each decision is taught */
#define BATCH      256
#define RATE       0.0005F
#define RANDOMNESS 0.1F /* the chance of a random action */

/* What the decisions of a round are for. */
enum { TAUGHT, STOPPING, HELD_OUT, USES };

/* Lessons, in the order of the rounds. */
struct lessons {
	struct lesson *lessons;
	size_t count;
	size_t most;
};

struct school {
	struct eg_player players[2]; /* the player, and its opponent in half of the rounds */
	struct eg_rules rules;
	uint64_t rounds;
	struct eg_dice dice;
	struct lessons lessons[USES];
	struct learner network;
};

static bool append(struct lessons *lessons, const struct lesson *lesson)
{
	if (lessons->count == lessons->most) {
		size_t most = lessons->most > 0 ? 2 * lessons->most : 1024;
		struct lesson *larger = realloc(lessons->lessons, most * sizeof(*larger));

		if (!larger)
			return false;
		lessons->lessons = larger;
		lessons->most = most;
	}
	lessons->lessons[lessons->count++] = *lesson;
	return true;
}

/* Plays one action. If the player itself acts, appends a lesson. */
static bool decide(struct school *school, struct eg_live_round *live,
	const struct eg_player *player, struct lessons *lessons)
{
	struct eg_strategy strategy;
	struct lesson lesson = {.count = 0};

	if (eg_live_round_consider(live, player, eg_dice_roll(&school->dice), &strategy) != EG_OK)
		return false;
	imitation_note(&live->position, &strategy, &lesson);
	if (player == &school->players[0] && strategy.count > 1 && !append(lessons, &lesson))
		return false;
	size_t i = eg_pick(strategy.chances, strategy.count, eg_dice_unit(&school->dice));

	if (eg_dice_unit(&school->dice) < RANDOMNESS)
		i = eg_dice_below(&school->dice, (uint32_t)strategy.count);
	return eg_live_round_play(live, strategy.legal[i]) == EG_OK;
}

static bool play(struct school *school, uint64_t number)
{
	uint64_t tenth = number / 4 % TENTHS;
	struct lessons *lessons = &school->lessons[tenth < USES ? tenth : TAUGHT];
	struct eg_live_round live;
	uint8_t deck[EG_DECK];
	size_t sparring = number / 2 % 2; /* players[sparring] is the opponent */
	enum eg_seat seat = number % 2 == 0 ? EG_WHITE : EG_BLACK;

	eg_dice_deck(&school->dice, deck);
	if (eg_live_round_begin(&live, &school->rules, EG_WHITE, deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(&live)) {
		size_t player = live.position.round.to_act == seat ? 0 : sparring;

		if (!decide(school, &live, &school->players[player], lessons))
			return false;
	}
	return true;
}

/* Returns the mean cross-entropy of the averaged network. */
static double loss_of(const struct learner *network, const struct lessons *lessons)
{
	struct learner averaged = *network;
	double sum = 0;

	averaged.weights = averaged.average;
	for (size_t n = 0; n < lessons->count; n++) {
		const struct lesson *lesson = &lessons->lessons[n];
		float chances[EG_LEGAL_MAX];

		imitation_answer(&averaged, lesson, chances);
		for (size_t i = 0; i < lesson->count; i++)
			sum -= (double)lesson->chances[i] * log((double)chances[i]);
	}
	return sum / (double)lessons->count;
}

static void learn_once(struct school *school, size_t epoch)
{
	const struct lessons *taught = &school->lessons[TAUGHT];
	float rate = RATE * (1 - (float)epoch / EPOCHS);

	for (size_t step = 0; step < taught->count / BATCH + 1; step++) {
		for (size_t i = 0; i < BATCH; i++)
			imitation_teach(
				&school->network, &taught->lessons[eg_dice_below(
							  &school->dice, (uint32_t)taught->count)]);
		learner_step(&school->network, BATCH, rate, 0.02F);
	}
}

/* Learns until the network gets no better, and keeps the best averaged weights. */
static bool learn(struct school *school)
{
	struct learner *network = &school->network;
	float *best = malloc(network->size * sizeof(*best));
	double least = loss_of(network, &school->lessons[STOPPING]);

	if (!best)
		return false;
	memcpy(best, network->average, network->size * sizeof(*best));
	for (size_t epoch = 0; epoch < EPOCHS; epoch++) {
		learn_once(school, epoch);
		double loss = loss_of(network, &school->lessons[STOPPING]);

		if (loss >= least)
			break;
		least = loss;
		memcpy(best, network->average, network->size * sizeof(*best));
	}
	memcpy(network->average, best, network->size * sizeof(*best));
	free(best);
	return true;
}

static size_t best_of(const float *chances, size_t count)
{
	size_t best = 0;

	for (size_t i = 1; i < count; i++)
		best = chances[i] > chances[best] ? i : best;
	return best;
}

/* Prints how well a network predicts the held-out strategies. */
static void examine(const char *name, const struct learner *network, const struct lessons *lessons)
{
	struct learner averaged = *network;
	double divergence = 0;
	double overlap = 0;
	double agreed = 0;

	averaged.weights = averaged.average;
	for (size_t n = 0; n < lessons->count; n++) {
		const struct lesson *lesson = &lessons->lessons[n];
		float chances[EG_LEGAL_MAX];

		imitation_answer(&averaged, lesson, chances);
		for (size_t i = 0; i < lesson->count; i++) {
			double chance = (double)lesson->chances[i];

			divergence += chance > 0 ? chance * log(chance / (double)chances[i]) : 0;
			overlap += fmin(chance, (double)chances[i]);
		}
		agreed +=
			best_of(chances, lesson->count) == best_of(lesson->chances, lesson->count);
	}
	double all = (double)lessons->count;

	printf("%s: cross-entropy %.4f, KL divergence %.4f, overlap %.3f, same best action %.3f\n",
		name, loss_of(network, lessons), divergence / all, overlap / all, agreed / all);
	fflush(stdout);
}

/* Prints what went wrong. Returns false, for the caller to return. */
static bool fail(const char *what, const char *reason)
{
	fprintf(stderr, "engarde_lab imitate: %s: %s\n", what, reason);
	return false;
}

static bool play_rounds(struct school *school)
{
	for (uint64_t number = 0; number < school->rounds; number++)
		if (!play(school, number))
			return fail("round", "out of memory, or a player did not answer");
	for (size_t use = 0; use < USES; use++)
		if (school->lessons[use].count == 0)
			return fail("ROUNDS", "too few decisions to learn from: use more");
	return true;
}

static bool teach(struct school *school, const char *path)
{
	if (!play_rounds(school))
		return false;
	if (!imitation_init(&school->network))
		return fail("network", "out of memory");
	printf("%zu decisions to learn, %zu held out\n", school->lessons[TAUGHT].count,
		school->lessons[HELD_OUT].count);
	examine("actor", &school->network, &school->lessons[HELD_OUT]);
	if (!learn(school))
		return fail("network", "out of memory");
	examine("imitation", &school->network, &school->lessons[HELD_OUT]);
	return model_file_write(&school->network, &school->rules, path) ||
	       fail(path, strerror(errno));
}

static int read_arguments(struct school *school, int argc, char **argv)
{
	if (argc != 6)
		return option_misused(argv[0], "takes PLAYER RULES ROUNDS SEED FILE");
	if (!option_player(argv[0], argv[1], &school->players[0]) ||
		!option_player(argv[0], "actor", &school->players[1]) ||
		!option_rules(argv[0], argv[2], &school->rules) ||
		/* at least one round for each use */
		!option_value(argv[0], "ROUNDS", argv[3], 12, UINT64_MAX, &school->rounds) ||
		!option_value(argv[0], "SEED", argv[4], 0, UINT64_MAX, &school->dice.state))
		return STATUS_MISUSED;
	if (output_file_check(argv[5]))
		return STATUS_OK;
	fail(argv[5], strerror(errno));
	return STATUS_FAILED;
}

int lab_imitate(int argc, char **argv)
{
	static struct school school;
	int status = read_arguments(&school, argc, argv);

	if (status != STATUS_OK)
		return status;
	bool well = teach(&school, argv[5]);

	learner_finish(&school.network);
	for (size_t use = 0; use < USES; use++)
		free(school.lessons[use].lessons);
	return well ? STATUS_OK : STATUS_FAILED;
}
