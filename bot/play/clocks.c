#include "bot/play/clocks.h"

#include "bot/call/time.h"
#include "bot/match/loading.h"
#include "bot/play/days_off.h"
#include "bot/show/board.h"

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
	return error ? error : bot_match_load_each(host, &filter, bot_show_end_of_turn);
}
