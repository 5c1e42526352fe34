/* The JSON of a player's table and of a room's board. */
#include "bot/match/loading.h"
#include "bot/table/round_news.h"
#include "bot/table/table_view.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/rule_sets.h"
#include "tests/support/scene_match.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *table_text(struct scene *scene, const char *user)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_user(scene->host, user, &text), BOT_OK);
	assert_null(strchr(text, '\n'));
	return text;
}

static char *board_text(struct scene *scene, const char *room)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_room(scene->host, room, &text), BOT_OK);
	assert_null(strchr(text, '\n'));
	return text;
}

/* Reads a text and frees it. */
static json_t *parse(char *text)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!json)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return json;
}

static json_t *table(struct scene *scene, const char *user)
{
	return parse(table_text(scene, user));
}

static json_t *board(struct scene *scene)
{
	return parse(board_text(scene, ROOM));
}

static size_t count(const json_t *state)
{
	return json_array_size(json_object_get(state, "matches"));
}

static json_t *at(const json_t *state, size_t i)
{
	json_t *match = json_array_get(json_object_get(state, "matches"), i);

	assert_non_null(match);
	return match;
}

static void fail_different(const char *key, const json_t *is, const json_t *want)
{
	fail_msg("%s is %s, not %s", key,
		is ? json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT) : "missing",
		json_dumps(want, JSON_ENCODE_ANY | JSON_COMPACT));
}

/* Asserts that the field `key` of a JSON object has a value, which is written as JSON. */
static void assert_field(const json_t *object, const char *key, const char *value)
{
	json_t *want = json_loads(value, JSON_DECODE_ANY, NULL), *is = json_object_get(object, key);

	assert_non_null(want);
	if (!json_equal(is, want))
		fail_different(key, is, want);
	json_decref(want);
}

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
			fail_different(key, json_object_get(object, key), value);
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

#define TURNS "\"turns\":{\"white\":300000,\"black\":300000}"

static void test_player_who_acts_sees_hand_and_choices(void **state)
{
	json_t *whole = table(*state, ANN), *match = at(whole, 0);

	assert_int_equal(count(whole), 1);
	assert_field(whole, "type", "\"table\"");
	assert_field(whole, "language", "\"en\"");
	assert_field(whole, "name", "\"@ann:test\"");
	assert_field(whole, "now", "1000000");
	assert_field(whole, "hands", "\"page\"");
	assert_int_equal(json_object_size(whole), 6);
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

static void test_player_who_waits_sees_hand_without_choices(void **state)
{
	json_t *whole = table(*state, BOB);

	assert_object(at(whole, 0),
		"{" IN_REACH ",\"seat\":\"black\",\"hand\":[1,3,4,5,5],\"choices\":[],"
		"\"may\":[\"resign\",\"abandon\",\"nudge\"],\"coach\":null}");
	json_decref(whole);
}

static void test_public_sees_no_hand(void **state)
{
	json_t *whole = board(*state);

	assert_field(whole, "type", "\"board\"");
	assert_int_equal(json_object_size(whole), 4);
	assert_object(at(whole, 0), "{" IN_REACH ",\"seat\":null,\"choices\":[],\"may\":[]}");
	json_decref(whole);
}

static void test_stranger_sees_no_match(void **state)
{
	json_t *whole = table(*state, EVE);

	assert_int_equal(count(whole), 0);
	json_decref(whole);
	whole = parse(board_text(*state, "!other:test"));
	assert_int_equal(count(whole), 0);
	json_decref(whole);
}

static json_t *position(json_t *whole)
{
	return json_object_get(at(whole, 0), "position");
}

static json_t *choice(json_t *whole, const char *action)
{
	json_t *each;
	size_t i;

	json_array_foreach (json_object_get(at(whole, 0), "choices"), i, each)
		if (strcmp(json_string_value(json_object_get(each, "action")), action) == 0)
			return each;
	fail_msg("there is no choice %s", action);
	return NULL;
}

/* Black moves towards lower spaces, and a parry uses as many cards as the attack. */
static void test_attack_is_shown_with_the_parry(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "+2x55");
	json_t *whole = table(scene, BOB);
	assert_field(position(whole), "attack", "{\"kind\":\"indirect\",\"card\":5,\"count\":2}");
	assert_field(position(whole), "to_act", "\"black\"");
	assert_field(choice(whole, "="), "kind", "\"parry\"");
	assert_field(choice(whole, "="), "cards", "[5,5]");
	assert_field(choice(whole, "="), "move", "null");
	assert_field(choice(whole, "="), "to", "null");
	assert_field(choice(whole, "-3"), "to", "18");
	json_decref(whole);
	scene_tell(scene, BOB, "parry");
	whole = table(scene, BOB);
	assert_field(position(whole), "attack", "null");
	assert_field(choice(whole, "+1"), "to", "14");
	assert_field(choice(whole, "+1"), "cards", "[1]");
	json_decref(whole);
}

