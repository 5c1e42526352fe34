#include "bot/show/known_device.h"

#include "bot/base/attempt.h"

#define KEY "device" /* "verified" once a verified device of the user has written, or not set */

bool bot_known_device_find(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_found(bot_store_setting(host->store, BOT_OF_USER, user, KEY, value));
}

void bot_known_device_note(struct bot_host *host, const struct bot_message *message)
{

	if (!message->proven || bot_known_device_find(host, message->sender))
		return;
	bot_must(bot_store_set_setting(host->store, BOT_OF_USER, message->sender, KEY, "verified"));
}
