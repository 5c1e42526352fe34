/* Seeks: `play`, and sentences that look for an opponent, find the open challenge that suits. */
#include "bot/base/duration.h"
#include "tests/support/scene_night.h"

#define YARD "!yard:test"
#define CAT  "@cat:test"
#define DAN  "@dan:test"

/* Asserts that the user has accepted the challenge #1. */
static void assert_accepted(struct scene *scene, const char *user)
{
	assert_int_not_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_string_equal(scene_match(scene, 1).player[EG_BLACK], user);
}

SCENE_TEST(test_two_who_look_for_an_opponent_find_each_other)
{
	scene_say(scene, ROOM, ANN, "!eg play");
	scene_assert_said(scene, ROOM, "@ann:test challenges anybody");
	scene_say(scene, ROOM, BOB, "!eg play");
	assert_int_equal(
		scene_count_said(scene, ROOM, "You play #1 against @ann:test, who was"), 1);
	assert_accepted(scene, BOB);
}

/* A sentence in people's own words is a seek; the command makes a challenge all the same. */
SCENE_TEST(test_sentence_seeks_and_challenge_does_not)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, CAT, "!eg anyone up for a game?");
	assert_accepted(scene, CAT); /* the oldest one */
	scene_say(scene, ROOM, DAN, "!eg sucht jemand einen Gegner?");
	assert_int_not_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
}

/* A sentence names its terms as people do. A time is when somebody wants to play, and no clock. */
SCENE_TEST(test_sentence_that_seeks_has_terms)
{
	static const struct {
		const char *sentence;
		int touches;
		int64_t clock;
	} cases[] = {
		{"anyone up for a game to 2?", 2, BOT_CLOCK_USUAL},
		{"who wants a blitz?", 5, BOT_MINUTE},
		{"a quick match to 3 touches, anyone?", 3, 5 * BOT_MINUTE},
		{"wer will ein Gefecht auf 2 Treffer?", 2, BOT_CLOCK_USUAL},
		{"hat jemand Lust auf eine schnelle Partie bis 3?", 3, 5 * BOT_MINUTE},
		{"quelqu'un pour un match en 2 touches ?", 2, BOT_CLOCK_USUAL},
		{"qui veut un blitz ?", 5, BOT_MINUTE},
		{"alguien para una partida a 2?", 2, BOT_CLOCK_USUAL},
		{"qui\xC3\xA9n quiere una partida rel\xC3\xA1mpago?", 5, BOT_MINUTE},
		{"qualcuno per una partita ai 2?", 2, BOT_CLOCK_USUAL},
		{"una partita veloce ai 3 tocchi, qualcuno?", 3, 5 * BOT_MINUTE},
		{"iemand zin in een potje tot 2?", 2, BOT_CLOCK_USUAL},
		{"een snel potje tot 3 treffers, iemand?", 3, 5 * BOT_MINUTE},
		{"\xE8\xAA\xB0\xE3\x81\x8B"
		 "2\xE6\x9C\xAC\xE5\x85\x88\xE5\x8F\x96\xE3\x81\xA7\xE3\x82\x84\xE3\x82\x89\xE3\x81"
		 "\xAA\xE3\x81\x84\xEF\xBC\x9F",
			2, BOT_CLOCK_USUAL},
		{"\xE8\xAA\xB0\xE3\x81\x8B\xE3\x83\x96\xE3\x83\xAA\xE3\x83\x83\xE3\x83\x84\xE3\x82"
		 "\x84\xE3\x82\x8B\xEF\xBC\x9F",
			5, BOT_MINUTE},
		{"who's up for a game with 5 minutes a move", 5, 5 * BOT_MINUTE},
		{"wer will ein Gefecht mit 5 Minuten pro Zug?", 5, 5 * BOT_MINUTE},
		{"qui veut un match \xC3\xA0 5 minutes par coup ?", 5, 5 * BOT_MINUTE},
		{"qui\xC3\xA9n quiere una partida a 5 minutos por turno?", 5, 5 * BOT_MINUTE},
		{"chi vuole una partita a 5 minuti a mossa?", 5, 5 * BOT_MINUTE},
		{"wie wil er een potje met 5 minuten per zet?", 5, 5 * BOT_MINUTE},
		{"is anyone up for a game in 5 minutes?", 5, BOT_CLOCK_USUAL},
		{"anyone free from 6 to 8 tonight?", 5, BOT_CLOCK_USUAL},
		{"anyone up for a game? free from now to 9", 5, BOT_CLOCK_USUAL},
		{"anyone up for a game, up to 10 minutes?", 5, BOT_CLOCK_USUAL},
		{"wer will ein Gefecht bis 9 Uhr?", 5, BOT_CLOCK_USUAL},
		{"qui veut un match jusqu'\xC3\xA0 9 heures ?", 5, BOT_CLOCK_USUAL},
		{"wie wil er een potje tot 9 uur?", 5, BOT_CLOCK_USUAL},
		{"anyone up for a game without a clock?", 5, 0},
		{"anyone up for a game with no time limit?", 5, 0},
		{"wer will ein Gefecht ohne Bedenkzeit?", 5, 0},
		{"qui veut un match sans chrono ?", 5, 0},
		{"alguien para una partida sin reloj?", 5, 0},
		{"chi vuole una partita senza orologio?", 5, 0},
		{"wie wil er een potje zonder klok?", 5, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", cases[i].sentence);
		const struct bot_match match = scene_match(scene, (int64_t)i + 1);
		assert_int_equal(match.rules.touches, cases[i].touches);
		assert_int_equal(match.clock, cases[i].clock);
		scene_say(scene, ROOM, ANN, "!eg cancel");
	}
}

/* What a sentence denies is no term of it, so the bot asks. */
SCENE_TEST(test_sentence_that_denies_terms_begins_nothing)
{
	static const char *const sentences[] = {"anyone up for a game? I don't want a blitz",
		"wer will spielen? kein Blitz", "qui veut jouer ? pas un blitz",
		"\u8AB0\u304B\u3084\u308B\uFF1F\u30D6\u30EA\u30C3\u30C4\u4EE5\u5916\u3067"};

	scene_say(scene, ROOM, ANN, "!eg challenge blitz");
	for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++) {
		scene_sayf(scene, ROOM, BOB, "!eg %s", sentences[i]);
		assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
		scene_ask_in(scene, ROOM, BOB, "!eg cancel", "no challenge");
	}
}

