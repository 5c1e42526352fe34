/* Questions about a room that somebody asks in private. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#define F0    "@f0:test"
#define OTHER "!other:test" /* a room after ROOM in the byte order of ids */

static const struct scene_room rooms[] = {
	{.id = ROOM, .name = "Great hall"}, {.id = OTHER, .name = "Fencing club"}};

/* Ann is in each room of the bot, and Bob in none. */
static int setup(void **state)
{
	int failed = scene_setup(state);
	struct scene *scene = *state;

	scene_set_rooms(scene, rooms, 1);
	scene->people[0].user = ANN;
	scene->people[0].name = "Ann";
	scene_give_private_rooms(scene);
	return failed;
}

SCENE_TEST_FROM(setup, test_best_of_the_one_room)
{
	scene_ask(scene, ANN, "top", "Great hall:\nNo match of this room has counted yet.");
	scene_ask(scene, ANN, "top month", "Great hall:\nNo match of this room has counted this");
	scene_ask(scene, ANN, "honours", "Great hall:\nNobody has won a season");
	scene_assert_answer(scene, ANN, "!engarde season 4 weeks opens");
}

SCENE_TEST_FROM(setup, test_best_of_one_of_several_rooms)
{
	scene_set_rooms(scene, rooms, 2);
	scene_ask(scene, ANN, "top month", "Which one do you mean?");
	scene_assert_answer(scene, ANN, "1. Great hall\n2. Fencing club");
	scene_ask(scene, ANN, "2", "Fencing club:\nNo match of this room has counted this");
	scene_ask(scene, ANN, "honours in great hall", "Great hall:\nNobody has won a season");
	scene_ask(scene, ANN, "top in the moon", "Which one do you mean?");
}

/* Nobody sees the players of a room in which they are not. */
SCENE_TEST_FROM(setup, test_nobody_sees_other_rooms)
{
	scene_ask(scene, BOB, "top in great hall", "That works only in a room");
	scene_ask(scene, BOB, "honours", "That works only in a room");
	scene_ask(scene, BOB, "season", "Season: you take part in none now.");
}

SCENE_TEST_FROM(setup, test_more_words_are_explained)
{
	scene_ask(scene, ANN, "top month month", "I don't understand month here.");
	scene_ask(scene, ANN, "honours now", "I don't understand now here.");
	scene_ask(scene, ANN, "top week", "top lists the best of this room by rating");
}

/*
 * People who do not take part see the season of their room, and after its end all see the last one.
 */
SCENE_TEST_FROM(setup, test_season_of_the_room)
{
	scene_ask(scene, ANN, "season", "Great hall:\nSeason: you take part in none now.");
	scene_open_season(scene, "4w to 1", 3);
	scene_ask(scene, ANN, "season", "Great hall:\nSeason of 4 weeks");
	scene_assert_answer(scene, ANN, "Season: you take part in none now.");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	scene_ask(scene, ANN, "top season", "Great hall:\nSeason until ");
	scene_fence_season(scene);
	scene->people[1].user = F0;
	scene->people[1].name = "F0";
	scene_ask(scene, F0, "season", "Great hall:\nSeason: the results");
	scene_tell(scene, F0, "season"); /* in private nothing moves out of sight */
	scene_assert_answer(scene, F0, "Great hall:\nSeason: the results");
}

/* Who shares a room with the bot sees its night, and signs up for it, without going there. */
SCENE_TEST_FROM(setup, test_night_of_the_room_is_joined_in_private)
{
	scene_open_night(scene, "30m", 0);
	scene_ask(scene, ANN, "night", "Great hall:\nClub night from");
	scene_tell(scene, ANN, "put me down for tonight");
	scene_assert_said(scene, ANN, "You take part in the club night");
	assert_int_equal(scene_entrant_state(scene, ANN), BOT_ENTRANT_SIGNED_UP);
	scene_ask(scene, BOB, "night", "Club night: you take part in none now.");
	scene_ask(scene, BOB, "night join", "Club night: you take part in none now.");
}

SCENE_TEST_FROM(setup, test_night_of_several_rooms_is_asked_for)
{
	scene_set_rooms(scene, rooms, 2);
	scene_open_night(scene, "30m", 0);
	scene_say(scene, OTHER, EVE, "!eg night 6h");
	scene_ask(scene, ANN, "night join", "Which one do you mean?");
	scene_tell(scene, ANN, "1");
	assert_int_equal(scene_entrant_state(scene, ANN), BOT_ENTRANT_SIGNED_UP);
}

SCENE_TEST_FROM(setup, test_silenced_member_joins_no_night_in_private)
{
	scene_open_night(scene, "30m", 0);
	scene->silenced = ANN;
	scene->silenced_in = ROOM;
	scene_ask(scene, ANN, "night join", "Club night: you take part in none now.");
}

/* What people say in private about the night of their room is read as there. */
SCENE_TEST_FROM(setup, test_sentences_are_about_the_night_of_the_room)
{
	static const char *const asked[] = {"whos coming n when does it kick off",
		"chi si \u00E8 gi\u00E0 iscritto", "standings"};

	scene_tell(scene, ANN, "language en");
	scene_open_night(scene, "30m", 0);
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		scene_ask(scene, ANN, asked[i], "Great hall:\nClub night from");
	scene_tell(scene, ANN, "join");
	assert_int_equal(scene_entrant_state(scene, ANN), BOT_ENTRANT_SIGNED_UP);
}

/* A night that has begun takes nobody else. */
SCENE_TEST_FROM(setup, test_night_that_has_begun_is_not_shown_to_others)
{
	scene_open_night(scene, "30m to 1", 4);
	scene_start_night(scene);
	scene_ask(scene, ANN, "night join", "Club night: you take part in none now.");
}
