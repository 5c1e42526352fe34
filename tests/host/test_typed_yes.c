/* "here", "yes" and a typed check mark, in answer to a check-in, a sign-up or what came last. */
#include "bot/call/call.h"
#include "bot/host/host.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0    "@f0:test"
#define F1    "@f1:test"
#define CARL  "@carl:test"
#define MARK  "\xE2\x9C\x85"
#define THUMB "\xF0\x9F\x91\x8D"

static enum bot_match_status status(struct scene *scene, int64_t id)
{
	struct bot_match match;

	assert_true(bot_store_match_get(scene->store, id, &match));
	return match.status;
}

/* A night whose check-in waits for those who signed up long ago. */
static void begin_check_in(struct scene *scene, unsigned fencers)
{
	scene_open_night(scene, "2h to 1", fencers);
	scene_wait(scene, scene_competition(scene).starts - scene->host->time - 9 * MINUTE);
}

SCENE_TEST(test_natural_words_check_in)
{
	static const char *const words[] = {"here", "I'm here!", "present", "ready", "check in",
		"yes", "ok", MARK, "pr\xC3\xA9sent", "aqu\xC3\xAD", "presente", "hier", "da",
		"\xE3\x81\x93\xE3\x81\x93", "\xE3\x81\x84\xE3\x81\xBE\xE3\x81\x99", "bin da",
		"je suis l\xC3\xA0", "estoy aqu\xC3\xAD", "ci sono", "ik ben er"};
	char fencer[BOT_ID_SIZE];

	begin_check_in(scene, sizeof(words) / sizeof(words[0]));
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_fencer(i, fencer);
		scene_sayf(scene, ROOM, fencer, "!eg %s", words[i]);
		if (scene_entrant_state(scene, fencer) != BOT_ENTRANT_PRESENT)
			fail_msg("%s: %s", words[i], scene_last(scene, ROOM)->body);
	}
}

/* People answer the bot as they answer a person: in the room, without its prefix. */
SCENE_TEST(test_natural_words_need_no_prefix)
{
	static const char *const words[] = {"here", "I'm here!", "yes", "Yep", "join",
		"count me in", "I'm in", MARK, THUMB, "ja", "ich bin da", "ich mache mit", "dabei",
		"s\u00ED", "me apunto", "cuenta conmigo", "oui", "j'en suis", "compte sur moi",
		"pr\u00E9sent", "s\u00EC", "ci sto", "eccomi", "\u306F\u3044", "\u3044\u307E\u3059",
		"\u53C2\u52A0\u3057\u307E\u3059", "ik ben er", "ik doe mee", "reken op mij",
		"me too", "ich auch", "z\u00E4hl auf mich", "yo tambi\u00E9n", "aqu\u00ED presente",
		"moi aussi", "me voil\u00E0", "je viens", "anch'io", "vengo", "conta su di me",
		"\u51FA\u307E\u3059", "\u884C\u304D\u307E\u3059", "ik ook", "ik ben erbij"};
	char fencer[BOT_ID_SIZE];

	begin_check_in(scene, sizeof(words) / sizeof(words[0]));
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_fencer(i, fencer);
		scene_say(scene, ROOM, fencer, words[i]);
		if (scene_entrant_state(scene, fencer) != BOT_ENTRANT_PRESENT)
			fail_msg("%s: %s", words[i], scene_last(scene, ROOM)->body);
	}
}

/* Talk checks nobody in, nor does a word from somebody whom the check-in does not wait for. */
SCENE_TEST(test_talk_checks_nobody_in)
{
	static const char *const talk[] = {"I'm not here", "are you here?", "here?", "who is here",
		"nice weather here today, isn't it, but not for long", "no", "hello"};

	begin_check_in(scene, 3);
	size_t before = scene->count;
	for (unsigned i = 0; i < sizeof(talk) / sizeof(talk[0]); i++) {
		scene_say(scene, ROOM, F0, talk[i]);
		assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
	}
	scene_say(scene, ROOM, ANN, "here");
	assert_int_equal(scene->count, before);
}

/* Replies to ROOM's message `row` without a prefix. */
static void reply(struct scene *scene, const char *user, const char *event, const char *text)
{
	char to[BOT_ID_SIZE];

	snprintf(to, sizeof(to), "%s", event);
	scene->reply_to = to;
	scene_say(scene, ROOM, user, text);
	scene->reply_to = NULL;
}

SCENE_TEST(test_replies_to_the_sheet_sign_up)
{
	static const char *const words[] = {
		"count me in", "yes", "join", "I'm here", "ich mache mit", MARK};
	char fencer[BOT_ID_SIZE];

	scene_open_night(scene, "2h to 1", 0);
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_fencer(i, fencer);
		scene_say(scene, ROOM, fencer, words[i]); /* not said to the bot */
		assert_int_equal(scene_count_entrants(scene), i);
		reply(scene, fencer, scene->row[0].event, words[i]);
		if (scene_count_entrants(scene) != i + 1)
			fail_msg("%s", words[i]);
	}
	reply(scene, ANN, scene->row[0].event, "have fun");
	assert_int_equal(scene_count_entrants(scene), 6);
}

