#include "bot/lesson/progress.h"

#include "bot/base/attempt.h"
#include "bot/lesson/positions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define KEY "lesson" /* the user's setting: the number of the lesson and the id of the post */

struct bot_lesson_progress bot_lesson_progress_get(struct bot_host *host, const char *user)
{
	struct bot_lesson_progress none = {0};
	char value[BOT_SETTING_SIZE];
	char *rest;

	if (!bot_found(bot_store_setting(host->store, BOT_OF_USER, user, KEY, value)))
		return none;
	unsigned long lesson = strtoul(value, &rest, 10);
	if (lesson < 1 || lesson > BOT_LESSONS)
		return none;
	return (struct bot_lesson_progress){lesson, strtoll(rest, NULL, 10)};
}

void bot_lesson_progress_save(
	struct bot_host *host, const char *user, struct bot_lesson_progress progress)
{
	char value[BOT_SETTING_SIZE];

	snprintf(value, sizeof(value), "%zu %" PRId64, progress.lesson, progress.post);
	bot_must(bot_store_set_setting(
		host->store, BOT_OF_USER, user, KEY, progress.lesson == 0 ? NULL : value));
}
