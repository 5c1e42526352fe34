#include "bot/commands/privacy.h"

#include "bot/archive/retention.h"
#include "bot/call/web_link.h"

#include <string.h>

/* Adds the operator's own words. A URL becomes a link. */
static void say_notice(struct bot_page *page, const char *notice)
{
	if (strncmp(notice, "https://", 8) == 0 && !strpbrk(notice, " \t"))
		bot_page_link(page, notice, notice, false);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_PRIVACY_NOTICE, &(struct bot_args){.words = notice});
}

void bot_run_privacy(struct bot_call *call)
{
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	const char *notice = call->host->config->privacy_notice;
	struct bot_page page;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_PRIVACY, &args);
	if (!bot_retention_say(call->host, &page))
		bot_page_say(&page, BOT_MSG_PRIVACY_FOR_EVER, &args);
	if (bot_web_link_is_available(call->host))
		bot_page_say(&page, BOT_MSG_PRIVACY_LINK, NULL);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_PRIVACY_READERS, &args);
	if (call->host->port->protection)
		bot_page_say(&page, BOT_MSG_PRIVACY_FORGERS, NULL);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_PRIVACY_RIGHTS, &args);
	if (notice)
		say_notice(&page, notice);
	bot_reply_page(call, &page);
}
