/* Hands that the bot holds back while the player's page is open. */
#include "bot/show/hand.h"
#include "bot/table/table_view.h"
#include "tests/support/scene_match.h"

#include <stdlib.h>
#include <string.h>

static const char *reader; /* the user whose page is open, or NULL */

static bool is_open(void *self, const char *user)
{
	(void)self;
	return reader && strcmp(reader, user) == 0;
}

static void watch(struct scene *scene)
{
	bot_host_watch_open_tables(scene->host, (struct bot_open_tables){.is_open = is_open});
}

/*
 * Bob (Black) plays on his page, and Ann has asked to get her hands in the chat, too. Ann is to
 * act.
 */
static struct scene *begin(const char *terms)
{
	static char url[] = "https://table.example.org";
	struct scene *scene = scene_create(1);

	reader = BOB;
	scene->config.web.url = url;
	watch(scene);
	scene_give_private_rooms(scene);
	scene_begin(scene, terms);
	scene_ask(scene, ANN, "hand chat", "always come here at once");
	scene_wait(scene, 10);
	return scene;
}

static int setup(void **state)
{
	*state = begin("clock 5m first white");
	return 0;
}

static void assert_nothing_for(const struct scene *scene, const char *user)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strcmp(scene->row[i].to, user) == 0)
			fail_msg("to %s: %s", user, scene->row[i].body);
}

static int64_t due(struct scene *scene, enum bot_timer timer)
{
	int64_t at = -1;

	bot_store_timer_get(scene->store, 1, timer, &at);
	return at;
}

SCENE_TEST_FROM(setup, test_action_against_an_open_page_is_one_event)
{
	scene_play(scene);
	scene_assert_answer(scene, ROOM, "advances");
	scene_play(scene); /* Bob acts in time; Ann gets her hand as always */
	assert_int_equal(scene_events(scene), 2);
	assert_nothing_for(scene, BOB);
	scene_wait(scene, HOUR / 60);
	assert_nothing_for(scene, BOB);
}

SCENE_TEST_FROM(setup, test_hand_comes_after_half_a_minute)
{
	scene_play(scene);
	scene_wait(scene, 29999);
	scene_assert_quiet(scene);
	scene_wait(scene, 1);
	assert_int_equal(scene_events(scene), 1);
	scene_assert_rings(scene, BOB, "Your hand: ");
	scene_assert_said(scene, BOB, "@ann:test advances");
	scene_assert_said(scene, BOB, "a. ");
	scene_tell(scene, BOB, "a");
	assert_int_equal(scene_state(scene, 1).round.plies, 2);
}

SCENE_TEST_FROM(setup, test_hand_comes_even_after_a_crash)
{
	scene_play(scene);
	reader = NULL;
	scene_restart(scene, HOUR);
	scene_wait(scene, MINUTE);
	scene_assert_rings(scene, BOB, "Your hand: ");
}

