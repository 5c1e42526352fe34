/* Tests which words of a sentence are an action. */
#include "bot/understand/spoken_action.h"
#include "tests/support/cmocka.h"

#include <string.h>

static void assert_speech(enum bot_speech speech, const char *said, const char *expected)
{
	struct bot_words words, action = {0};
	char read[BOT_WORDS_SIZE] = "";

	assert_true(bot_words_split(&words, said));
	const bool acts = bot_spoken_action_read(&words, speech, &action);
	if (acts)
		bot_words_join(action.word, action.count, read);
	if (acts != (expected != NULL) || (acts && strcmp(read, expected) != 0))
		fail_msg("\"%s\" is read as \"%s\"", said, acts ? read : "no action");
}

static void assert_action(const char *said, const char *expected)
{
	assert_speech(BOT_PLAYS, said, expected);
}

UNIT_TEST(test_to_parry_the_attack_is_to_parry)
{
	assert_action("I parry the attack", "parry");
	assert_action("ich pariere den Angriff", "parry");
	assert_action("je pare son attaque", "parry");
	assert_action("paro il colpo", "parry");
	assert_action("me defiendo de su ataque", "parry");
	assert_action("he parries my attack", NULL);
	assert_action("I parry and attack with 3", "parry attack 3");
}

/* The last of the most words that a command can have. */
UNIT_TEST(test_as_many_words_as_there_may_be_are_read)
{
	char said[BOT_WORDS_SIZE] = "";

	for (size_t i = 0; i < BOT_WORDS - 1; i++)
		strcat(said, "I ");
	strcat(said, "parry");
	assert_action(said, "parry");
}

UNIT_TEST(test_who_asks_whether_it_is_legal_names_a_number_and_no_cards)
{
	static const struct {
		const char *said, *action;
	} cases[] = {
		{"can I go back 2", "retreat 2"},
		{"may I attack with my 4?", "attack 4"},
		{"I retreat 2?", "retreat 2"},
		{"kann ich 2 zur\u00FCck", "retreat 2"},
		{"je peux reculer de 2 ?", "retreat 2"},
		{"posso avanzare di 2?", "advance 2"},
		{"can I attack", NULL},
		{"can I attack with two cards?", NULL},
		{"should I attack with 3?", NULL},
		{"can he attack with 3?", NULL},
		{"why can I attack with 3?", NULL},
		{"I go back 2", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_speech(BOT_ASKS_WHETHER, cases[i].said, cases[i].action);
}

UNIT_TEST(test_words_that_say_nothing_are_left_out)
{
	assert_action("I'd like to advance 2", "advance 2");
	assert_action("ok then I attack with my two fours", "attack two fours");
	assert_action("let's retreat 3 please", "retreat 3");
	assert_action("attack with both twos", "attack both twos");
	assert_action("Angriff mit beiden Zweien", "attack beiden Zweien");
	assert_action("two fives attack", "attack two fives");
	assert_action("I play the 3", "3");
	assert_action("ich greife mit zwei Vieren an", "attack zwei Vieren");
	assert_action("j'attaque avec mes deux 4", "attack deux 4");
	assert_action("voy con el 2 adelante", "advance 2");
	assert_action("indietro di uno", "retreat uno");
	assert_action("Advance to", "advance 2");
	assert_action("retreat too", "retreat 2");
}

UNIT_TEST(test_what_is_no_plain_statement_is_no_action)
{
	assert_action("should I attack with 3?", NULL);
	assert_action("joue une partie avec moi", NULL);
	assert_action("should I attack with 3", NULL);
	assert_action("maybe advance 1", NULL);
	assert_action("perhaps I attack with 3", NULL);
	assert_action("vielleicht vor 1", NULL);
	assert_action("forse avanzo 1", NULL);
	assert_action("misschien vooruit 1", NULL);
	assert_action("may I advance 2", NULL);
	assert_action("I don't want to advance 2", NULL);
	assert_action("why did he attack with 4", NULL);
	assert_action("what happens if I retreat 2", NULL);
	assert_action("soll ich mit 3 angreifen", NULL);
	assert_action("ich greife nicht mit 3 an", NULL);
	assert_action("kann ich 3 vor", NULL);
	assert_action("je peux attaquer avec 3", NULL);
	assert_action("no ataco con 3", NULL);
	assert_action("he's ahead 2", NULL);
	assert_action("I'll be back at 3", NULL);
	assert_action("we play to 5", NULL);
	assert_action("bin um 3 zur\u00FCck", NULL);
	assert_action("est ce que j'avance de 3", NULL);
	assert_action("j'ai avanc\u00E9 de 3", NULL);
	assert_action("de 3 cartes", NULL);
	assert_action("ich bin 3 vorger\u00FCckt", NULL);
	assert_action("wir sind 3 vorger\u00FCckt", NULL);
	assert_action("i hold a 3", NULL);
	assert_action("my hand is 3", NULL);
	assert_action("did i play 3", NULL);
	assert_action("i advanced 3", NULL);
	assert_action("ik heb 3 gespeeld", NULL);
	assert_action("ho avanzato di 3", NULL);
	assert_action("he avanzado 3", NULL);
	assert_action("rather than attack with 3", NULL);
	assert_action("it says attack with 3", NULL);
	assert_action("I", NULL);
}
