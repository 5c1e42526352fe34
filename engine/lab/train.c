/*
 * Learns the networks of the players from the rules alone, by playing against itself. The command
 *
 *     engarde_lab train ROUNDS SEED TO [FROM]
 *
 * writes the networks to the file TO (train/weights_file.h). With FROM it goes on with the networks
 * of this file, else it begins with random ones. Two threads play; the program ends with the first
 * batch that reaches the number of rounds. The same arguments write the same file on each machine.
 * train/trainer.h explains the method.
 */
#include "engine/lab/lab.h"

#include "engine/command/program.h"
#include "engine/file/output_file.h"
#include "engine/lab/train/trainer.h"
#include "engine/lab/train/weights_file.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

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

static void report(struct trainer *trainer)
{
	printf("%llu rounds: critic's error %.4f, entropy %.3f, pull %.4f, rate %.5f\n",
		(unsigned long long)trainer->played,
		sqrt(trainer->critic_error / (double)trainer->counted),
		trainer->entropy / (double)trainer->counted, (double)trainer->schedule.pull,
		(double)trainer->schedule.rate);
	fflush(stdout);
	trainer->critic_error = 0;
	trainer->entropy = 0;
	trainer->counted = 0;
}

/* Plays half of a batch. A function for pthread_create. */
static void *play_half(void *data)
{
	struct trainer *trainer = data;

	while (trainer->decisions < trainer->schedule.batch / 2)
		trainer_play(trainer);
	return NULL;
}

/*
 * Plays a batch in two threads, and lets the networks learn from it. Each half has its own dice, so
 * the threads' speed does not matter. If no second thread can start, prints the reason and returns
 * false.
 */
static bool play_batch(struct trainer *trainer, struct trainer *twin)
{
	pthread_t thread;

	twin->schedule = trainer->schedule;
	int error = pthread_create(&thread, NULL, play_half, twin);

	if (error != 0) {
		fprintf(stderr, "engarde_lab train: no second thread: %s\n", strerror(error));
		return false;
	}
	play_half(trainer);
	pthread_join(thread, NULL);
	trainer_merge(trainer, twin);
	trainer_step(trainer);
	return true;
}

static bool train(struct trainer *trainer, struct trainer *twin, const struct order *order)
{
	uint64_t reported = 0;

	while (trainer->played < order->rounds) {
		trainer->schedule = schedule_at(
			(float)trainer->played / (float)order->rounds, order->from != NULL);
		if (!play_batch(trainer, twin))
			return false;
		if (trainer->played - reported < REPORT && trainer->played < order->rounds)
			continue;
		reported = trainer->played;
		report(trainer);
		if (!weights_write(&trainer->actor, &trainer->critic, order->to))
			return false;
	}
	return true;
}

static int read_arguments(struct order *order, int argc, char **argv)
{
	if (argc != 4 && argc != 5)
		return option_misused(argv[0], "takes ROUNDS SEED TO [FROM]");
	if (!option_value(argv[0], "ROUNDS", argv[1], 1, UINT64_MAX, &order->rounds) ||
		!option_value(argv[0], "SEED", argv[2], 1, UINT64_MAX, &order->seed))
		return STATUS_MISUSED;
	order->to = argv[3];
	order->from = argc == 5 ? argv[4] : NULL;
	if (output_file_check(order->to))
		return STATUS_OK;
	perror(order->to);
	return STATUS_FAILED;
}

static bool prepare(struct trainer *trainer, struct trainer *twin, const struct order *order)
{
	if (!trainer_init(trainer, order->seed) || !trainer_init_twin(twin, trainer)) {
		fprintf(stderr, "engarde_lab train: out of memory\n");
		return false;
	}
	return !order->from || weights_read(&trainer->actor, &trainer->critic, order->from);
}

int lab_train(int argc, char **argv)
{
	static struct trainer trainer;
	static struct trainer twin;
	struct order order = {0};
	int status = read_arguments(&order, argc, argv);

	if (status != STATUS_OK)
		return status;
	bool well = prepare(&trainer, &twin, &order) && train(&trainer, &twin, &order);

	trainer_finish_twin(&twin);
	trainer_finish(&trainer);
	return well ? STATUS_OK : STATUS_FAILED;
}
