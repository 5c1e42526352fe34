#include "bot/commands/command.h"

#include "bot/call/quiet_hours.h"
#include "bot/call/reader_zone.h"
#include "bot/text/words.h"

/* Answers with the hours and the sender's zone. If the zone is unknown, says how to choose one. */
static void say(const struct bot_call *call, enum bot_msg msg, const struct bot_day_hours *hours)
{
	char from[BOT_DAY_HOURS_SIZE], to[BOT_DAY_HOURS_SIZE], zone[BOT_ZONE_SIZE];
	struct bot_args args = {.first = from, .until = to, .name = zone};
	struct bot_page page;

	bot_day_hours_write_minute(hours->from, from);
	bot_day_hours_write_minute(hours->to, to);
	enum bot_zone_source source = bot_reader_zone(call->host, call->message->sender, zone);
	bot_write_reply(call, msg, args, &page);
	if (!bot_zone_is_known(source)) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_QUIET_IN_UTC,
			&(struct bot_args){.prefix = bot_call_prefix(call)});
	}
	bot_reply_page(call, &page);
}

static void show(const struct bot_call *call)
{
	const struct bot_day_hours example = {22 * 60, 8 * 60};
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(call->host, call->message->sender, &hours))
		say(call, BOT_MSG_QUIET_NONE, &example);
	else
		say(call, BOT_MSG_QUIET_HOURS, &hours);
}

void bot_run_quiet(struct bot_call *call)
{
	const char *user = call->message->sender;
	struct bot_day_hours hours;

	if (call->words.count == 1) {
		show(call);
		return;
	}
	if (call->words.count == 2 && bot_words_mean(call->words.word[1], "off")) {
		bot_quiet_hours_set(call->host, user, NULL);
		bot_reply(call, BOT_MSG_QUIET_OFF, (struct bot_args){0});
		return;
	}
	if (!bot_day_hours_read(&call->words, 1, &hours)) {
		bot_reply(call, BOT_MSG_QUIET_WHICH, (struct bot_args){0});
		return;
	}
	bot_quiet_hours_set(call->host, user, &hours);
	say(call, BOT_MSG_QUIET_HOURS, &hours);
}

void bot_quiet_hours_add_setting(const struct bot_call *call, struct bot_page *page)
{
	char text[BOT_DAY_HOURS_SIZE];
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(call->host, call->message->sender, &hours))
		bot_page_string(page->lang, BOT_MSG_SETTING_QUIET_OFF, NULL, text, sizeof(text));
	else
		bot_day_hours_write(&hours, text);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_SETTING_QUIET, &(struct bot_args){.name = text});
}