/* Returns the last message of the bot in ROOM that contains `part`. */
static const char *find_said(const struct scene *scene, const char *part)
{
	const char *event = NULL;

	for (size_t i = 0; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && strstr(scene->row[i].body, part))
			event = scene->row[i].event;
	assert_non_null(event);
	return event;
}

/* A reply to the bot's challenge is meant for the bot, whatever else waits for the sender. */
SCENE_TEST(test_replies_accept_a_challenge)
{
	static const char *const words[] = {
		"yes", MARK, THUMB, "accept", "I'm in", "ja gerne", "\u306F\u3044", "d'accord"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		int64_t id = (int64_t)i + 1;

		scene_say(scene, ROOM, ANN, i % 2 ? "!eg challenge" : "!eg challenge " BOB);
		const char *event = find_said(scene, "challenge");
		size_t before = scene->count;
		scene_say(scene, ROOM, BOB, words[i][0] == 'a' ? "I accept that" : words[i]);
		reply(scene, EVE, event, "nice one");
		if (i % 2 == 0)
			reply(scene, EVE, event, words[i]); /* it is not for her */
		assert_int_equal(scene->count, before);
		assert_int_equal(status(scene, id), BOT_CHALLENGE);
		reply(scene, BOB, event, words[i]);
		if (status(scene, id) == BOT_CHALLENGE)
			fail_msg("%s: %s", words[i], scene_last(scene, ROOM)->body);
		scene_say(scene, ROOM, ANN, "!eg resign yes");
	}
}

SCENE_TEST(test_reply_declines_a_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg challenge " BOB);
	reply(scene, BOB, find_said(scene, "challenge"), "no thanks");
	assert_int_equal(status(scene, 1), BOT_ENDED);
}

/* A reply to a finish asks for another match, also when the question of the finish has lapsed. */
SCENE_TEST(test_replies_ask_for_a_rematch)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	const char *finish = find_said(scene, "rematch");
	scene_wait(scene, HOUR);
	size_t before = scene->count;
	scene_say(scene, ROOM, ANN, "yes");
	reply(scene, EVE, finish, "yes");
	assert_int_equal(scene->count, before);
	reply(scene, ANN, finish, MARK);
	assert_int_equal(status(scene, 2), BOT_CHALLENGE);
	reply(scene, BOB, find_said(scene, "challenges"), "yes");
	assert_int_not_equal(status(scene, 2), BOT_CHALLENGE);
}

/* A reply to one message answers no question that another message has asked. */
SCENE_TEST(test_reply_does_not_answer_another_question)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, EVE, "!eg challenge " BOB);
	scene_say(scene, ROOM, BOB, "!eg resign #1");
	reply(scene, BOB, find_said(scene, "challenges"), "yes");
	assert_int_equal(status(scene, 1), BOT_PLAYING);
	assert_int_not_equal(status(scene, 2), BOT_CHALLENGE);
}

/* A thumb is a check mark. Taken back, it signs off. */
SCENE_TEST(test_thumb_signs_up)
{
	char event[BOT_ID_SIZE];

	scene_open_night(scene, "2h to 1", 0);
	snprintf(event, sizeof(event), "$event%u", scene->events);
	scene_react(scene, ROOM, F0, scene->row[0].event, THUMB);
	assert_int_equal(scene_count_entrants(scene), 1);
	SCENE_CALL(scene, bot_host_message_removed(scene->host, ROOM, NULL, event, F0));
	assert_int_equal(scene_count_entrants(scene), 0);
}

SCENE_TEST(test_replies_to_a_season_sign_up)
{
	scene_open_season(scene, "4 weeks", 0);
	reply(scene, F0, scene->row[0].event, "count me in");
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(season->entrants, 1);
	free(season);
}

SCENE_TEST(test_words_check_in_in_private)
{
	begin_check_in(scene, 3);
	scene_tell(scene, F0, MARK);
	scene_assert_said(scene, F0, "Good, you are here.");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_tell(scene, F1, "here");
	assert_int_equal(scene_entrant_state(scene, F1), BOT_ENTRANT_PRESENT);
	scene_tell(scene, ANN, "here"); /* who has not signed up has nothing to answer */
	assert_int_equal(scene_count_said(scene, ANN, "Good, you are here."), 0);
}

/* Before the check-in the words mean what they meant. */
SCENE_TEST(test_words_wait_for_the_check_in)
{
	scene_open_night(scene, "2h to 1", 3);
	scene_ask_in(scene, ROOM, F0, "!eg yes", "I can't tell what that answers");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
	scene_ask(scene, F0, "yes", "I can't tell what that answers");
}

SCENE_TEST(test_no_shows_hear_of_the_start)
{
	begin_check_in(scene, 4);
	for (unsigned i = 0; i < 3; i++) {
		char fencer[BOT_ID_SIZE];

		scene_fencer(i, fencer);
		scene_say(scene, ROOM, fencer, "!eg here");
	}
	scene_wait(scene, 10 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	assert_int_equal(scene_count_said(scene, "@f3:test", "has begun without you"), 1);
	assert_int_equal(scene_count_said(scene, F0, "has begun without you"), 0);
}

/* A night that does not take place has no no-shows. */
SCENE_TEST(test_night_that_is_off_has_no_no_shows)
{
	begin_check_in(scene, 3);
	scene_wait(scene, 10 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, F0, "has begun without you"), 0);
}

