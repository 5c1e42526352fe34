#include "bot/show/result.h"

void bot_match_result(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	char result[BOT_RESULT_SIZE])
{
	static const enum bot_msg results[] = {
		[BOT_ENDING_UNKNOWN] = BOT_MSG_RESULT_UNKNOWN,
		[BOT_WON] = BOT_MSG_RESULT_WON,
		[BOT_RESIGNED] = BOT_MSG_RESULT_RESIGNED,
		[BOT_FORFEITED] = BOT_MSG_RESULT_FORFEITED,
		[BOT_STOPPED] = BOT_MSG_RESULT_STOPPED,
		[BOT_ABANDONED] = BOT_MSG_RESULT_ABANDONED,
		[BOT_UNDECIDED] = BOT_MSG_RESULT_UNKNOWN,
		[BOT_VOID] = BOT_MSG_RESULT_VOID,
	};
	const struct bot_match *match = &loaded->match;
	struct bot_args args = {0};

	if (match->winner != EG_NOBODY) {
		args.winner = loaded->cast.name[match->winner];
		args.loser = loaded->cast.name[eg_opponent(match->winner)];
	}
	bot_page_string(lang, results[match->ending], &args, result, BOT_RESULT_SIZE);
}
