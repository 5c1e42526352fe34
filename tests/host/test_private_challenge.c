/* Challenges for people who can't read or write in the room: made and shown in private. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define OTHER "!other:test" /* a room after ROOM in the byte order of ids */

static size_t rooms; /* how many of the two rooms the bot is in */

/* How many rooms of strangers come before ROOM in the byte order of ids. */
static unsigned others;

static bool next_other(const char *after, char room[BOT_ID_SIZE])
{
	for (unsigned i = 0; i < others; i++) {
		snprintf(room, BOT_ID_SIZE, "!%03u:other", i);
		if (strcmp(after, room) < 0)
			return true;
	}
	return false;
}

static bool next_room(void *self, const char *after, char room[BOT_ID_SIZE])
{
	char last[BOT_ID_SIZE];

	(void)self;
	memcpy(last, after, strlen(after) + 1);
	after = last;
	if (next_other(after, room))
		return true;
	if (rooms > 0 && strcmp(after, ROOM) < 0)
		strcpy(room, ROOM);
	else if (rooms > 1 && strcmp(after, OTHER) < 0)
		strcpy(room, OTHER);
	else
		return false;
	return true;
}

/* As in a scene, but nobody whom Ann knows is in the rooms of strangers. */
static enum bot_people each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	const struct scene *scene = self;

	if (strstr(room, ":other")) {
		take(taker, EVE, "Eve");
		return BOT_PEOPLE_GIVEN;
	}
	for (size_t i = 0; scene->people[i].user; i++)
		take(taker, scene->people[i].user, scene->people[i].name);
	return scene->knows_people;
}

static const char *names[2], *aliases[2]; /* of ROOM and OTHER */

static void room_name(void *self, const char *room, struct bot_room_name *name)
{
	bool other = strcmp(room, OTHER) == 0;

	(void)self;
	snprintf(name->name, sizeof(name->name), "%s", names[other]);
	snprintf(name->alias, sizeof(name->alias), "%s", aliases[other]);
}

static enum bot_reading reads;

static enum bot_reading reading(void *self, const char *room, const char *user)
{
	(void)self;
	(void)room;
	return strcmp(user, BOB) == 0 ? reads : BOT_CAN_READ;
}

/* Ann and Bob are in each room of the bot, and have private rooms. */
SCENE_SET_UP(setup)
{
	scene->port.next_room = next_room;
	scene->port.each_person = each_person;
	scene->port.reading = reading;
	scene->port.room_name = room_name;
	scene_set_person(scene, 0, ANN, "Ann");
	scene_set_person(scene, 1, BOB, "Bob");
	scene_give_private_rooms(scene);
	rooms = 1;
	others = 0;
	names[0] = "Fencing club";
	names[1] = "Caf\u00e9 du Piste";
	aliases[0] = "#club:test";
	aliases[1] = "";
	reads = BOT_CAN_READ;
}

SCENE_TEST_FROM(setup, test_challenge_in_private_is_made_in_the_shared_room)
{
	scene_say(scene, ROOM, EVE, "!eg settings to 2");
	scene_tell(scene, ANN, "challenge @bob clock 5m");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges Bob, first to 2, 5 min");
	scene_assert_said(
		scene, ANN, "#1: I have challenged Bob for you, in the room Fencing club");
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_string_equal(scene_match(scene, 1).room, ROOM);
}

SCENE_TEST_FROM(setup, test_refusal_of_a_challenge_in_private_stays_private)
{
	scene_say(scene, ROOM, BOB, "!eg challenge @ann");
	scene_ask(scene, ANN, "challenge @bob", "#1 waits for your answer already");
	scene_ask(scene, ANN, "challenge @bob to 99", "How many touches win the match?");
	scene_ask(scene, ANN, "challenge to 3", "That works only in a room");
}

SCENE_TEST_FROM(setup, test_challenge_in_private_names_a_way_that_works)
{
	scene_ask(scene, ANN, "challenge @eve", "I know of no room with you, @eve:test and me.");
	rooms = 2;
	scene->knows_people = BOT_PEOPLE_LATER;
	scene_ask(scene, ANN, "challenge @bob", "I am still finding out who is in which room.");
}

SCENE_TEST_FROM(setup, test_challenge_in_private_asks_for_the_id_of_a_name)
{
	scene_ask(scene, ANN, "challenge bob to 2",
		"I don't understand bob here: in private I know people");
	scene_assert_said(scene, ANN, "This works: challenge @bob");
	scene_tell(scene, ANN, "@bob");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges Bob, first to 2");
}

