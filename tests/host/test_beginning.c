/* From the invitation of the bot to the first action: who is told what, and in how many steps. */
#include "bot/store/outbox_rows.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define PRIVATE      "!private-bob:test"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static unsigned said(const struct scene *scene, const char *to, const char *part)
{
	unsigned count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, to) == 0 && strstr(scene->row[i].body, part);
	return count;
}

/* Lets BOB accept a challenge of ANN. BOB is only invited to his private room. */
static void begin_with_invitation(struct scene *scene)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, PRIVATE));
	scene->invited = BOB;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, "\xE2\x9C\x85");
}

SCENE_TEST(test_room_is_told_who_must_accept_the_invitation)
{
	static const char body[] = "@bob:test: accept my invitation to our private room. Your "
				   "cards for #1 are there.";

	begin_with_invitation(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(said(scene, ROOM, body), 1);
	assert_int_equal(said(scene, ROOM, "my invitation"), 1);
	for (size_t i = 0; i < scene->count; i++) {
		if (!strstr(scene->row[i].body, "my invitation"))
			continue;
		assert_null(strstr(scene->row[i].html, PRIVATE)); /* others would see its id */
		assert_string_equal(scene->row[i].mention, BOB);
	}
	scene->invited = NULL;
	scene_report_reached(scene, BOB);
	assert_int_equal(said(scene, ROOM, "my invitation"), 1);
}

SCENE_TEST(test_room_is_not_told_of_players_who_are_there)
{
	scene_begin(scene, "");
	assert_int_equal(said(scene, ROOM, "my invitation"), 0);
}

/* An invitation costs one message more than a match whose players are there. */
SCENE_TEST(test_invitation_costs_one_message)
{
	begin_with_invitation(scene);
	/* the notice, the board, two hands, of which BOB's introduces the bot */
	assert_int_equal(scene_events(scene), 4);
}

/* Counts how often the bot has asked the adapter to reach the user. */
static unsigned reaches(const struct scene *scene, const char *user)
{
	unsigned count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += scene->row[i].kind == BOT_OUT_REACH && strcmp(scene->row[i].to, user) == 0;
	return count;
}

/* The user accepts the invitation to the private room that the bot has made. */
static void join_private_room(struct scene *scene, const char *user)
{
	scene->invited = NULL;
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, user, "!made:test"));
	SCENE_CALL(scene, bot_host_user_joined(scene->host, user));
}

/* Asserts that one message of the room has become this text since the rows were forgotten. */
static void assert_edited(const struct scene *scene, const char *room, const char *body)
{
	unsigned edits = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		edits += scene->row[i].kind == BOT_OUT_EDIT &&
			 strcmp(scene->row[i].to, room) == 0 &&
			 strcmp(scene->row[i].body, body) == 0;
	assert_int_equal(edits, 1);
}

/* Clients show a line that is removed as a deleted one. */
SCENE_TEST(test_line_about_the_invitation_says_that_it_is_accepted)
{
	begin_with_invitation(scene);
	scene_forget_rows(scene);
	join_private_room(scene, BOB);
	scene_drain_optional(scene);
	assert_edited(scene, ROOM, "@bob:test has accepted my invitation.");
	scene_forget_rows(scene);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	scene_drain_optional(scene);
	assert_int_equal(said(scene, ROOM, "my invitation"), 0);
}