/* Nobody gains time with an open page: the clock starts with the turn. */
SCENE_TEST_FROM(setup, test_clock_starts_at_once)
{
	int64_t began = scene->now;

	scene_play(scene);
	assert_int_equal(due(scene, BOT_TIMER_FORFEIT), began + 5 * MINUTE);
	scene_wait(scene, MINUTE);
	assert_int_equal(due(scene, BOT_TIMER_FORFEIT), began + 5 * MINUTE);
	scene_wait(scene, 4 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

UNIT_TEST(test_short_clock_holds_for_a_tenth)
{
	struct scene *scene = begin("clock 60s first white");

	scene_play(scene);
	scene_wait(scene, 5999);
	scene_assert_quiet(scene);
	scene_wait(scene, 1);
	scene_assert_rings(scene, BOB, "Your hand: ");
	scene_destroy(scene);
}

UNIT_TEST(test_match_without_a_clock_holds_for_half_a_minute)
{
	struct scene *scene = begin("first white");

	scene_play(scene);
	scene_assert_answer(scene, ROOM, "advances");
	scene_wait(scene, 30000);
	scene_assert_rings(scene, BOB, "Your hand: ");
	scene_destroy(scene);
}

/* Plays the first action of the list of the user whose turn it is on their page. */
static void tap(struct scene *scene, const char *user)
{
	struct eg_match state = scene_state(scene, 1);
	struct bot_tap given = {
		.user = user, .key = "a-new-key-for-each-tap", .what = "play", .match = 1};
	struct bot_tap_result result;
	char action[EG_ACTION_SIZE];
	struct eg_match_view view;

	eg_match_view(&state, state.round.to_act, &view);
	eg_action_print(view.round.legal[0], action);
	given.detail = action;
	given.turn = bot_turn_number(&view);
	SCENE_CALL(scene, bot_host_tap(scene->host, &given, &result));
	assert_int_equal(scene_state(scene, 1).round.plies, state.round.plies + 1);
}

SCENE_TEST_FROM(setup, test_hand_goes_where_the_last_action_came_from)
{
	scene_play(scene);
	scene_tell(scene, BOB, "a");
	scene_play(scene);
	scene_assert_rings(scene, BOB, "Your hand: ");
	assert_int_equal(due(scene, BOT_TIMER_HELD), -1);
	tap(scene, BOB);
	scene_play(scene);
	assert_nothing_for(scene, BOB);
}

SCENE_TEST_FROM(setup, test_nothing_is_held_back_without_an_open_page)
{
	reader = NULL;
	scene_play(scene);
	scene_assert_rings(scene, BOB, "Your hand: ");
	assert_int_equal(due(scene, BOT_TIMER_HELD), -1);
}

SCENE_TEST_FROM(setup, test_nothing_is_held_back_after_hand_chat)
{
	scene_ask(scene, BOB, "hand chat", "always come here at once");
	scene_play(scene);
	scene_assert_rings(scene, BOB, "Your hand: ");
	reader = ANN; /* who wrote this before the match */
	scene_play(scene);
	scene_assert_rings(scene, ANN, "Your hand: ");
}

SCENE_TEST_FROM(setup, test_player_outside_their_private_room_waits_for_the_hand)
{
	SCENE_HOST(scene, bot_store_set_joined(scene->store, BOB, false));
	scene_play(scene);
	scene_assert_said(scene, BOB, "Your hand: ");
	assert_int_equal(due(scene, BOT_TIMER_HELD), -1);
}

SCENE_TEST_FROM(setup, test_hand_that_is_asked_for_comes_once)
{
	scene_play(scene);
	scene_ask(scene, BOB, "hand", "Your hand: ");
	assert_int_equal(due(scene, BOT_TIMER_HELD), -1);
	scene_wait(scene, MINUTE);
	assert_nothing_for(scene, BOB);
}

SCENE_TEST_FROM(setup, test_pause_and_resume_show_the_hand)
{
	scene_let_both_act(scene);
	scene_play(scene);
	scene_tell(scene, ANN, "pause");
	scene_tell(scene, BOB, "pause");
	scene_wait(scene, MINUTE);
	assert_nothing_for(scene, BOB);
	scene_tell(scene, BOB, "resume");
	scene_tell(scene, ANN, "resume");
	scene_assert_rings(scene, BOB, "Your hand: ");
}

SCENE_TEST_FROM(setup, test_first_hand_of_each_round_comes_at_once)
{
	for (uint16_t round = 1; round < 4; round++) {
		scene_play_rounds(scene, 1, round);
		scene_assert_said(scene, ANN, "Your hand: ");
		scene_assert_said(scene, BOB, "Your hand: ");
	}
}

SCENE_TEST_FROM(setup, test_whole_match_on_two_pages_ends_as_always)
{
	scene_play_rounds(scene, 1, UINT16_MAX);
	assert_int_equal(scene_match(scene, 1).ending, BOT_WON);
	assert_int_equal(due(scene, BOT_TIMER_HELD), -1);
	scene_assert_said(scene, BOB, "#1 against");
}

static void assert_table_says(struct scene *scene, const char *user, const char *part)
{
	char *json = NULL;

	assert_int_equal(bot_table_of_user(scene->host, user, &json), BOT_OK);
	if (!strstr(json, part))
		fail_msg("%s", json);
	free(json);
}

SCENE_TEST_FROM(setup, test_table_knows_the_setting)
{
	assert_table_says(scene, BOB, "\"hands\":\"page\"");
	assert_table_says(scene, ANN, "\"hands\":\"chat\"");
	scene_tell(scene, BOB, "hand chat");
	assert_table_says(scene, BOB, "\"hands\":\"chat\"");
}

SCENE_TEST_FROM(setup, test_setting_is_shown_and_needs_a_page)
{
	scene_ask(scene, BOB, "settings", "hand page – on");
	scene_ask(scene, ANN, "settings", "hand page – off");
	scene->config.web.url = NULL;
	scene_tell(scene, BOB, "settings");
	assert_null(strstr(scene_last(scene, BOB)->body, "hand page"));
	scene_tell(scene, ANN, "hand page");
	assert_null(strstr(scene_last(scene, ANN)->body, "half a minute"));
}
