/* What people hear when a fencer of a club night withdraws between two bouts. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct scene *scene, unsigned count)
{
	scene->config.matches.per_room = 1;
	scene_begin_night(scene, "30m to 1", count);
}

/* Copies the last bout that waits in the round and, unless it is 0, the pool. Counts them. */
static size_t find_waiting(
	struct scene *scene, uint8_t round, uint8_t pool, char users[2][BOT_ID_SIZE])
{
	struct bot_contest *night = scene_load_night(scene);
	size_t count = 0;

	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->state != BOT_BOUT_WAITS || bout->round != round ||
			(pool != 0 && bout->place != pool))
			continue;
		for (size_t j = 0; j < 2; j++)
			memcpy(users[j], bot_contest_entrant(night, bout->entrant[j])->user,
				BOT_ID_SIZE);
		count++;
	}
	free(night);
	return count;
}

static size_t count_open(struct scene *scene, uint8_t pool)
{
	struct bot_contest *night = scene_load_night(scene);
	size_t count = bot_contest_open_in_pool(night, pool);

	free(night);
	return count;
}

static void leave(struct scene *scene, const char *user)
{
	scene_say(scene, ROOM, user, "!eg night leave yes");
	scene_wait(scene, SECOND);
}

/* The last bout of the pool is not fenced, so no result ends the pool. */
SCENE_TEST(test_room_hears_that_an_annulled_bout_ends_a_pool)
{
	char users[2][BOT_ID_SIZE];

	begin(scene, 8);
	while (count_open(scene, 1) > 1 || find_waiting(scene, 0, 1, users) == 0)
		scene_fence_bout(scene, scene_bout(scene));
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1, results: "), 0);
	leave(scene, users[0]);
	assert_int_equal(count_open(scene, 1), 0);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1, results: "), 1);
	scene_fence_all(scene);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 2, results: "), 1);
}

/* The opponent, to whom the bot has named the bout, hears that it is won. */
SCENE_TEST(test_opponent_hears_of_a_bout_that_is_not_fenced)
{
	char users[2][BOT_ID_SIZE];

	begin(scene, 8);
	while (find_waiting(scene, 1, 0, users) == 0)
		scene_fence_bout(scene, scene_bout(scene));
	assert_int_equal(scene_count_said(scene, users[1], "You go on to the next round."), 0);
	leave(scene, users[0]);
	assert_int_equal(scene_count_said(scene, users[1], "You go on to the next round."), 1);
	assert_int_equal(scene_count_said(scene, users[0], "You are out"), 0);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}