UNIT_TEST(test_answer_chooses_the_room_of_a_challenge)
{
	static const struct {
		const char *answer;
		bool other; /* the answer means OTHER */
	} cases[] = {{"1", false}, {"#2", true}, {"2 please", true}, {"fencing", false},
		{"FENCING CLUB", false}, {"cafe", true}, {"Caf\u00e9 du Piste", true},
		{"#club", false}, {"#club:test", false}, {"club", false}, {OTHER, true}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene;

		setup((void **)&scene);
		rooms = 2;
		scene_ask(scene, ANN, "challenge @bob to 2",
			"In which one shall I challenge @bob:test? ");
		scene_assert_said(scene, ANN, "1. Fencing club\n2. Caf\u00e9 du Piste");
		scene_tell(scene, ANN, cases[i].answer);
		scene_assert_said(scene, cases[i].other ? OTHER : ROOM,
			"#1: @ann:test challenges Bob, first to 2");
		scene_assert_said(scene, ANN,
			cases[i].other ? "in the room Caf\u00e9 du Piste"
				       : "in the room Fencing club");
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(setup, test_command_can_name_the_room_of_a_challenge)
{
	rooms = 2;
	scene_tell(scene, ANN, "challenge @bob to 2 in Fencing");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges Bob, first to 2");
	scene_tell(scene, ANN, "cancel");
	scene_ask(scene, ANN, "challenge @bob to 2 in nowhere",
		"In which one shall I challenge Bob?");
	names[1] = "Fencing club two";
	scene_ask(scene, ANN, "challenge @bob to 2 in fencing",
		"In which one shall I challenge Bob?");
	scene_ask(scene, ANN, "fencing", "I don't know fencing");
	scene_tell(scene, ANN, "challenge @bob to 2 in Fencing club");
	scene_assert_said(scene, ROOM, "#2: @ann:test challenges Bob, first to 2");
}

SCENE_TEST_FROM(setup, test_room_of_a_challenge_is_named_in_the_words_of_the_language)
{
	static const char *const cases[][2] = {
		{"fr", "d\u00e9fi @bob jusqu'\u00e0 2 dans Fencing"},
		{"es", "retar @bob hasta 2 en Fencing"},
		{"ja", "\u6311\u6226 @bob 2\u672c\u5148\u53d6 \u5834\u6240 Fencing"},
	};
	char text[64];

	rooms = 2;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tellf(scene, ANN, "language %s", cases[i][0]);
		scene_tell(scene, ANN, cases[i][1]);
		snprintf(text, sizeof(text), "#%zu: @ann:test challenges Bob, first to 2", i + 1);
		scene_assert_said(scene, ROOM, text);
		scene_tell(scene, ANN, "cancel");
	}
	/* In other languages "en" stands before a term. */
	scene_tell(scene, ANN, "language nl");
	scene_ask(scene, ANN, "uitdagen @bob tot 2 en klok 5m", "Caf\u00e9 du Piste");
}

/* A room is named by strangers: without a name that the bot may repeat, its people name it. */
SCENE_TEST_FROM(setup, test_rooms_without_a_name_are_told_apart)
{
	rooms = 2;
	names[0] = "Come to https://evil.test now";
	aliases[0] = "";
	names[1] = "\u202emoor";
	scene_ask(scene, ANN, "challenge @bob", "1. the room with @bob:test (!hall:test)\n");
	scene_assert_said(scene, ANN, "2. the room with @bob:test (!other:test)");
	aliases[0] = "https://evil.test/club:login";
	scene_ask(scene, ANN, "challenge @bob", "1. the room with @bob:test (!hall:test)\n");
	names[0] = "Club";
	names[1] = "C1ub";
	scene_ask(scene, ANN, "challenge @bob", "1. Club (!hall:test)\n2. C1ub (!other:test)");
	names[1] = "club";
	scene_ask(scene, ANN, "challenge @bob", "1. Club (!hall:test)\n2. club (!other:test)");
	scene_ask(scene, ANN, "club", "I don't know club");
}

SCENE_TEST_FROM(setup, test_rooms_of_strangers_do_not_hide_the_shared_room)
{
	size_t searches = 1;

	others = 40;
	for (;; searches++) {
		scene_tell(scene, ANN, "challenge @bob");
		if (scene_events(scene) > 1)
			break;
		scene_assert_answer(scene, ANN, "I am still finding out who is in which room.");
		assert_in_range(searches, 1, 4);
	}
	scene_say(scene, ROOM, ANN, "!eg cancel");
	others = 0;
	scene_tell(scene, ANN, "challenge @bob");
	scene_assert_said(scene, ROOM, "#2: Ann challenges Bob");
}

SCENE_TEST_FROM(setup, test_challenges_in_private_count_for_the_limit_of_the_room)
{
	scene->config.limits.room_per_minute = 2;
	scene_say(scene, ROOM, BOB, "!eg about");
	scene_tell(scene, ANN, "challenge @bob");
	scene_assert_said(scene, ROOM, "#1: @ann:test challenges Bob");
	scene_tell(scene, ANN, "cancel");
	scene_ask(scene, ANN, "challenge @bob",
		"There is too much going on in our room right now. Please try again");
	scene_wait(scene, MINUTE);
	scene_tell(scene, ANN, "challenge @bob");
	scene_assert_said(scene, ROOM, "#2: @ann:test challenges Bob");
}

SCENE_TEST_FROM(setup, test_challenge_in_private_needs_the_right_to_write_in_the_room)
{
	scene->silenced = ANN;
	scene->silenced_in = ROOM;
	scene_ask(scene, ANN, "challenge @bob", "You may not write in our room");
	scene_tell(scene, BOB, "challenge @ann");
	scene_assert_said(scene, ROOM, "#1: @bob:test challenges Ann");
}

/* In a room of their own, a stranger can name anybody. */
SCENE_TEST_FROM(setup, test_challenge_comes_in_private_only_to_people_in_the_room)
{
	reads = BOT_MUST_VERIFY;
	scene->knows_people = BOT_PEOPLE_LATER;
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "#1: @ann:test challenges @bob:test");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene->knows_people = BOT_PEOPLE_TOO_MANY;
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", "#2: @ann:test challenges @bob:test");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene->knows_people = BOT_PEOPLE_GIVEN;
	scene_ask_in(
		scene, "!hers:other", EVE, "!eg challenge @bob", "@bob:test isn't in this room");
}

