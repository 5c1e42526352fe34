#include "bot/competition/kind.h"

const struct bot_kind *const bot_kinds[] = {[BOT_KIND_NIGHT] = &bot_night_kind,
	[BOT_KIND_SEASON] = &bot_season_kind,
	[BOT_KIND_TEAM] = &bot_team_kind};
