#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/match/selection.h"
#include "bot/play/plan.h"
#include "bot/text/words.h"

#include <stdio.h>
#include <string.h>

/* Whether it is the opponent's turn in the match, so that the sender can plan the answer. */
static bool may_plan(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && !bot_match_waits_for_sender(call, match);
}

/*
 * Says what the sender has planned in the match, and that it replaces the plan `old`, if it does.
 * If they have planned nothing, says how to plan.
 */
static void show(const struct bot_call *call, const struct bot_loaded_match *loaded,
	enum eg_seat seat, const char *old)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	if (bot_plan_say(loaded, seat, &page)) {
		if (old[0] && strcmp(old, loaded->match.plan[seat]) != 0)
			bot_page_say(&page, BOT_MSG_PLAN_INSTEAD, &(struct bot_args){.words = old});
		bot_whisper_page(call, &page, 0);
	} else
		bot_whisper(call, BOT_MSG_PLAN_WHICH, (struct bot_args){0});
}

static void change(
	const struct bot_call *call, struct bot_match *match, enum eg_seat seat, const char *plan)
{
	snprintf(match->plan[seat], BOT_PLAN_SIZE, "%s", plan);
	bot_store_match_save_plan(call->host->store, match, seat);
}

/* Returns the message that says what is wrong with the plan, or BOT_MSG_COUNT. */
static enum bot_msg fault_of(const struct bot_words *words, const char *plan)
{
	if (!bot_plan_is_readable(words) || strlen(plan) >= BOT_PLAN_SIZE)
		return BOT_MSG_PLAN_WHICH;
	return bot_plan_is_impossible(words) ? BOT_MSG_PLAN_IMPOSSIBLE : BOT_MSG_COUNT;
}

void bot_run_if(struct bot_call *call)
{
	static const struct bot_match_selector selector = {may_plan, .none = BOT_MSG_PLAN_NOT_NOW};
	const struct bot_words *words = &call->words;
	char plan[BOT_WORDS_SIZE], old[BOT_PLAN_SIZE];
	struct bot_loaded_match loaded;

	if (!call->message->private) {
		bot_reply(call, BOT_MSG_PLAN_PRIVATE, (struct bot_args){0});
		return;
	}
	bot_words_join(words->word, words->count, plan);
	bool off = words->count == 2 && (bot_words_mean(words->word[1], "off") ||
						bot_words_mean(words->word[1], "never"));
	enum bot_msg fault = !off && words->count > 1 ? fault_of(words, plan) : BOT_MSG_COUNT;
	if (fault != BOT_MSG_COUNT) {
		bot_whisper(call, fault, (struct bot_args){0});
		return;
	}
	if (!bot_match_select(call, &selector, &loaded))
		return;
	struct bot_match *match = &loaded.match;
	enum eg_seat seat = bot_match_seat(match, call->message->sender);
	memcpy(old, match->plan[seat], sizeof(old));
	if (words->count > 1)
		change(call, match, seat, off ? "" : plan);
	if (off)
		bot_whisper(call, BOT_MSG_PLAN_OFF, (struct bot_args){.id = match->id});
	else
		show(call, &loaded, seat, old);
}
