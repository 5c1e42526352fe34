/* The JSON of a match on a player's table and on a room's board: what each reader sees of it. */
#include "bot/table/match_view.h"
#include "tests/support/scene_match.h"
#include "tests/support/scene_page.h"

#include <stdio.h>
#include <string.h>

#define TURNS "\"turns\":{\"white\":300000,\"black\":300000}"

/* Asserts that an object has exactly these fields. */
static void assert_object(json_t *object, const char *expected)
{
	json_error_t error;
	json_t *want = json_loads(expected, 0, &error);
	const char *key;
	json_t *value;

	if (!want)
		fail_msg("%s in %s", error.text, expected);
	json_object_foreach (want, key, value)
		if (!json_equal(json_object_get(object, key), value))
			scene_fail_field(key, json_object_get(object, key), value);
	json_object_foreach (object, key, value)
		if (!json_object_get(want, key))
			fail_msg("nobody expects %s", key);
	json_decref(want);
}

#define IN_REACH                                                                                   \
	"\"id\":1,\"status\":\"playing\",\"players\":{\"white\":\"@ann:test\","                    \
	"\"black\":\"@bob:test\"},\"challenger\":\"white\",\"practice\":null,"                     \
	"\"level\":\"advanced\",\"touches\":15,\"start\":{\"white\":0,\"black\":0},"               \
	"\"casual\":false,\"score\":{\"white\":0,\"black\":0},\"round\":1,"                        \
	"\"turn\":260,\"position\":{\"to_act\":\"white\",\"space\":{\"white\":8,\"black\":15},"    \
	"\"distance\":7,\"hand_size\":{\"white\":5,\"black\":5},\"pile\":11,\"last_card\":4,"      \
	"\"attack\":null,\"reason\":null,\"shown\":null},\"clock\":null,\"proposal\":null,"        \
	"\"news\":[\"@ann:test advances 4.\",\"@bob:test advances 4.\","                           \
	"\"@ann:test advances 3.\",\"@bob:test advances 4.\"],"                                    \
	"\"ending\":null,\"winner\":null,\"verdict\":null"

SCENE_TEST_FROM(scene_setup_in_reach, test_player_who_acts_sees_hand_and_choices)
{
	json_t *whole = scene_table(scene, ANN), *match = scene_shown(whole, 0);

	assert_int_equal(scene_count_shown(whole), 1);
	scene_assert_field(whole, "type", "\"table\"");
	scene_assert_field(whole, "language", "\"en\"");
	scene_assert_field(whole, "name", "\"@ann:test\"");
	scene_assert_field(whole, "now", "1000000");
	scene_assert_field(whole, "hands", "\"page\"");
	scene_assert_field(whole, "auto", "false");
	assert_int_equal(json_object_size(whole), 7);
	assert_object(match,
		"{" IN_REACH
		",\"seat\":\"white\",\"hand\":[1,2,5,5,5],\"may\":[\"resign\",\"abandon\"],"
		"\"coach\":\"Coach: You can advance and attack: two cards make 7.\",\"choices\":["
		"{\"action\":\"+2x5\",\"kind\":\"advance_attack\",\"letter\":\"a\",\"move\":2,"
		"\"attack\":{\"card\":5,\"count\":1},\"cards\":[2,5],\"to\":10,"
		"\"text\":\"advance 2, attack 5\"},"
		"{\"action\":\"+2x55\",\"kind\":\"advance_attack\",\"letter\":\"b\",\"move\":2,"
		"\"attack\":{\"card\":5,\"count\":2},\"cards\":[2,5,5],\"to\":10,"
		"\"text\":\"advance 2, attack 5 5\"},"
		"{\"action\":\"+2x555\",\"kind\":\"advance_attack\",\"letter\":\"c\",\"move\":2,"
		"\"attack\":{\"card\":5,\"count\":3},\"cards\":[2,5,5,5],\"to\":10,"
		"\"text\":\"advance 2, attack 5 5 5\"},"
		"{\"action\":\"+5x2\",\"kind\":\"advance_attack\",\"letter\":\"d\",\"move\":5,"
		"\"attack\":{\"card\":2,\"count\":1},\"cards\":[5,2],\"to\":13,"
		"\"text\":\"advance 5, attack 2\"},"
		"{\"action\":\"+1\",\"kind\":\"advance\",\"letter\":\"e\",\"move\":1,"
		"\"attack\":null,\"cards\":[1],\"to\":9,\"text\":\"advance 1\"},"
		"{\"action\":\"+2\",\"kind\":\"advance\",\"letter\":\"f\",\"move\":2,"
		"\"attack\":null,\"cards\":[2],\"to\":10,\"text\":\"advance 2\"},"
		"{\"action\":\"+5\",\"kind\":\"advance\",\"letter\":\"g\",\"move\":5,"
		"\"attack\":null,\"cards\":[5],\"to\":13,\"text\":\"advance 5\"},"
		"{\"action\":\"-1\",\"kind\":\"retreat\",\"letter\":\"h\",\"move\":1,"
		"\"attack\":null,\"cards\":[1],\"to\":7,\"text\":\"retreat 1\"},"
		"{\"action\":\"-2\",\"kind\":\"retreat\",\"letter\":\"i\",\"move\":2,"
		"\"attack\":null,\"cards\":[2],\"to\":6,\"text\":\"retreat 2\"},"
		"{\"action\":\"-5\",\"kind\":\"retreat\",\"letter\":\"j\",\"move\":5,"
		"\"attack\":null,\"cards\":[5],\"to\":3,\"text\":\"retreat 5\"}]}");
	json_decref(whole);
}

