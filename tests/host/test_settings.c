/* The terms that the moderators of a room set for its challenges and practice matches. */
#include "tests/support/scene_match.h"

#define OTHER "!yard:test"

static void assert_terms(
	struct scene *scene, int64_t id, const char *rules, unsigned touches, int64_t clock)
{
	struct bot_match match = scene_match(scene, id);

	assert_string_equal(eg_rules_name(&match.rules.round), rules);
	assert_int_equal(match.rules.touches, touches);
	assert_int_equal(match.clock, clock);
}

SCENE_TEST(test_challenge_takes_the_terms_of_the_room)
{
	scene_ask_in(scene, ROOM, EVE, "!eg settings rules basic",
		"that names no terms is played by basic rules, to 5, 3 d a turn.");
	scene_say(scene, ROOM, EVE, "!eg settings to 3");
	scene_ask_in(scene, ROOM, EVE, "!eg settings clock 5m", "basic rules, to 3, 5 min a turn.");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_terms(scene, 1, "basic", 3, 5 * MINUTE);
	scene_say(scene, ROOM, BOB, "!eg challenge @eve standard to 7 clock none");
	assert_terms(scene, 2, "standard", 7, 0);
	scene_say(scene, OTHER, ANN, "!eg challenge @bob");
	assert_terms(scene, 3, "advanced", 5, 3 * DAY);
	scene_restart(scene, MINUTE);
	scene_say(scene, ROOM, EVE, "!eg challenge @ann to 4");
	assert_terms(scene, 4, "basic", 4, 5 * MINUTE);
}

SCENE_TEST(test_several_terms_are_set_and_taken_back_at_once)
{
	char value[BOT_SETTING_SIZE];

	scene_say(scene, ROOM, EVE, "!eg settings ferti to 2 clock none");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_terms(scene, 1, "ferti", 2, 0);
	scene_say(scene, ROOM, EVE, "!eg Einstellungen Regeln fortgeschritten bis 5 Uhr 3d");
	scene_say(scene, ROOM, BOB, "!eg challenge @eve");
	assert_terms(scene, 2, "advanced", 5, 3 * DAY);
	/* the store keeps no setting for a term that has its default */
	assert_false(bot_store_setting(scene->store, BOT_OF_ROOM, ROOM, "rules", value));
	assert_false(bot_store_setting(scene->store, BOT_OF_ROOM, ROOM, "touches", value));
	assert_false(bot_store_setting(scene->store, BOT_OF_ROOM, ROOM, "clock", value));
}

SCENE_TEST(test_only_moderators_set_terms)
{
	scene_ask_in(scene, ROOM, ANN, "!eg settings to 3",
		"Only moderators of this room can do that: ask");
	scene_ask(scene, EVE, "settings to 3",
		"That works only in a room, not in private. Write !engarde settings to 3 in");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_terms(scene, 1, "advanced", 5, 3 * DAY);
}

SCENE_TEST(test_wrong_terms_change_nothing)
{
	static const struct {
		const char *terms, *answer;
	} wrong[] = {{"rules", "as in !engarde settings basic"},
		{"rules chess", "basic, standard, advanced or ferti"}, {"to 16", "from 1 to 15"},
		{"to", "as in !engarde settings to 3"}, {"clock 5", "From 30 seconds to 30 days"},
		{"@bob:test", "I don't understand"}, {"unseen", "I don't understand unseen here"},
		{"first black", "I don't understand first here"}, {"basic to 0", "from 1 to 15"},
		{"basic #1", "gets its number from me"}};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg settings %s", wrong[i].terms);
		scene_assert_answer(scene, ROOM, wrong[i].answer);
	}
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_terms(scene, 1, "advanced", 5, 3 * DAY);
}

SCENE_TEST(test_settings_show_the_terms_and_how_to_change_them)
{
	scene_ask_in(scene, ROOM, ANN, "!eg settings",
		"!engarde settings rules \xE2\x80\x93 advanced\n"
		"!engarde settings to \xE2\x80\x93 5\n"
		"!engarde settings clock \xE2\x80\x93 3 d\n"
		"!engarde settings rated \xE2\x80\x93 on\n"
		"!engarde settings lobby \xE2\x80\x93 off\n"
		"!engarde settings timezone \xE2\x80\x93 UTC\n"
		"To change a line, a moderator adds the new value, as in !engarde settings to 3.");
	scene_say(scene, ROOM, EVE, "!eg settings basic clock 90m");
	scene_ask_in(scene, ROOM, ANN, "!eg settings", "settings rules \xE2\x80\x93 basic");
	scene_assert_answer(scene, ROOM, "settings clock \xE2\x80\x93 1 h 30 min");
	scene_ask_in(scene, ROOM, EVE, "!eg settings clock none",
		"by basic rules, to 5, no clock, so not rated.");
}

/* A value that a later version of the bot may have stored must not stop the room's challenges. */
SCENE_TEST(test_unknown_values_are_ignored)
{
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "rules", "chess"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "touches", "99"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "clock", "5m"));
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	assert_terms(scene, 1, "advanced", 5, 3 * DAY);
}

/* A practice match has no clock. */
SCENE_TEST(test_practice_takes_the_rules_and_the_touches_of_the_room)
{
	scene_say(scene, ROOM, ANN, "!eg practice");
	assert_terms(scene, 1, "advanced", 3, 0);
	scene_say(scene, ROOM, EVE, "!eg settings standard to 2 clock 5m");
	scene_say(scene, ROOM, BOB, "!eg practice");
	assert_terms(scene, 2, "standard", 2, 0);
	scene_say(scene, ROOM, EVE, "!eg practice fencer basic to 4");
	assert_terms(scene, 3, "basic", 4, 0);
	scene_tell(scene, ANN, "practice fencer");
	assert_terms(scene, 4, "advanced", 3, 0);
}
