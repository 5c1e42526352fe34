/*
 * Learns the networks of the opponent from the rules alone, by playing against itself:
 *
 *     engarde_train ROUNDS SEED TO [FROM]
 *
 * writes the networks to the file TO (train/weights_file.h). With FROM it goes on with the networks
 * of this file, else it begins with random ones. The same arguments write the same file on each
 * machine. train/trainer.h explains the method.
 */
#include "engine/file/output_file.h"
#include "engine/opponent/train/argument.h"
#include "engine/opponent/train/trainer.h"
#include "engine/opponent/train/weights_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REPORT 100000

struct order {
	uint64_t rounds;
	uint64_t seed;
	const char *to;   /* the path of the file to write */
	const char *from; /* the path of the file to go on from, or NULL to begin */
};

/*
 * `done` is the share of the rounds that were played. New networks first learn roughly, with a
 * strong pull; networks from a file go on where their training ended.
 */
static struct schedule schedule_at(float done, bool from_file)
{
	const float ln_10 = 2.302585F;
	const float ln_20 = 2.995732F;

	if (from_file)
		return (struct schedule){
			.rate = 0.0007F * eg_exp(-ln_20 * fmaxf(0, done - 0.1F) / 0.9F),
			.pull = 0.006F - 0.003F * done,
			.averaging = 0.0005F,
			.batch = 1024,
		};
	return (struct schedule){
		.rate = 0.0015F * eg_exp(-ln_20 * fmaxf(0, done - 0.2F) / 0.8F),
		.pull = fmaxf(0.06F * eg_exp(-ln_10 * done / 0.5F), 0.006F),
		.averaging = 0.0005F,
		.batch = 1024,
	};
}

static void report(struct trainer *trainer, uint64_t round)
{
	printf("%llu round%s: critic's error %.4f, entropy %.3f, pull %.4f, rate %.5f\n",
		(unsigned long long)round, round == 1 ? "" : "s",
		sqrt(trainer->critic_error / (double)trainer->counted),
		trainer->entropy / (double)trainer->counted, (double)trainer->schedule.pull,
		(double)trainer->schedule.rate);
	fflush(stdout);
	trainer->critic_error = 0;
	trainer->entropy = 0;
	trainer->counted = 0;
}

static bool train(struct trainer *trainer, const struct order *order)
{
	for (uint64_t round = 1; round <= order->rounds; round++) {
		trainer->schedule =
			schedule_at((float)round / (float)order->rounds, order->from != NULL);
		trainer_play(trainer);
		trainer_step(trainer);
		if (round % REPORT != 0 && round != order->rounds)
			continue;
		report(trainer, round);
		if (!weights_write(&trainer->actor, &trainer->critic, order->to))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	static struct trainer trainer;

	if (argc != 4 && argc != 5) {
		fprintf(stderr, "usage: engarde_train ROUNDS SEED TO [FROM]\n");
		return EXIT_FAILURE;
	}
	struct order order = {.to = argv[3], .from = argc == 5 ? argv[4] : NULL};

	if (!argument_number(argv[1], 1, &order.rounds) ||
		!argument_number(argv[2], 1, &order.seed)) {
		fprintf(stderr,
			"engarde_train: ROUNDS and SEED must be numbers from 1 to " ARGUMENT_MOST
			"\n");
		return EXIT_FAILURE;
	}
	if (!output_file_check(order.to)) {
		perror(order.to);
		return EXIT_FAILURE;
	}
	bool well =
		trainer_init(&trainer, order.seed) &&
		(order.from == NULL || weights_read(&trainer.actor, &trainer.critic, order.from)) &&
		train(&trainer, &order);

	trainer_finish(&trainer);
	return well ? EXIT_SUCCESS : EXIT_FAILURE;
}
