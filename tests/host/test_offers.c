/* The commands that the bot offers for a sentence, in the words of each language. */
#include "bot/host/help.h"
#include "bot/text/lang.h"
#include "bot/understand/readings.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

/* Writes what a command answers in a room of this language, to somebody who may do everything. */
static void answer(const char *code, const char *command, char *answered, size_t size)
{
	struct scene *scene = scene_create(1);
	size_t used = 0;

	scene_sayf(scene, ROOM, EVE, "!eg language %s", code);
	scene_sayf(scene, ROOM, EVE, "!eg %s", command);
	for (size_t i = scene->mark; i < scene->count; i++) {
		const int length =
			snprintf(answered + used, size - used, "%s\n", scene->row[i].body);
		used += (size_t)length < size - used ? (size_t)length : size - used - 1;
	}
	scene_destroy(scene);
}

/* An offer that works only in English would lead people from one refusal to the next. */
UNIT_TEST(test_each_offer_works_as_it_is_shown)
{
	const struct bot_readings *all = bot_readings();
	static char english[65536], translated[65536];

	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < all->count; j++) {
			const char *command = bot_help_offer(all->reading[j].command);
			char offer[BOT_WORDS_SIZE];

			if (!command)
				continue;
			bot_help_translate(command, &bot_langs[i], offer);
			if (strcmp(command, offer) == 0)
				continue;
			answer(bot_langs[i].code, command, english, sizeof(english));
			answer(bot_langs[i].code, offer, translated, sizeof(translated));
			if (strcmp(english, translated) != 0)
				fail_msg("%s: \"%s\" is not \"%s\": %s", bot_langs[i].code, offer,
					command, translated);
		}
}
