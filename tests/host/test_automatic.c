/* Forced actions that play themselves, and the command `auto`. */
#include "bot/host/host.h"
#include "bot/store/rounds.h"
#include "tests/support/memory_store.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define BY_ITSELF "It played itself: nothing better was possible."

/* After +4 +4 +3 +4 (scene_setup_in_reach), Ann advances 2, so that Bob's 5s reach her. */
static int setup(void **state)
{
	scene_setup_in_reach(state);
	scene_tell(*state, ANN, "+2");
	return 0;
}

static void turn_on(struct scene *scene, const char *user)
{
	scene_ask(scene, user, "auto on", "it now plays itself");
}

/* Returns how many actions of the first round played themselves. */
static size_t count_automatic(struct scene *scene)
{
	struct bot_round round;
	size_t count = 0;

	assert_true(bot_store_round_get(scene->store, 1, 1, &round));
	for (size_t i = 0; i < round.actions; i++)
		count += round.automatic[i];
	return count;
}

/* Asserts that Ann has parried Bob's last attack, and goes on with her turn. */
static void assert_parried(struct scene *scene)
{
	struct eg_match state = scene_state(scene, 1);

	assert_int_equal(state.round.to_act, EG_WHITE);
	assert_int_equal(state.round.phase, EG_TURN);
	assert_int_equal(state.round.plies, 7);
	assert_int_equal(count_automatic(scene), 1);
}

/* The attack, the parry and the hand after it are one edit of the board and one message. */
SCENE_TEST_FROM(setup, test_parry_plays_itself)
{
	turn_on(scene, ANN);
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "attacks with 5. @ann:test parries. " BY_ITSELF);
	scene_assert_rings(scene, ANN, "@bob:test attacks with 5.\nYou parried. " BY_ITSELF "\n");
	scene_assert_rings(scene, ANN, "Your hand: ");
	scene_drain_optional(scene);
	scene_assert_said(scene, BOB, "You attacked with 5");
	scene_assert_said(scene, BOB, "@ann:test had to parry");
	scene_ask_in(scene, ROOM, EVE, "!eg board", "parries. " BY_ITSELF);
}

SCENE_TEST_FROM(setup, test_nothing_plays_itself_by_default)
{
	scene_tell(scene, BOB, "attack 5");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
	scene_tell(scene, ANN, "parry");
	assert_int_equal(count_automatic(scene), 0);
	assert_null(strstr(scene_last(scene, ROOM)->body, BY_ITSELF));
}

/* Bob holds no 5 in the first position, but only he knows that: he could also parry. */
SCENE_TEST_FROM(scene_setup_in_reach, test_choice_that_only_the_player_lacks_waits)
{
	turn_on(scene, BOB);
	scene_tell(scene, ANN, "advance 2 attack 5");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
	scene_assert_rings(scene, BOB, "Your hand: ");
	assert_int_equal(count_automatic(scene), 0);
}

SCENE_TEST_FROM(setup, test_setting_it_plays_what_waits)
{
	scene_tell(scene, BOB, "attack 5");
	turn_on(scene, BOB);
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND); /* it is Ann's */
	scene_tell(scene, ANN, "auto on");
	assert_parried(scene);
	scene_assert_said(scene, ROOM, BY_ITSELF);
	scene_assert_said(scene, ANN, "You parried. " BY_ITSELF);
	scene_drain_optional(scene);
	scene_assert_said(scene, ANN, "You parried.");
}

SCENE_TEST_FROM(setup, test_it_can_be_set_in_a_room)
{
	scene_tell(scene, BOB, "attack 5");
	scene_say(scene, "!elsewhere:test", ANN, "!eg auto on");
	scene_assert_said(scene, "!elsewhere:test", "!engarde auto off ends it");
	assert_parried(scene);
}

/* An action of a player declines a proposal; an action that plays itself does not. */
SCENE_TEST_FROM(setup, test_proposals_stay_open)
{
	turn_on(scene, ANN);
	scene_tell(scene, BOB, "abandon");
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	scene_tell(scene, ANN, "abandon");
	assert_int_equal(scene_match(scene, 1).ending, BOT_ABANDONED);
}

SCENE_TEST_FROM(setup, test_nothing_plays_itself_in_a_pause)
{
	memory_store_sql(scene->store, "UPDATE matches SET clock = 86400000");
	scene_tell(scene, BOB, "attack 5");
	scene_tell(scene, BOB, "pause");
	scene_tell(scene, ANN, "pause");
	scene_tell(scene, ANN, "auto on");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
	scene_tell(scene, ANN, "resume");
	scene_tell(scene, BOB, "resume");
	assert_parried(scene);
	assert_int_equal(scene_match(scene, 1).left, 0);
	scene_assert_said(scene, ANN, "You parried. " BY_ITSELF);
	scene_wait(scene, DAY + SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
}

SCENE_TEST_FROM(setup, test_player_who_has_left_stays_away)
{
	memory_store_sql(scene->store, "UPDATE matches SET clock = 86400000");
	scene_tell(scene, BOB, "attack 5");
	scene_tell(scene, BOB, "pause");
	scene_tell(scene, ANN, "pause");
	scene_tell(scene, ANN, "auto on");
	scene_tell(scene, ANN, "resume");
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, ANN));
	scene_tell(scene, BOB, "resume");
	assert_parried(scene);
	scene_ask(scene, BOB, "claim", "you can claim the win in");
}

