/* How people speak of a season: how they sign up, what they ask, and what they are told. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>

static bool takes_part(struct scene *scene, const char *user)
{
	struct bot_contest *season = scene_load_season(scene);
	bool takes = bot_entrant_takes_part(bot_contest_find(season, user));

	free(season);
	return takes;
}

/* Who signs up need not know the word of the command, nor say for what. */
SCENE_TEST(test_many_words_sign_up)
{
	static const char *const joins[] = {"join", "sign up", "signup", "sign me up", "anmelden",
		"sign up for the season", "season sign up", "join season", "meedoen", "iscriviti"};
	static const char *const leaves[] = {"leave", "sign out", "leave the season", "abmelden"};
	char text[64];

	scene_open_season(scene, "4 weeks", 0);
	for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
		snprintf(text, sizeof(text), "!eg %s", joins[i]);
		scene_say(scene, ROOM, ANN, text);
		if (!takes_part(scene, ANN))
			fail_msg("%s: %s", text, scene_last(scene, ROOM)->body);
		snprintf(text, sizeof(text), "!eg %s", leaves[i % 4]);
		scene_say(scene, ROOM, ANN, text);
		if (takes_part(scene, ANN))
			fail_msg("%s: %s", text, scene_last(scene, ROOM)->body);
	}
}

SCENE_TEST(test_join_needs_one_that_is_open)
{
	static const char which[] = "night join signs you up for a club night";

	scene_ask_in(scene, ROOM, ANN, "!eg join", which);
	scene_ask(scene, ANN, "join", "season join for a season");
	scene_ask(scene, ANN, "leave", "season leave a season");
	scene_open_season(scene, "4 weeks", 0);
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_ask_in(scene, ROOM, ANN, "!eg join", which);
	scene_say(scene, ROOM, ANN, "!eg season join");
	scene_ask_in(scene, ROOM, ANN, "!eg leave", "season leave a season");
	assert_true(takes_part(scene, ANN));
	scene_tell(scene, ANN, "leave");
	assert_false(takes_part(scene, ANN));
}

/* A season that goes on does not hide the night for which people can sign up. */
SCENE_TEST(test_join_prefers_a_sign_up)
{
	scene_begin_season(scene, "4 weeks", 3);
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_say(scene, ROOM, ANN, "!eg sign up");
	assert_int_equal(scene_entrant_state(scene, ANN), BOT_ENTRANT_SIGNED_UP);
	scene_tell(scene, ANN, "leave");
	scene_assert_said(scene, ANN, "Club night: you don't take part any more.");
}

SCENE_TEST(test_words_may_stand_in_any_order)
{
	scene_ask_in(scene, ROOM, EVE, "!eg season rules", "En Garde, a season");
	scene_ask_in(scene, ROOM, EVE, "!eg rules for the season", "En Garde, a season");
	scene_ask_in(scene, ROOM, EVE, "!eg night rules", "En Garde, a club night");
	scene_ask_in(scene, ROOM, EVE, "!eg season help", "season [every]");
	scene_ask_in(scene, ROOM, EVE, "!eg night help", "night [30m");
	scene_say(scene, ROOM, EVE, "!eg new season");
	scene_assert_answer(scene, ROOM, "Shall I open the sign-up for one of 4 weeks?");
	scene_say(scene, ROOM, EVE, "!eg start a new season 4 weeks");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	assert_int_equal(scene_season(scene).length, 28 * DAY);
}

SCENE_TEST(test_a_wrong_word_is_named)
{
	scene_say(scene, ROOM, EVE, "!eg season frobnicate");
	scene_assert_answer(scene, ROOM, "I don't understand frobnicate here.");
	scene_say(scene, ROOM, EVE, "!eg season every frobnicate");
	scene_assert_answer(scene, ROOM, "I don't understand frobnicate here.");
	scene_ask_in(scene, ROOM, EVE, "!eg help", "season 4 weeks");
}

/* "all" before a length of time is "every", as in German. */
SCENE_TEST(test_every_is_alle_in_german)
{
	scene_say(scene, ROOM, EVE, "!eg saison alle 4 wochen");
	scene_assert_answer(scene, ROOM, "The next season opens when it ends.");
	assert_int_equal(scene_season(scene).length, 28 * DAY);
}

SCENE_TEST(test_less_is_two_again)
{
	scene_begin_season(scene, "4 weeks", 4);
	scene_say(scene, ROOM, "@f0:test", "!eg season more");
	scene_assert_said(scene, ROOM, "so many bouts at once, at most: 4");
	scene_say(scene, ROOM, "@f0:test", "!eg season less");
	scene_assert_said(scene, ROOM, "so many bouts at once, at most: 2");
	scene_ask(scene, "@f0:test", "season less 1", "so many bouts at once, at most: 1");
}

/* The sign-up says in weeks how long the season and a turn are, when it ends, and what is odd. */
SCENE_TEST(test_sign_up_says_its_times)
{
	scene_open_season(scene, "28 days clock 1d", 0);
	scene_assert_said(scene, ROOM, "Season of 4 weeks, in divisions");
	scene_assert_said(scene, ROOM, ", and ends by ");
	assert_int_equal(scene_count_said(scene, ROOM, "At this clock"), 0);
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	scene_say(scene, ROOM, EVE, "!eg season 10 days clock 7d");
	scene_assert_said(scene, ROOM, "Season of 10 d, in divisions");
	scene_assert_said(scene, ROOM, "1 week a turn");
	scene_assert_said(scene, ROOM, "At this clock a slow bout can take 15 weeks, longer");
}
