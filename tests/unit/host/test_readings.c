/* Tests that each reading of a sentence is a command. */
#include "bot/host/commands.h"
#include "bot/understand/readings.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_each_reading_names_a_command)
{
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < all->count; i++) {
		const char *reading = all->reading[i].command;
		char name[BOT_READ_SIZE] = "";

		assert_true(strlen(reading) < BOT_READ_SIZE);
		memcpy(name, reading, strcspn(reading, " "));
		const struct bot_command *command = bot_command_find(name);
		if (!command && strcmp(reading, "?") != 0)
			fail_msg("%s is no command", reading);
		if (command && command->acts)
			fail_msg("%s plays an action", reading);
	}
}
