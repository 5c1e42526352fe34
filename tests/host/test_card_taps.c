/* `choices taps`: under each list, the bot adds the cards to tap as its own reactions. */
#include "bot/call/reaction_keys.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define CARD(digit) digit BOT_REACTION_KEYCAP

static unsigned plies(struct scene *scene)
{
	return scene_state(scene, 1).round.plies;
}

SCENE_TEST_FROM(scene_setup_in_reach, test_lists_have_no_reactions_by_default)
{
	scene_tell(scene, ANN, "hand");
	assert_string_equal(scene_last(scene, ANN)->reactions, "");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_choice_of_taps_acts_on_this_turn_at_once)
{
	scene_say(scene, ROOM, ANN, "!eg choices taps");
	assert_int_equal(scene_events(scene), 2);
	assert_non_null(strstr(scene->row[scene->mark].body, "Each card is one message more"));
	const struct scene_row *list = scene_last(scene, ANN);
	assert_non_null(strstr(list->body, "\na. "));
	assert_string_equal(list->choices, "");
	assert_string_equal(list->reactions, BOT_REACTION_CARDS);
	scene_ask(scene, ANN, "settings", "choices \u2013 taps");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_choices_list_ends_the_reactions)
{
	scene_tell(scene, ANN, "choices taps");
	scene_tell(scene, ANN, "choices list");
	assert_string_equal(scene_last(scene, ANN)->reactions, "");
}

SCENE_TEST_FROM(scene_setup_in_reach, test_tap_that_fits_several_actions_lists_them)
{
	scene_tell(scene, ANN, "choices taps");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, CARD("1"));
	scene_assert_answer(scene, ANN, "Which of these?");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "e. advance 1\nh. retreat 1"));
	assert_int_equal(plies(scene), 4);
	const struct scene_row *letters = scene_last(scene, ANN);
	assert_string_equal(letters->reactions, ""); /* they would tell which letters fit */
	scene_choose(scene, ANN, letters->event, "\xF0\x9F\x87\xAD");
	assert_int_equal(plies(scene), 5);
}

/*
 * A tap is never encrypted. What the bot does after it may not tell a homeserver whether the player
 * holds the card: it sends one message without reactions if the card fits several actions, and also
 * if it fits none. Ann holds 1 2 5 5 5 at the distance 7.
 */
SCENE_TEST_FROM(
	scene_setup_in_reach, test_tap_of_a_card_that_is_missing_looks_like_that_of_a_card_in_hand)
{
	static const struct {
		const char *key, *answer;
	} taps[] = {
		{CARD("1"), "Which of these? Answer with its letter.\n"},
		{CARD("2"), "Which of these? Answer with its letter.\n"},
		{CARD("3"), "You hold no 3.\n"},
		{CARD("4"), "You hold no 4.\n"},
	};

	scene_tell(scene, ANN, "choices taps");
	char list[64];
	snprintf(list, sizeof(list), "%s", scene_last(scene, ANN)->event);
	for (size_t i = 0; i < sizeof(taps) / sizeof(*taps); i++) {
		scene_choose(scene, ANN, list, taps[i].key);
		assert_int_equal(scene_events(scene), 1);
		const struct scene_row *row = scene_last(scene, ANN);
		assert_true(row->private);
		assert_int_equal(row->kind, BOT_OUT_MESSAGE);
		assert_non_null(strstr(row->body, taps[i].answer));
		assert_non_null(strstr(row->body, ". advance "));
		assert_string_equal(row->reactions, "");
	}
	scene_choose(scene, ANN, list, CARD("5"));
	assert_int_equal(plies(scene), 4); /* the first list still stands, and 5 fits twice */
}

SCENE_TEST_FROM(scene_setup_in_reach, test_attacked_player_taps_the_card_of_the_parry)
{
	scene_tell(scene, ANN, "choices taps");
	scene_tell(scene, ANN, "+2");
	scene_tell(scene, BOB, "x5");
	const struct scene_row *list = scene_last(scene, ANN);
	assert_string_equal(list->reactions, BOT_REACTION_CARDS);
	scene_choose(scene, ANN, list->event, CARD("5"));
	assert_int_equal(plies(scene), 7);
	assert_int_equal(scene_state(scene, 1).round.phase, EG_TURN);
}

/* Against an attack after an advance, a card may also retreat. */
SCENE_TEST_FROM(scene_setup_in_reach, test_attacked_player_taps_a_card_to_retreat)
{
	scene_tell(scene, BOB, "choices taps");
	scene_tell(scene, ANN, "+2x55");
	const struct scene_row *list = scene_last(scene, BOB);
	assert_string_equal(list->reactions, BOT_REACTION_CARDS);
	scene_choose(scene, BOB, list->event, CARD("5"));
	scene_assert_answer(scene, BOB, "letter.\na. parry\ne. retreat 5");
	scene_choose(scene, BOB, list->event, CARD("3"));
	assert_int_equal(plies(scene), 6);
}
