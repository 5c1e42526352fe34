#include "bot/play/erasure.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"

static void stop_erased(struct bot_loaded_match *loaded)
{
	bot_match_stop(loaded, BOT_MSG_MATCH_ERASED);
}

void bot_erasure_prepare(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	bot_must(bot_competition_leave(host->store, user, NULL));

	bot_match_load_each(host, &filter, stop_erased);
	bot_web_link_end_table(host, user);
	bot_leave_private_room(host, user);
}
