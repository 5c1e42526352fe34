/* Seasons on the page: the link, and the JSON of the tables. */
#include "bot/table/table_view.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_page.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

/* Makes the state of the room's season, which has nothing of a hand. */
static json_t *state_of(struct scene *scene)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_season(scene->host, ROOM, &text), BOT_OK);
	assert_null(strstr(text, "hand"));
	assert_null(strstr(text, "card"));
	assert_null(strstr(text, "secret"));
	return scene_parse(text);
}

static const json_t *get(const json_t *json, const char *key)
{
	return json_object_get(json, key);
}

static int64_t number_of(const json_t *json, const char *key)
{
	assert_true(json_is_integer(get(json, key)));
	return json_integer_value(get(json, key));
}

static void assert_stage(const json_t *state, const char *stage)
{
	assert_string_equal(json_string_value(get(get(state, "season"), "stage")), stage);
}

/* Compares where the fencers of a division go at the end. */
static void assert_fates(const json_t *division, const char *wanted)
{
	const json_t *rows = get(division, "rows");
	char found[128] = "";

	for (size_t i = 0; i < json_array_size(rows); i++) {
		size_t used = strlen(found);

		snprintf(found + used, sizeof(found) - used, "%s%s", i > 0 ? " " : "",
			json_string_value(get(json_array_get(rows, i), "fate")));
	}
	assert_string_equal(found, wanted);
}

static bool board_has_season(struct scene *scene)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_room(scene->host, ROOM, &text), BOT_OK);
	bool has = strstr(text, "\"season\":true");
	free(text);
	return has;
}

SCENE_TEST_FROM(scene_setup_page, test_link_goes_to_the_room)
{
	static const unsigned char key[BOT_KEY_SIZE] = {1};

	scene_ask_in(scene, ROOM, F0, "!eg season link", "The season (" PAGE "#s=");
	bot_store_offer_key(scene->store, key);
	scene_begin_season(scene, "4 weeks", 3);
	assert_int_equal(
		scene_count_said(scene, ROOM, "Live in the browser: The season (" PAGE "#s="), 1);
	scene->config.web = (struct cfg_web){0};
	scene_ask_in(scene, ROOM, F0, "!eg season link", "I have no web page");
}

SCENE_TEST_FROM(scene_setup_page, test_room_without_a_season_has_none)
{
	json_t *json = state_of(scene);

	assert_true(json_is_null(get(json, "season")));
	json_decref(json);
	assert_false(board_has_season(scene));
}

SCENE_TEST_FROM(scene_setup_page, test_sign_up_has_fencers_and_no_table)
{
	scene_open_season(scene, "4 weeks to 3", 2);
	json_t *json = state_of(scene);
	const json_t *season = get(json, "season");

	assert_stage(json, "sign-up");
	assert_int_equal(number_of(season, "touches"), 3);
	assert_int_equal(json_array_size(get(season, "fencers")), 2);
	assert_int_equal(json_array_size(get(season, "divisions")), 0);
	assert_true(number_of(season, "starts") > scene->now);
	assert_true(board_has_season(scene));
	json_decref(json);
}

/* Nine fence in divisions of five and four, of which one each changes the division. */
SCENE_TEST_FROM(scene_setup_page, test_divisions_have_rows_and_borders)
{
	scene_begin_season(scene, "4 weeks to 1", 9);
	json_t *json = state_of(scene);
	const json_t *season = get(json, "season"), *divisions = get(season, "divisions");
	const json_t *first = json_array_get(divisions, 0), *second = json_array_get(divisions, 1);

	assert_stage(json, "under-way");
	assert_int_equal(json_array_size(divisions), 2);
	assert_int_equal(json_array_size(get(first, "rows")), 5);
	assert_fates(first, "stays stays stays stays stays"); /* nobody has fenced */
	assert_fates(second, "stays stays stays stays");
	assert_true(json_array_size(get(season, "now")) > 0);
	assert_int_equal(
		number_of(season, "left") + (int64_t)json_array_size(get(season, "now")), 10 + 6);
	json_decref(json);
}