static void test_terms_clock_and_unseen_cards_are_shown(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_give_private_rooms(scene);
	scene_begin(scene, "standard to 3 first white clock 5m unseen");
	json_t *whole = table(scene, ANN);
	struct eg_match match = scene_state(scene, 1);
	struct eg_match_view view;
	char unseen[64];

	eg_match_view(&match, EG_WHITE, &view);
	snprintf(unseen, sizeof(unseen), "[%d,%d,%d,%d,%d]", view.round.unseen[1],
		view.round.unseen[2], view.round.unseen[3], view.round.unseen[4],
		view.round.unseen[5]);
	assert_field(at(whole, 0), "unseen", unseen);
	assert_field(at(whole, 0), "level", "\"standard\"");
	assert_field(at(whole, 0), "touches", "3");
	assert_field(
		at(whole, 0), "clock", "{\"turn\":300000," TURNS ",\"due\":null,\"left\":null}");
	json_decref(whole);
	scene_wait(scene, 10); /* the hand was delivered, so the clock starts */
	scene->now += 20000;
	scene->steady += 20000; /* nobody has called the host meanwhile */
	whole = board(scene);
	assert_field(
		at(whole, 0), "clock", "{\"turn\":300000," TURNS ",\"due\":1300000,\"left\":null}");
	assert_null(json_object_get(at(whole, 0), "unseen"));
	json_decref(whole);
	scene_restart(scene, HOUR); /* downtime costs nobody time */
	whole = board(scene);
	assert_field(
		at(whole, 0), "clock", "{\"turn\":300000," TURNS ",\"due\":4920010,\"left\":null}");
	json_decref(whole);
	scene_destroy(scene);
}

static void test_pause_stops_the_clock_and_the_choices(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_give_private_rooms(scene);
	scene_begin(scene, "clock 5m first white");
	scene_let_both_act(scene);
	scene_wait(scene, 10 * SECOND);
	scene_tell(scene, BOB, "pause");
	json_t *whole = table(scene, BOB);
	assert_field(at(whole, 0), "proposal", "{\"by\":\"black\",\"kind\":\"pause\"}");
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\",\"nudge\"]");
	json_decref(whole);
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "may", "[\"resign\",\"pause\",\"abandon\"]");
	json_decref(whole);
	scene_tell(scene, ANN, "pause");
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "proposal", "null");
	assert_field(at(whole, 0), "may", "[\"resign\",\"resume\",\"abandon\"]");
	assert_field(at(whole, 0), "choices", "[]");
	assert_field(at(whole, 0), "coach", "null");
	assert_field(
		at(whole, 0), "clock", "{\"turn\":300000," TURNS ",\"due\":null,\"left\":290000}");
	json_decref(whole);
	scene_tell(scene, ANN, "resume");
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "proposal", "{\"by\":\"white\",\"kind\":\"resume\"}");
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\"]");
	json_decref(whole);
	scene_destroy(scene);
}

