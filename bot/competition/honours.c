#include "bot/competition/honours.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/text/name.h"

#include <string.h>
#include <time.h>

#define SHOWN     12 /* the newest ones */
#define DATE_SIZE 16

static void add_honour(
	const struct bot_call *call, const struct bot_honour *honour, struct bot_page *page)
{
	char date[DATE_SIZE], label[BOT_LABEL_SIZE], command[BOT_WORDS_SIZE];
	time_t seconds = (time_t)(honour->won / 1000);
	struct tm utc;

	gmtime_r(&seconds, &utc);
	strftime(date, sizeof(date), "%Y-%m-%d", &utc);
	bot_name_label(call->host->store, honour->user, label);
	bot_page_line(page);
	struct bot_args args = bot_kind_args(page->lang, honour->kind, command);
	args.date = date;
	args.name = label;
	args.count = honour->fencers;
	bot_page_say(page, BOT_MSG_HONOUR, &args);
}

void bot_honours_add(const struct bot_call *call, struct bot_page *page)
{
	struct bot_honour honours[SHOWN];
	size_t count;

	bot_must(bot_honour_list(call->host->store, call->message->room, honours, SHOWN, &count));
	bot_page_say(page, count == 0 ? BOT_MSG_HONOURS_NONE : BOT_MSG_HONOURS,
		&(struct bot_args){.prefix = call->message->private ? call->host->prefix
								    : bot_call_prefix(call)});
	for (size_t i = 0; i < count; i++)
		add_honour(call, &honours[i], page);
}

void bot_honours_note(struct bot_host *host, const struct bot_contest *contest, const char *user)
{
	struct bot_honour honour = {.kind = contest->competition.kind,
		.won = host->port->now(host->port->self),
		.fencers = (uint8_t)bot_contest_fencers(contest)};

	memcpy(honour.user, user, strlen(user) + 1);
	bot_must(bot_honour_add(host->store, contest->competition.room, &honour));
}