/* With rate limits the line can wait longer than its reader needs. Then nobody reads it. */
SCENE_TEST(test_line_about_the_invitation_is_taken_back_if_it_still_waits)
{
	scene->invited = BOB;
	scene_say(scene, ROOM, ANN, "!eg challenge first black");
	scene_handle(
		scene, &(struct bot_message){.room = ROOM, .sender = BOB, .text = "!eg accept"});
	SCENE_STORE(scene, bot_host_user_reached(scene->host, BOB, false));
	join_private_room(scene, BOB);
	scene_drain_optional(scene);
	assert_int_equal(said(scene, ROOM, "my invitation"), 0);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* Only the line in the room of the newest match asks for something. */
SCENE_TEST(test_line_about_the_invitation_moves_to_the_next_match)
{
	begin_with_invitation(scene);
	scene_say(scene, "!yard:test", EVE, "!eg challenge @bob");
	scene_forget_rows(scene);
	scene_say(scene, "!yard:test", BOB, "!eg accept");
	scene_drain_optional(scene);
	assert_int_equal(said(scene, "!yard:test", "accept my invitation"), 1);
	assert_edited(scene, ROOM, "@bob:test has my invitation.");
	scene_forget_rows(scene);
	join_private_room(scene, BOB);
	scene_drain_optional(scene);
	assert_edited(scene, "!yard:test", "@bob:test has accepted my invitation.");
}

/*
 * Counts what the two people do, from the invitation of the bot to the first action. ANN accepts
 * the invitation to her private room while the challenge waits for BOB, so only four steps must
 * follow one another.
 */
SCENE_TEST(test_first_action_takes_five_steps_of_which_two_overlap)
{
	unsigned steps = 0, side_by_side = 0;

	scene->invited = ANN;
	steps++; /* ANN invites the bot */
	SCENE_CALL(scene, bot_host_room_joined(scene->host, ROOM));
	scene_assert_said(scene, ROOM, "challenge");
	steps++; /* ANN challenges anybody */
	scene_say(scene, ROOM, ANN, "!eg challenge");
	const char *challenge = scene_last(scene, ROOM)->event;
	steps++; /* ANN accepts the invitation to the private room ... */
	side_by_side++;
	join_private_room(scene, ANN);
	steps++; /* ... and BOB taps the check mark */
	scene_react(scene, ROOM, BOB, challenge, "\xE2\x9C\x85");
	assert_int_equal(said(scene, ROOM, "my invitation"), 0);
	assert_int_equal(said(scene, ANN, "Your hand"), 1);
	steps++; /* ANN acts */
	scene_tell(scene, ANN, "a");
	assert_int_equal(scene_state(scene, 1).round.plies, 1);
	assert_int_equal(steps, 5);
	assert_int_equal(steps - side_by_side, 4);
}

/* The first hand introduces the bot, and so does the line that replaces its list. */
SCENE_TEST(test_introduction_stays_when_the_hand_is_answered)
{
	scene_begin(scene, "first black");
	scene_play(scene);
	scene_drain_optional(scene);
	assert_int_equal(scene_last(scene, BOB)->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(scene_last(scene, BOB)->body, "explains the game.\nYou advanced "));
	assert_int_equal(said(scene, BOB, "Your cards for En Garde come here"), 2);
	scene_play(scene);
	scene_play(scene);
	scene_drain_optional(scene);
	assert_int_equal(said(scene, BOB, "Your cards for En Garde come here"), 2);
}

SCENE_TEST(test_introduction_stays_after_the_command_hand)
{
	scene_begin(scene, "first black");
	scene_tell(scene, BOB, "hand");
	scene_play(scene);
	scene_drain_optional(scene);
	assert_int_equal(scene_last(scene, BOB)->kind, BOT_OUT_EDIT);
	assert_non_null(strstr(scene_last(scene, BOB)->body, "explains the game.\nYou advanced "));
	assert_int_equal(said(scene, BOB, "Your cards for En Garde come here"), 2);
}

SCENE_TEST(test_topic_says_what_the_private_room_is_for)
{
	char topic[BOT_TOPIC_SIZE];

	SCENE_STORE(scene, bot_host_private_topic(scene->host, BOB, topic));
	assert_string_equal(topic, "Your cards for matches of En Garde");
	scene_tell(scene, BOB, "language it");
	SCENE_STORE(scene, bot_host_private_topic(scene->host, BOB, topic));
	assert_string_equal(topic, "Le tue carte per le partite di En Garde");
	/* Whoever has chosen no language gets that of the room in which they challenge. */
	scene_say(scene, ROOM, EVE, "!eg language de");
	scene_say(scene, ROOM, ANN, "!eg herausfordern");
	SCENE_STORE(scene, bot_host_private_topic(scene->host, ANN, topic));
	assert_string_equal(topic, "Deine Karten f\xC3\xBCr Partien von En Garde");
}

/* The room is made without any message. Whoever joins it reads what they wait for. */
SCENE_TEST(test_challenger_gets_a_private_room_while_the_challenge_waits)
{
	scene->invited = ANN;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	assert_int_equal(reaches(scene, ANN), 1);
	assert_int_equal(scene_events(scene), 1);
	join_private_room(scene, ANN);
	assert_int_equal(said(scene, ANN, "Your cards for En Garde come here"), 1);
	assert_int_equal(said(scene, ANN, "Your challenge #1 waits for an answer."), 1);
	scene_say(scene, ROOM, BOB, "!eg accept");
	/* The notice of the invitation is saved, so this costs no event. */
	assert_int_equal(scene_events(scene), 3); /* the board, two hands */
	assert_int_equal(said(scene, ANN, "Your cards for En Garde come here"), 1);
	/* ANN has a private room now, so her next challenge needs none. */
	unsigned before = reaches(scene, ANN);
	scene_say(scene, "!other:test", ANN, "!eg challenge");
	assert_int_equal(reaches(scene, ANN), before);
}

/* The bot asks once, even if the challenge is accepted before the room is made. */
SCENE_TEST(test_quick_acceptance_deals_each_hand_once)
{
	scene_handle(
		scene, &(struct bot_message){.room = ROOM, .sender = ANN, .text = "!eg challenge"});
	scene_handle(
		scene, &(struct bot_message){.room = ROOM, .sender = BOB, .text = "!eg accept"});
	scene_drain(scene);
	assert_int_equal(reaches(scene, ANN), 1);
	assert_int_equal(said(scene, ANN, "Your hand"), 1);
	assert_int_equal(said(scene, BOB, "Your hand"), 1);
}

SCENE_TEST(test_room_for_a_challenge_that_is_over_is_a_direct_chat)
{
	scene->invited = ANN;
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, ANN, "!eg cancel");
	join_private_room(scene, ANN);
	assert_int_equal(said(scene, ANN, "practice begins a match against me"), 1);
}

