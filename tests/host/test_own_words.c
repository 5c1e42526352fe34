/* Questions in one's own words, and sentences that people say to each other. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	const char *question, *answer;
} questions[] = {
	{"whose turn is it?", "Your matches:"},
	{"is it my turn", "Your matches:"},
	{"who is next?", "Your matches:"},
	{"who am I playing?", "Your matches:"},
	{"wer ist dran?", "Your matches:"},
	{"gegen wen spiele ich", "Your matches:"},
	{"wie is er aan de beurt?", "Your matches:"},
	{"a chi tocca?", "Your matches:"},
	{"\xC3\xA0 qui est-ce de jouer ?", "Your matches:"},
	{"\xC2\xBF"
	 "a qui\xC3\xA9n le toca?",
		"Your matches:"},
	{"\xE8\xAA\xB0\xE3\x81\xAE\xE7\x95\xAA\xE3\x81\xA7\xE3\x81\x99\xE3\x81\x8B",
		"Your matches:"},
	{"how do I attack?", "attack [M \xE2\x80\xA6]"},
	{"come attacco?", "attack [M \xE2\x80\xA6]"},
	{"comment attaquer", "attack [M \xE2\x80\xA6]"},
	{"what is a parry?", "parry \xE2\x80\x93"},
	{"what does parry mean?", "parry \xE2\x80\x93"},
	{"do I have to parry?", "parry \xE2\x80\x93"},
	{"was ist eine Parade?", "parry \xE2\x80\x93"},
	{"qu'est-ce qu'une parade ?", "parry \xE2\x80\x93"},
	{"\xC2\xBFqu\xC3\xA9 es una parada?", "parry \xE2\x80\x93"},
	{"can I move back?", "retreat N \xE2\x80\x93"},
	{"kann ich zur\xC3\xBC"
	 "ck gehen?",
		"retreat N \xE2\x80\x93"},
	{"how many cards are left?", "#1, round 1:"},
	{"who is winning?", "#1, round 1:"},
	{"how long do I have?", "#1, round 1:"},
	{"am I white?", "#1, round 1:"},
	{"hoeveel kaarten zijn er nog?", "#1, round 1:"},
	{"quante carte restano?", "#1, round 1:"},
	{"what should I play?", "Your hand:"},
	{"what are my cards?", "Your hand:"},
	{"why did I lose?", "No match has ended here yet."},
	{"pourquoi ai-je perdu ?", "No match has ended here yet."},
	{"when is the next night?", "You take part in no club night now."},
	{"wann ist der n\xC3\xA4"
	 "chste Fechtabend?",
		"You take part in no club night now."},
	{"what does distance mean?", "En Garde, advanced rules"},
	{"how do I leave?", "To leave:"},
	{"what's the time limit?", "shows how much time is left"},
	{"how do I play with a friend?", "challenge [@someone]"},
	{"comment jouer un match amical ?", "challenge [@someone]"},
	{"what is a clock with reserve?", "challenge [@someone]"},
	{"don't disturb me after 10pm", "quiet [22-8|off]"},
	{"ne me d\xC3\xA9range pas la nuit", "quiet [22-8|off]"},
	{"how do I delete my account?", "What I keep about you"},
	{"supprimer mon compte", "What I keep about you"},
	{"c\xC3\xB3mo borro mi cuenta", "What I keep about you"},
	{"how do I stop playing?", "resign ["},
	{"how do I start a tournament?", "night [30m"},
	{"how do I start?", "start \xE2\x80\x93"},
	{"when does it start?", "No club night and no season goes on."},
	{"I live in Madrid", "I don't know your time zone"},
	{"how do I play?", "En Garde is a fencing duel with cards."},
	{"who knows", "En Garde is a fencing duel with cards."},
};

static void test_question_leads_to_the_command_that_answers(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "first white");
	for (size_t i = 0; i < COUNT(questions); i++) {
		scene_tell(scene, ANN, questions[i].question);
		scene_assert_answer(scene, ANN, questions[i].answer);
	}
}

/* An action that begins like a question is still played. */
static void test_question_hides_no_action(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "what should i play?");
	scene_tell(scene, ANN, "i attack"); /* too far, and no question */
	scene_assert_answer(scene, ANN, "too far for an attack");
	scene_tell(scene, ANN, "a");
	scene_assert_said(scene, ROOM, "@ann:test advances");
}

static const char *const chat[] = {"whose turn is it?", "who is winning?", "how do I attack?",
	"what is a parry?", "who's next?", "is it my turn", "can I move back?", "I'm back",
	"i am back from lunch", "back", "hello everybody", "hi", "ok", "okay, let's go",
	"yes and no", "good game", "gg", "thanks", "nice one", "well played", "what a match",
	"who won?", "how long does this take?", "I attack 3", "attack", "parry!", "advance 2", "+3",
	"3", "a", "b", "pass me the salt", "hint?", "help", "help me with the dishes", "stop it",
	"stop", "resign", "he should resign", "challenge accepted", "I challenge you",
	"when is the next night?", "see you tomorrow night at 20:00", "night 20:00", "good night",
	"join us", "leave", "here", "I'm here", "ready", "what does that mean?",
	"are you away until monday?", "away", "rematch?", "again", "again!", "best of 3?", "blitz?",
	"to 3", "wer ist dran?", "gute Nacht", "ich greife an", "a chi tocca?",
	"c'est \xC3\xA0 qui ?", "when does it start?", "who is coming?", "don't disturb me",
	"my timezone is paris", "\xE8\xAA\xB0\xE3\x81\xAE\xE7\x95\xAA\xEF\xBC\x9F"};

/* In a room, the bot only answers what is for it. Nobody in this room has a challenge to answer. */
static void test_bot_stays_silent_among_people(void **state)
{
	struct scene *scene = *state;

	scene_begin(scene, "first white");
	size_t rows = scene->count;
	for (size_t i = 0; i < COUNT(chat); i++) {
		scene_say(scene, ROOM, i % 2 ? ANN : EVE, chat[i]);
		if (scene->count != rows)
			fail_msg("the bot answers %s", chat[i]);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)

static int setup(void **state)
{
	if (scene_setup(state))
		return -1;
	scene_give_private_rooms(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_question_leads_to_the_command_that_answers),
		TEST(test_question_hides_no_action),
		TEST(test_bot_stays_silent_among_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
