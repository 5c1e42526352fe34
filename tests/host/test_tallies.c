/* What is counted when a match has ended, and that the matches give the same counts again. */
#include "tests/support/scene_match.h"
#include "tests/support/sql.h"

#define OTHER "!yard:test"

/* The rated matches, seen by each of their players. */
#define SEEN                                                                                       \
	"WITH seen AS (SELECT white AS user_id, room, rules, ended, id, winner = 'white' AS won"   \
	" FROM matches WHERE rated = 1 UNION ALL SELECT black, room, rules, ended, id,"            \
	" winner = 'black' FROM matches WHERE rated = 1)"

/* Counts the rows in which the two queries differ, after the common part. */
#define DIFFERENCE(with, one, other)                                                               \
	with " SELECT (SELECT count(*) FROM (" one " EXCEPT " other "))"                           \
	     " + (SELECT count(*) FROM (" other " EXCEPT " one "))"

/* Counts all matches again, and compares. */
static void assert_counted(struct scene *scene)
{
	static const char *const differences[] = {
		DIFFERENCE(SEEN, "SELECT user_id, match_id, won FROM results",
			"SELECT user_id, id, won FROM seen"),
		DIFFERENCE(SEEN,
			"SELECT user_id, name, played, won FROM tallies WHERE kind = 'rules'",
			"SELECT user_id, rules, count(*), sum(won) FROM seen GROUP BY 1, 2"),
		DIFFERENCE(SEEN,
			"SELECT user_id, name, room, played, won FROM tallies WHERE kind = 'month'",
			"SELECT user_id, strftime('%Y-%m', ended / 1000, 'unixepoch'), room,"
			" count(*), sum(won) FROM seen GROUP BY 1, 2, 3"),
		DIFFERENCE("",
			"SELECT user_id, name, played, won FROM tallies WHERE kind = 'practice'",
			"SELECT white, practice, count(*), sum(winner = 'white') FROM matches"
			" WHERE practice <> 'none' AND winner <> 'nobody' GROUP BY 1, 2"),
	};

	for (size_t i = 0; i < sizeof(differences) / sizeof(*differences); i++)
		if (sql_number(scene->store, differences[i]) != 0)
			fail_msg("differs: %s", differences[i]);
}

static struct bot_rating rating_of(struct scene *scene, const char *user)
{
	struct bot_rating rating;

	assert_true(bot_rating_get(scene->store, NULL, user, &rating));
	return rating;
}

static void assert_streak(struct scene *scene, const char *user, int streak, unsigned longest)
{
	struct bot_rating rating = rating_of(scene, user);

	assert_int_equal(rating.streak, streak);
	assert_int_equal(rating.longest, longest);
}

SCENE_TEST(test_matches_of_several_rooms_and_months_are_counted)
{
	static const char *const users[] = {ANN, BOB, EVE};

	for (unsigned i = 0; i < 24; i++) {
		scene_give_up(scene, i % 5 ? ROOM : OTHER, users[i % 3], users[(i + 1 + i % 2) % 3],
			i % 7 == 6 ? 0 : 2); /* a match before both have acted does not count */
		scene->now += 3 * DAY;
	}
	assert_true(sql_number(scene->store, "SELECT count(*) FROM results") > 30);
	assert_true(sql_number(scene->store,
			    "SELECT count(DISTINCT name) FROM tallies WHERE kind = 'month'") > 1);
	assert_counted(scene);
}

SCENE_TEST(test_rules_are_counted_apart)
{
	scene_begin(scene, "basic first white");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_give_up(scene, ROOM, BOB, ANN, 2);
	assert_int_equal(
		sql_number(scene->store, "SELECT count(*) FROM tallies WHERE kind = 'rules'"
					 " AND user_id = '" ANN "' AND played = 1"),
		2);
	assert_counted(scene);
}

SCENE_TEST(test_practice_is_counted_by_opponent)
{
	for (unsigned i = 0; i < 2; i++) {
		scene_tell(scene, ANN, "practice novice to 1");
		scene_tell(scene, ANN, "a");
		scene_tell(scene, ANN, "resign yes");
	}
	scene_tell(scene, ANN, "practice maitre to 1");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "resign yes");
	assert_int_equal(
		sql_number(scene->store, "SELECT played FROM tallies WHERE kind = 'practice'"
					 " AND user_id = '" ANN "' AND name = 'novice'"),
		2);
	assert_int_equal(sql_number(scene->store, "SELECT count(*) FROM results"), 0);
	assert_counted(scene);
}

SCENE_TEST(test_streaks_are_of_all_rooms)
{
	scene_give_up(scene, ROOM, BOB, ANN, 2);
	assert_streak(scene, ANN, 1, 1);
	assert_streak(scene, BOB, -1, 0);
	scene->now += DAY;
	scene_give_up(scene, OTHER, BOB, ANN, 2);
	scene->now += DAY;
	scene_give_up(scene, ROOM, EVE, ANN, 2);
	assert_streak(scene, ANN, 3, 3);
	scene_give_up(scene, ROOM, ANN, EVE, 2);
	assert_streak(scene, ANN, -1, 3);
	assert_streak(scene, EVE, 1, 1);
	scene->now += DAY;
	scene_give_up(scene, ROOM, ANN, EVE, 2);
	scene_give_up(scene, ROOM, BOB, ANN, 2);
	assert_streak(scene, ANN, 1, 3);
	assert_streak(scene, EVE, 2, 2);
}

/* The result has the rating that `stats` shows after the match. */
SCENE_TEST(test_result_has_the_rating_after_the_match)
{
	struct bot_result result[2];

	scene_give_up(scene, ROOM, BOB, ANN, 2);
	scene_give_up(scene, OTHER, BOB, ANN, 2);
	size_t count = bot_result_list(scene->store, ANN, result, 2);
	assert_int_equal(count, 2);
	double rating = rating_of(scene, ANN).glicko.rating;
	assert_true(rating > (double)result[0].rating - 0.6);
	assert_true(rating < (double)result[0].rating + 0.6);
	assert_true(result[1].rating < result[0].rating && result[1].rating > 1600);
}

/* A month begins and ends by the clocks of the room. */
SCENE_TEST(test_month_is_the_room_s)
{
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "timezone",
				  "Pacific/Kiritimati")); /* 14 hours ahead of UTC */
	scene->now = INT64_C(1796083200000) - HOUR;       /* 2026-11-30 23:00 UTC */
	scene_give_up(scene, ROOM, BOB, ANN, 2);
	scene_give_up(scene, OTHER, BOB, ANN, 2);
	assert_int_equal(sql_number(scene->store, "SELECT count(*) FROM tallies WHERE room = '" ROOM
						  "' AND name = '2026-12'"),
		2);
	assert_int_equal(sql_number(scene->store, "SELECT count(*) FROM tallies WHERE room ="
						  " '" OTHER "' AND name = '2026-11'"),
		2);
}

SCENE_TEST(test_rolled_back_match_is_counted_once)
{
	const struct bot_message message = {
		.event = "$resigns", .room = ROOM, .sender = ANN, .text = "!eg resign yes"};

	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_undo(scene, &message);
	assert_int_equal(sql_number(scene->store, "SELECT count(*) FROM tallies"), 0);
	scene_message(scene, &message);
	scene_message(scene, &message);
	assert_int_equal(sql_number(scene->store, "SELECT sum(played) FROM tallies"), 4);
	assert_counted(scene);
}
