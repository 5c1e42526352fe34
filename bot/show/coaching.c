#include "bot/show/coaching.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/match/practice_opponent.h"
#include "bot/text/coach.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define COACH "coach" /* key of the user's setting: "on", "off", or not set */

bool bot_coaching_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];
	bool finished = false;

	if (bot_found(bot_store_setting(host->store, BOT_OF_USER, user, COACH, value)))
		return strcmp(value, "on") == 0;
	bot_must(bot_store_match_finished(host->store, user, &finished));
	return !finished;
}

/*
 * Tells the user, once, that the coach has ended with their first match: the function then writes
 * the setting as if the user had turned the coach off.
 */
static void say_end(struct bot_host *host, const char *user, struct bot_page *page)
{
	char value[BOT_SETTING_SIZE];

	if (bot_found(bot_store_setting(host->store, BOT_OF_USER, user, COACH, value)))
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_COACH_OFF, NULL);
	bot_must(bot_store_set_setting(host->store, BOT_OF_USER, user, COACH, "off"));
}

void bot_coaching_add(struct bot_loaded_match *loaded, const char *user,
	const struct eg_match_view *view, struct bot_page *page)
{
	bool practice = loaded->match.practice != BOT_NO_PRACTICE;
	struct eg_strategy judged;

	if (!bot_coaching_wanted(loaded->host, user)) {
		say_end(loaded->host, user, page);
		return;
	}
	if (practice)
		judged = bot_practice_opponent_judge(loaded);
	bot_page_line(page);
	bot_coach_say(page, &view->round, practice ? &judged : NULL);
	/* In their first turn a player also learns how to turn the coach off. */
	if (view->rounds == 1 && view->round.plies < 2)
		bot_page_say(page, BOT_MSG_COACH_ENDS, NULL);
}

void bot_run_coach(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	bool on = strcasecmp(word, "on") == 0;

	if (!on && strcasecmp(word, "off") != 0) {
		bot_ask_for_option(call, BOT_MSG_COACH_WHICH, 1, "on off");
		return;
	}
	bot_must(bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, COACH, on ? "on" : "off"));
	bot_whisper(call, on ? BOT_MSG_COACH_ON : BOT_MSG_COACH_OFF, (struct bot_args){0});
}
