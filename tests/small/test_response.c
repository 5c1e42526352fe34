/*
 * Learns a response to bad players in the small game, and compares it with the exact best response.
 */
#include "engine/lab/train/trainer.h"
#include "tests/small/best_response.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define ROUNDS 40000

static void consider_any(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	(void)model;
	(void)position;
	for (size_t i = 0; i < strategy->count; i++)
		strategy->chances[i] = 1 / (float)strategy->count;
}

/* Returns the points in a round of a player, or of the best response, averaged over both seats. */
static double points(
	const struct eg_rules *rules, const struct eg_model *own, const struct eg_model *rival)
{
	return (response_points(rules, EG_WHITE, own, rival) +
		       response_points(rules, EG_BLACK, own, rival)) /
	       2;
}

static void learn(struct trainer *trainer)
{
	for (size_t round = 0; round < ROUNDS; round++) {
		float done = (float)round / ROUNDS;

		trainer->schedule = (struct schedule){
			.rate = 0.0015F * eg_exp(-3 * fmaxf(0, done - 0.2F) / 0.8F),
			.pull = 0.02F * eg_exp(-2.5F * done),
			.averaging = 0.004F,
			.batch = 128,
		};
		trainer_play(trainer);
		trainer_step(trainer);
	}
}

/* The learned response wins nearly as much as the best response, and no more. */
static void compare(const char *name, const struct eg_model *rival)
{
	struct trainer trainer;
	struct eg_rules rules;
	const struct eg_model actor = {trainer_consider, &trainer};

	assert_int_equal(eg_rules_parse(name, strlen(name), &rules), EG_OK);
	assert_true(trainer_init_against(&trainer, rival, 1));
	trainer.rules = &rules;
	double start = points(&rules, &actor, rival);

	learn(&trainer);
	double end = points(&rules, &actor, rival);
	double best = points(&rules, NULL, rival);

	trainer_finish(&trainer);
	print_message("%s: %.4f points before, %.4f learned, %.4f the best response\n", name, start,
		end, best);
	assert_true(best > start + 0.1); /* there is something to learn */
	assert_true(end > best - 0.02);
	assert_true(end < best + 1e-6);
}

UNIT_TEST(test_response_to_any_action_is_nearly_the_best)
{
	const struct eg_model any = {consider_any, NULL};

	compare("advanced", &any);
	compare("standard", &any);
}

UNIT_TEST(test_response_to_an_early_actor_is_nearly_the_best)
{
	static struct trainer beginner;
	const struct eg_model rival = {trainer_consider, &beginner};

	assert_true(trainer_init(&beginner, 2));
	for (size_t round = 0; round < 1500; round++) {
		beginner.schedule = (struct schedule){0.0015F, 0.006F, 0.05F, 128};
		trainer_play(&beginner);
		trainer_step(&beginner);
	}
	compare("advanced", &rival);
	trainer_finish(&beginner);
}
