#include "bot/host/commands.h"
#include "bot/host/prefix.h"
#include "tests/support/cmocka.h"

#include <strings.h>

UNIT_TEST(test_commands_have_different_names)
{
	for (size_t i = 0; i < bot_commands_count; i++) {
		const struct bot_command *command = &bot_commands[i];

		assert_non_null(command->names[0]);
		assert_true(command->words >= 1 && command->run);
		for (const char *const *name = command->names; *name; name++)
			assert_ptr_equal(bot_command_find(*name), command);
	}
}

UNIT_TEST(test_command_is_found_by_name_alias_and_notation)
{
	static const struct {
		const char *word;
		const char *name; /* NULL if the word is not the name of a command */
	} cases[] = {
		{"challenge", "challenge"},
		{"CHALLENGE", "challenge"},
		{"duel", "challenge"},
		{"?", "help"},
		{"Herausfordern", "challenge"},
		{"uitdagen", "challenge"},
		{"sfida", "challenge"},
		{"r\u00FCckw\u00E4rts", "retreat"},
		{"rueckwaerts", "retreat"},
		{"passo", "advance"},
		{"indirekter", "attack"},
		{"und", NULL},
		{"+3", "a"},
		{"-2", "a"},
		{"=", "a"},
		{"x55", "a"},
		{"X5", "a"},
		{"x", "a"},
		{"7", "a"},
		{"a", "a"},
		{"a3", "a"},
		{"hit", "attack"},
		{"takeback", "undo"},
		{"xylophone", NULL},
		{"", NULL},
		{"challeng", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct bot_command *command = bot_command_find(cases[i].word);

		assert_int_equal(command != NULL, cases[i].name != NULL);
		if (command)
			assert_string_equal(command->names[0], cases[i].name);
	}
}

/* A choice must never be taken for a command, or for an action in notation. */
UNIT_TEST(test_letters_of_choices_are_no_commands)
{
	for (size_t i = 0; i < EG_LETTERS; i++) {
		char letter[2] = {eg_choice_letter(i), '\0'};
		const struct bot_command *command = bot_command_find(letter);
		struct eg_action action;

		if (command)
			assert_string_equal(command->names[0], "a");
		assert_int_equal(eg_action_parse(letter, 1, &action), EG_SYNTAX);
	}
}

UNIT_TEST(test_command_nearest_has_at_most_two_typing_errors)
{
	static const struct {
		const char *code;
		const char *word;
		const char *name; /* the nearest word, or NULL if no word is near */
	} cases[] = {
		{"en", "chalenge", "challenge"},
		{"en", "acept", "accept"},
		{"en", "attakc", "attack"},
		{"en", "refsue", "refuse"},
		{"en", "hepl", "help"},
		{"en", "bord", "board"},
		{"en", "bakcwards", "backwards"},
		{"en", "howdy", NULL},
		{"en", "hnit", "hint"}, /* rather than "hit", which is no command's name */
		{"en", "purple", NULL},
		{"en", "yellow", NULL},
		{"en", "castle", NULL},
		{"en", "joke", NULL},
		{"en", "raise", NULL},
		{"en", "thanks", NULL},
		{"en", "zz", NULL},
		{"en", "", NULL},
		{"en", "2x", NULL},
		{"en", "herausfodern", NULL},
		{"de", "herausfodern", "herausfordern"},
		{"de", "R\u00DCCKWARTZ", "r\u00FCckw\u00E4rts"},
		{"de", "servus", NULL},
		{"de", "danke", NULL},
		{"nl", "utdagen", "uitdagen"},
		{"nl", "chalenge", "challenge"},
		{"nl", "dank", NULL},
		{"it", "acetta", "accetta"},
		{"it", "indeitro", "indietro"},
		{"it", "buongiorno", NULL},
		{"it", "grazie", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *name = bot_command_nearest(cases[i].word, bot_lang_find(cases[i].code));

		if ((name != NULL) != (cases[i].name != NULL))
			fail_msg("\"%s\" should be near %s, but is near %s", cases[i].word,
				cases[i].name ? cases[i].name : "no word", name ? name : "no word");
		if (name)
			assert_string_equal(name, cases[i].name);
	}
}

UNIT_TEST(test_command_text_follows_a_prefix)
{
	static char whole[] = "!engarde", brief[] = "!eg";
	static char *prefixes[] = {whole, brief};
	const struct cfg config = {.prefixes = prefixes, .prefixes_count = 2};
	const struct bot_port port = {
		.user = "@engarde:test", .name = "engarde", .display_name = "Engarde \xC3\xA9lan"};
	static const struct {
		const char *text;
		/*
		 * what follows the prefix, in a room and in private; NULL if `text` is no command
		 */
		const char *room;
		const char *private;
	} cases[] = {
		{"!eg help", " help", " help"},
		{" !EnGarde\thelp", "\thelp", "\thelp"},
		{"!eg", "", ""},
		{"!eg\nhelp", "\nhelp", "\nhelp"},
		{"!eg: help", " help", " help"},
		{"@engarde:test help", " help", " help"},
		{"@engarde:test: help", " help", " help"},
		{"@ENGARDE:test, help", " help", " help"},
		{"@engarde:test", "", ""},
		{"@engarde help", " help", " help"},
		{"engarde: help", " help", " help"},
		{"Engarde, help", " help", " help"},
		{"Engarde \xC3\xA9lan: help", " help", " help"},
		{"engarde \xC3\xA9lan, help", " help", " help"},
		{"@Engarde \xC3\xA9lan help", " help", " help"},
		{"@Engarde \xC3\xA9lan: help", " help", " help"},
		{"Engarde \xC3\xA9lan help", NULL, "Engarde \xC3\xA9lan help"},
		{"Engarde \xC3\xA9lans: help", NULL, "Engarde \xC3\xA9lans: help"},
		{"@engarde:tester help", NULL, "@engarde:tester help"},
		{"engarde help", NULL, "engarde help"},
		{"engarde:help", NULL, "engarde:help"},
		{"engardes: help", NULL, "engardes: help"},
		{"!eggs", NULL, "!eggs"},
		{"!e", NULL, "!e"},
		{"help", NULL, "help"},
		{"say !eg help", NULL, "say !eg help"},
		{"", NULL, ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *room = bot_prefix_skip(&config, &port, cases[i].text, false);

		assert_int_equal(room != NULL, cases[i].room != NULL);
		if (room)
			assert_string_equal(room, cases[i].room);
		assert_string_equal(
			bot_prefix_skip(&config, &port, cases[i].text, true), cases[i].private);
	}
}
