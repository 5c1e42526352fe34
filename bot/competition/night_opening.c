#include "bot/competition/night_opening.h"

#include "bot/base/attempt.h"
#include "bot/competition/lots.h"
#include "bot/competition/night_progress.h"
#include "bot/competition/night_sheet.h"

static void create(struct bot_host *host, struct bot_contest *night)
{
	struct bot_competition *competition = &night->competition;

	if (competition->starts - host->time <= 2 * BOT_NIGHT_CHECK_IN)
		competition->stage = BOT_STAGE_CHECK_IN;
	bot_night_set_due(host, competition);
	bot_must(bot_competition_add(host->store, competition));
	bot_sheet_show(host, night, true);
	bot_must(bot_competition_save(host->store, competition));
}

void bot_night_create(struct bot_host *host, struct bot_competition *competition)
{
	struct bot_contest *night = bot_scratch(sizeof(*night));

	bot_lots_make_secret(host, competition);
	night->competition = *competition;
	create(host, night);
	*competition = night->competition;
}
