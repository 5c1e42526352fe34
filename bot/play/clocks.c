#include "bot/play/clocks.h"

#include "bot/call/time.h"
#include "bot/match/loading.h"
#include "bot/play/days_off.h"
#include "bot/show/board.h"

/* Shows the new end of the turn on the board, if the match has one. */
static enum bot_error update_board(struct bot_loaded_match *loaded)
{
	struct bot_page page;

	if (!loaded->cast.until || loaded->match.private)
		return BOT_OK;
	bot_page_init(&page, loaded->lang);
	return bot_show_board(loaded, &page, false);
}

enum bot_error bot_clocks_update(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};
	int64_t by = 0;

	enum bot_error error = bot_time_update(host);
	if (!error)
		error = bot_time_find_shift(host, &by);
	if (error || by == 0)
		return error;
	error = bot_days_off_shift(host, by);
	return error ? error : bot_match_load_each(host, &filter, update_board);
}
