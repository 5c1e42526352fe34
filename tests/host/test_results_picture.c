/*
 * The picture of a club night or a season that is over, which follows the podium or the champion.
 */
#include "bot/competition/results_picture.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number of pictures that the room has got, and the last one. */
static size_t pictures(const struct scene *scene, const struct scene_row **last)
{
	size_t count = 0;

	*last = NULL;
	for (size_t i = 0; i < scene->count; i++) {
		if (strcmp(scene->row[i].to, ROOM) != 0 || scene->row[i].file[0] == '\0')
			continue;
		*last = &scene->row[i];
		count++;
	}
	return count;
}

static void fence(struct scene *scene, const char *words, unsigned fencers)
{
	scene_open_night(scene, words, fencers);
	scene_start_night(scene);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_podium_has_a_picture_with_words)
{
	const struct scene_row *last;

	fence(scene, "30m to 1 third place", 8);
	assert_int_equal(pictures(scene, &last), 1);
	assert_int_equal(last->kind, BOT_OUT_FILE);
	assert_memory_equal(last->file, "\x89PNG", 4);
	assert_non_null(strstr(last->body, "Club night, all results in a picture: 1. @f"));
	assert_non_null(strstr(last->body, " \xC2\xB7 3. @f"));
	assert_null(strstr(last->body, "4. @f"));
	assert_string_equal(last->mention, ""); /* the podium has rung already */
}

SCENE_TEST(test_night_with_one_pool_has_a_picture)
{
	const struct scene_row *last;

	fence(scene, "30m to 1", 3);
	assert_int_equal(pictures(scene, &last), 1);
}

SCENE_TEST(test_room_without_pictures_gets_none)
{
	const struct scene_row *last;

	scene_say(scene, ROOM, EVE, "!eg board picture off");
	fence(scene, "30m to 1", 3);
	assert_int_equal(pictures(scene, &last), 0);
}

SCENE_TEST(test_stopped_night_has_no_picture)
{
	const struct scene_row *last;

	scene_open_night(scene, "30m to 1", 3);
	scene_start_night(scene);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	assert_int_equal(pictures(scene, &last), 0);
}

static void send(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);

	SCENE_HOST(scene, bot_results_picture_send(scene->host, night, &bot_langs[0]));
	free(night);
}

SCENE_TEST(test_sixty_four_with_hostile_names_have_a_picture)
{
	const struct scene_row *last;

	scene_store_night(scene, 64, "<b>&\"\xE2\x80\xAE");
	send(scene);
	scene_wait(scene, SECOND);
	assert_int_equal(pictures(scene, &last), 1);
	assert_null(strstr(last->html, "<b>&"));
}

/* A season: only the first division has a podium. */
SCENE_TEST(test_season_has_a_picture_with_words)
{
	const struct scene_row *last;

	scene_begin_season(scene, "4w to 1", 9);
	scene_fence_season(scene);
	assert_int_equal(pictures(scene, &last), 1);
	assert_int_equal(last->kind, BOT_OUT_FILE);
	assert_memory_equal(last->file, "\x89PNG", 4);
	assert_non_null(strstr(last->body, "Season, all results in a picture: 1. @f"));
	const char *third = strstr(last->body, " \xC2\xB7 3. @f");
	assert_non_null(third);
	assert_null(strstr(third + 1, " \xC2\xB7 "));
	assert_string_equal(last->mention, ""); /* the message about the end has rung already */
}

SCENE_TEST(test_room_without_pictures_gets_none_of_a_season)
{
	const struct scene_row *last;

	scene_say(scene, ROOM, EVE, "!eg board picture off");
	scene_begin_season(scene, "4w to 1", 3);
	scene_fence_season(scene);
	assert_int_equal(pictures(scene, &last), 0);
}

SCENE_TEST(test_season_that_is_stopped_has_no_picture)
{
	const struct scene_row *last;

	scene_begin_season(scene, "4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	assert_int_equal(pictures(scene, &last), 0);
}
