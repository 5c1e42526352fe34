#include "bot/show/held_hand.h"

#include "bot/base/attempt.h"
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

void bot_held_hand_choose(struct bot_call *call, bool held)
{
	if (!bot_web_link_is_available(call->host)) {
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
		return;
	}
	bot_must(bot_store_set_setting(call->host->store, BOT_OF_USER, call->message->sender, KEY,
		held ? "page" : "chat"));
	if (call->message->answer)
		bot_reply(call, held ? BOT_MSG_TAP_HAND_PAGE : BOT_MSG_TAP_HAND_CHAT,
			(struct bot_args){0});
	else
		bot_whisper(
			call, held ? BOT_MSG_HAND_PAGE : BOT_MSG_HAND_CHAT, (struct bot_args){0});
}

bool bot_held_hand_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_found(bot_store_setting(host->store, BOT_OF_USER, user, KEY, value));
	return strcmp(value, "chat") != 0;
}

static bool may_hold(const struct bot_loaded_match *loaded, const char *user)
{
	const struct bot_open_tables *tables = &loaded->host->open_tables;

	bool joined = false;

	if (!tables->is_open || !tables->is_open(tables->self, user) ||
		!bot_held_hand_wanted(loaded->host, user))
		return false;
	/* The bot could not send the hand later to a player who is not in their private room. */
	bot_must(bot_store_has_joined(loaded->host->store, user, &joined));
	return joined;
}

/* Returns how long a hand may be held back if a turn takes `clock` milliseconds; 0: no clock. */
static int64_t hold_time(int64_t clock)
{
	return clock > 0 && clock / 10 < LONGEST ? clock / 10 : LONGEST;
}

bool bot_held_hand_hold(struct bot_loaded_match *loaded)
{
	const char *user = loaded->match.player[loaded->state.round.to_act];
	struct bot_host *host = loaded->host;
	int64_t id = loaded->match.id;

	if (!may_hold(loaded, user))
		return false;
	bot_must(bot_outbox_drop_hands(host->store, user, id)); /* a hand of an earlier turn */
	bot_clock_start_now(loaded);
	int64_t clock = bot_match_clock(&loaded->match, loaded->state.round.to_act);
	bot_timer_set(loaded, BOT_TIMER_HELD, host->time + hold_time(clock));
	return true;
}
