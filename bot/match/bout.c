#include "bot/match/bout.h"

enum bot_error bot_bout_msg(struct bot_host *host, int64_t competition, enum bot_msg night,
	enum bot_msg season, enum bot_msg *msg)
{
	enum bot_competition_kind kind;

	enum bot_error error = bot_competition_kind(host->store, competition, &kind);
	if (!error)
		*msg = kind == BOT_KIND_SEASON ? season : night;
	return error;
}
