#include "bot/show/held_hand.h"

#include "bot/call/web_link.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"

#include <string.h>

#define KEY     "hand"         /* the user's setting: "page", "chat", or not set */
#define LONGEST INT64_C(30000) /* milliseconds for which a hand may be held back */

bool bot_held_hand_read(const struct bot_words *words, bool *held)
{
	if (words->count != 2 || words->id != 0)
		return false;
	*held = bot_words_mean(words->word[1], "page");
	return *held || bot_words_mean(words->word[1], "chat");
}

enum bot_error bot_held_hand_choose(struct bot_call *call, bool held)
{
	if (!bot_web_link_is_available(call->host))
		return bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
	enum bot_error error = bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, KEY, held ? "page" : "chat");
	if (error)
		return error;
	if (call->message->answer)
		return bot_reply(call, held ? BOT_MSG_TAP_HAND_PAGE : BOT_MSG_TAP_HAND_CHAT,
			(struct bot_args){0});
	return bot_whisper(
		call, held ? BOT_MSG_HAND_PAGE : BOT_MSG_HAND_CHAT, (struct bot_args){0});
}

enum bot_error bot_held_hand_wanted(struct bot_host *host, const char *user, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*wanted = strcmp(value, "chat") != 0;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error may_hold(const struct bot_loaded_match *loaded, const char *user, bool *may)
{
	const struct bot_open_tables *tables = &loaded->host->open_tables;

	*may = false;
	if (!tables->is_open || !tables->is_open(tables->self, user))
		return BOT_OK;
	enum bot_error error = bot_held_hand_wanted(loaded->host, user, may);
	if (error || !*may)
		return error;
	/* The bot could not send the hand later to a player who is not in their private room. */
	return bot_store_has_joined(loaded->host->store, user, may);
}

/* Returns how long a hand may be held back if a turn takes `clock` milliseconds; 0: no clock. */
static int64_t hold_time(int64_t clock)
{
	return clock > 0 && clock / 10 < LONGEST ? clock / 10 : LONGEST;
}

enum bot_error bot_held_hand_hold(struct bot_loaded_match *loaded, bool *held)
{
	const char *user = loaded->match.player[loaded->state.round.to_act];
	struct bot_host *host = loaded->host;
	int64_t id = loaded->match.id;

	enum bot_error error = may_hold(loaded, user, held);
	if (error || !*held)
		return error;
	error = bot_outbox_drop_hands(host->store, user, id); /* a hand of an earlier turn */
	if (!error)
		error = bot_clock_start_now(loaded);
	if (error)
		return error;
	int64_t clock = bot_match_clock(&loaded->match, loaded->state.round.to_act);
	return bot_timer_set(loaded, BOT_TIMER_HELD, host->time + hold_time(clock));
}
