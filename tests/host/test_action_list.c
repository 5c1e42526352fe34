/*
 * Actions chosen from the list: by a letter, by cards, by a reaction or by a vote. Both players
 * hold one card of each value.
 */
#include "tests/support/scene_match.h"

#include <string.h>

#define KEYCAP "\xEF\xB8\x8F\xE2\x83\xA3" /* U+FE0F U+20E3 */
/* some clients leave out the variation selector before the keycap character */
#define BARE    "\xE2\x83\xA3"
#define TEN     "\xF0\x9F\x94\x9F"             /* U+1F51F */
#define FLAG_B  "\xF0\x9F\x87\xA7"             /* U+1F1E7, the regional indicator B */
#define BLOOD_B "\xF0\x9F\x85\xB1\xEF\xB8\x8F" /* U+1F171, the letter B as emoji */
#define OLD     "list is from an earlier turn"

/* At first each list has the advances a to e: +1 to +5. */
static int setup(void **state)
{
	*state = scene_with_deck(scene_even_deck);
	return 0;
}

static unsigned plies(struct scene *scene, int64_t match)
{
	return scene_state(scene, match).round.plies;
}

/* Makes the player ask for their hand. Returns the event id of the bot's answer. */
static const char *hand(struct scene *scene, const char *user)
{
	scene_tell(scene, user, "hand");
	return scene_last(scene, user)->event;
}

SCENE_TEST_FROM(setup, test_keycap_plays_its_card)
{
	scene_choose(scene, ANN, hand(scene, ANN), "3" KEYCAP);
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 4);
	assert_int_equal(scene_events(scene), 2);
	scene_choose(scene, BOB, scene_last(scene, BOB)->event, "2" BARE);
	assert_int_equal(scene_state(scene, 1).round.space[EG_BLACK], 21);
	assert_int_equal(scene_events(scene), 2);
}

SCENE_TEST_FROM(setup, test_reaction_with_a_letter_plays_its_action)
{
	static const char *const keys[] = {"b", "B", FLAG_B, BLOOD_B};
	static const uint8_t played[] = {2, 2, 3, 2};

	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *user = i % 2 ? BOB : ANN;

		scene_choose(scene, user, hand(scene, user), keys[i]);
		assert_int_equal(plies(scene, 1), i + 1);
		assert_int_equal(scene_state(scene, 1).round.discard[i], played[i]);
	}
}

SCENE_TEST_FROM(setup, test_keycap_ten_is_no_card)
{
	scene_choose(scene, ANN, hand(scene, ANN), TEN);
	scene_assert_answer(scene, ANN, "cards are 1 to 5");
	assert_int_equal(plies(scene, 1), 0);
}

SCENE_TEST_FROM(setup, test_other_reactions_are_ignored)
{
	static const char *const keys[] = {"", "\xF0\x9F\x91\x8D", "+3", "advance 3", "1 2", "#1",
		"1 #1", "33", "y", "x", "aa", "99999999999999999999", ("\xFF" BARE), BARE, "help"};
	const char *event = hand(scene, ANN);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		scene_choose(scene, ANN, event, keys[i]);
		assert_int_equal(scene_events(scene), 0);
	}
	assert_int_equal(plies(scene, 1), 0);
}

