/* Club nights from the private room: people see, check in to and leave theirs, and read of bouts.
 */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <string.h>

#define F0   "@f0:test"
#define F1   "@f1:test"
#define YARD "!yard:test"

static bool is_in(struct scene *scene, const char *room, const char *user)
{
	char rooms[8][BOT_ID_SIZE];
	bool found = false;

	size_t count = bot_competition_rooms_of(scene->store, user, BOT_KIND_NIGHT, rooms, 8);
	for (size_t i = 0; i < count; i++)
		found = found || strcmp(rooms[i], room) == 0;
	return found;
}

/* F0 takes part in the nights of two rooms, which are at different times. */
static void enter_two(struct scene *scene)
{
	scene_open_night(scene, "30m", 1);
	scene_say(scene, YARD, ANN, "!eg night 6h");
	scene_say(scene, YARD, F0, "!eg night join");
	assert_true(is_in(scene, ROOM, F0));
	assert_true(is_in(scene, YARD, F0));
}

SCENE_TEST(test_night_is_left_in_private)
{
	scene_open_night(scene, "30m", 2);
	scene_tell(scene, F0, "night leave");
	scene_assert_said(scene, F0, "Club night: you don't take part any more.");
	assert_false(is_in(scene, ROOM, F0));
	assert_true(is_in(scene, ROOM, F1));
	scene_ask(scene, F0, "night leave",
		"Club night: you take part in none now. !engarde night join");
}

/* After the start the bot asks first, and "yes" means the night that it has asked about. */
SCENE_TEST(test_leaving_after_the_start_is_confirmed)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_start_night(scene);
	scene_ask(scene, F0, "night leave", "Do you want to leave the club night?");
	assert_true(is_in(scene, ROOM, F0));
	scene_tell(scene, F0, "yes");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_check_in_works_in_private)
{
	scene_open_night(scene, "2h", 2);
	scene_tell(scene, F0, "night join");
	scene_assert_said(scene, F0, "You take part already.");
	scene_wait(scene, 111 * MINUTE);
	scene_tell(scene, F0, "night join");
	scene_assert_said(scene, F0, "Good, you are here.");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	assert_int_equal(scene_entrant_state(scene, F1), BOT_ENTRANT_SIGNED_UP);
	scene_ask(scene, ANN, "night join", "Club night: you take part in none now.");
}

SCENE_TEST(test_night_is_shown_in_private)
{
	scene_open_night(scene, "30m", 2);
	scene_ask(scene, F0, "night", "Club night from 00:");
	scene_assert_said(scene, F0, ROOM ":");
	scene_ask(scene, ANN, "night", "Club night: you take part in none now.");
}

/* Each reads the time in their own zone, and in that of the room if they have chosen none. */
SCENE_TEST(test_night_is_shown_in_the_zone_of_the_reader)
{
	scene_say(scene, ROOM, EVE, "!eg settings timezone Asia/Tokyo");
	scene_open_night(scene, "30m", 2);
	scene_tell(scene, F1, "timezone Asia/Kolkata");
	scene_ask(scene, F0, "night", "Club night from 09:");
	scene_ask(scene, F1, "night", "Club night from 06:");
}

SCENE_TEST(test_bot_asks_which_night_is_meant)
{
	enter_two(scene);
	scene_ask(scene, F0, "night leave", "Which one do you mean?");
	scene_assert_said(scene, F0, "1. " ROOM);
	scene_assert_said(scene, F0, "2. " YARD);
	scene_tell(scene, F0, "2");
	assert_true(is_in(scene, ROOM, F0));
	assert_false(is_in(scene, YARD, F0));
	scene_tell(scene, F0, "night leave");
	assert_false(is_in(scene, ROOM, F0));
}

SCENE_TEST(test_room_can_be_named)
{
	enter_two(scene);
	scene_tell(scene, F0, "night leave in " YARD);
	assert_false(is_in(scene, YARD, F0));
	/* a name that does not fit never takes somebody out of another night */
	scene_ask(scene, F0, "night leave in " YARD, "1. " ROOM);
	assert_true(is_in(scene, ROOM, F0));
	scene_ask(scene, F0, "night in " ROOM, "Club night from");
}

/* The "yes" of a night that has moved or ended in between takes nobody out of another one. */
SCENE_TEST(test_late_yes_leaves_no_other_night)
{
	scene->config.matches.per_room = 1;
	scene_open_night(scene, "30m to 1", 3);
	scene_start_night(scene);
	scene_say(scene, YARD, ANN, "!eg night 8h");
	SCENE_CALL(scene, bot_host_run_timers(scene->host, &(int64_t){0}));
	scene_ask(scene, F0, "night leave", "Do you want to leave the club night?");
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, YARD, F0, "!eg night join");
	assert_true(is_in(scene, YARD, F0));
	scene_tell(scene, F0, "yes");
	assert_true(is_in(scene, YARD, F0));
}

/* Nobody directs a night from a private room, or learns of the nights of other rooms. */
SCENE_TEST(test_all_else_belongs_to_the_room)
{
	static const char *const words[] = {"night start", "night stop", "night pause",
		"night resume", "night exclude @f1:test", "night 30m", "night leave now",
		"night join @f1:test"};

	scene_open_night(scene, "30m", 3);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		scene_ask(scene, i % 2 == 0 ? EVE : F0, words[i], "in a room");
		scene_wait(scene, MINUTE / 4);
	}
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_ask(scene, EVE, "night leave in " ROOM, "Club night: you take part in none now.");
	assert_true(is_in(scene, ROOM, F0));
}

/* No board shows the end of a bout, so both fencers read how the last round ended. */
SCENE_TEST(test_both_fencers_read_how_their_bout_ended)
{
	scene_begin_night(scene, "30m to 1", 3);
	int64_t id = scene_bout(scene);
	while (scene_match(scene, id).status == BOT_PLAYING)
		scene_play_last(scene, id);
	const struct bot_match match = scene_match(scene, id);
	for (size_t i = 0; i < 2; i++) {
		scene_assert_said(scene, match.player[i], " wins round ");
		scene_assert_said(scene, match.player[i],
			i == (size_t)match.winner ? "\nYou won #1" : "\nYou lost #1");
	}
}

SCENE_TEST(test_fencers_read_how_they_have_played_before)
{
	scene_give_up(scene, ROOM, F0, F1, 2);
	scene_begin_night(scene, "30m to 1", 3);
	for (size_t bout = 0; bout < 3; bout++) /* without bouts for the title */
		scene_fence_bout(scene, scene_bout(scene));
	assert_int_equal(scene_count_said(scene, F0, "\nTheir last matches: "), 1);
	assert_int_equal(scene_count_said(scene, F1, "\nTheir last matches: "), 1);
	assert_int_equal(scene_count_said(scene, "@f2:test", "\nTheir last matches: "), 0);
}