/* Until both have acted, a player is offered to abort the match, and not to resign it. */
static void test_abort_is_offered_until_both_have_acted(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_give_private_rooms(scene);
	scene_begin(scene, "first white clock none");
	json_t *whole = table(scene, ANN);
	assert_field(at(whole, 0), "may", "[\"abort\"]");
	json_decref(whole);
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"abort\",\"nudge\"]");
	json_decref(whole);
	scene_tell(scene, BOB, "abandon");
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "may", "[\"abort\",\"abandon\"]");
	json_decref(whole);
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"abort\",\"nudge\"]");
	json_decref(whole);
	scene_let_both_act(scene);
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\",\"nudge\"]");
	json_decref(whole);
	scene_destroy(scene);
}

static void test_nudge_is_offered_once_an_hour(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, BOB, "nudge");
	json_t *whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\"]");
	json_decref(whole);
	scene->now += HOUR;
	for (int64_t end = scene->steady + HOUR; scene->steady < end; scene->steady += MINUTE)
		SCENE_STORE(scene, bot_host_run_timers(scene->host, &(int64_t){0}));
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\",\"nudge\"]");
	json_decref(whole);
}

static void test_claim_is_offered_when_it_is_due(void **state)
{
	struct scene *scene = *state;

	SCENE_STORE(scene, bot_store_timer_set(scene->store, 1, BOT_TIMER_WHITE_AWAY, INT64_MAX));
	json_t *whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\",\"nudge\"]");
	json_decref(whole);
	SCENE_STORE(scene, bot_store_timer_set(scene->store, 1, BOT_TIMER_WHITE_CLAIM, INT64_MAX));
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\",\"claim\",\"nudge\"]");
	json_decref(whole);
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\"]");
	json_decref(whole);
}

/* The match that waits for the player comes first, then matches in play, challenges, the ended. */
static void test_matches_come_in_the_order_of_their_ranks(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_begin(scene, "first white");
	scene_say(scene, ROOM, ANN, "!eg challenge @cy:test to 3");
	scene_begin_between(scene, EVE, ANN, "first black");
	scene_say(scene, ROOM, "@dan:test", "!eg challenge @ann to 2");
	scene_tell(scene, ANN, "resign #1 yes");
	scene_say(scene, "!other:test", ANN, "!eg challenge @bob first black");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	json_t *whole = table(scene, ANN);

	assert_int_equal(count(whole), 5);
	assert_field(at(whole, 0), "id", "3"); /* Ann is to act */
	assert_field(at(whole, 1), "id", "4"); /* Dan's challenge */
	assert_field(at(whole, 1), "status", "\"challenge\"");
	assert_field(at(whole, 1), "may", "[\"accept\",\"decline\"]");
	assert_field(at(whole, 1), "position", "null");
	assert_field(at(whole, 1), "news", "[]");
	assert_field(at(whole, 1), "turn", "0");
	assert_null(json_object_get(at(whole, 1), "hand"));
	assert_field(at(whole, 2), "id", "5"); /* Bob is to act */
	assert_field(at(whole, 3), "id", "2"); /* Ann's challenge */
	assert_field(at(whole, 3), "may", "[\"cancel\"]");
	assert_field(at(whole, 4), "id", "1"); /* ended */
	json_decref(whole);
	whole = board(scene);
	assert_int_equal(count(whole), 4);
	assert_field(at(whole, 0), "id", "3");
	assert_field(at(whole, 3), "status", "\"ended\"");
	json_decref(whole);
	scene_destroy(scene);
}

static void test_open_challenge_and_accepted_match(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_tell(scene, ANN, "language de");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	json_t *whole = table(scene, ANN);
	assert_field(at(whole, 0), "players", "{\"white\":\"@ann:test\",\"black\":\"noch offen\"}");
	json_decref(whole);
	whole = board(scene);
	assert_field(at(whole, 0), "players", "{\"white\":\"@ann:test\",\"black\":\"anybody\"}");
	json_decref(whole);
	scene->unreachable = BOB;
	scene_say(scene, ROOM, BOB, "!eg accept");
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "status", "\"accepted\"");
	assert_field(at(whole, 0), "may", "[\"cancel\"]");
	assert_field(at(whole, 0), "score", "{\"white\":0,\"black\":0}");
	json_decref(whole);
	scene_destroy(scene);
}