/* Compares the fates of both divisions of a season of nine. */
static void assert_both_fates(struct scene *scene, const char *first, const char *second)
{
	json_t *json = state_of(scene);
	const json_t *divisions = get(get(json, "season"), "divisions");

	assert_fates(json_array_get(divisions, 0), first);
	assert_fates(json_array_get(divisions, 1), second);
	json_decref(json);
}

/*
 * A fencer who has withdrawn is last, and so takes the relegation: the last who stays keeps the
 * division.
 */
SCENE_TEST_FROM(scene_setup_page, test_withdrawn_take_the_relegation)
{
	scene_begin_season(scene, "4 weeks to 1", 9);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->entrants; i++)
		if (season->entrant[i].pool == 1 && season->entrant[i].place == 5)
			scene_say(scene, ROOM, season->entrant[i].user, "!eg season leave yes");
	free(season);
	scene_fence_season(scene);
	assert_both_fates(scene, "stays stays stays stays stays", "up stays stays stays");
}

SCENE_TEST_FROM(scene_setup_page, test_last_is_relegated)
{
	scene_begin_season(scene, "4 weeks to 1", 9);
	scene_fence_season(scene);
	assert_both_fates(scene, "stays stays stays stays down", "up stays stays stays");
}

SCENE_TEST_FROM(scene_setup_page, test_end_has_the_champion_first)
{
	scene_begin_season(scene, "4 weeks to 1", 3);
	scene_fence_season(scene);
	json_t *json = state_of(scene);
	const json_t *season = get(json, "season");
	const json_t *rows = get(json_array_get(get(season, "divisions"), 0), "rows");
	const json_t *best = json_array_get(rows, 0);

	assert_stage(json, "over");
	assert_int_equal(number_of(best, "place"), 1);
	assert_int_equal(number_of(best, "bouts"), 2);
	assert_int_equal(json_array_size(get(season, "now")), 0);
	assert_null(get(season, "ends"));
	json_decref(json);
	scene->now += 29 * DAY;
	json = state_of(scene);
	assert_true(json_is_null(get(json, "season")));
	json_decref(json);
}

SCENE_TEST_FROM(scene_setup_page, test_withdrawn_and_stopped)
{
	scene_begin_season(scene, "4 weeks to 1", 4);
	scene_say(scene, ROOM, F0, "!eg season leave yes");
	json_t *json = state_of(scene);
	const json_t *season = get(json, "season");
	const json_t *rows = get(json_array_get(get(season, "divisions"), 0), "rows");
	assert_true(json_is_true(get(json_array_get(rows, 3), "withdrawn")));
	json_decref(json);
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	json = state_of(scene);
	assert_stage(json, "stopped");
	json_decref(json);
}

/* The reader's part */

/* Of five fencers each has two bouts at once, and fences the other two later. */
SCENE_TEST_FROM(scene_setup_page, test_table_lists_the_own_bouts)
{
	scene_begin_season(scene, "4 weeks to 1", 5);
	json_t *json = scene_table(scene, F0);
	const json_t *season = json_array_get(get(json, "seasons"), 0),
		     *bouts = get(season, "bouts");

	assert_int_equal(json_array_size(get(json, "seasons")), 1);
	assert_int_equal(json_array_size(bouts), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *bout = json_array_get(bouts, i);

		assert_string_not_equal(json_string_value(get(bout, "name")), F0);
		assert_true(number_of(bout, "match") > 0);
	}
	assert_true(number_of(season, "ends") > scene->now);
	assert_int_equal(
		strncmp(json_string_value(get(season, "text")), "Later you fence: @f", 19), 0);
	json_decref(json);
}

SCENE_TEST_FROM(scene_setup_page, test_table_says_when_the_season_begins)
{
	scene_open_season(scene, "4 weeks to 1", 3);
	json_t *json = scene_table(scene, F0);
	const json_t *season = json_array_get(get(json, "seasons"), 0);
	assert_string_equal(json_string_value(get(season, "stage")), "sign-up");
	assert_true(number_of(season, "starts") > scene->now);
	assert_null(get(season, "bouts"));
	json_decref(json);
	scene_say(scene, ROOM, F0, "!eg season leave yes");
	json = scene_table(scene, F0);
	assert_null(get(json, "seasons"));
	json_decref(json);
}
