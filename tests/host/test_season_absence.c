/* Seasons: fencers who leave their private room, or the room of the season. */
#include "bot/call/call.h"
#include "bot/host/host.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"
#define F1 "@f1:test"
#define F2 "@f2:test"

#define PRIVATE "!private-of-f0:test"

/* Returns the match of the two, or 0. */
static int64_t bout_of(struct scene *scene, const char *one, const char *other)
{
	struct bot_night *season = scene_load_season(scene);
	uint8_t number = bot_night_find(season, one)->number;
	uint8_t against = bot_night_find(season, other)->number;
	int64_t id = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const uint8_t *entrant = season->bout[i].entrant;

		if ((entrant[0] == number && entrant[1] == against) ||
			(entrant[0] == against && entrant[1] == number))
			id = season->bout[i].match;
	}
	free(season);
	return id;
}

static struct bot_entrant find_entrant(struct scene *scene, const char *user)
{
	struct bot_night *season = scene_load_season(scene);
	struct bot_entrant entrant = *bot_night_find(season, user);

	free(season);
	return entrant;
}

/* F0 leaves their private room, and comes back at once. */
static void leave_for_a_moment(struct scene *scene)
{
	SCENE_STORE(scene, bot_store_set_private_room(scene->store, F0, PRIVATE));
	SCENE_STORE(scene, bot_store_set_joined(scene->store, F0, true));
	SCENE_STORE(scene, bot_host_user_left(scene->host, PRIVATE, F0));
	SCENE_STORE(scene, bot_host_user_joined(scene->host, F0));
	scene_wait(scene, SECOND);
}

/* Else F0, whom the bot has reached, would win as the only one who has come. */
static void test_leaving_does_not_win_a_bout_that_waits(void **state)
{
	struct scene *scene = *state;

	scene->unreachable = F1;
	scene_begin_season(scene, "4w to 1", 3);
	int64_t id = bout_of(scene, F0, F1);
	assert_int_equal(scene_match(scene, id).status, BOT_ACCEPTED);
	leave_for_a_moment(scene);
	assert_int_equal(scene_match(scene, id).status, BOT_ACCEPTED);
	assert_int_equal(find_entrant(scene, F1).forfeits, 0);
	scene_wait(scene, 10 * DAY); /* the bout waits no longer than three turns */
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
	assert_true(find_entrant(scene, F1).forfeits > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_leaving_does_not_win_a_bout_that_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