static void test_ended_match_offers_a_rematch_for_a_day(void **state)
{
	struct scene *scene = *state;

	scene_tell(scene, ANN, "resign yes");
	json_t *whole = table(scene, ANN);
	assert_field(at(whole, 0), "status", "\"ended\"");
	assert_field(at(whole, 0), "may", "[\"rematch\"]");
	assert_field(at(whole, 0), "ending", "\"resigned\"");
	assert_field(at(whole, 0), "winner", "\"black\"");
	assert_field(at(whole, 0), "verdict", "\"@bob:test wins, @ann:test resigned\"");
	assert_field(at(whole, 0), "hand", "[1,2,5,5,5]");
	assert_field(at(whole, 0), "choices", "[]");
	assert_field(position(whole), "to_act", "null");
	json_decref(whole);
	whole = board(scene);
	assert_field(at(whole, 0), "verdict", "\"@bob:test wins, @ann:test resigned\"");
	assert_null(json_object_get(at(whole, 0), "hand"));
	json_decref(whole);
	scene_say(scene, ROOM, ANN, "!eg rematch");
	whole = table(scene, ANN);
	assert_int_equal(count(whole), 2);
	assert_field(at(whole, 0), "may", "[\"cancel\"]");
	assert_field(at(whole, 1), "may", "[]");
	json_decref(whole);
	whole = table(scene, BOB);
	assert_field(at(whole, 0), "may", "[\"accept\",\"decline\"]");
	assert_field(at(whole, 1), "may", "[\"rematch\"]");
	json_decref(whole);
	scene->now += DAY;
	whole = table(scene, ANN);
	assert_int_equal(count(whole), 2);
	json_decref(whole);
	scene->now++;
	whole = table(scene, ANN);
	assert_int_equal(count(whole), 1);
	json_decref(whole);
}

/* Nobody misses how a round ended, though the next round begins at once. */
static void test_news_go_back_to_the_round_before(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 4; i++) {
		json_t *whole = board(scene);

		assert_true(json_array_size(json_object_get(at(whole, 0), "news")) <=
			    BOT_ROUND_NEWS_MOST);
		json_decref(whole);
		scene_play_rounds(scene, 1, (uint16_t)(i + 1));
		whole = board(scene);
		json_t *news = json_object_get(at(whole, 0), "news");
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

static void test_practice_is_private(void **state)
{
	struct scene *scene = scene_create(1);

	(void)state;
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, ANN, "practice maitre");
	json_t *whole = table(scene, ANN);
	assert_field(at(whole, 0), "practice", "\"maitre\"");
	assert_field(at(whole, 0), "may", "[\"resign\",\"abandon\"]");
	assert_field(whole, "language", "\"de\"");
	json_decref(whole);
	whole = parse(board_text(scene, "!private-ann:test"));
	assert_int_equal(count(whole), 0);
	json_decref(whole);
	scene_tell(scene, ANN, "resign yes");
	whole = table(scene, ANN);
	assert_field(at(whole, 0), "may", "[]");
	json_decref(whole);
	whole = parse(board_text(scene, "!private-ann:test"));
	assert_int_equal(count(whole), 0);
	json_decref(whole);
	scene_destroy(scene);
}

static void test_hostile_names_stay_texts(void **state)
{
	/* The third one is a right-to-left override. */
	static const char *const names[] = {"\"},{\"a\":\"", "</script><script>alert(1)</script>",
		"\xe2\x80\xae name", "a\\u0000b", "back\\slash\\", "tab\there\nline",
		"\xc3\xa9t\xc3\xa9", "@bob:test", "&amp;<b>"};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		scene->name = names[i];
		scene_say(scene, ROOM, ANN, "!eg about");
		char *text = board_text(scene, ROOM);

		assert_null(strstr(text, "<script"));
		assert_null(strstr(text, "\xe2\x80\xae"));
		json_t *whole = parse(text);
		assert_int_equal(json_object_size(json_object_get(at(whole, 0), "players")), 2);
		json_decref(whole);
		json_decref(table(scene, ANN));
	}
}

/* The name of a third person gives a player an id in the room, but not on the players' own pages.
 */
