/*
 * Learns how to win against one player (train/trainer.h):
 *
 *     engarde_lab respond MODEL|actor RULES ROUNDS SEED FILE
 *
 * The other player plays as the model says (see imitate.c), or is the actor, and does not
 * learn. The networks begin as those of the players. FILE gets the learned actor: a player for
 * `engarde_lab arena model:FILE PLAYER`. The same arguments write the same file on each machine.
 */
#include "engine/lab/lab.h"

#include "engine/command/program.h"
#include "engine/file/output_file.h"
#include "engine/lab/train/imitation.h"
#include "engine/lab/train/model_file.h"
#include "engine/lab/train/trained.h"
#include "engine/lab/train/trainer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define REPORT 100000

struct order {
	const char *model;
	struct eg_rules rules;
	uint64_t rounds;
	uint64_t seed;
	const char *file;
};

/* Prints what went wrong. Returns false, for the caller to return. */
static bool fail(const char *what, const char *reason)
{
	fprintf(stderr, "engarde_lab respond: %s: %s\n", what, reason);
	return false;
}

/*
 * `done` is the share of the rounds that were played. The pull is strong enough at first that the
 * actor still tries all its actions while the critic learns their values.
 */
static struct schedule schedule_at(float done)
{
	const float ln_20 = 2.995732F;

	return (struct schedule){
		.rate = 0.001F * eg_exp(-ln_20 * fmaxf(0, done - 0.2F) / 0.8F),
		.pull = 0.01F * eg_exp(-ln_20 * done),
		.averaging = 0.002F,
		.batch = 256,
	};
}

static void report(const struct trainer *trainer, uint64_t round)
{
	printf("%llu round%s: %.4f points in the last %llu\n", (unsigned long long)round,
		round == 1 ? "" : "s", trainer->points / (double)trainer->played,
		(unsigned long long)trainer->played);
	fflush(stdout);
}

static bool learn(struct trainer *trainer, const struct order *order)
{
	trained_actor(&trainer->actor);
	trained_critic(&trainer->critic);
	trainer->rules = &order->rules;
	for (uint64_t round = 1; round <= order->rounds; round++) {
		trainer->schedule = schedule_at((float)round / (float)order->rounds);
		trainer_play(trainer);
		trainer_step(trainer);
		if (round % REPORT != 0 && round != order->rounds)
			continue;
		report(trainer, round);
		trainer->points = 0;
		trainer->played = 0;
		if (!model_file_write(&trainer->actor, &order->rules, order->file))
			return fail(order->file, strerror(errno));
	}
	return true;
}

/* Reads the model of the rival. The actor network needs no file. */
static bool read_rival(struct learner *network, const struct order *order)
{
	char fault[MODEL_FAULT_SIZE];

	if (!imitation_init(network))
		return fail("network", "out of memory");
	return strcmp(order->model, "actor") == 0 ||
	       model_file_read(network, &order->rules, order->model, fault) ||
	       fail(order->model, fault);
}

static bool respond(const struct order *order)
{
	static struct trainer trainer;
	struct learner network = {0};
	const struct eg_model rival = {imitation_consider, &network};
	bool well = read_rival(&network, order) &&
		    (trainer_init_against(&trainer, &rival, order->seed) ||
			    fail("networks", "out of memory")) &&
		    learn(&trainer, order);

	trainer_finish(&trainer);
	learner_finish(&network);
	return well;
}

static int read_arguments(struct order *order, int argc, char **argv)
{
	if (argc != 6) {
		(void)option_misused(argv[0], "takes MODEL|actor RULES ROUNDS SEED FILE");
		return STATUS_MISUSED;
	}
	order->model = argv[1];
	order->file = argv[5];
	if (!option_rules(argv[0], argv[2], &order->rules) ||
		!option_value(argv[0], "ROUNDS", argv[3], 1, UINT64_MAX, &order->rounds) ||
		!option_value(argv[0], "SEED", argv[4], 1, UINT64_MAX, &order->seed))
		return STATUS_MISUSED;
	if (output_file_check(order->file))
		return STATUS_OK;
	fail(order->file, strerror(errno));
	return STATUS_FAILED;
}

int lab_respond(int argc, char **argv)
{
	struct order order = {0};
	int status = read_arguments(&order, argc, argv);

	if (status != STATUS_OK)
		return status;
	return respond(&order) ? STATUS_OK : STATUS_FAILED;
}
