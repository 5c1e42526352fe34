/*
 * What it costs to end matches before both players have acted, in each way in which a player can
 * do that. A player has seen their hand by then, and could look for a good one again and again.
 */
#include "bot/store/person.h"
#include "bot/store/ratings.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define BOBS "!bobs:test" /* Bob's private room */

static void bob_ends(struct scene *scene, const char *command, int64_t id, const char *confirmation)
{
	scene_sayf(scene, ROOM, BOB, "!eg %s #%d%s", command, (int)id, confirmation);
}

static void abort_match(struct scene *scene, int64_t id)
{
	bob_ends(scene, "abort", id, "");
	bob_ends(scene, "resign", id, " yes"); /* if `abort` was refused */
}

static void resign(struct scene *scene, int64_t id)
{
	bob_ends(scene, "resign", id, " yes");
}

static void let_time_pass(struct scene *scene, int64_t id)
{
	(void)id;
	scene_wait(scene, 5 * MINUTE);
}

static void leave_room(struct scene *scene, int64_t id)
{
	(void)id;
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
}

static void leave_private_room(struct scene *scene, int64_t id)
{
	SCENE_CALL(scene, bot_host_user_left(scene->host, BOBS, BOB));
	scene_wait(scene, DAY - 1);
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
	scene_wait(scene, 1);
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB)); /* for the next match */
}

/*
 * Bob has put the bot out of their private room, and does not join the new one. The adapter finds
 * that out when it sends the next hand.
 */
static void put_bot_out(struct scene *scene, int64_t id)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, "!new:test"));
	scene_tell(scene, ANN, "a");
	scene_wait(scene, DAY);
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, BOBS));
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
}

static const struct {
	const char *terms;
	void (*end)(struct scene *scene, int64_t id);
	bool days; /* each ending takes a day, so that the count goes down meanwhile */
} ways[] = {
	{"first white", abort_match, false},
	{"first white", resign, false},
	{"first black clock 5m", let_time_pass, false},
	{"first white", leave_room, false},
	{"first white", leave_private_room, true},
	{"first white clock 5m", put_bot_out, true},
};

static struct scene *create(void)
{
	struct scene *scene = scene_create(1);

	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!anns:test"));
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, BOBS));
	SCENE_CALL(scene, bot_host_user_joined(scene->host, ANN));
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	return scene;
}

/* Two endings are free. The others are losses, and everybody sees how many there were. */
UNIT_TEST(test_third_early_ending_is_a_loss)
{
	for (size_t way = 0; way < sizeof(ways) / sizeof(ways[0]); way++) {
		struct scene *scene = create();
		struct bot_rating rating;

		for (int64_t id = 1; id <= 5; id++) {
			scene_begin(scene, ways[way].terms);
			ways[way].end(scene, id);
			struct bot_match match = scene_match(scene, id);
			bool lost = id > 2;

			assert_int_equal(match.status, BOT_ENDED);
			assert_int_equal(match.winner, lost ? EG_WHITE : EG_NOBODY);
			assert_int_equal(match.ending == BOT_VOID, !lost);
			assert_int_equal(match.rated, lost);
		}
		assert_true(bot_rating_get(scene->store, ROOM, BOB, &rating));
		assert_int_equal(rating.played, 3);
		assert_int_equal(rating.won, 0);
		scene_ask_in(scene, ROOM, ANN, "!eg stats @bob",
			ways[way].days ? "before both had acted: 4."
				       : "Matches ended lately before both had acted: 5.");
		scene_say(scene, ROOM, ANN, "!eg stats");
		assert_null(strstr(scene_last(scene, ROOM)->body, "before both"));
		scene_destroy(scene);
	}
}

/* The room sees the count, and the player is told before a command costs the match. */
SCENE_TEST(test_player_is_told_before_it_costs)
{
	for (int64_t id = 1; id <= 2; id++) {
		char count[64];

		scene_begin(scene, "");
		scene_say(scene, ROOM, BOB, "!eg abort");
		snprintf(count, sizeof(count), "@bob:test has ended so early lately: %d.", (int)id);
		scene_assert_said(scene, ROOM, "counts for nobody");
		scene_assert_said(scene, ROOM, count);
	}
	scene_begin(scene, "");
	scene_ask_in(scene, ROOM, BOB, "!eg abort",
		"You would lose #3 by ending it now: lately you have ended 2");
	scene_ask_in(scene, ROOM, BOB, "!eg resign", "write !engarde resign #3 yes.");
	assert_int_equal(scene_match(scene, 3).status, BOT_PLAYING);
	scene_say(scene, ROOM, ANN, "!eg abort"); /* Ann has both of hers */
	assert_int_equal(scene_match(scene, 3).ending, BOT_VOID);
}

/* The count goes down by one every three days. */
SCENE_TEST(test_early_endings_are_forgotten_after_days)
{
	for (int64_t id = 1; id <= 2; id++) {
		scene_begin(scene, "");
		resign(scene, id);
	}
	scene->now += 3 * DAY;
	for (int64_t id = 3; id <= 4; id++) {
		scene_begin(scene, "");
		resign(scene, id);
		assert_int_equal(scene_match(scene, id).ending, id == 3 ? BOT_VOID : BOT_RESIGNED);
	}
	scene->now += 30 * DAY;
	scene_say(scene, ROOM, ANN, "!eg stats @bob");
	assert_null(strstr(scene_last(scene, ROOM)->body, "before both"));
}

/* Nothing is at stake in a match that is not rated, so ending it costs nothing. */
SCENE_TEST(test_casual_matches_are_not_counted)
{
	for (int64_t id = 1; id <= 8; id++) {
		scene_begin(scene, "clock none");
		scene_say(scene, ROOM, BOB, "!eg abort");
		assert_int_equal(scene_match(scene, id).ending, BOT_VOID);
	}
	scene_ask_in(scene, ROOM, ANN, "!eg stats @bob",
		"@bob:test has played no match yet that counts.");
}

/* A player whose opponent goes is not to blame. */
SCENE_TEST(test_opponent_is_not_counted)
{
	for (int64_t id = 1; id <= 4; id++) {
		scene_begin(scene, "");
		resign(scene, id);
	}
	scene_say(scene, ROOM, BOB, "!eg stats @ann");
	assert_null(strstr(scene_last(scene, ROOM)->body, "before both"));
}
