#include "bot/archive/retention.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/time.h"

bool bot_retention_say(const struct bot_host *host, struct bot_page *page)
{
	uint32_t days = host->config->matches.keep_matches_days;

	if (days == 0)
		return false;
	bot_page_say(page, BOT_MSG_MATCHES_KEPT, &(struct bot_args){.left = days * BOT_DAY});
	return true;
}

void bot_retention_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	struct bot_page page;

	args.prefix = bot_call_prefix(call);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, msg, &args);
	bot_retention_say(call->host, &page);
	bot_reply_page(call, &page);
}

void bot_retention_delete(struct bot_host *host)
{
	uint32_t days = host->config->matches.keep_matches_days;

	if (days == 0)
		return;
	bot_must(bot_store_forget_matches(
		host->store, host->port->now(host->port->self) - days * BOT_DAY));
}