static void test_players_page_names_the_players_as_their_messages_do(void **state)
{
	struct scene *scene = *state;

	scene->name = "Bob";
	scene_say(scene, ROOM, BOB, "!eg stats");
	scene->name = "Bob";
	scene_say(scene, ROOM, EVE, "!eg stats");
	json_t *whole = table(scene, ANN);
	assert_field(at(whole, 0), "players", "{\"white\":\"@ann:test\",\"black\":\"Bob\"}");
	json_decref(whole);
	whole = parse(board_text(scene, ROOM));
	assert_field(
		at(whole, 0), "players", "{\"white\":\"@ann:test\",\"black\":\"Bob (@bob:test)\"}");
	json_decref(whole);
}

/* One line has all matches of the longest list that a command would search, and no more. */
static void test_size_is_bounded(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < BOT_MATCHES_MOST + 20; i++) {
		struct bot_match match = {.player = {ANN, BOB}};

		snprintf(match.room, sizeof(match.room), "!room%d:test", i);
		scene_add_match(scene, &match, scene_even_deck);
	}
	char *text = table_text(scene, ANN);
	assert_true(strlen(text) < (size_t)BOT_MATCHES_MOST * 4096);
	json_t *whole = parse(text);
	assert_int_equal(count(whole), BOT_MATCHES_MOST);
	json_decref(whole);
}

static void test_damaged_match_is_an_error(void **state)
{
	struct scene *scene = *state;
	char *text = NULL;
	bool again = false;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	memory_store_sql(scene->store, "UPDATE rounds SET actions = 'x5 x5 x5'");
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	assert_int_equal(bot_table_of_user(scene->host, ANN, &text), BOT_STORE_CORRUPT);
	assert_null(text);
	SCENE_STORE(scene, bot_host_set_aside_damage(scene->host, &again));
	assert_true(again);
	json_t *whole = table(scene, ANN);
	assert_int_equal(count(whole), 0);
	json_decref(whole);
}

/* The leak audit */

static void set_deck(struct scene *scene, uint16_t round, const uint8_t deck[EG_DECK])
{
	char sql[128], text[EG_DECK + 1] = "";

	for (size_t i = 0; i < EG_DECK; i++)
		text[i] = (char)('0' + deck[i]);
	snprintf(sql, sizeof(sql),
		"UPDATE rounds SET deck = '%s' WHERE match_id = 1 AND number = %u", text, round);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	memory_store_sql(scene->store, sql);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
}