SCENE_TEST_FROM(setup, test_challenge_that_somebody_can_not_read_comes_in_private)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	assert_int_equal(scene_events(scene), 2);
	const struct scene_row *copy = scene_last(scene, BOB);
	assert_true(copy->ring == BOT_RING && !copy->mention[0]);
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	scene_say(scene, ROOM, ANN, "!eg cancel");
	reads = BOT_MUST_VERIFY;
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	scene_assert_said(scene, ROOM, "#2: Ann challenges Bob, first to 3");
	scene_assert_rings(scene, BOB, "#2: Ann challenges you in the room Fencing club");
	scene_choose(scene, BOB, scene_last(scene, BOB)->event, "\xE2\x9C\x85");
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_private_copy_tells_how_the_challenge_ended)
{
	reads = BOT_MUST_VERIFY;
	scene_tell(scene, BOB, "language nl");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob to 3");
	const char *copy = scene_last(scene, BOB)->event;
	scene_say(scene, ROOM, ANN, "!eg cancel");
	scene_drain_optional(scene);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "#1: This challenge is over.");
	scene_assert_said(scene, BOB, "#1: deze uitdaging geldt niet meer.");
	assert_string_equal(scene_last(scene, BOB)->edits, copy);
	scene_choose(scene, BOB, copy, "\xE2\x9C\x85");
	scene_assert_answer(scene, BOB, "#1 kun je niet meer aannemen.");
}

/* Whoever has no identity has no other device to confirm this one with. */
SCENE_TEST_FROM(setup, test_advice_knows_accounts_without_verification)
{
	reads = BOT_MUST_VERIFY;
	SCENE_CALL(scene, bot_host_explain_encryption_fault(
				  scene->host, ROOM, BOB, BOT_FAULT_UNSIGNED_DEVICE));
	scene_assert_said(scene, ROOM, "Confirm that with another device of yours");
	reads = BOT_MUST_SET_UP;
	SCENE_CALL(scene, bot_host_explain_encryption_fault(
				  scene->host, ROOM, BOB, BOT_FAULT_UNSIGNED_DEVICE));
	scene_assert_said(scene, ROOM, "Your account has no verification yet");
	assert_null(strstr(scene_last(scene, ROOM)->body, "another device of yours"));
	scene_assert_said(scene, ROOM, "!engarde hand in clear");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene->unreachable = BOB;
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_report_unreachable(scene, BOB, BOT_NO_TRUSTED_DEVICE);
	scene_assert_said(scene, ROOM, "and your account has no verification yet");
}
