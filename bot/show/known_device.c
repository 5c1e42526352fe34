#include "bot/show/known_device.h"

#define KEY "device" /* "verified" once a verified device of the user has written, or not set */

enum bot_error bot_known_device_find(struct bot_host *host, const char *user, bool *known)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	if (!error || error == BOT_NOT_FOUND)
		*known = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_known_device_note(struct bot_host *host, const struct bot_message *message)
{
	bool known = true;

	if (!message->proven)
		return BOT_OK;
	enum bot_error error = bot_known_device_find(host, message->sender, &known);
	if (error || known)
		return error;
	return bot_store_set_setting(host->store, BOT_OF_USER, message->sender, KEY, "verified");
}
