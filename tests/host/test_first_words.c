/* What people say to the bot before they know it, and what they only say: nothing begins by it. */
#include "tests/support/scene_match.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static size_t count_matches(struct scene *scene)
{
	const struct bot_match_filter filter = {.player = ANN, .status = -1};
	struct bot_match matches[2];
	size_t count = 0;

	SCENE_HOST(scene,
		count = bot_store_match_find(scene->store, &filter, matches, COUNT(matches)));
	return count;
}

/* Somebody who asks what this is, or what to do here, is told what they can do now. */
UNIT_TEST(test_newcomer_is_told_what_can_be_done)
{
	static const char *const asked[] = {"hi, who is this and why am I in this chat",
		"I was invited here and understand nothing", "ok so what am I supposed to do here",
		"Hallo, bin ich hier richtig beim Fechten?", "was ist das hier",
		"on m'a invit\u00E9 ici mais je comprends rien", "c'est quoi ce salon",
		"hola, qui\u00E9n eres y por qu\u00E9 me escribes",
		"qu\u00E9 tengo que hacer aqu\u00ED", "ciao ma tu chi sei?",
		"mi hanno invitato qui, cosa devo fare", "hoi wat is dit voor iets",
		"wat moet ik hier doen",
		"\u3053\u3053\u306F\u4F55\u3092\u3059\u308B\u3068\u3053\u308D\u3067\u3059\u304B",
		("\u62DB\u5F85\u3055\u308C\u305F\u3051\u3069\u4F55\u3092\u3059\u308C\u3070\u3044"
		 "\u3044")};

	for (size_t i = 0; i < COUNT(asked); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, "language en");
		scene_ask(scene, ANN, asked[i], "fencing duel with cards");
		assert_int_equal(count_matches(scene), 0);
		scene_destroy(scene);
	}
}

/* Small talk and questions about something else begin no match, no lesson and no absence. */
UNIT_TEST(test_talk_begins_nothing)
{
	static const char *const said[] = {"gg man you got so lucky lol",
		"you are way too strong haha", "did you see the game yesterday",
		"haha du hattest so ein schwein", "morgen muss ich wieder arbeiten",
		"t'es trop fort haha", "demain on retourne au boulot",
		"qu\u00E9 dif\u00EDcil estuvo jaja", "che palle domani si torna al lavoro",
		"sei troppo forte ahah", "dat was echt moeilijk lol", "who begins the match?",
		"wer darf eigentlich anfangen?",
		"\u3044\u3084\u30FC\u5F37\u3059\u304E\u3066\u7B11\u3063\u305F",
		"\u5148\u653B\u306F\u3069\u3046\u3084\u3063\u3066\u6C7A\u307E\u308B\u306E",
		"\u3082\u3046\u4E00\u56DE\u3084\u308A\u305F\u3044"};
	static const char *const begun[] = {"Lesson 1", "Your hand", "For how long?", "Analysis"};

	for (size_t i = 0; i < COUNT(said); i++) {
		struct scene *scene = scene_create(i);

		scene_tell(scene, ANN, "language en");
		scene_tell(scene, ANN, said[i]);
		for (size_t j = 0; j < COUNT(begun); j++)
			if (strstr(scene_last(scene, ANN)->body, begun[j]))
				fail_msg("%s: %s", said[i], scene_last(scene, ANN)->body);
		assert_int_equal(count_matches(scene), 0);
		scene_tell(scene, ANN, "practice");
		assert_int_equal(count_matches(scene), 1);
		scene_destroy(scene);
	}
}

/* A first word that is near a command, or says yes, does not make a command of a sentence. */
SCENE_TEST(test_first_word_of_a_sentence_is_no_mistyped_command)
{
	static const char *const said[] = {"quien sale primero en la partida",
		"quanto devo aspettare ancora", "ok that was a strange evening somehow",
		"hilfe das wetter ist heute wieder schlecht"};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < COUNT(said); i++) {
		scene_tell(scene, ANN, said[i]);
		const char *answer = scene_last(scene, ANN)->body;
		if (strstr(answer, "I don't know") || strstr(answer, "Did you mean") ||
			strstr(answer, "I can't tell"))
			fail_msg("%s: %s", said[i], answer);
	}
}

/* What probably answers a challenge, but says more than that, is asked about before it counts. */
SCENE_TEST(test_what_costs_something_is_asked_about)
{
	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test");
	scene_ask(scene, ANN, "game on then, come at me carol", "Did you mean accept? Answer yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_tell(scene, ANN, "yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* Who is tired, or asks when it begins, has not answered the challenge that waits for them. */
SCENE_TEST(test_talk_answers_no_challenge)
{
	static const char *const said[] = {"when does it start", "quando si parte", "how good am I",
		"me voy a la cama", "thanks, later",
		"\u3042\u308A\u304C\u3068\u3046\u3001\u306F\u3044\u697D\u3057\u304B\u3063\u305F",
		"je vais me coucher", "goed gespeeld man"};

	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test");
	for (size_t i = 0; i < COUNT(said); i++) {
		scene_tell(scene, ANN, said[i]);
		if (scene_match(scene, 1).status != BOT_CHALLENGE)
			fail_msg("%s", said[i]);
	}
}

/* In a room, a sentence challenges anybody only if it surely looks for an opponent. */
SCENE_TEST(test_doubtful_sentence_challenges_nobody_in_a_room)
{
	scene_ask_in(scene, ROOM, ANN, "!eg who fancies some tiddlywinks",
		"Shall I look for an opponent for you");
	assert_int_equal(count_matches(scene), 0);
	scene_say(scene, ROOM, ANN, "!eg anyone up for a game?");
	assert_int_equal(count_matches(scene), 1);
}

/* Moderators turn the pictures of a room off in their own words; in private they are told where. */
SCENE_TEST(test_pictures_are_turned_off_in_own_words)
{
	scene_tell(scene, ANN, "language en");
	scene_ask(scene, ANN, "turn the pictures off", "!engarde board picture off in the room");
	scene_ask(scene, ANN, "zet de plaatjes maar uit", "!engarde board picture off in the room");
}

/* "Nee" is Dutch, and German, too; "neen" is only Dutch. */
SCENE_TEST(test_word_of_the_own_language_offers_no_other)
{
	scene_tell(scene, ANN, "language de");
	scene_say(scene, ROOM, EVE, "!eg language de");
	scene_say(scene, ROOM, EVE, "!eg nee lass mal");
	assert_null(strstr(scene_last(scene, ROOM)->body, "Nederlands"));
	scene_say(scene, ROOM, EVE, "!eg neen");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "Nederlands"));
}

/* Who is attacked and asks what they may do gets the rules of it, and what they can do now. */
SCENE_TEST_FROM(scene_setup_in_reach, test_who_is_attacked_sees_what_they_can_do)
{
	static const char *const asked[] = {"can I just run away?",
		"may I retreat from the attack?", "how many cards do I need to block this",
		"darf ich weglaufen", "riesco a bloccarlo con quello che ho"};

	scene_give_private_rooms(scene);
	scene_tell(scene, BOB, "language en");
	scene_tell(scene, ANN, "advance 2 attack 5");
	for (size_t i = 0; i < COUNT(asked); i++) {
		scene_tell(scene, BOB, asked[i]);
		assert_non_null(strstr(scene->row[scene->mark].body, "When you are attacked"));
		scene_assert_said(scene, BOB, "Your hand");
	}
	scene_ask(scene, ANN, "how does a parry work", "When you are attacked");
}
