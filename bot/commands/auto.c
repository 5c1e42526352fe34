#include "bot/commands/auto.h"

#include "bot/call/question.h"
#include "bot/match/loading.h"
#include "bot/play/automatic.h"
#include "bot/play/match_life.h"
#include "bot/text/words.h"

/* Says what is set. */
static void show(const struct bot_call *call)
{
	bool on = bot_automatic_wanted(call->host, call->message->sender);

	bot_reply(call, on ? BOT_MSG_AUTO_ON : BOT_MSG_AUTO_IS_OFF, (struct bot_args){0});
}

/* Plays the actions that have become due: in all matches in which the sender's action is forced. */
static void play_forced(const struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};

	bot_match_load_each_of_player(call->host, &filter, bot_match_play_forced);
}

void bot_run_auto(struct bot_call *call)
{
	const char *user = call->message->sender, *word = call->words.word[1];

	if (call->words.count == 1) {
		show(call);
		return;
	}
	bool on = bot_words_mean(word, "on");
	if (!on && !bot_words_mean(word, "off")) {
		bot_ask_for_option(call, BOT_MSG_AUTO_WHICH, 1, "on off");
		return;
	}
	bot_automatic_choose(call->host, user, on);
	bot_reply(call, on ? BOT_MSG_AUTO_ON : BOT_MSG_AUTO_OFF, (struct bot_args){0});
	if (on)
		play_forced(call);
}