/*
 * Lets `count` new users challenge, each in a room of their own. Returns how many rooms the bot
 * makes.
 */
static unsigned challenge_as_many(struct scene *scene, unsigned first, unsigned count, bool sends)
{
	unsigned made = 0;

	for (unsigned i = first; i < first + count; i++) {
		char user[64], room[64];
		struct bot_message message = {
			.room = room, .sender = user, .origin = "evil", .text = "!eg challenge"};

		snprintf(user, sizeof(user), "@u%u:evil", i);
		snprintf(room, sizeof(room), "!r%u:evil", i);
		scene_handle(scene, &message);
		if (sends)
			scene_drain(scene);
		made += sends && reaches(scene, user) > 0;
	}
	return made;
}

/* Strangers can't use up the rooms that the homeserver lets the bot create. */
SCENE_TEST(test_early_rooms_are_limited_for_all_together)
{
	size_t waiting = 99;

	assert_int_equal(challenge_as_many(scene, 0, 10, true), 5);
	scene_wait(scene, 2 * MINUTE);
	assert_int_equal(challenge_as_many(scene, 10, 10, true), 1);
	/* While somebody waits for a room, nobody gets one early. */
	scene_wait(scene, HOUR);
	challenge_as_many(scene, 20, 3, false);
	SCENE_HOST(scene, waiting = bot_outbox_reaching(scene->store, NULL));
	assert_int_equal(waiting, 1);
}

SCENE_TEST(test_first_private_message_says_who_writes_and_how_to_answer)
{
	static const char *const parts[] = {
		"Your cards for En Garde come here", "answer with its letter", "Your hand: "};

	scene_begin(scene, "");
	for (size_t i = 0; i < COUNT(parts); i++) {
		assert_int_equal(said(scene, ANN, parts[i]), 1);
		assert_int_equal(said(scene, BOB, parts[i]), 1);
	}
	scene_say(scene, "!other:test", ANN, "!eg challenge @bob:test");
	scene_say(scene, "!other:test", BOB, "!eg accept");
	assert_int_equal(said(scene, BOB, "Your cards for En Garde come here"), 1);
}

