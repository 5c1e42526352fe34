#include "tests/support/scene_weekly.h"

#include <stdio.h>

void scene_begin_weekly(struct scene *scene, const char *words)
{
	char text[100];

	scene->now = NOV_25_2026;
	snprintf(text, sizeof(text), "!eg night every %s", words);
	scene_say(scene, ROOM, EVE, text);
	scene_assert_answer(scene, ROOM, "There is a club night here every week:");
}

struct bot_weekly_night scene_weekly(struct scene *scene, const char *room)
{
	struct bot_weekly_night found;

	assert_true(bot_weekly_night_get(scene->store, room, &found));
	return found;
}

void scene_sign_up(struct scene *scene, unsigned count)
{
	char user[BOT_ID_SIZE];

	for (unsigned i = 0; i < count; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
}

enum bot_stage scene_stage(struct scene *scene)
{
	return scene_competition(scene).stage;
}

void scene_wait_until(struct scene *scene, int64_t when)
{
	scene_wait(scene, when - scene->now);
}

void scene_be_down_until(struct scene *scene, int64_t when)
{
	scene_restart(scene, when - scene->now);
	scene_wait(scene, SECOND);
}
