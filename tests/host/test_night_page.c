/* Club nights on the page: the link, the JSON of the sheets, and what a fencer's table says. */
#include "bot/table/table_view.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_page.h"
#include "tests/support/sql.h"

#include <stdlib.h>
#include <string.h>

#define F0   "@f0:test"
#define EVIL "<script>\"x\"</script>"

/* A state of a night of 64 is about 42 KB; names of 64 letters can add 20. */
#define STATE_MOST 65536

/* Makes a state with the function, and parses it. The caller frees it with json_decref. */
static json_t *state_of(struct scene *scene,
	enum bot_error (*write)(struct bot_host *host, const char *subject, char **json),
	const char *subject)
{
	char *text = NULL;

	assert_int_equal(write(scene->host, subject, &text), BOT_OK);
	assert_in_range(strlen(text), 1, STATE_MOST);
	assert_null(strstr(text, "secret"));
	return scene_parse(text);
}

/* The sheets have nothing of a hand. */
static json_t *sheets(struct scene *scene)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_night(scene->host, ROOM, &text), BOT_OK);
	assert_null(strstr(text, "hand"));
	assert_null(strstr(text, "card"));
	free(text);
	return state_of(scene, bot_table_of_night, ROOM);
}

static const json_t *get(const json_t *json, const char *key)
{
	return json_object_get(json, key);
}

static const json_t *night_of(const json_t *state)
{
	const json_t *night = get(state, "night");

	assert_true(json_is_object(night));
	return night;
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(get(json, key));

	assert_non_null(text);
	return text;
}

/* Whether a message to the room since the beginning contains `part`. */
static bool was_said(const struct scene *scene, const char *part)
{
	for (size_t i = 0; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && strstr(scene->row[i].body, part))
			return true;
	return false;
}

/* The link */

SCENE_TEST_FROM(scene_setup_page, test_link_goes_to_the_room)
{
	scene_ask_in(scene, ROOM, F0, "!eg night link", "The club night (" PAGE "#n=");
	scene_begin_night(scene, "30m to 1", 3);
	assert_false(was_said(scene, "Live in the browser")); /* a store without a key */
}

/* Copies the link of the newest sheet, or an empty text if it has none. */
static void get_sheet_link(const struct scene *scene, char link[128])
{
	size_t i = scene->count;

	while (i > 0 && !strstr(scene->row[i - 1].body, "Club night (victories/bouts, indicator)"))
		i--;
	assert_true(i > 0);
	const char *at = strstr(scene->row[i - 1].body, "Live in the browser: The club night (");
	snprintf(link, 128, "%.*s", at ? (int)strcspn(at, ")") : 0, at ? at : "");
}

/* Each edit of the sheet has the same link, until a moderator ends it. */
SCENE_TEST_FROM(scene_setup_page, test_sheet_has_a_link_that_lasts)
{
	static const unsigned char key[BOT_KEY_SIZE] = {1};
	char first[128], later[128];

	bot_store_offer_key(scene->store, key);
	scene_begin_night(scene, "30m to 1", 3);
	get_sheet_link(scene, first);
	assert_non_null(strstr(first, PAGE "#n="));
	scene_say(scene, ROOM, F0, "!eg night link");
	scene_fence_bout(scene, scene_bout(scene));
	get_sheet_link(scene, later);
	assert_string_equal(later, first);
	scene_say(scene, ROOM, EVE, "!eg board link off");
	scene_fence_bout(scene, scene_bout(scene));
	get_sheet_link(scene, later);
	assert_string_equal(later, "");
}

/* Begins the first night of a store, after `said` messages. Copies the link of its sheet. */
static void get_first_link(unsigned said, char link[128])
{
	static const unsigned char key[BOT_KEY_SIZE] = {1};
	void *state = NULL;

	assert_int_equal(scene_setup_page(&state), 0);
	struct scene *scene = (struct scene *)state;
	bot_store_offer_key(scene->store, key);
	while (said-- > 0)
		scene_say(scene, ROOM, F0, "hello");
	scene_begin_night(scene, "30m to 1", 3);
	assert_int_equal(sql_number(scene->store, "SELECT max(id) FROM competitions"), 1);
	get_sheet_link(scene, link);
	scene_destroy(scene);
}

/* A restored store counts its nights on from the copy. A link of before opens none of the new. */
UNIT_TEST(test_night_with_the_same_number_has_another_link)
{
	char first[128], second[128];

	get_first_link(0, first);
	get_first_link(1, second);
	assert_non_null(strstr(first, PAGE "#n="));
	assert_non_null(strstr(second, PAGE "#n="));
	assert_string_not_equal(first, second);
}

SCENE_TEST_FROM(scene_setup_page, test_without_a_page_there_is_no_link)
{
	scene->config.web = (struct cfg_web){0};
	scene_ask_in(scene, ROOM, F0, "!eg night link", "I have no web page");
	scene_begin_night(scene, "30m to 1", 3);
	assert_false(was_said(scene, "in the browser"));
}

