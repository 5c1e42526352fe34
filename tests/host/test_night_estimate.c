/* How long a club night takes: what its sign-up says. */
#include "bot/club/contest.h"
#include "bot/competition/night_sheet.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <string.h>

/* tests/e2e/test_night_limits.py measures 27 minutes for this night. */
UNIT_TEST(test_night_of_eight_is_what_was_measured)
{
	assert_int_equal(bot_night_estimate(8, 1, 20, 5000), 30 * MINUTE);
	assert_int_equal(bot_night_estimate(8, 1, 20, 0), 10 * MINUTE);
	/* a homeserver that takes a message in two seconds */
	assert_int_equal(bot_night_estimate(8, 1, 20, 2000), 15 * MINUTE);
}

UNIT_TEST(test_more_fencers_touches_and_limits_take_longer)
{
	for (size_t fencers = BOT_ENTRANTS_LEAST; fencers <= BOT_ENTRANTS_MOST; fencers++) {
		for (unsigned touches = 1; touches <= 15; touches++) {
			int64_t fast = bot_night_estimate(fencers, touches, 20, 0);

			assert_true(fast > 0);
			assert_int_equal(fast % (5 * MINUTE), 0);
			assert_true(bot_night_estimate(fencers, touches, 20, 5000) >= fast);
			assert_true(bot_night_estimate(fencers, touches, 1, 0) >= fast);
			assert_true(bot_night_estimate(fencers, touches + 1, 20, 0) >= fast);
		}
	}
}

static int64_t usual_interval(void *self)
{
	(void)self;
	return 5000;
}

/* Returns the text of the newest edit. */
static const char *last_edit(const struct scene *scene)
{
	for (size_t i = scene->count; i > 0; i--)
		if (scene->row[i - 1].edits[0])
			return scene->row[i - 1].body;
	fail_msg("no edit");
	return NULL;
}

SCENE_TEST(test_sign_up_says_how_long_it_takes)
{
	char user[BOT_ID_SIZE];

	scene_say(scene, ROOM, EVE, "!eg night 5m to 1");
	scene_assert_answer(scene, ROOM, "With 8 fencers it takes about 10 min.");
	scene->port.message_interval = usual_interval;
	for (unsigned i = 0; i < 4; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
	assert_non_null(strstr(last_edit(scene), "With 4 fencers it takes about 10 min."));
}
