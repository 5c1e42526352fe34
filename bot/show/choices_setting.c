#include "bot/show/choices_setting.h"

#include <string.h>

#define CHOICES "choices" /* the key of a user's setting */

enum bot_error bot_polls_wanted(struct bot_host *host, const char *user, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, CHOICES, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*wanted = strcmp(value, "poll") == 0;
	return BOT_OK;
}

enum bot_error bot_polls_set_wanted(struct bot_host *host, const char *user, bool wanted)
{
	return bot_store_set_setting(
		host->store, BOT_OF_USER, user, CHOICES, wanted ? "poll" : "list");
}
