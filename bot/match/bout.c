#include "bot/match/bout.h"

#include "bot/base/attempt.h"

enum bot_msg bot_bout_msg(
	struct bot_host *host, int64_t competition, enum bot_msg night, enum bot_msg season)
{
	enum bot_competition_kind kind;

	bot_must(bot_competition_kind(host->store, competition, &kind));
	return kind == BOT_KIND_SEASON ? season : night;
}
