#include "bot/host/policy_news.h"

#include "bot/admin/admin_news.h"
#include "bot/admin/ban_commands.h"
#include "bot/base/attempt.h"
#include "bot/call/bans.h"

/* Enters the cause of the messages that follow, from which their transaction ids are made. */
static void enter(const struct bot_host *host, const char *name)
{
	bot_cause_enter(host->store, "policy list", name, host->port->now(host->port->self));
}

static void tell_changes(
	struct bot_host *host, const struct bot_policy_list *list, bool failed, size_t ignored)
{
	if (failed)
		bot_admin_notify(
			host, BOT_MSG_ADMIN_NEWS_LIST_READ, (struct bot_args){.name = list->name});
	if (list->rules.ignored > ignored)
		bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_LIST_TOO_WIDE,
			(struct bot_args){
				.name = list->name, .count = (int64_t)list->rules.ignored});
}

static void note_list_read(struct bot_host *host, const char *name, const char *text)
{
	struct bot_policy_list *list = bot_policy_lists_get(host, name);
	bool failed = list && list->fails;
	size_t ignored = list ? list->rules.ignored : 0;

	enter(host, name);
	if (bot_policy_lists_set(host, name, text))
		bot_admin_apply_bans(host);
	list = bot_policy_lists_get(host, name);
	if (list)
		tell_changes(host, list, failed, ignored);
}

enum bot_error bot_host_policy_list_read(struct bot_host *host, const char *name, const char *text)
{
	BOT_ATTEMPT(note_list_read(host, name, text));
}

static void note_list_fails(struct bot_host *host, const char *name, const char *why)
{
	struct bot_policy_list *list = bot_policy_lists_add(host, name);

	if (!list || list->fails)
		return;
	enter(host, name);
	list->fails = true;
	bot_admin_notify(
		host, BOT_MSG_ADMIN_NEWS_LIST_FAILS, (struct bot_args){.name = name, .words = why});
}

enum bot_error bot_host_policy_list_fails(struct bot_host *host, const char *name, const char *why)
{
	BOT_ATTEMPT(note_list_fails(host, name, why));
}

enum bot_error bot_host_policy_list_removed(struct bot_host *host, const char *name)
{
	BOT_ATTEMPT(bot_policy_lists_remove(host, name));
}