/* The sheets */

SCENE_TEST_FROM(scene_setup_page, test_room_without_a_night_has_none)
{
	json_t *json = sheets(scene);

	assert_true(json_is_null(get(json, "night")));
	json_decref(json);
	json = state_of(scene, bot_table_of_room, ROOM);
	assert_null(get(json, "night"));
	json_decref(json);
}

UNIT_TEST_FROM(scene_setup_page, scene_teardown, test_sign_up_shows_who_is_there)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 3", 2);
	json_t *json = sheets(scene);
	const json_t *night = night_of(json);

	assert_string_equal(text_of(night, "stage"), "sign-up");
	assert_int_equal(json_integer_value(get(night, "touches")), 3);
	assert_int_equal(
		json_integer_value(get(night, "starts")), scene->now + 30 * MINUTE - MINUTE);
	assert_int_equal(json_array_size(get(night, "fencers")), 2);
	assert_string_equal(
		text_of(json_array_get(get(night, "fencers"), 0), "state"), "signed_up");
	json_decref(json);
	json = state_of(scene, bot_table_of_room, ROOM);
	assert_true(json_is_true(get(json, "night")));
	json_decref(json);
}

/* Returns how many bouts in the list of pools or rounds have this state. */
static size_t count_bouts(const json_t *list, const char *state)
{
	const json_t *part, *bout;
	size_t i, j, count = 0;

	json_array_foreach (list, i, part)
		json_array_foreach (get(part, "bouts"), j, bout)
			count += strcmp(text_of(bout, "state"), state) == 0;
	return count;
}

SCENE_TEST_FROM(scene_setup_page, test_sheets_follow_the_night_to_its_end)
{
	size_t first = 0, third = 0;
	const json_t *fencer;
	size_t i;

	scene_begin_night(scene, "30m to 1", 8);
	json_t *json = sheets(scene);
	assert_int_equal(json_array_size(get(night_of(json), "pools")), 2);
	assert_int_equal(json_array_size(get(night_of(json), "rounds")), 0);
	assert_int_equal(count_bouts(get(night_of(json), "pools"), "fenced"), 4);
	json_decref(json);
	scene_fence_bout(scene, scene_bout(scene));
	json = sheets(scene);
	assert_int_equal(count_bouts(get(night_of(json), "pools"), "ended"), 1);
	json_decref(json);
	scene_fence_all(scene);
	json = sheets(scene);
	assert_string_equal(text_of(night_of(json), "stage"), "ended");
	assert_int_equal(json_array_size(get(night_of(json), "rounds")), 3);
	assert_string_equal(
		text_of(json_array_get(get(night_of(json), "rounds"), 1), "name"), "Semi-finals");
	assert_int_equal(count_bouts(get(night_of(json), "rounds"), "ended"), 7);
	json_array_foreach (get(night_of(json), "fencers"), i, fencer) {
		first += json_integer_value(get(fencer, "final")) == 1;
		third += json_integer_value(get(fencer, "final")) == 3;
	}
	assert_int_equal(first, 1);
	assert_int_equal(third, 2);
	json_decref(json);
	scene->now += 25 * 60 * MINUTE;
	json = sheets(scene);
	assert_true(json_is_null(get(json, "night")));
	json_decref(json);
}

SCENE_TEST_FROM(scene_setup_page, test_third_place_and_pause_are_shown)
{
	scene_begin_night(scene, "30m to 1 third place", 8);
	scene_say(scene, ROOM, EVE, "!eg night pause 10m");
	json_t *json = sheets(scene);
	assert_int_equal(
		json_integer_value(get(night_of(json), "resumes")), scene->now + 10 * MINUTE);
	json_decref(json);
	scene_say(scene, ROOM, EVE, "!eg night resume");
	scene_fence_all(scene);
	json = sheets(scene);
	assert_null(get(night_of(json), "resumes"));
	const json_t *rounds = get(night_of(json), "rounds");
	assert_int_equal(json_array_size(rounds), 4);
	assert_string_equal(text_of(json_array_get(rounds, 2), "name"), "Bout for third place");
	assert_int_equal(count_bouts(rounds, "ended"), 8);
	json_decref(json);
}

SCENE_TEST_FROM(scene_setup_page, test_stopped_night_has_no_ranking)
{
	const json_t *fencer;
	size_t i;

	scene_begin_night(scene, "30m to 1", 8);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	json_t *json = sheets(scene);
	assert_string_equal(text_of(night_of(json), "stage"), "ended");
	json_array_foreach (get(night_of(json), "fencers"), i, fencer)
		assert_int_equal(json_integer_value(get(fencer, "final")), 0);
	json_decref(json);
}

/*
 * Whoever has won their bout of the tableau stands before the others. All others keep the order of
 * the pools, since nobody has lost a bout that was not fenced.
 */
