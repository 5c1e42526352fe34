/* A club night from the start to the podium, also after restarts, moves of its room, and damage. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"
#define F1 "@f1:test"
#define F2 "@f2:test"

SCENE_TEST(test_eight_fence_pools_and_a_tableau)
{
	scene_begin_night(scene, "30m to 1", 8);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 2: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "On the piste: "), 1);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 2, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Quarter-finals, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Semi-finals, results: "), 1);
	assert_int_equal(
		scene_count_said(scene, ROOM, "The club night is over. \xF0\x9F\xA5\x87 @f"), 1);
	scene_assert_said(scene, ROOM, "Club night: the results");
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 12 + 7);
	free(night);
}

/* Up to five fencers one pool decides, without a line for it. */
SCENE_TEST(test_four_fence_one_pool)
{
	scene_begin_night(scene, "30m to 1", 4);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, ", results: "), 0);
	assert_int_equal(
		scene_count_said(scene, ROOM, "The club night is over. \xF0\x9F\xA5\x87 @f"), 1);
	struct bot_contest *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 6);
	free(night);
}

/*
 * Plays a night of three. If each has won a bout, all three fence each other again, and lots decide
 * only if each has won again. Counts in `circles` how often that was so: never, once or twice.
 */
static void play_three(uint64_t seed, unsigned circles[3])
{
	struct scene *scene = scene_create(seed);

	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	struct bot_contest *night = scene_load_night(scene);
	struct bot_standing standings[BOT_CONTEST_ROWS];
	bot_contest_standings(night, 0, standings);
	bool circle = standings[0].victories == 1, again = circle && standings[0].decided == 1;
	assert_int_equal(night->bouts, circle ? 6 : 3);
	free(night);
	circles[circle + again]++;
	assert_int_equal(
		scene_count_said(scene, ROOM, "Club night: level for first place: @f"), circle);
	assert_int_equal(
		scene_count_said(scene, ROOM, "Lots decided the order of those who were"), again);
	for (size_t i = 0; i < scene->count; i++)
		if (strstr(scene->row[i].body, "Club night: the results"))
			assert_int_equal(strstr(scene->row[i].body, "(by lots)") != NULL, again);
	scene_destroy(scene);
}

/* The podium and the sheet say whose places the lots have decided, and no other. */
UNIT_TEST_FROM(scene_setup, scene_teardown, test_deciding_bouts_and_lots_are_told)
{
	unsigned circles[3] = {0};

	for (uint64_t seed = 1; seed <= 40; seed++)
		play_three(seed, circles);
	for (size_t i = 0; i < 3; i++)
		assert_in_range(circles[i], 1, 38);
}

/* Of n fencers of a pool each begins half of their n - 1 bouts, give or take one half. */
static void count_first(struct scene *scene, unsigned fencers)
{
	unsigned began[8] = {0};
	char terms[] = "30m to 1";

	scene_begin_night(scene, terms, fencers);
	scene_fence_all(scene);
	struct bot_contest *night = scene_load_night(scene);
	for (size_t i = 0; i < fencers * (fencers - 1) / 2; i++) {
		struct bot_match match = scene_match(scene, night->bout[i].match);
		uint8_t number = night->bout[i].entrant[match.rules.first];

		began[bot_contest_entrant(night, number)->place]++;
	}
	for (size_t place = 1; place <= fencers; place++)
		assert_in_range(began[place], (fencers - 1) / 2, fencers / 2);
	free(night);
}

SCENE_TEST(test_everybody_begins_half_of_their_bouts)
{
	count_first(scene, 5);
}

SCENE_TEST(test_everybody_of_four_begins_once_or_twice)
{
	count_first(scene, 4);
}

/*
 * The room sees no board of a bout, and no end of it: only the night's message, its lines, and a
 * picture.
 */
SCENE_TEST(test_room_hears_few_words)
{
	scene_begin_night(scene, "30m to 1", 4);
	size_t before = scene->count;
	scene_fence_all(scene);
	for (size_t i = before; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && scene->row[i].edits[0] == '\0')
			assert_true(strstr(scene->row[i].body, "The club night is over") ||
				    scene->row[i].file[0] != '\0');
}