/* The turn after the parry has its whole time, and the reserve is not touched. */
SCENE_TEST_FROM(setup, test_clock_begins_with_the_turn_after_it)
{
	memory_store_sql(scene->store,
		"UPDATE matches SET clock = 86400000, bank = 86400000, white_reserve = 86400000,"
		" black_reserve = 86400000");
	turn_on(scene, ANN);
	scene_tell(scene, BOB, "hand");
	scene_wait(scene, 20 * HOUR);
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	assert_int_equal(scene_match(scene, 1).reserve[EG_WHITE], DAY);
	scene_wait(scene, 2 * DAY - SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 2 * SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
}

/* The forced parry of both: each answers one attack, and then waits. */
SCENE_TEST_FROM(setup, test_both_players_may_want_it)
{
	turn_on(scene, ANN);
	turn_on(scene, BOB);
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	scene_tell(scene, ANN, "attack 5");
	assert_int_equal(scene_events(scene), 2);
	assert_int_not_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
}

/* In practice the computer goes on after an action that played itself. */
SCENE_TEST_FROM(setup, test_practice)
{
	size_t found = 0;

	scene_tell(scene, EVE, "auto on");
	for (int64_t id = 2; id < 12; id++) {
		scene_tell(scene, EVE, "practice fencer to 3");
		for (size_t i = 0; i < 200 && scene_match(scene, id).status != BOT_ENDED; i++) {
			scene_tell(scene, EVE, "a");
			if (strstr(scene_last(scene, EVE)->body, BY_ITSELF))
				found++;
			scene_forget_rows(scene);
			scene_wait(scene, MINUTE);
		}
		assert_int_equal(scene_match(scene, id).ending, BOT_WON);
	}
	assert_true(found > 0);
}

SCENE_TEST_FROM(setup, test_answers)
{
	static const char *const cases[][2] = {
		{"auto", "You play each action yourself. With auto on an action"},
		{"auto maybe", "Shall forced actions play themselves?"},
		{"yes", "it now plays itself: above all the parry of a direct attack"},
		{"auto", "it now plays itself"},
		{"settings", "auto \xE2\x80\x93 on"},
		{"automatik aus", "From now on you play each action yourself."},
		{"settings", "auto \xE2\x80\x93 off"},
		{"help auto", "whatever your cards are"},
	};

	scene_tell(scene, EVE, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		scene_ask(scene, EVE, cases[i][0], cases[i][1]);
}

static enum bot_tap_outcome tap(struct scene *scene, const char *key, const char *detail)
{
	const struct bot_tap given = {.user = ANN, .key = key, .what = "auto", .detail = detail};
	struct bot_tap_result result;

	SCENE_CALL(scene, bot_host_tap(scene->host, &given, &result));
	return result.outcome;
}

SCENE_TEST_FROM(setup, test_page_turns_it_on_and_off)
{
	scene_tell(scene, BOB, "attack 5");
	assert_int_equal(tap(scene, "the-first-key-of-a-tap", "maybe"), BOT_TAP_REFUSED);
	assert_int_equal(tap(scene, "the-second-key-of-a-tap", NULL), BOT_TAP_REFUSED);
	assert_int_equal(tap(scene, "the-third-key-of-a-tap", "on"), BOT_TAP_DONE);
	assert_parried(scene);
	assert_int_equal(tap(scene, "the-fourth-key-of-a-tap", "off"), BOT_TAP_DONE);
	scene_ask(scene, ANN, "auto", "You play each action yourself.");
}

SCENE_TEST_FROM(setup, test_forgotten_player_has_no_setting)
{
	scene_tell(scene, EVE, "auto on");
	scene_tell(scene, EVE, "forget me yes");
	scene_ask(scene, EVE, "auto", "You play each action yourself.");
}

static uint32_t draw(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525U + 1013904223U;
	return (*seed >> 8) % below;
}

static void deal_any(uint32_t *seed, uint8_t deck[EG_DECK])
{
	for (uint32_t i = 0; i < EG_DECK; i++) {
		uint32_t j = draw(seed, i + 1);

		deck[i] = deck[j];
		deck[j] = (uint8_t)(1 + i / EG_COPIES);
	}
}

/*
 * Plays rounds at random until one is lost in this phase. Writes the deck and the actions up to
 * there, and returns how many actions there are.
 */
static size_t find_lost(enum eg_phase phase, uint8_t deck[EG_DECK], struct eg_action played[])
{
	static const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	struct eg_action legal[EG_LEGAL_MAX], action;
	struct eg_round round;
	struct eg_view view;
	uint32_t seed = 1;

	for (;;) {
		size_t count = 0;

		deal_any(&seed, deck);
		assert_int_equal(eg_round_init(&round, &rules, EG_WHITE, deck), EG_OK);
		while (round.phase != EG_OVER) {
			eg_round_view(&round, round.to_act, &view);
			bool lost = eg_view_lost(&view, &action);
			if (lost && round.phase == phase && view.legal_count > 1)
				return count;
			if (lost)
				break;
			played[count] = legal[draw(&seed, (uint32_t)eg_round_legal(&round, legal))];
			assert_int_equal(eg_round_play(&round, played[count++]), EG_OK);
		}
	}
}

/* Nobody has asked for it, and more than one action is legal. */
UNIT_TEST(test_lost_round_ends_by_itself)
{
	static const enum eg_phase phases[] = {EG_TURN, EG_DEFEND};

	for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
		struct eg_action played[EG_DECK];
		char text[EG_ACTION_SIZE];
		uint8_t deck[EG_DECK];
		size_t count = find_lost(phases[i], deck, played);
		struct scene *scene = scene_with_deck(deck);

		for (size_t j = 0; j < count; j++) {
			eg_action_print(played[j], text);
			assert_int_equal(scene_state(scene, 1).rounds, 1);
			scene_tell(scene, scene_to_act(scene), text);
		}
		assert_int_equal(scene_state(scene, 1).rounds, 2);
		assert_int_equal(count_automatic(scene), 1);
		scene_assert_said(scene, ROOM, BY_ITSELF);
		scene_destroy(scene);
	}
}