SCENE_TEST_FROM(scene_setup_page, test_night_stopped_in_the_tableau_has_a_ranking)
{
	unsigned places[9] = {0};
	const json_t *fencer;
	size_t i;

	scene->config.matches.per_room = 2;
	scene_begin_night(scene, "30m to 1", 8);
	while (scene_competition(scene).stage == BOT_STAGE_POOLS)
		scene_fence_bout(scene, scene_bout(scene));
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	json_t *json = sheets(scene);
	assert_string_equal(text_of(night_of(json), "stage"), "ended");
	json_array_foreach (get(night_of(json), "fencers"), i, fencer)
		places[json_integer_value(get(fencer, "final"))]++;
	for (size_t place = 1; place <= 8; place++)
		assert_int_equal(places[place], 1);
	assert_int_equal(count_bouts(get(night_of(json), "rounds"), "ended"), 1);
	assert_int_equal(count_bouts(get(night_of(json), "rounds"), "fenced"), 0);
	json_decref(json);
	assert_false(was_said(scene, "Club night: ended without a result"));
	assert_true(was_said(scene, "The club night is over"));
}

SCENE_TEST_FROM(scene_setup_page, test_sixty_four_fencers_with_hostile_names_stay_small)
{
	scene_store_night(scene, 64, EVIL);
	json_t *json = sheets(scene);
	const json_t *night = night_of(json), *fencer = json_array_get(get(night, "fencers"), 0);
	assert_non_null(strstr(text_of(fencer, "name"), EVIL));
	assert_int_equal(json_array_size(get(night, "pools")), 11);
	assert_int_equal(json_array_size(get(night, "rounds")), 6);
	assert_int_equal(count_bouts(get(night, "rounds"), "ended"), 63);
	json_decref(json);
}

SCENE_TEST_FROM(scene_setup_page, test_damaged_night_is_not_shown)
{
	scene_begin_night(scene, "30m to 1", 8);
	struct bot_competition competition = scene_competition(scene);
	memset(competition.secret, 'x', 4);
	competition.secret[4] = '\0';
	SCENE_HOST(scene, bot_competition_save(scene->store, &competition));
	json_t *json = sheets(scene);
	assert_true(json_is_null(get(json, "night")));
	json_decref(json);
	json = state_of(scene, bot_table_of_user, F0);
	assert_null(get(json, "night"));
	json_decref(json);
}

/* The rows of a damaged tableau may contradict each other. */
SCENE_TEST_FROM(scene_setup_page, test_damaged_bouts_break_nothing)
{
	static const struct bot_bout damaged[] = {
		{.round = 200, .place = 1, .state = BOT_BOUT_ENDED, .entrant = {1, 2}},
		{.round = 1, .place = 99, .state = BOT_BOUT_ENDED, .entrant = {3, 4}},
		{.round = 1, .place = 0, .state = BOT_BOUT_ENDED, .entrant = {0, 1}},
		{.round = 1, .place = 0, .state = BOT_BOUT_ENDED, .entrant = {2, 3}},
	};

	scene_begin_night(scene, "30m to 1", 8);
	scene_fence_all(scene);
	for (size_t i = 0; i < sizeof(damaged) / sizeof(*damaged); i++) {
		struct bot_bout bout = damaged[i];

		bout.number = (uint16_t)(100 + i);
		SCENE_HOST(scene, bot_bout_save(scene->store, scene_competition(scene).id, &bout));
	}
	json_decref(sheets(scene));
}

/* A fencer's table */

static json_t *own(struct scene *scene, const char *user)
{
	return state_of(scene, bot_table_of_user, user);
}

SCENE_TEST_FROM(scene_setup_page, test_table_says_when_the_night_begins)
{
	scene_open_night(scene, "30m to 1", 3);
	json_t *json = own(scene, F0);
	assert_true(json_integer_value(get(night_of(json), "starts")) > scene->now);
	json_decref(json);
	json = own(scene, ANN);
	assert_null(get(json, "night"));
	json_decref(json);
}

/* Of three fencers two fence; the third one sees whom they fence next, and then the bout. */
SCENE_TEST_FROM(scene_setup_page, test_table_goes_from_the_next_bout_to_the_bout)
{
	char waiting[BOT_ID_SIZE] = "", user[BOT_ID_SIZE];
	json_t *json;

	scene_begin_night(scene, "30m to 1", 3);
	int64_t first = scene_bout(scene);
	for (unsigned i = 0; i < 3; i++) {
		scene_fencer(i, user);
		json = own(scene, user);
		assert_int_equal(json_integer_value(get(night_of(json), "pool")), 1);
		if (!get(night_of(json), "match")) {
			memcpy(waiting, user, sizeof(waiting));
			assert_non_null(
				strstr(text_of(night_of(json), "text"), "Next you fence @f"));
		}
		json_decref(json);
	}
	assert_true(waiting[0] != '\0');
	scene_fence_bout(scene, first);
	json = own(scene, waiting);
	assert_int_equal(json_integer_value(get(night_of(json), "match")), scene_bout(scene));
	json_decref(json);
}
