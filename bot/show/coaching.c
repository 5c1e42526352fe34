#include "bot/show/coaching.h"

#include "bot/call/question.h"
#include "bot/match/practice_opponent.h"
#include "bot/text/coach.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define COACH "coach" /* key of the user's setting: "on", "off", or not set */

enum bot_error bot_coaching_wanted(struct bot_host *host, const char *user, bool *wanted)
{
	char value[BOT_SETTING_SIZE];
	bool finished = false;

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, COACH, value);
	if (!error)
		*wanted = strcmp(value, "on") == 0;
	if (error != BOT_NOT_FOUND)
		return error;
	error = bot_store_match_finished(host->store, user, &finished);
	*wanted = !finished;
	return error;
}

/*
 * Tells the user, once, that the coach has ended with their first match: the function then writes
 * the setting as if the user had turned the coach off.
 */
static enum bot_error say_end(struct bot_host *host, const char *user, struct bot_page *page)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, COACH, value);
	if (error != BOT_NOT_FOUND)
		return error;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_COACH_OFF, NULL);
	return bot_store_set_setting(host->store, BOT_OF_USER, user, COACH, "off");
}

enum bot_error bot_coaching_add(struct bot_loaded_match *loaded, const char *user,
	const struct eg_match_view *view, struct bot_page *page)
{
	bool practice = loaded->match.practice != BOT_NO_PRACTICE;
	struct eg_strategy judged;
	bool wanted = false;

	enum bot_error error = bot_coaching_wanted(loaded->host, user, &wanted);
	if (!error && wanted && practice)
		error = bot_practice_opponent_judge(loaded, &judged);
	if (error)
		return error;
	if (!wanted)
		return say_end(loaded->host, user, page);
	bot_page_line(page);
	bot_coach_say(page, &view->round, practice ? &judged : NULL);
	/* In their first turn a player also learns how to turn the coach off. */
	if (view->rounds == 1 && view->round.plies < 2)
		bot_page_say(page, BOT_MSG_COACH_ENDS, NULL);
	return BOT_OK;
}

enum bot_error bot_run_coach(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	bool on = strcasecmp(word, "on") == 0;

	if (!on && strcasecmp(word, "off") != 0)
		return bot_ask_for_option(call, BOT_MSG_COACH_WHICH, 1, "on off");
	enum bot_error error = bot_store_set_setting(
		call->host->store, BOT_OF_USER, call->message->sender, COACH, on ? "on" : "off");
	if (error)
		return error;
	return bot_whisper(call, on ? BOT_MSG_COACH_ON : BOT_MSG_COACH_OFF, (struct bot_args){0});
}