/* The question of a poll must stay short. */
SCENE_TEST(test_introduction_is_in_no_poll)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, ANN, "choices poll");
	scene_begin(scene, "");
	assert_int_equal(said(scene, ANN, "Your cards for En Garde come here"), 1);
	scene_assert_said(scene, ANN, "#1 ");
}

SCENE_TEST(test_direct_chat_is_welcomed_once)
{
	scene_report_reached(scene, ANN);
	scene_assert_answer(scene, ANN, "practice begins a match against me");
	scene_report_reached(scene, ANN);
	scene_assert_quiet(scene);
	/* The welcome has said who writes. */
	scene_begin(scene, "");
	assert_int_equal(said(scene, ANN, "Your cards for En Garde come here"), 0);
}

SCENE_TEST(test_greeting_in_private_is_answered_with_what_can_be_done)
{
	static const char *const greetings[] = {"hi", "Hello", "!eg hallo", "ciao", "hoi"};

	scene_tell(scene, ANN, "hilfe"); /* the bot offers German once */
	for (size_t i = 0; i < COUNT(greetings); i++)
		scene_ask(scene, ANN, greetings[i], "practice begins a match against me");
}

SCENE_TEST(test_practice_after_a_greeting_says_how_to_answer)
{
	scene_report_reached(scene, ANN);
	scene_assert_said(scene, ANN, "practice begins a match against me");
	scene_tell(scene, ANN, "practice to 1");
	assert_non_null(
		strstr(scene->row[scene->mark].body, "answer with a letter of my list (a)"));
	scene_tell(scene, ANN, "resign yes");
	scene_tell(scene, BOB, "practice to 1");
	assert_null(strstr(scene->row[scene->mark].body, "letter of my list"));
}

UNIT_TEST(test_practice_says_how_to_answer_in_the_chosen_form)
{
	static const char *const forms[][2] = {{"choices list", "a letter of my list (a)"},
		{"choices poll", "vote in my poll"}, {"choices taps", "tap a card under my list"}};

	for (size_t i = 0; i < COUNT(forms); i++) {
		struct scene *scene = scene_create(i);

		scene_report_reached(scene, ANN);
		scene_tell(scene, ANN, forms[i][0]);
		scene_tell(scene, ANN, "practice to 1");
		assert_non_null(strstr(scene->row[scene->mark].body, forms[i][1]));
		scene_destroy(scene);
	}
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_start_in_private_begins_practice)
{
	static const char *const words[] = {"start", "new game", "starten", "inizia"};

	for (size_t i = 0; i < COUNT(words); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, words[i]);
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
		assert_int_not_equal(scene_match(scene, 1).practice, BOT_NO_PRACTICE);
		/* Now the next step is the hand. */
		scene_ask(scene, ANN, words[i], "Your hand");
		scene_ask(scene, ANN, "hi", "Your hand");
		scene_destroy(scene);
	}
}

SCENE_TEST(test_start_names_the_challenge_that_waits)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask(scene, BOB, "start",
		"#1: @ann:test challenges you, first to 5, 3 d a turn. Answer");
}

SCENE_TEST(test_play_in_a_room_leads_to_a_challenge)
{
	static const char *const words[] = {"!eg start", "!eg hi"};

	scene_give_private_rooms(scene);
	for (size_t i = 0; i < COUNT(words); i++)
		scene_ask_in(scene, ROOM, ANN, words[i], "!engarde challenge");
	scene_ask_in(scene, ROOM, ANN, "!eg play @bob to 3",
		"@ann:test challenges @bob:test, first to 3");
}

SCENE_TEST(test_inviter_is_told_how_to_play_without_encryption)
{
	SCENE_CALL(scene, bot_host_room_unreadable(scene->host, ROOM, ANN));
	scene_assert_answer(scene, ROOM, "@ann:test: This room is encrypted");
	scene_assert_said(scene, ROOM, "make a new room with the encryption switched off");
	scene_assert_said(scene, ROOM, "invite me there: @engarde:test");
	assert_string_equal(scene_last(scene, ROOM)->mention, ANN);
	SCENE_CALL(scene, bot_host_room_unreadable(scene->host, ROOM, NULL));
	assert_int_equal(strncmp(scene_last(scene, ROOM)->body, "This room", 9), 0);
}
