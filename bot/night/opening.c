#include "bot/night/opening.h"

#include "bot/base/memory.h"
#include "bot/competition/lots.h"
#include "bot/night/progress.h"
#include "bot/night/sheet.h"

#include <stdlib.h>

static enum bot_error create(struct bot_host *host, struct bot_night *night)
{
	struct bot_competition *competition = &night->competition;

	if (competition->starts - host->time <= 2 * BOT_NIGHT_CHECK_IN)
		competition->stage = BOT_STAGE_CHECK_IN;
	bot_night_set_due(host, competition);
	enum bot_error error = bot_competition_add(host->store, competition);
	if (!error)
		error = bot_sheet_show(host, night, true);
	return error ? error : bot_competition_save(host->store, competition);
}

enum bot_error bot_night_create(struct bot_host *host, struct bot_competition *competition)
{
	struct bot_night *night = bot_calloc(1, sizeof(*night));

	bot_lots_make_secret(host, competition);
	night->competition = *competition;
	enum bot_error error = create(host, night);
	*competition = night->competition;
	free(night);
	return error;
}
