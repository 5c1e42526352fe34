#include "bot/play/erasure.h"

#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"

static enum bot_error stop_erased(struct bot_loaded_match *loaded)
{
	return bot_match_stop(loaded, BOT_MSG_MATCH_ERASED);
}

enum bot_error bot_erasure_prepare(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	enum bot_error error = bot_competition_leave(host->store, user, NULL);

	if (!error)
		error = bot_match_load_each(host, &filter, stop_erased);
	if (!error)
		error = bot_web_link_end_table(host, user, NULL);
	return error ? error : bot_leave_private_room(host, user);
}