SCENE_TEST(test_sentence_with_terms_finds_the_same_terms)
{
	scene_say(scene, ROOM, ANN, "!eg anyone up for a game to 2?");
	scene_say(scene, ROOM, CAT, "!eg looking for an opponent, to 3");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, BOB, "!eg wer will ein Gefecht auf 2 Treffer?");
	assert_accepted(scene, BOB);
}

/* Who replies to a challenge means that one, even if another one would suit better. */
SCENE_TEST(test_play_in_reply_to_a_challenge_is_for_this_one)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene->reply_to = scene_last(scene, ROOM)->event;
	scene_say(scene, ROOM, CAT, "!eg play");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_string_equal(scene_match(scene, 2).player[EG_BLACK], CAT);
}

/* Without terms of the sender, the clock must be the usual one; with terms, all must be the same.
 */
SCENE_TEST(test_seek_finds_the_terms_that_it_wants)
{
	static const char *const others[] = {
		"!eg challenge clock 5m", "!eg challenge give 1", "!eg challenge @dan:test"};

	for (size_t i = 0; i < 3; i++) {
		scene_say(scene, ROOM, ANN, others[i]);
		int64_t id = (int64_t)i * 2 + 1;
		scene_say(scene, ROOM, BOB, "!eg play");
		assert_int_equal(scene_match(scene, id + 1).status, BOT_CHALLENGE);
		assert_string_equal(scene_match(scene, id + 1).player[EG_WHITE], BOB);
		scene_say(scene, ROOM, BOB, "!eg cancel");
	}
	scene_say(scene, ROOM, ANN, "!eg challenge to 3 clock 1h");
	scene_say(scene, ROOM, CAT, "!eg play to 3");
	assert_int_equal(scene_match(scene, 8).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, CAT, "!eg play to 3 clock 1h");
	assert_string_equal(scene_match(scene, 7).player[EG_BLACK], CAT);
}

/* Who wants to give a touch never finds somebody who gives one, but somebody who takes it. */
SCENE_TEST(test_seek_knows_who_gives_and_who_takes)
{
	scene_say(scene, ROOM, ANN, "!eg challenge give 1");
	scene_say(scene, ROOM, BOB, "!eg play give 1 casual");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_string_equal(scene_match(scene, 2).player[EG_WHITE], BOB);
	scene_say(scene, ROOM, CAT, "!eg play take 1");
	assert_accepted(scene, CAT);
	assert_int_equal(scene_match(scene, 1).rules.start[EG_BLACK], 1);
	scene_say(scene, ROOM, ANN, "!eg challenge clock 1h/1d");
	scene_say(scene, ROOM, DAN, "!eg play clock 1h/1d casual");
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, CAT, "!eg play clock 1d/1h");
	assert_string_equal(scene_match(scene, 4).player[EG_BLACK], CAT);
}

