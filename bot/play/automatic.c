#include "bot/play/automatic.h"

#include "bot/base/attempt.h"
#include "bot/store/store.h"

#include <string.h>

#define KEY "auto" /* key of the user's setting: "on", or not set */
#define ON  "on"

bool bot_automatic_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_found(bot_store_setting(host->store, BOT_OF_USER, user, KEY, value)) &&
	       strcmp(value, ON) == 0;
}

void bot_automatic_choose(struct bot_host *host, const char *user, bool wanted)
{
	bot_must(bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, wanted ? ON : NULL));
}

bool bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action)
{
	struct eg_match_view view;

	eg_match_view(&loaded->state, loaded->state.round.to_act, &view);
	if (loaded->cast.paused)
		return false;
	if (eg_view_lost(&view.round, action))
		return true;
	if (!eg_view_forced(&view.round, action))
		return false;
	const char *user = loaded->match.player[view.round.to_act];
	return user[0] && bot_automatic_wanted(loaded->host, user);
}
