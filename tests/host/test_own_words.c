/* Questions in one's own words, and sentences that people say to each other. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct question {
	const char *question, *answer;
};

static const struct question questions[] = {
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
	{"how do I attack?", "attack 5 5: attack with one or more cards"},
	{"come attacco?", "attack 5 5: attack with one or more cards"},
	{"comment attaquer", "attack 5 5: attack with one or more cards"},
	{"what is a parry?", "When you are attacked, parry with"},
	{"what does parry mean?", "When you are attacked, parry with"},
	{"do I have to parry?", "When you are attacked, parry with"},
	{"was ist eine Parade?", "When you are attacked, parry with"},
	{"qu'est-ce qu'une parade ?", "When you are attacked, parry with"},
	{"\xC2\xBFqu\xC3\xA9 es una parada?", "When you are attacked, parry with"},
	{"can I move back?", "Your turn: do one of these"},
	{"kann ich zur\xC3\xBC"
	 "ck gehen?",
		"Your turn: do one of these"},
	{"how many cards are left?", "#1, round 1:"},
	{"who is winning?", "#1, round 1:"},
	{"how long do I have?", "#1, round 1:"},
	{"am I white?", "#1, round 1:"},
	{"hoeveel kaarten zijn er nog?", "#1, round 1:"},
	{"quante carte restano?", "#1, round 1:"},
	{"what should I play?", "I give hints in practice matches only"},
	{"my cards", "Your hand:"},
	{"I play 3 4 5", "I'm not sure what you mean"},
	{"I do not want to practice", "I'm not sure what you mean"},
	{"never teach me", "I'm not sure what you mean"},
	{"my stats", "has played no match"},
	{"help me", "You can write, for example:"},
	{"what do you know about me?", "What I keep about you:"},
	{"who made you?", "I am engarde-bot"},
	{"where did I lose?", "No match has ended here yet."},
	{"where is the web page?", "I have no web page"},
	{"how do I get notified?", "notify on|off|"},
	{"don't ring at night", "quiet [22-8|off]"},
	{"speak English", "I speak English here."},
	{"what are my cards?", "Your hand:"},
	{"why did I lose?", "No match has ended here yet."},
	{"pourquoi ai-je perdu ?", "No match has ended here yet."},
	{"when is the next night?", "Club night: you take part in none now."},
	{"wann ist der n\xC3\xA4"
	 "chste Fechtabend?",
		"Club night: you take part in none now."},
	{"how do I leave?", "To leave:"},
	{"how do I play with a friend?", "challenge [@someone]"},
	{"don't disturb me after 10pm", "as in quiet 22-8"},
	{"ne me d\xC3\xA9range pas la nuit", "quiet [22-8|off]"},
	{"how do I delete my account?", "What I keep about you"},
	{"supprimer mon compte", "I'm not sure what you mean"},
	{"c\xC3\xB3mo borro mi cuenta", "What I keep about you"},
	{"how do I stop playing?", "resign [#id]"},
	{"how do I start a tournament?", "night [30m"},
	{"how do I start?", "a fencing duel with cards"},
	{"when does it start?", "No club night, no season and no team match goes on."},
	{"I live in Madrid", "in your zone Europe/Madrid"},
	{"how do I play?", "Six positions, three minutes"},
	{"who knows", "I'm not sure what you mean"},
	{"how do I win?", "Two fencers face each other"},
	{"comment je gagne ?", "Two fencers face each other"},
	{"rules hand", "Two fencers face each other"},
	{"all matches", "Your matches:"},
	{"is it fair?", "I publish the commitment to a secret"},
	{"are the cards shuffled fairly?", "I publish the commitment to a secret"},
	{"werden die Karten fair gemischt?", "I publish the commitment to a secret"},
	{"forget it", "All right, I have done nothing."},
	{"j'abandonne", "You have not both acted"},
	{"j'abandonne pas encore", "I'm not sure what you mean"},
};

/* Long sentences lead to the answer, too. */
static const struct question long_questions[] = {
	{"could you please tell me how I can see my cards again?", "Your hand:"},
	{"excuse me but do you happen to know who is winning this match right now?",
		"#1, round 1:"},
	{"sorry, I lost track of things, whose turn is it at the moment in my match?",
		"Your matches:"},
	{"I am new here and I would like to understand how I attack somebody?",
		"attack 5 5: attack with one or more cards"},
	{"hello bot, I wonder what my timezone is as far as you know?",
		"I don't know your time zone"},
	{"just to be sure before we go on, is this match rated or not?", "It is rated: "},
	{"what do I have to do if I want to delete my account here completely?",
		"What I keep about you"},
	{"k\xC3\xB6nntest du mir bitte sagen, wie ich meine Karten noch einmal sehen kann?",
		"Your hand:"},
	{"wird dieses Gefecht eigentlich gewertet oder ist das nur so zum Spa\xC3\x9F?",
		"It is rated: "},
	{"sorry, ik was even weg, weet jij misschien wie er nu aan de beurt is?", "Your matches:"},
	{"mi puoi spiegare con calma che cosa \xC3\xA8 una parata in questo gioco?",
		"When you are attacked, parry with"},
	{"mi sono distratto un attimo, mi sai dire a chi tocca adesso?", "Your matches:"},
	{"avant de continuer, est-ce que ce match est class\xC3\xA9 ou pas ?", "It is rated: "},
	{"soy nuevo aqu\xC3\xAD y me gustar\xC3\xAD"
	 "a saber c\xC3\xB3mo puedo atacar a mi rival",
		"attack 5 5: attack with one or more cards"},
	{"i give up", "You have not both acted"},
	{"ich gebe auf", "You have not both acted"},
	{"geef het op", "You have not both acted"},
	{"me rindo", "You have not both acted"},
	{"melde mich ab", "leave"},
};

