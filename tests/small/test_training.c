/*
 * Trains networks for the small game as engarde_train does for the whole game, and computes exactly
 * how much an opponent could win against the actor. At an equilibrium this is nothing.
 *
 *     test_small_training [ROUNDS]
 */
int train_main(int argc, char **argv);
#define main train_main
#include "engine/opponent/train/train.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

#include "engine/opponent/train/best_response.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define SETS 4
static const char *const rule_sets[SETS] = {"basic", "standard", "advanced", "ferti"};

/* The small game needs fewer rounds, so its batches are smaller, and the average follows sooner. */
#define SMALL_BATCH     128
#define SMALL_AVERAGING 0.002F

static uint64_t rounds = 120000;

static void play_by_average(const struct policy *policy, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	struct trainer trained = *(const struct trainer *)policy->data;
	struct pass pass;
	struct choice choice;

	trained.actor.weights = trained.actor.average;
	actor_pass(&trained, position, &pass, &choice);
	memcpy(strategy->chances, choice.chance, sizeof(strategy->chances));
}

static void play_any(const struct policy *policy, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	(void)policy;
	(void)position;
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = 1 / (float)strategy->count;
}

/* Computes the exploitability in each rule set, and prints it. */
static void measure(const char *name, const struct policy *policy, double points[SETS])
{
	print_message("%s:", name);
	for (size_t i = 0; i < SETS; i++) {
		struct eg_rules rules;

		must(eg_rules_parse(rule_sets[i], strlen(rule_sets[i]), &rules));
		points[i] = exploitability(&rules, policy);
		print_message("  %s %.4f", rule_sets[i], points[i]);
	}
	print_message("\n");
}

static void train_until(struct trainer *trainer, uint64_t from, uint64_t to)
{
	for (uint64_t round = from; round < to; round++) {
		float done = (float)round / (float)rounds;

		trainer->schedule.rate = 0.0015F * expf(-3 * fmaxf(0, done - 0.2F) / 0.8F);
		trainer->schedule.pull = fmaxf(0.06F * expf(-2.3F * done / 0.5F), 0.006F);
		play(trainer);
		if (trainer->decisions < SMALL_BATCH)
			continue;
		learner_step(&trainer->actor, trainer->decisions, trainer->schedule.rate,
			SMALL_AVERAGING);
		learner_step(&trainer->critic, trainer->decisions, trainer->schedule.rate,
			SMALL_AVERAGING);
		trainer->decisions = 0;
	}
}

static void test_training_approaches_an_equilibrium(void **state)
{
	static struct trainer trainer = {.dice = {1}};
	const struct policy actor = {play_by_average, &trainer};
	const struct policy any = {play_any, NULL};
	double start[SETS];
	double middle[SETS];
	double end[SETS];

	(void)state;
	assert_true(learner_init(
		&trainer.actor, EG_FEATURES_SIGHT, EG_OUTPUTS, eg_dice_roll(&trainer.dice)));
	assert_true(
		learner_init(&trainer.critic, EG_FEATURES_BOTH, 1, eg_dice_roll(&trainer.dice)));
	print_message("Points in a round that a best response wins above 0.5:\n");
	measure("any action", &any, start);
	train_until(&trainer, 0, rounds / 4);
	measure("a quarter of the rounds", &actor, middle);
	train_until(&trainer, rounds / 4, rounds);
	measure("all rounds", &actor, end);
	learner_finish(&trainer.actor);
	learner_finish(&trainer.critic);
	for (size_t i = 0; i < SETS; i++) {
		assert_true(start[i] > 0.2);
		assert_true(middle[i] < start[i]);
		assert_true(end[i] < middle[i]);
		assert_true(end[i] > -1e-6);
		assert_true(end[i] < 0.03);
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
