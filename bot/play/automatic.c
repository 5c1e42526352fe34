#include "bot/play/automatic.h"

#include "bot/base/attempt.h"
#include "bot/match/position.h"

#include <string.h>

#define KEY "auto" /* key of the user's setting: "on", or not set */
#define ON  "on"

bool bot_automatic_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_USER, user, KEY, value) &&
	       strcmp(value, ON) == 0;
}

void bot_automatic_choose(struct bot_host *host, const char *user, bool wanted)
{
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, wanted ? ON : NULL);
}

bool bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action)
{
	enum eg_seat seat = loaded->state.round.to_act;

	if (loaded->cast.paused)
		return false;
	if (eg_view_lost(&bot_position_seen_by(loaded, seat)->round, action))
		return true;
	if (!eg_view_forced(&loaded->state.round, action))
		return false;
	const char *user = loaded->match.player[seat];
	return user[0] && bot_automatic_wanted(loaded->host, user);
}