SCENE_TEST_FROM(setup, test_reaction_in_a_room_is_ignored)
{
	struct bot_message message = {.event = "$shown",
		.room = ROOM,
		.sender = ANN,
		.text = "a",
		.reply_to = hand(scene, ANN),
		.kind = BOT_REACTION};

	assert_false(bot_host_is_command(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 0);
	assert_int_equal(plies(scene, 1), 0);
}

SCENE_TEST_FROM(setup, test_reaction_is_handled_once)
{
	struct bot_message message = {.event = "$twice",
		.room = "!private-ann:test",
		.sender = ANN,
		.text = "a",
		.reply_to = hand(scene, ANN),
		.private = true,
		.kind = BOT_REACTION};

	assert_true(bot_host_is_command(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(plies(scene, 1), 1);
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 0);
	assert_int_equal(plies(scene, 1), 1);
}

SCENE_TEST_FROM(setup, test_letter_on_an_old_list_is_not_played)
{
	const char *old = hand(scene, ANN);

	scene_tell(scene, ANN, "+1");
	scene_choose(scene, ANN, old, "a");
	scene_assert_answer(scene, ANN, "it is @bob:test's turn");
	scene_tell(scene, BOB, "+1");
	scene_choose(scene, ANN, old, "a");
	scene_assert_answer(scene, ANN, OLD);
	assert_true(scene_last(scene, ANN)->private);
	scene->reply_to = old;
	scene_ask(scene, ANN, "a", OLD);
	assert_int_equal(plies(scene, 1), 2);

	/*
	 * An action in words does not depend on a list. So the bot plays it even in a reply to an
	 * old list.
	 */
	scene->reply_to = old;
	scene_tell(scene, ANN, "+2");
	assert_int_equal(plies(scene, 1), 3);
}

SCENE_TEST_FROM(setup, test_letter_on_a_list_of_the_same_turn_is_played)
{
	const char *first = hand(scene, ANN);

	hand(scene, ANN);
	scene_tell(scene, ANN, "board");
	scene_choose(scene, ANN, first, "b");
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 3);
}

SCENE_TEST_FROM(setup, test_letter_on_a_message_without_list_is_not_played)
{
	scene_tell(scene, ANN, "board");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "a");
	scene_assert_answer(scene, ANN, OLD);
	scene_choose(scene, ANN, "$unheard-of", "a");
	scene_assert_answer(scene, ANN, OLD);
	/* it is not Bob's turn, so the message with his hand has no list */
	scene_choose(scene, BOB, hand(scene, BOB), "a");
	scene_assert_answer(scene, BOB, OLD);
	assert_int_equal(plies(scene, 1), 0);

	/*
	 * In a reply to a message without a list, a letter still plays in the match of that
	 * message.
	 */
	scene->reply_to = scene_last(scene, BOB)->event;
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);
}

SCENE_TEST_FROM(setup, test_letter_plays_in_the_match_of_its_list)
{
	const char *first = hand(scene, ANN);

	scene_begin_between(scene, ANN, EVE, "first white");
	scene_tell(scene, ANN, "hand #2");
	const char *second = scene_last(scene, ANN)->event;
	scene_choose(scene, ANN, second, "a");
	scene_assert_answer(scene, ANN, "There is no a in your list.");
	scene_choose(scene, ANN, second, "f");
	assert_int_equal(plies(scene, 1), 0);
	assert_int_equal(plies(scene, 2), 1);
	scene_say(scene, ROOM, ANN, "!eg resign #1 yes");

	/*
	 * The match of the list has ended. The bot must not play a letter of this list in another
	 * match.
	 */
	scene_choose(scene, ANN, first, "a");
	scene_assert_answer(scene, ANN,
		"There is no match #1 here, or you can't do that with it. It works with: #2 (");
	scene_tell(scene, EVE, "+1");
	unsigned before = plies(scene, 2);
	scene->reply_to = first;
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 2), before);
	scene->reply_to = first;
	scene_ask(scene, ANN, "resign yes", "There is no match #1");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_letter_chooses_between_actions_that_fit)
{
	scene_ask(scene, ANN, "advance", "Which of these?");
	scene_choose(scene, ANN, scene_last(scene, ANN)->event, "d");
	assert_int_equal(scene_state(scene, 1).round.space[EG_WHITE], 5);
}

SCENE_TEST_FROM(setup, test_poll_is_sent_to_players_who_chose_polls)
{
	scene_say(scene, ROOM, BOB, "!eg choices poll");
	scene_assert_answer(scene, BOB, "as a poll");
	assert_true(scene_last(scene, BOB)->private);
	scene_tell(scene, ANN, "+1");
	assert_int_equal(scene_events(scene), 2);
	const struct scene_row *row = scene_last(scene, BOB);
	assert_string_equal(row->choices, "advance 1\nadvance 2\nadvance 3\nadvance 4\nadvance 5");
	assert_string_equal(row->body,
		"@ann:test advances 1.\n#1 \xC2\xB7 hand 1 2 3 4 5 \xC2\xB7 distance 21");
	assert_int_equal(row->ring, BOT_RING);
	scene_vote(scene, BOB, row->event, "5");
	assert_int_equal(scene_state(scene, 1).round.space[EG_BLACK], 18);

	/* Bob gets a poll, but Ann gets a list. */
	assert_string_equal(scene_last(scene, ANN)->choices, "");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "a. "));
}