SCENE_TEST(test_board_of_a_bout_is_shown_on_request)
{
	scene_begin_night(scene, "30m", 4);
	scene_ask_in(scene, ROOM, EVE, "!eg board #1", "#1, round 1");
	assert_true(scene_match(scene, 1).board != 0);
}

SCENE_TEST(test_fencers_hear_whom_they_fence_next)
{
	struct bot_match first;

	scene_begin_night(scene, "30m to 1", 3);
	first = scene_match(scene, 1);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(scene_count_said(scene, first.player[i], "you fence @f"), 1);
	assert_int_equal(scene_count_said(scene, F0, "Next you fence") +
				 scene_count_said(scene, F1, "Next you fence") +
				 scene_count_said(scene, F2, "Next you fence"),
		1);
	scene_fence_bout(scene, 1);
	struct bot_match second = scene_match(scene, 2);
	for (size_t i = 0; i < 2; i++)
		if (bot_match_seat(&second, first.player[i]) == EG_NOBODY)
			scene_assert_said(scene, first.player[i], "Club night, pool 1: you are in");
}

SCENE_TEST(test_limit_of_matches_bounds_the_bouts)
{
	scene->config.matches.per_room = 2;
	scene_begin_night(scene, "30m to 1", 8);
	size_t live = bot_store_match_count(scene->store, BOT_PLAYING);
	assert_int_equal(live, 2);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* The lots and the decks of each match follow from the secret of the night, which nobody learns. */
SCENE_TEST(test_secret_is_never_said)
{
	scene_open_night(scene, "30m to 1", 3);
	scene_start_night(scene);
	char secret[BOT_SECRET_SIZE];
	snprintf(secret, sizeof(secret), "%s", scene_competition(scene).secret);
	scene_fence_all(scene);
	assert_int_equal(scene_count_said(scene, ROOM, secret), 0);
	struct bot_shuffle one, other;
	assert_true(bot_store_shuffle(scene->store, 1, &one));
	assert_true(bot_store_shuffle(scene->store, 2, &other));
	assert_string_not_equal(one.secret, other.secret);
	assert_string_not_equal(one.secret, secret);
}

SCENE_TEST(test_night_survives_restarts_and_moves)
{
	int64_t id;

	scene_open_night(scene, "30m to 1", 6);
	scene_restart(scene, HOUR); /* the clocks stand still */
	scene_wait(scene, SECOND);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_start_night(scene);
	while ((id = scene_bout(scene)) != 0) {
		scene_restart(scene, MINUTE);
		scene_fence_bout(scene, id);
	}
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(
		scene_count_said(scene, ROOM, "The club night is over. \xF0\x9F\xA5\x87 @f"), 1);
}

SCENE_TEST(test_night_moves_with_its_room)
{
	struct bot_competition competition;

	scene_begin_night(scene, "30m to 1", 3);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, "!new:test"));
	scene_tell(scene, scene_match(scene, 1).player[EG_WHITE], "resign #1 yes");
	scene_wait(scene, SECOND);
	scene_assert_said(scene, "!new:test", "Club night");
	assert_true(bot_competition_find(scene->store, "!new:test", BOT_KIND_NIGHT, &competition));
	assert_int_equal(competition.stage, BOT_STAGE_POOLS);
}

SCENE_TEST(test_damaged_night_ends_and_blocks_nobody)
{
	struct bot_competition competition;

	scene_begin_night(scene, "30m to 1", 3);
	competition = scene_competition(scene);
	memset(competition.secret, 'x', 4);
	competition.secret[4] = '\0';
	competition.due = 1;
	SCENE_HOST(scene, bot_competition_save(scene->store, &competition));
	scene_ask_in(scene, ROOM, F0, "!eg night leave", "There is no club night here.");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_bout_of_unknown_fencers_ends_the_night)
{
	static const struct bot_bout damaged = {.number = 100, .round = 1, .entrant = {99, 98}};

	scene_begin_night(scene, "30m to 1", 8);
	SCENE_HOST(scene, bot_bout_save(scene->store, scene_competition(scene).id, &damaged));
	scene_restart(scene, MINUTE);
	scene_wait(scene, 61 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}
