/* The bout for the third place of a club night. */
#include "bot/call/call.h"
#include "bot/club/elimination.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

static size_t count_said(const struct scene *scene, const char *to, const char *part)
{
	size_t count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, to) == 0 &&
			 strstr(scene->row[i].body, part) != NULL;
	return count;
}

/* Begins a night with so many fencers, and fences until the losers of the semi-finals are known. */
static void fence_semi_finals(struct scene *scene, unsigned count)
{
	int64_t id;

	scene->config.matches.per_room = 1;
	scene_open_night(scene, "30m to 1 third place", count);
	scene_start_night(scene);
	while ((id = scene_bout(scene)) != 0) {
		struct bot_contest *night = scene_load_night(scene);
		bool is_due = bot_night_third_place_bout(night) != NULL;

		free(night);
		if (is_due)
			return;
		scene_fence_bout(scene, id);
	}
}

/* Returns the bout for the third place. Its number is 0 if there is none. */
static struct bot_bout third_place_bout(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	const struct bot_bout *bout = bot_night_third_place_bout(night);
	struct bot_bout found = bout ? *bout : (struct bot_bout){0};

	free(night);
	return found;
}

static void write_user(struct scene *scene, uint8_t number, char user[BOT_ID_SIZE])
{
	struct bot_contest *night = scene_load_night(scene);

	memcpy(user, bot_contest_entrant(night, number)->user, BOT_ID_SIZE);
	free(night);
}

static void leave(struct scene *scene, const char *user)
{
	scene_say(scene, ROOM, user, "!eg night leave yes");
	scene_wait(scene, SECOND);
}

static void assert_ended(struct scene *scene, unsigned thirds, unsigned fourths)
{
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_places(scene, 1), 1);
	assert_int_equal(scene_count_places(scene, 2), 1);
	assert_int_equal(scene_count_places(scene, 3), thirds);
	assert_int_equal(scene_count_places(scene, 4), fourths);
}

/* The bout for the third place is fenced before the final if only one can be fenced at a time. */
UNIT_TEST_FROM(
	scene_setup, scene_teardown, test_losers_of_the_semi_finals_fence_for_the_third_place)
{
	struct scene *scene = *state;
	char winner[BOT_ID_SIZE], loser[BOT_ID_SIZE];

	fence_semi_finals(scene, 8);
	struct bot_bout bout = third_place_bout(scene);
	assert_int_equal(bout.state, BOT_BOUT_FENCED);
	assert_true(count_said(scene, ROOM, "Club night from") > 0);
	assert_true(count_said(scene, ROOM, ", with a bout for third place") > 0);
	assert_true(count_said(scene, ROOM, "Bout for third place: ") > 0);
	scene_fence_bout(scene, bout.match);
	bout = third_place_bout(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_TABLEAU);
	write_user(scene, bout.entrant[bout.winner], winner);
	write_user(scene, bout.entrant[1 - bout.winner], loser);
	assert_int_equal(count_said(scene, winner, "Your final place is 3."), 1);
	assert_int_equal(count_said(scene, loser, "Your final place is 4."), 1);
	scene_fence_all(scene);
	assert_ended(scene, 1, 1);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 12 + 8);
	free(night);
}

/* The final may end first: the night waits for the bout for the third place. */
SCENE_TEST(test_night_waits_for_the_third_place)
{
	fence_semi_finals(scene, 6);
	scene->config.matches.per_room = 8;
	struct bot_bout bout = third_place_bout(scene);
	scene_say(scene, ROOM, EVE, "!eg night pause"); /* a run, in which the final begins */
	scene_say(scene, ROOM, EVE, "!eg night resume");
	struct bot_contest *night = scene_load_night(scene);
	struct bot_bout final = {0};
	char users[2][BOT_ID_SIZE];
	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].state == BOT_BOUT_FENCED && night->bout[i].match != bout.match)
			final = night->bout[i];
	free(night);
	for (size_t i = 0; i < 2; i++)
		write_user(scene, final.entrant[i], users[i]);
	scene_fence_bout(scene, final.match);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_TABLEAU);
	enum eg_seat winner = scene_match(scene, final.match).winner;
	assert_int_equal(count_said(scene, users[winner], "Your final place is 1."), 1);
	assert_int_equal(count_said(scene, users[1 - winner], "Your final place is 2."), 1);
	scene_restart(scene, HOUR);
	scene_fence_bout(scene, bout.match);
	assert_ended(scene, 1, 1);
}

