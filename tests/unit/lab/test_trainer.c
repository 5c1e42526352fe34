/* Tests the twin of a trainer: its dice, its gradient, and the merge. */
#include "engine/lab/train/trainer.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static struct trainer trainer, twin;

static int begin(void **state)
{
	(void)state;
	if (!trainer_init(&trainer, 3) || !trainer_init_twin(&twin, &trainer))
		return -1;
	trainer.schedule =
		(struct schedule){.rate = 0.001F, .pull = 0.006F, .averaging = 0.1F, .batch = 1};
	twin.schedule = trainer.schedule;
	return 0;
}

static int end(void **state)
{
	(void)state;
	trainer_finish_twin(&twin);
	trainer_finish(&trainer);
	return 0;
}

UNIT_TEST_FROM(begin, end, test_a_twin_plays_other_rounds)
{
	trainer_play(&trainer);
	trainer_play(&twin);
	assert_memory_not_equal(
		trainer.critic.gradient, twin.critic.gradient, trainer.critic.size * sizeof(float));
}

UNIT_TEST_FROM(begin, end, test_a_twin_keeps_its_gradient_apart)
{
	trainer_play(&twin);
	assert_int_equal(trainer.decisions, 0);
	for (size_t i = 0; i < trainer.critic.size; i++)
		assert_true(trainer.critic.gradient[i] == 0);
}

static void assert_no_gradient(const struct learner *learner)
{
	for (size_t i = 0; i < learner->size; i++)
		assert_true(learner->gradient[i] == 0);
	for (size_t row = 0; row < learner->rows; row++)
		assert_int_equal(learner->touched[row], 0);
}

/* Returns the sums of both gradients. The caller frees them. */
static float *sums_of(const struct learner *a, const struct learner *b)
{
	float *sums = malloc(a->size * sizeof(*sums));

	assert_non_null(sums);
	for (size_t i = 0; i < a->size; i++)
		sums[i] = a->gradient[i] + b->gradient[i];
	return sums;
}

static void expect_gradient(const struct learner *learner, float *expected)
{
	assert_memory_equal(learner->gradient, expected, learner->size * sizeof(*expected));
	free(expected);
}

UNIT_TEST_FROM(begin, end, test_merge_moves_all_that_the_twin_learned)
{
	trainer_play(&trainer);
	trainer_play(&twin);
	size_t decisions = trainer.decisions + twin.decisions;
	float *actor = sums_of(&trainer.actor, &twin.actor);
	float *critic = sums_of(&trainer.critic, &twin.critic);

	trainer_merge(&trainer, &twin);
	expect_gradient(&trainer.actor, actor);
	expect_gradient(&trainer.critic, critic);
	assert_int_equal(trainer.decisions, decisions);
	assert_int_equal(trainer.played, 2);
	assert_int_equal(twin.decisions + twin.played + twin.counted, 0);
	assert_no_gradient(&twin.critic);
	assert_no_gradient(&twin.actor);
}

UNIT_TEST_FROM(begin, end, test_a_step_changes_the_weights_that_the_twin_shares)
{
	size_t row = 0;
	float before[WIDE];

	assert_ptr_equal(trainer.critic.weights, twin.critic.weights);
	trainer_play(&twin);
	trainer_merge(&trainer, &twin);
	while (!trainer.critic.touched[row])
		row++;
	memcpy(before, trainer.critic.weights + row * WIDE, sizeof(before));
	trainer_step(&trainer);
	assert_memory_not_equal(before, trainer.critic.weights + row * WIDE, sizeof(before));
	assert_no_gradient(&trainer.critic);
}