SCENE_TEST_FROM(setup, test_hand_command_shows_a_list_instead_of_a_poll)
{
	scene_tell(scene, ANN, "choices poll");
	hand(scene, ANN);
	assert_string_equal(scene_last(scene, ANN)->choices, "");
	assert_non_null(strstr(scene_last(scene, ANN)->body, "\na. advance 1"));
}

SCENE_TEST_FROM(setup, test_choice_of_polls_acts_on_this_turn_at_once)
{
	scene_tell(scene, ANN, "choices poll");
	assert_int_equal(scene_events(scene), 2);
	assert_memory_equal(scene_last(scene, ANN)->choices, "advance 1", 9);
	scene_vote(scene, ANN, scene_last(scene, ANN)->event, "1");
	assert_int_equal(plies(scene, 1), 1);
	scene_tell(scene, ANN, "choices list"); /* it is not her turn */
	assert_int_equal(scene_events(scene), 1);
}

SCENE_TEST_FROM(setup, test_vote_in_an_old_poll_is_not_played)
{
	scene_tell(scene, BOB, "Choices Poll");
	scene_tell(scene, ANN, "+1");
	const char *old = scene_last(scene, BOB)->event;
	scene_vote(scene, BOB, old, "1");
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 3);
	scene_vote(scene, BOB, old, "1");
	scene_assert_answer(scene, BOB, OLD);
	assert_int_equal(plies(scene, 1), 3);
}

SCENE_TEST_FROM(setup, test_choices_list_ends_polls)
{
	scene_tell(scene, BOB, "choices poll");
	scene_ask(scene, BOB, "choices list", "list with letters");
	scene_tell(scene, ANN, "+1");
	assert_string_equal(scene_last(scene, BOB)->choices, "");
	scene_ask(scene, BOB, "choices", "choices list, choices poll or choices taps");
	scene_ask(scene, BOB, "choices cards", "choices list, choices poll or choices taps");
}

/*
 * On a phone, the line above the choices may break at a dot, but not within the time that is left.
 */
SCENE_TEST(test_time_left_stays_on_one_line)
{
	scene_begin(scene, "clock 3d");
	const struct scene_row *row = scene_last(scene, scene_to_act(scene));
	assert_non_null(strstr(row->body, " 3 d left."));
	assert_non_null(strstr(row->html, "\xC2\xB7 3&nbsp;d\xC2\xA0left"));
}

/* The letters of a list are those that no list of the player's other matches has. */
SCENE_TEST_FROM(setup, test_letters_go_on_from_list_to_list)
{
	scene_begin_between(scene, ANN, EVE, "first white");
	scene_ask(scene, ANN, "hand #1", "\na. advance 1");
	scene_ask(scene, ANN, "hand #2", "\nf. advance ");
	scene_tell(scene, ANN, "a");
	assert_int_equal(plies(scene, 1), 1);
	scene_tell(scene, ANN, "f");
	assert_int_equal(plies(scene, 2), 1);
	scene_tell(scene, EVE, "#2 +1"); /* the first letters are free again */
	scene_ask(scene, ANN, "hand #2", "\na. ");
	scene_ask(scene, ANN, "f", "There is no f in your list.");
}

/* A letter or an action that only one of the waiting lists has needs no number of a match.
 */
UNIT_TEST(test_words_that_fit_one_of_several_lists_play_there)
{
	static const uint8_t deck[EG_DECK] = {
		1, 2, 3, 4, 1, 1, 2, 3, 4, 1, 2, 3, 4, 5, 5, 5, 5, 5, 2, 3, 4, 1, 2, 3, 4};
	static const char *const texts[] = {"e", "advance 5"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct scene *scene = scene_with_deck(scene_even_deck);
		struct bot_match other = {.room = "!yard:test", .player = {ANN, EVE}};

		scene_add_match(scene, &other, deck);
		scene_ask(scene, ANN, "a", "Which one?");
		scene_tell(scene, ANN, texts[i]);
		assert_int_equal(plies(scene, 1), 1);
		assert_int_equal(plies(scene, 2), 0);
		scene_destroy(scene);
	}
}