SCENE_TEST(test_seek_finds_somebody_of_like_strength)
{
	scene_rate(scene, ANN, 2100);
	scene_rate(scene, BOB, 1700);
	scene_rate(scene, CAT, 1600);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_say(scene, ROOM, CAT, "!eg play");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	assert_string_equal(scene_match(scene, 2).player[EG_BLACK], CAT);
	scene_say(scene, ROOM, CAT, "!eg play"); /* nobody else is near enough */
	assert_string_equal(scene_match(scene, 3).player[EG_WHITE], CAT);
	scene_say(scene, ROOM, DAN, "!eg play"); /* somebody without a rating plays with anybody */
	assert_accepted(scene, DAN);
}

/* In a casual match, strength does not matter. */
SCENE_TEST(test_seek_finds_a_casual_match_of_any_strength)
{
	scene_rate(scene, ANN, 2100);
	scene_rate(scene, CAT, 1500);
	scene_say(scene, ROOM, ANN, "!eg challenge casual");
	scene_say(scene, ROOM, CAT, "!eg play");
	assert_accepted(scene, CAT);
}

SCENE_TEST(test_seek_leaves_out_who_is_blocked_and_who_plays_already)
{
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_tell(scene, BOB, "block " ANN);
	scene_say(scene, ROOM, BOB, "!eg play");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, CAT, "!eg accept #1");
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_say(scene, ROOM, CAT, "!eg play"); /* BOB's challenge is the one that suits */
	assert_string_equal(scene_match(scene, 2).player[EG_BLACK], CAT);
}

/* A challenge to the sender comes first. A match that they play does not keep them from another. */
SCENE_TEST(test_play_shows_the_challenge_that_waits_here)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, BOB, "!eg play", "#1: @ann:test challenges you, first to");
	scene_say(scene, ROOM, BOB, "!eg yes");
	assert_accepted(scene, BOB);
	scene_say(scene, ROOM, BOB, "!eg play");
	scene_assert_said(scene, ROOM, "#2: @bob:test challenges anybody");
}

/* Lets ANN challenge anybody in ROOM, which is in the lobby as YARD is. */
static void challenge_everywhere(struct scene *scene)
{
	scene->now = DAY;
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "lobby", "on"));
	SCENE_HOST(scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, YARD, "lobby", "on"));
	scene_say(scene, ROOM, ANN, "!eg challenge everywhere");
}

/* In the lobby, the challenges of other rooms count that this one shows, after its own. */
SCENE_TEST(test_seek_finds_challenges_of_other_rooms)
{
	challenge_everywhere(scene);
	scene_say(scene, "!third:test", DAN, "!eg play"); /* this room is not in the lobby */
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_say(scene, YARD, CAT, "!eg play");
	scene_assert_said(scene, YARD, "You play #1 in private");
	assert_accepted(scene, CAT);
}

/*
 * Whoever owns a room can silence the bot or people there. That keeps nobody from looking for an
 * opponent in another room of the lobby.
 */
SCENE_TEST(test_seek_leaves_out_what_its_sender_cannot_accept)
{
	challenge_everywhere(scene);
	scene->silenced = DAN;
	scene->silenced_in = ROOM;
	scene_say(scene, YARD, DAN, "!eg play");
	scene_assert_said(scene, YARD, "#2: @dan:test challenges anybody");
	scene_say(scene, YARD, DAN, "!eg cancel");
	scene->muted = ROOM;
	scene_say(scene, YARD, CAT, "!eg play");
	scene_assert_said(scene, YARD, "#3: @cat:test challenges anybody");
}

/* The room has left the lobby, so that its number accepts nothing in another room. */
SCENE_TEST(test_seek_leaves_out_a_challenge_of_a_room_that_left_the_lobby)
{
	challenge_everywhere(scene);
	scene_say(scene, ROOM, EVE, "!eg settings lobby off");
	scene_say(scene, YARD, CAT, "!eg play");
	scene_assert_said(scene, YARD, "#2: @cat:test challenges anybody");
}