SCENE_TEST(test_both_are_third_without_the_option)
{
	scene_open_night(scene, "30m to 1", 6);
	scene_start_night(scene);
	scene_fence_all(scene);
	assert_int_equal(third_place_bout(scene).number, 0);
	assert_ended(scene, 2, 0);
	assert_int_equal(count_said(scene, ROOM, "third place"), 0);
}

SCENE_TEST(test_one_loser_withdraws)
{
	char user[BOT_ID_SIZE];

	fence_semi_finals(scene, 8);
	struct bot_bout bout = third_place_bout(scene);
	write_user(scene, bout.entrant[0], user);
	leave(scene, user);
	assert_int_equal(third_place_bout(scene).state, BOT_BOUT_ENDED);
	assert_int_equal(third_place_bout(scene).winner, 1);
	scene_fence_all(scene);
	assert_ended(scene, 1, 1);
}

static size_t count_semi_finals_ended(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	size_t count = 0;

	for (size_t i = 0; i < night->bouts; i++)
		count += night->bout[i].round == 2 && night->bout[i].state == BOT_BOUT_ENDED;
	free(night);
	return count;
}

/* If both are gone before their bout begins, nobody wins it, and both are third. */
SCENE_TEST(test_both_losers_withdraw)
{
	char users[2][BOT_ID_SIZE];

	scene->config.matches.per_room = 1;
	scene_open_night(scene, "30m to 1 third", 8);
	scene_start_night(scene);
	while (count_semi_finals_ended(scene) < 1)
		scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night pause");
	scene_fence_bout(scene, scene_bout(scene));
	struct bot_bout bout = third_place_bout(scene);
	assert_int_equal(bout.state, BOT_BOUT_WAITS);
	for (size_t i = 0; i < 2; i++)
		write_user(scene, bout.entrant[i], users[i]);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bot_host_user_left(scene->host, ROOM, users[i]), BOT_OK);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	scene_say(scene, ROOM, EVE, "!eg night resume");
	assert_int_equal(third_place_bout(scene).winner, BOT_BOUT_NOBODY);
	scene_fence_all(scene);
	assert_ended(scene, 2, 0);
}

/* With three in the tableau, one semi-final is a bye, so its "loser" does not exist. */
SCENE_TEST(test_three_in_the_tableau_have_one_third)
{
	char user[BOT_ID_SIZE];

	scene_open_night(scene, "30m to 1 third place", 6);
	scene_start_night(scene);
	for (unsigned i = 0; i < 3; i++) {
		scene_fencer(i, user);
		leave(scene, user);
	}
	scene_fence_all(scene);
	assert_int_equal(third_place_bout(scene).number, 0);
	assert_ended(scene, 1, 0);
}

SCENE_TEST(test_one_pool_decides_alone)
{
	scene_open_night(scene, "30m to 1 third place", 4);
	scene_start_night(scene);
	scene_fence_all(scene);
	assert_int_equal(third_place_bout(scene).number, 0);
	assert_ended(scene, 1, 1);
}

SCENE_TEST(test_option_is_understood_in_other_languages)
{
	static const char *const words[] = {"!eg night 30m to 3 third place",
		"!eg abend 30m bis 3 dritter platz", "!eg avond 30m derde plaats basic",
		"!eg serata 30m terzo posto"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		scene_say(scene, ROOM, EVE, words[i]);
		assert_true(scene_competition(scene).third_place);
		scene_say(scene, ROOM, EVE, "!eg night stop yes");
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	assert_false(scene_competition(scene).third_place);
}

SCENE_TEST(test_sign_up_and_weekly_night_name_the_option_in_each_language)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		const char *option = bot_langs[i].messages[BOT_MSG_NIGHT_WITH_THIRD_PLACE];
		scene_sayf(scene, ROOM, EVE, "!eg language %s", bot_langs[i].code);
		scene_ask_in(scene, ROOM, EVE, "!eg night 30m third place", option);
		scene_say(scene, ROOM, EVE, "!eg night stop yes");
		scene_ask_in(scene, ROOM, EVE, "!eg night every friday 20:00 third place", option);
		scene_say(scene, ROOM, EVE, "!eg night never");
		scene_wait(scene, MINUTE);
	}
}
