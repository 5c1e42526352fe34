/*
 * Trains networks for the small game as engarde_lab does for the whole game, and computes exactly
 * how much an opponent could win against the actor. At an equilibrium this is nothing.
 *
 *     test_small_training [ROUNDS]
 */
#include "engine/lab/train/trainer.h"
#include "tests/small/best_response.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SETS 4
static const char *const rule_sets[SETS] = {ALL_RULE_SETS};

#define ENOUGH 120000 /* rounds until the actor is close to an equilibrium */
#ifndef ROUNDS
#define ROUNDS ENOUGH
#endif

static uint64_t rounds = ROUNDS;

/* Computes the exploitability in each rule set, and prints it. */
static void measure(const char *name, const struct eg_model *model, double points[SETS])
{
	print_message("%s:", name);
	for (size_t i = 0; i < SETS; i++) {
		struct eg_rules rules;

		assert_int_equal(eg_rules_parse(rule_sets[i], strlen(rule_sets[i]), &rules), EG_OK);
		points[i] = exploitability(&rules, model);
		print_message("  %s %.4f", rule_sets[i], points[i]);
	}
	print_message("\n");
}

/* The small game needs fewer rounds, so its batches are smaller, and the average follows sooner. */
static void train_until(struct trainer *trainer, uint64_t from, uint64_t to)
{
	for (uint64_t round = from; round < to; round++) {
		float done = (float)round / (float)rounds;

		trainer->schedule = (struct schedule){
			.rate = 0.0015F * expf(-3 * fmaxf(0, done - 0.2F) / 0.8F),
			.pull = fmaxf(0.06F * expf(-2.3F * done / 0.5F), 0.006F),
			.averaging = 0.002F,
			.batch = 128,
		};
		trainer_play(trainer);
		trainer_step(trainer);
	}
}

static void test_training_approaches_an_equilibrium(void **state)
{
	static struct trainer trainer;
	const struct eg_model actor = {trainer_consider, &trainer};
	double start[SETS];
	double middle[SETS];
	double end[SETS];

	(void)state;
	assert_true(trainer_init(&trainer, 1));
	print_message("Points in a round that a best response wins above 0.5:\n");
	measure("any action", &any_action, start);
	train_until(&trainer, 0, rounds / 4);
	measure("a quarter of the rounds", &actor, middle);
	train_until(&trainer, rounds / 4, rounds);
	measure("all rounds", &actor, end);
	trainer_finish(&trainer);
	for (size_t i = 0; i < SETS; i++) {
		assert_true(start[i] > 0.2);
		assert_true(middle[i] < start[i]);
		assert_true(end[i] < middle[i]);
		assert_true(end[i] > -1e-6);
		assert_true(end[i] < (rounds < ENOUGH ? 0.75 * start[i] : 0.03));
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_training_approaches_an_equilibrium),
	};

	if (argc > 1)
		rounds = strtoull(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