SCENE_TEST(test_yes_and_mark_accept_a_lone_challenge)
{
	scene_say(scene, ROOM, ANN, "!eg challenge " BOB);
	scene_say(scene, ROOM, EVE, "!eg " MARK); /* the challenge is not for her */
	assert_int_equal(status(scene, 1), BOT_CHALLENGE);
	scene_say(scene, ROOM, BOB, "!eg ok");
	assert_int_equal(status(scene, 1), BOT_CHALLENGE);
	scene_say(scene, ROOM, BOB, "!eg about");
	scene_say(scene, ROOM, BOB, "!eg " MARK);
	assert_int_not_equal(status(scene, 1), BOT_CHALLENGE);
	scene_say(scene, ROOM, EVE, "!eg challenge " BOB);
	scene_tell(scene, BOB, "yes");
	assert_int_not_equal(status(scene, 2), BOT_CHALLENGE);
}

SCENE_TEST(test_mark_for_several_challenges_asks_which)
{
	scene_say(scene, ROOM, ANN, "!eg challenge " BOB);
	scene_say(scene, ROOM, EVE, "!eg challenge " BOB);
	scene_say(scene, ROOM, BOB, "!eg " MARK);
	assert_int_equal(status(scene, 1), BOT_CHALLENGE);
	assert_int_equal(status(scene, 2), BOT_CHALLENGE);
	scene_say(scene, ROOM, BOB, "!eg 2");
	assert_int_equal(status(scene, 1), BOT_CHALLENGE);
	assert_int_not_equal(status(scene, 2), BOT_CHALLENGE);
}

SCENE_TEST(test_mark_signs_up_in_the_room)
{
	scene_open_night(scene, "2h to 1", 1);
	scene_say(scene, ROOM, F1, "!eg " MARK);
	assert_int_equal(scene_entrant_state(scene, F1), BOT_ENTRANT_SIGNED_UP);
}

SCENE_TEST(test_signs_of_other_bots_are_skipped_in_private)
{
	static const char *const helps[] = {"/help", "!help", "/start", "/HELP"};

	for (size_t i = 0; i < sizeof(helps) / sizeof(helps[0]); i++) {
		scene_tell(scene, ANN, helps[i]);
		assert_null(strstr(scene_last(scene, ANN)->body, "Do you mean"));
		assert_null(strstr(scene_last(scene, ANN)->body, "I don't know"));
	}
	size_t count = scene->count;
	scene_say(scene, ROOM, ANN, "/help");
	scene_say(scene, ROOM, ANN, "!help");
	assert_int_equal(scene->count, count);
}

/* A "yes" to the check-in confirms no command that its sender has thought better of. */
SCENE_TEST(test_yes_to_a_check_in_answers_no_question)
{
	begin_check_in(scene, 3);
	scene_begin_between(scene, F0, F1, "first white");
	scene_tell(scene, F0, "a");
	scene_tell(scene, F1, "a");
	scene_ask_in(scene, ROOM, F0, "!eg resign", "Do you want to resign");
	const char *question = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, F0, "!eg board");
	scene_say(scene, ROOM, F0, "yes");
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	assert_int_equal(status(scene, 1), BOT_PLAYING);
	scene->reply_to = question;
	scene_say(scene, ROOM, F0, "yes");
	assert_int_equal(status(scene, 1), BOT_ENDED);
}

/* Match 1, in which both have acted, and which Ann may resign in private by a "yes". */
static int asked_to_resign(void **state)
{
	struct scene *scene = scene_create(0);

	*state = scene;
	scene_begin(scene, "first white");
	scene_let_both_act(scene);
	scene_ask(scene, ANN, "resign", "Do you want to resign #1");
	return 0;
}

/* A challenge that has come since is what the sender sees last, and "yes" answers that one. */
SCENE_TEST_FROM(asked_to_resign, test_yes_is_for_a_challenge_that_came_after_the_question)
{
	scene_tell(scene, ANN, "board");
	scene_say(scene, ROOM, CARL, "!eg challenge @ann");
	scene_tell(scene, ANN, "no");
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

/* A question that was asked after the challenge, and one that is replied to, is answered. */
SCENE_TEST_FROM(asked_to_resign, test_yes_in_a_room_is_for_the_newest_that_asks)
{
	scene_say(scene, ROOM, ANN, "!eg resign");
	const char *question = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, CARL, "!eg challenge @ann");
	scene_say(scene, ROOM, ANN, "!eg yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	scene->reply_to = question;
	scene_say(scene, ROOM, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(asked_to_resign, test_yes_is_for_a_question_that_came_after_the_challenge)
{
	scene_say(scene, ROOM, CARL, "!eg challenge @ann");
	scene_tell(scene, ANN, "resign");
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}