static void ask(struct scene *scene, const struct question *asked, size_t count)
{
	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "language en"); /* so the bot offers no other one */
	for (size_t i = 0; i < count; i++) {
		scene_ask(scene, ANN, asked[i].question, asked[i].answer);
	}
}

static int setup(void **state)
{
	if (scene_setup(state))
		return -1;
	scene_give_private_rooms(*state);
	return 0;
}

SCENE_TEST_FROM(setup, test_question_leads_to_the_command_that_answers)
{
	ask(scene, questions, COUNT(questions));
}

SCENE_TEST_FROM(setup, test_long_sentence_leads_to_it_too)
{
	ask(scene, long_questions, COUNT(long_questions));
}

/* A room gets the guesses, and no examples, which would be for one person. */
SCENE_TEST(test_room_is_told_what_a_sentence_may_mean)
{
	scene_ask_in(
		scene, ROOM, ANN, "!eg stop all these questions", "I'm not sure what you mean");
	scene_assert_answer(scene, ROOM, "!engarde coach off \xE2\x80\x93 stop this");
	assert_null(strstr(scene_last(scene, ROOM)->body, "against me"));
}

/* What the bot guesses is not among its examples again. */
SCENE_TEST_FROM(setup, test_list_says_nothing_twice)
{
	static const char line[] = "\nlearn \xE2\x80\x93 ";

	scene_tell(scene, ANN, "I played this as a kid");
	const char *first = strstr(scene_last(scene, ANN)->body, line);
	assert_non_null(first);
	assert_null(strstr(first + 1, line));
}

/* Each part of the rules has a subject of its own. */
SCENE_TEST_FROM(setup, test_list_names_the_part_of_the_rules)
{
	scene_ask(scene, ANN, "what is the thing with the pile",
		"\nrules end \xE2\x80\x93 the last card\n");
}

SCENE_TEST_FROM(setup, test_list_has_commands_of_the_language)
{
	scene_tell(scene, ANN, "language de");
	scene_ask(scene, ANN, "kann man hier Stimmen sehen", "\nlernen \xE2\x80\x93 ");
}

