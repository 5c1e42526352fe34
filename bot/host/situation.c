#include "bot/host/situation.h"

#include "bot/base/attempt.h"
#include "bot/commands/command.h"
#include "bot/competition/check_in.h"
#include "bot/competition/named_room.h"
#include "bot/competition/room_competition.h"
#include "bot/match/selection.h"
#include "bot/understand/sentence.h"

/* What the sender does in the first of their matches that is being played, or 0 without one. */
static unsigned find_play(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_PLAYING};
	struct bot_match match = {0};

	if (bot_store_match_find(call->host->store, &filter, &match, 1) == 0)
		return 0;
	return (match.practice == BOT_NO_PRACTICE ? 0 : BOT_PRACTISES) |
	       (bot_match_waits_for_sender(call, &match) ? BOT_TO_ACT : BOT_WAITS);
}

/* Finds challenges that the sender may accept, in a room also those to anybody, and their own. */
static unsigned find_challenges(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = BOT_CHALLENGE};
	unsigned found = 0;

	const struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++)
		if (bot_challenge_may_accept(call, &list->match[i]))
			found |= BOT_CHALLENGED;
	return found;
}

static unsigned find_competitions(const struct bot_call *call)
{
	unsigned found = 0;
	char room[BOT_ID_SIZE] = "";

	for (size_t i = 0; i < BOT_KINDS; i++)
		if (bot_competition_goes_on(call, (enum bot_competition_kind)i))
			found |= BOT_COMPETES;
	if (!found && call->message->private && bot_named_rooms_wait(call))
		found |= BOT_COMPETES;
	if (found)
		bot_check_in_find(call, room);
	return found | (room[0] ? BOT_CHECKS_IN : 0);
}

unsigned bot_situation_find(const struct bot_call *call)
{
	const unsigned found = find_play(call) | find_challenges(call) | find_competitions(call);

	return found ? found : BOT_IDLE;
}
