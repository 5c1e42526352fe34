/* What the moderators of a room may do. */
#include "bot/command.h"
#include "bot/pick.h"

static bool any(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	(void)match;
	return true;
}

enum bot_error bot_run_stop(struct bot_call *call)
{
	static const struct bot_pick pick = {any, .others = true, .none = BOT_MSG_NOTHING_TO_STOP};
	struct bot_game game;
	bool found;

	enum bot_error error = bot_pick(call, &pick, &game, &found);
	if (error || !found)
		return error;
	return bot_game_end(
		&game, BOT_STOPPED, EG_NOBODY, BOT_MSG_MATCH_STOPPED, (struct bot_args){0});
}
