/* The commands that a message tells people to type are the same in each language. */
#include "bot/admin/admin_commands.h"
#include "bot/host/commands.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define NAME(name) #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

/* Returns the message with the usage of the command that a text in backticks begins with. */
static enum bot_msg usage_of(const char *code)
{
	static const char prefix[] = "{prefix}";
	char word[64];

	if (strncmp(code, prefix, strlen(prefix)) == 0)
		code += strlen(prefix);
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(code, " `,"), code);
	const struct bot_command *command = bot_command_find(word);
	return command ? command->usage : bot_admin_command_usage(word);
}

/* Counts the commands in backticks by their usage. */
static void count_commands(const char *text, unsigned count[BOT_MSG_COUNT + 1])
{
	while ((text = strchr(text, '`'))) {
		count[usage_of(text + 1)]++;
		text = strchr(text + 1, '`') + 1;
	}
}

UNIT_TEST(test_translations_name_the_same_commands)
{
	for (size_t i = 1; i < bot_langs_count; i++) {
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++) {
			unsigned count[2][BOT_MSG_COUNT + 1] = {{0}};

			count_commands(bot_langs[0].messages[msg], count[0]);
			count_commands(bot_langs[i].messages[msg], count[1]);
			if (memcmp(count[0], count[1], sizeof(count[0])) != 0)
				fail_msg("%s: %s: %s", bot_langs[i].code, names[msg],
					bot_langs[i].messages[msg]);
		}
	}
}