/* Returns the element of a list of choices that has this action. */
static json_t *choice_of(json_t *list, const char *action)
{
	json_t *each;
	size_t i;

	json_array_foreach (list, i, each)
		if (strcmp(json_string_value(json_object_get(each, "action")), action) == 0)
			return each;
	fail_msg("there is no choice %s", action);
	return NULL;
}

/* The parry has no cards: nobody knows the attack yet. */
SCENE_TEST_FROM(scene_setup_in_reach, test_player_who_waits_sees_hand_and_what_to_plan)
{
	json_t *whole = scene_table(scene, BOB), *match = scene_shown(whole, 0);
	json_t *plans = json_incref(json_object_get(match, "plans"));

	json_object_del(match, "plans");
	assert_object(match,
		"{" IN_REACH ",\"seat\":\"black\",\"hand\":[1,3,4,5,5],\"choices\":[],"
		"\"may\":[\"resign\",\"abandon\",\"nudge\"],\"coach\":null,\"plan\":null}");
	assert_int_equal(json_array_size(plans), 13);
	assert_object(choice_of(plans, "x55"),
		"{\"action\":\"x55\",\"kind\":\"attack\",\"letter\":\"d\",\"move\":null,"
		"\"attack\":{\"card\":5,\"count\":2},\"cards\":[5,5],\"to\":null,"
		"\"text\":\"attack 5 5\"}");
	assert_object(choice_of(plans, "="),
		"{\"action\":\"=\",\"kind\":\"parry\",\"letter\":\"e\",\"move\":null,"
		"\"attack\":null,\"cards\":[],\"to\":null,\"text\":\"parry\"}");
	scene_assert_field(choice_of(plans, "-3"), "to", "18");
	json_decref(plans);
	json_decref(whole);
}

SCENE_TEST_FROM(scene_setup_in_reach, test_public_sees_no_hand)
{
	json_t *whole = scene_board(scene);

	scene_assert_field(whole, "type", "\"board\"");
	assert_int_equal(json_object_size(whole), 4);
	assert_object(
		scene_shown(whole, 0), "{" IN_REACH ",\"seat\":null,\"choices\":[],\"may\":[]}");
	json_decref(whole);
}

static json_t *position(json_t *whole)
{
	return json_object_get(scene_shown(whole, 0), "position");
}

/* The record has them, too. */
SCENE_TEST_FROM(scene_setup_in_reach, test_both_hands_are_shown_after_the_match)
{
	scene_tell(scene, ANN, "resign #1 yes");
	json_t *whole = scene_table(scene, BOB);
	scene_assert_field(scene_shown(whole, 0), "status", "\"ended\"");
	scene_assert_field(
		position(whole), "shown", "{\"white\":[1,2,5,5,5],\"black\":[1,3,4,5,5]}");
	json_decref(whole);
}

static json_t *choice(json_t *whole, const char *action)
{
	return choice_of(json_object_get(scene_shown(whole, 0), "choices"), action);
}

/* Black moves towards lower spaces, and a parry uses as many cards as the attack. */
SCENE_TEST_FROM(scene_setup_in_reach, test_attack_is_shown_with_the_parry)
{
	scene_tell(scene, ANN, "+2x55");
	json_t *whole = scene_table(scene, BOB);
	scene_assert_field(
		position(whole), "attack", "{\"kind\":\"indirect\",\"card\":5,\"count\":2}");
	scene_assert_field(position(whole), "to_act", "\"black\"");
	scene_assert_field(choice(whole, "="), "kind", "\"parry\"");
	scene_assert_field(choice(whole, "="), "cards", "[5,5]");
	scene_assert_field(choice(whole, "="), "move", "null");
	scene_assert_field(choice(whole, "="), "to", "null");
	scene_assert_field(choice(whole, "-3"), "to", "18");
	json_decref(whole);
	scene_tell(scene, BOB, "parry");
	whole = scene_table(scene, BOB);
	scene_assert_field(position(whole), "attack", "null");
	scene_assert_field(choice(whole, "+1"), "to", "14");
	scene_assert_field(choice(whole, "+1"), "cards", "[1]");
	json_decref(whole);
}