/* Plays the current round of `state` with another deck. Returns false if that breaks the rules. */
static bool replay(
	const struct eg_match *state, const struct bot_round *round, struct eg_match *out)
{
	*out = (struct eg_match){.rules = state->rules,
		.rounds = (uint16_t)(state->rounds - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	return bot_round_play(out, round);
}

/*
 * Exchanges cards that the player of `seat` has not seen: those in the other hand and in the draw
 * pile. (Leaves out cards with which the round would be over by now, because everybody sees that.)
 * Asserts that neither the board nor this player's table changes by one byte. Returns how many
 * other hands it has tried.
 */
static int audit(struct scene *scene, enum eg_seat seat)
{
	const char *user = seat == EG_WHITE ? ANN : BOB;
	struct eg_match state = scene_state(scene, 1), other;
	enum eg_seat hidden = eg_opponent(seat);
	char *own = table_text(scene, user), *public = board_text(scene, ROOM);
	struct bot_round round, swapped;
	int hands = 0, decks = 0;

	assert_int_equal(bot_store_round_get(scene->store, 1, state.rounds, &round), BOT_OK);
	for (int i = 0; i < EG_DECK && hands + decks < 6; i++)
		for (int j = i + 1; j < EG_DECK && hands + decks < 6; j++) {
			swapped = round;
			swapped.deck[i] = round.deck[j];
			swapped.deck[j] = round.deck[i];
			if (round.deck[i] == round.deck[j] || !replay(&state, &swapped, &other) ||
				other.round.phase != state.round.phase ||
				memcmp(other.round.hand[seat], state.round.hand[seat],
					sizeof(state.round.hand[seat])) != 0)
				continue;
			bool other_hand = memcmp(other.round.hand[hidden], state.round.hand[hidden],
						  sizeof(state.round.hand[hidden])) != 0;
			if ((other_hand ? hands : decks) >= 3)
				continue;
			hands += other_hand;
			decks += !other_hand;
			set_deck(scene, state.rounds, swapped.deck);
			char *own_now = table_text(scene, user),
			     *public_now = board_text(scene, ROOM);
			assert_string_equal(own_now, own);
			assert_string_equal(public_now, public);
			free(own_now);
			free(public_now);
			set_deck(scene, state.rounds, round.deck);
		}
	free(own);
	free(public);
	return hands;
}

static void play_any(struct scene *scene, uint32_t *random)
{
	struct eg_match state = scene_state(scene, 1);
	struct eg_action legal[EG_LEGAL_MAX];
	char text[EG_ACTION_SIZE];
	size_t legal_count = eg_round_legal(&state.round, legal);

	*random = *random * 1664525U + 1013904223U;
	eg_action_print(legal[(*random >> 16) % legal_count], text);
	scene_tell(scene, state.round.to_act == EG_WHITE ? ANN : BOB, text);
}

static void test_no_byte_depends_on_what_a_reader_must_not_know(void **state)
{
	static const char *const levels[] = {ALL_RULE_SETS};
	int hands = 0;

	(void)state;
	for (uint32_t seed = 0; seed < 24; seed++) {
		struct scene *scene = scene_create(seed + 1);
		uint32_t random = seed;
		char terms[64];

		snprintf(terms, sizeof(terms), "%s to 2 unseen", levels[seed % 4]);
		scene_begin(scene, terms);
		while (scene_match(scene, 1).status == BOT_PLAYING) {
			hands += audit(scene, EG_WHITE) + audit(scene, EG_BLACK);
			play_any(scene, &random);
		}
		scene_destroy(scene);
	}
	assert_true(hands > 500); /* the audit has tried something */
}

/* A player who resigns keeps the hands of both secret; only the record shows them. */
static void test_end_in_the_middle_of_a_round_shows_no_hand(void **state)
{
	for (uint32_t seed = 1; seed < 12; seed++) {
		struct scene *scene = scene_create(seed);
		uint32_t random = seed;

		(void)state;
		scene_begin(scene, "");
		for (int i = 0; i < 6; i++)
			play_any(scene, &random);
		if (scene_match(scene, 1).status == BOT_PLAYING)
			scene_tell(scene, ANN, "resign yes");
		assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
		audit(scene, EG_WHITE);
		audit(scene, EG_BLACK);
		scene_destroy(scene);
	}
}

static int setup(void **state)
{
	return scene_setup_in_reach(state);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_player_who_acts_sees_hand_and_choices),
		TEST(test_player_who_waits_sees_hand_without_choices),
		TEST(test_public_sees_no_hand),
		TEST(test_stranger_sees_no_match),
		TEST(test_attack_is_shown_with_the_parry),
		cmocka_unit_test(test_terms_clock_and_unseen_cards_are_shown),
		cmocka_unit_test(test_pause_stops_the_clock_and_the_choices),
		cmocka_unit_test(test_abort_is_offered_until_both_have_acted),
		TEST(test_nudge_is_offered_once_an_hour),
		TEST(test_claim_is_offered_when_it_is_due),
		cmocka_unit_test(test_matches_come_in_the_order_of_their_ranks),
		cmocka_unit_test(test_open_challenge_and_accepted_match),
		TEST(test_ended_match_offers_a_rematch_for_a_day),
		TEST(test_news_go_back_to_the_round_before),
		cmocka_unit_test(test_practice_is_private),
		TEST(test_players_page_names_the_players_as_their_messages_do),
		TEST(test_hostile_names_stay_texts),
		TEST(test_size_is_bounded),
		TEST(test_damaged_match_is_an_error),
		cmocka_unit_test(test_no_byte_depends_on_what_a_reader_must_not_know),
		cmocka_unit_test(test_end_in_the_middle_of_a_round_shows_no_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
