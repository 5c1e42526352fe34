#include "bot/host/policy_news.h"

#include "bot/admin/admin_news.h"
#include "bot/admin/ban_commands.h"
#include "bot/call/policy_lists.h"

/* Gives the messages that follow their transaction ids. */
static void enter(const struct bot_host *host, const char *name)
{
	bot_cause_enter(host->store, "policy list", name, host->port->now(host->port->self));
}

static enum bot_error tell_changes(
	struct bot_host *host, const struct bot_policy_list *list, bool failed, size_t ignored)
{
	enum bot_error error = BOT_OK;

	if (failed)
		error = bot_admin_notify(
			host, BOT_MSG_ADMIN_NEWS_LIST_READ, (struct bot_args){.name = list->name});
	if (!error && list->rules.ignored > ignored)
		error = bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_LIST_TOO_WIDE,
			(struct bot_args){
				.name = list->name, .count = (int64_t)list->rules.ignored});
	return error;
}

enum bot_error bot_host_policy_list_read(struct bot_host *host, const char *name, const char *text)
{
	struct bot_policy_list *list = NULL;
	bool changed = false;

	enum bot_error error = bot_policy_lists_get(host, name, &list);
	bool failed = list && list->fails;
	size_t ignored = list ? list->rules.ignored : 0;

	enter(host, name);
	if (!error)
		error = bot_policy_lists_set(host, name, text, &changed);
	if (!error && changed)
		error = bot_admin_apply_bans(host);
	if (!error)
		error = bot_policy_lists_get(host, name, &list);
	return error || !list ? error : tell_changes(host, list, failed, ignored);
}

enum bot_error bot_host_policy_list_fails(struct bot_host *host, const char *name, const char *why)
{
	struct bot_policy_list *list = NULL;

	enum bot_error error = bot_policy_lists_add(host, name, &list);
	if (error || !list || list->fails)
		return error;
	enter(host, name);
	list->fails = true;
	return bot_admin_notify(
		host, BOT_MSG_ADMIN_NEWS_LIST_FAILS, (struct bot_args){.name = name, .words = why});
}

enum bot_error bot_host_policy_list_removed(struct bot_host *host, const char *name)
{
	return bot_policy_lists_remove(host, name);
}