SCENE_TEST(test_terms_clock_and_unseen_cards_are_shown)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "standard to 3 first white clock 5m unseen");
	json_t *whole = scene_table(scene, ANN);
	struct eg_match match = scene_state(scene, 1);
	struct eg_match_view view;
	char unseen[64];

	eg_match_view(&match, EG_WHITE, &view);
	snprintf(unseen, sizeof(unseen), "[%d,%d,%d,%d,%d]", view.round.unseen[1],
		view.round.unseen[2], view.round.unseen[3], view.round.unseen[4],
		view.round.unseen[5]);
	scene_assert_field(scene_shown(whole, 0), "unseen", unseen);
	scene_assert_field(scene_shown(whole, 0), "level", "\"standard\"");
	scene_assert_field(scene_shown(whole, 0), "touches", "3");
	scene_assert_field(scene_shown(whole, 0), "clock",
		"{\"turn\":300000," TURNS ",\"due\":1300000,\"left\":null}");
	json_decref(whole);
	scene_wait(scene, 10);
	scene->now += 20000;
	scene->steady += 20000; /* nobody has called the host meanwhile */
	whole = scene_board(scene);
	scene_assert_field(scene_shown(whole, 0), "clock",
		"{\"turn\":300000," TURNS ",\"due\":1300000,\"left\":null}");
	assert_null(json_object_get(scene_shown(whole, 0), "unseen"));
	json_decref(whole);
	scene_restart(scene, HOUR); /* downtime costs nobody time */
	whole = scene_board(scene);
	scene_assert_field(scene_shown(whole, 0), "clock",
		"{\"turn\":300000," TURNS ",\"due\":4920010,\"left\":null}");
	json_decref(whole);
}

/* Nobody misses how a round ended, though the next round begins at once. */
SCENE_TEST_FROM(scene_setup_in_reach, test_news_go_back_to_the_round_before)
{
	for (int i = 0; i < 4; i++) {
		json_t *whole = scene_board(scene);

		assert_true(json_array_size(json_object_get(scene_shown(whole, 0), "news")) <=
			    BOT_ROUND_NEWS_MOST);
		json_decref(whole);
		scene_play_rounds(scene, 1, (uint16_t)(i + 1));
		whole = scene_board(scene);
		json_t *news = json_object_get(scene_shown(whole, 0), "news");
		size_t size = json_array_size(news);
		char begins[64];

		assert_true(size > 2 && size <= BOT_ROUND_NEWS_MOST);
		snprintf(begins, sizeof(begins), "Round %d begins; ", i + 2);
		assert_non_null(strstr(json_string_value(json_array_get(news, size - 1)), begins));
		snprintf(begins, sizeof(begins), "round %d", i + 1);
		assert_non_null(strstr(json_string_value(json_array_get(news, size - 2)), begins));
		json_decref(whole);
	}
}

SCENE_TEST_FROM(scene_setup_in_reach, test_hostile_names_stay_texts)
{
	/* The third one is a right-to-left override. */
	static const char *const names[] = {"\"},{\"a\":\"", "</script><script>alert(1)</script>",
		"\xe2\x80\xae name", "a\\u0000b", "back\\slash\\", "tab\there\nline",
		"\xc3\xa9t\xc3\xa9", "@bob:test", "&amp;<b>"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		scene->name = names[i];
		scene_say(scene, ROOM, ANN, "!eg about");
		char *text = scene_board_text(scene, ROOM);

		assert_null(strstr(text, "<script"));
		assert_null(strstr(text, "\xe2\x80\xae"));
		json_t *whole = scene_parse(text);
		assert_int_equal(
			json_object_size(json_object_get(scene_shown(whole, 0), "players")), 2);
		json_decref(whole);
		json_decref(scene_table(scene, ANN));
	}
}

/*
 * The name of a third person gives a player an id in the room, but not on the players' own pages.
 */
SCENE_TEST_FROM(scene_setup_in_reach, test_players_page_names_the_players_as_their_messages_do)
{
	scene->name = "Bob";
	scene_say(scene, ROOM, BOB, "!eg stats");
	scene->name = "Bob";
	scene_say(scene, ROOM, EVE, "!eg stats");
	scene_assert_table(scene, ANN, 0, "players", "{\"white\":\"@ann:test\",\"black\":\"Bob\"}");
	json_t *whole = scene_parse(scene_board_text(scene, ROOM));
	scene_assert_field(scene_shown(whole, 0), "players",
		"{\"white\":\"@ann:test\",\"black\":\"Bob (@bob:test)\"}");
	json_decref(whole);
}