/* In Dutch "ff" is short for "a moment", and gives nothing up. */
SCENE_TEST_FROM(scene_setup_in_reach, test_moment_is_no_resignation)
{
	static const char *const moments[] = {"ff", "ff wachten", "ff geduld", "wacht ff"};

	for (size_t i = 0; i < COUNT(moments); i++) {
		scene_tell(scene, ANN, moments[i]);
		scene_tell(scene, ANN, "ja");
		assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	}
}

/* An action that begins like a question is still played. */
SCENE_TEST_FROM(setup, test_question_hides_no_action)
{
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
	"could somebody tell me who is winning the football match tonight on the telly?",
	"I really wonder how long this game will take before we can all go home",
	"do you think that he should have attacked when he still had three cards left?",
	"what a night that was, we should do it again some time next week",
	"who would like to come to my place for dinner after the last bout today?",
	"can anybody explain to me why my phone keeps showing the wrong time zone?",
	"hello everybody and thank you for the nice evening that we had yesterday",
	"is this match rated or are you two only playing for fun again today?",
	"sorry I was away for a moment, whose turn is it to bring the coffee?",
	"I would never resign in such a position, but he may see it differently",
	"tell me again how you managed to parry that attack with only two cards",
	"what should I play next, do you have any idea or shall I guess again?",
	"when does the next train leave, and who is going to come along with me?",
	"please don't disturb me between ten and twelve because I have a meeting at work",
	"how do I delete my account on that other page where we met last year?",
	"wei\xC3\x9F jemand von euch, wer eigentlich morgen Abend in die Halle kommt?",
	"kannst du mir bitte mal sagen, wie lange du heute noch hier spielen willst?",
	"ich gebe auf, ich finde meinen zweiten Handschuh einfach nirgendwo mehr",
	"gib auf dich acht, wenn du nachher noch mit dem Rad nach Hause f\xC3\xA4hrst",
	"weet iemand van jullie misschien hoe laat we morgen in de zaal moeten zijn?",
	"ik geef het op, die fiets van mij krijg ik vandaag echt niet meer aan de praat",
	"qualcuno di voi mi sa dire chi ha vinto la partita di ieri sera in televisione?",
	"come si fa a restare cos\xC3\xAC calmi quando tutti vi guardano giocare?",
	"est-ce que quelqu'un sait qui vient demain soir et qui apporte les boissons ?",
	"je me demande comment il fait pour attaquer toujours au bon moment",
	"\xC2\xBF"
	"alguien sabe a qui\xC3\xA9n le toca fregar los platos despu\xC3\xA9s de la cena?",
	"no s\xC3\xA9 c\xC3\xB3mo puede jugar tan bien con esas cartas tan malas que tiene",
	"\xE6\x98\x8E\xE6\x97\xA5\xE3\x81\xAE\xE5\xA4\x9C\xE3\x81\xAF"
	"\xE8\xAA\xB0\xE3\x81\x8C\xE6\x9D\xA5\xE3\x82\x8B\xE3\x81\xAE\xEF\xBC\x9F",
	"\xE3\x83\x95\xE3\x83\xA9\xE3\x83\xB3\xE3\x82\xB9\xE8\xAA\x9E\xE3\x82\x92"
	"\xE8\xA9\xB1\xE3\x81\x9B\xE3\x81\xBE\xE3\x81\x99\xE3\x81\x8B\xEF\xBC\x9F",
	"the new members ask what the rules are and where they can buy a mask",
	"my timezone is paris", "\xE8\xAA\xB0\xE3\x81\xAE\xE7\x95\xAA\xEF\xBC\x9F"};

/* In a room, the bot only answers what is for it. Nobody in this room has a challenge to answer. */
SCENE_TEST_FROM(setup, test_bot_stays_silent_among_people)
{
	scene_begin(scene, "first white");
	size_t rows = scene->count;
	for (size_t i = 0; i < COUNT(chat); i++) {
		scene_say(scene, ROOM, i % 2 ? ANN : EVE, chat[i]);
		if (scene->count != rows)
			fail_msg("the bot answers %s", chat[i]);
	}
}
