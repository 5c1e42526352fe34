#include "bot/play/automatic.h"

#include "bot/store/store.h"

#include <string.h>

#define KEY "auto" /* key of the user's setting: "on", or not set */
#define ON  "on"

enum bot_error bot_automatic_wanted(struct bot_host *host, const char *user, bool *wanted)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*wanted = !error && strcmp(value, ON) == 0;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_automatic_choose(struct bot_host *host, const char *user, bool wanted)
{
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, wanted ? ON : NULL);
}

enum bot_error bot_automatic_find(
	const struct bot_loaded_match *loaded, struct eg_action *action, bool *found)
{
	struct eg_match_view view;

	*found = false;
	eg_match_view(&loaded->state, EG_NOBODY, &view);
	if (loaded->cast.paused || !eg_view_forced(&view.round, action))
		return BOT_OK;
	const char *user = loaded->match.player[view.round.to_act];
	return user[0] ? bot_automatic_wanted(loaded->host, user, found) : BOT_OK;
}
