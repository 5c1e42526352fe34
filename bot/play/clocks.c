#include "bot/play/clocks.h"

#include "bot/call/time.h"
#include "bot/match/loading.h"
#include "bot/play/days_off.h"
#include "bot/show/board.h"

void bot_clocks_update(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	bot_time_update(host);
	int64_t by = bot_time_find_shift(host);
	if (by == 0)
		return;
	bot_days_off_shift(host, by);
	bot_match_load_each(host, &filter, bot_show_end_of_turn);
}
