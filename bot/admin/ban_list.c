#include "bot/admin/ban_list.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the most bans in one answer; so many ids of the greatest length fit a page */
#define LISTED_MOST 20
/* A page with so many bytes gets no more rules, because a rule can be longer than an id. */
#define RULES_SIZE (BOT_PAGE_BODY / 2)

static void say_line(struct bot_page *page, enum bot_msg msg, struct bot_args args)
{
	bot_page_line(page);
	bot_page_say(page, msg, &args);
}

/* Policy lists */

static void say_rule(struct bot_page *page, const struct bot_policy_rule *rule)
{
	say_line(page, *rule->reason ? BOT_MSG_BANS_RULE : BOT_MSG_BANS_LINE,
		(struct bot_args){.name = rule->key + 1, .words = rule->reason});
}

/* Shows the rules of a list from `number` on, which counts from 1. */
static void show_rules(struct bot_call *call, const struct bot_policy_list *list, size_t number)
{
	const struct bot_policy_rules *rules = &list->rules;
	char more[BOT_ID_SIZE + 24];
	struct bot_page page;
	size_t i = number > 0 ? number - 1 : 0;

	if (i >= rules->count) {
		bot_reply(call, BOT_MSG_BANS_RULES_NONE, (struct bot_args){.name = list->name});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_BANS_RULES, &(struct bot_args){.name = list->name});
	for (size_t end = i + LISTED_MOST;
		i < rules->count && i < end && page.body.used < RULES_SIZE; i++)
		say_rule(&page, &rules->rule[i]);
	snprintf(more, sizeof(more), "%s %zu", list->name, i + 1);
	if (i < rules->count)
		say_line(&page, BOT_MSG_BANS_MORE, (struct bot_args){.name = more});
	bot_reply_page(call, &page);
}

static void say_list(struct bot_host *host, const char *name, struct bot_page *page)
{
	const struct bot_policy_list *list = bot_policy_lists_get(host, name);

	say_line(page,
		list && list->fails      ? BOT_MSG_BANS_LIST_FAILS
		: list && list->is_known ? BOT_MSG_BANS_LIST
					 : BOT_MSG_BANS_LIST_UNREAD,
		(struct bot_args){.name = name, .count = list ? (int64_t)list->rules.count : 0});
}

static void say_lists(struct bot_host *host, struct bot_page *page)
{
	const struct cfg_bans *bans = &host->config->bans;

	for (unsigned i = 0; i < bans->lists_count; i++)
		say_list(host, bans->lists[i], page);
	if (bans->lists_count > 0)
		say_line(page, BOT_MSG_BANS_LIST_HOW, (struct bot_args){0});
}

bool bot_admin_reply_ban_by_list(struct bot_call *call, const char *banned)
{
	struct bot_page page;

	if (bot_admins_include(call->host->config, banned)) /* no ban holds for them */
		return false;
	const struct bot_policy_ban ban =
		banned[0] == '@' ? bot_policy_lists_find(call->host, banned)
				 : bot_policy_lists_find_origin(call->host, banned);
	if (!ban.rule)
		return false;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_BANS_BY_LIST,
		&(struct bot_args){
			.name = banned, .room = ban.list->name, .words = ban.rule->key + 1});
	if (*ban.rule->reason)
		say_line(&page, BOT_MSG_BANS_REASON, (struct bot_args){.words = ban.rule->reason});
	bot_reply_page(call, &page);
	return true;
}

/* Bans by admins */

/* Adds the bans after `last`, and sets `last` to the last one. Returns false if none follows. */
static bool say_bans(struct bot_host *host, struct bot_page *page, char last[BOT_ID_SIZE])
{
	for (size_t listed = 0; listed < LISTED_MOST; listed++) {
		if (!bot_found(bot_store_next_ban(host->store, last, last)))
			return false;
		if (listed == 0)
			bot_page_say(page, BOT_MSG_BANS, NULL);
		say_line(page, BOT_MSG_BANS_LINE, (struct bot_args){.name = last});
	}
	return true;
}

static void show_bans(struct bot_call *call, const char *after)
{
	char last[BOT_ID_SIZE] = "";
	struct bot_page page;

	if (strlen(after) < sizeof(last))
		strcpy(last, after);
	bot_page_init(&page, call->lang);
	bool more = say_bans(call->host, &page, last);
	if (page.body.used == 0)
		bot_page_say(&page, BOT_MSG_BANS_NONE, NULL);
	else
		say_line(&page, more ? BOT_MSG_BANS_MORE : BOT_MSG_BANS_END,
			(struct bot_args){.name = last});
	if (!*after)
		say_lists(call->host, &page);
	bot_reply_page(call, &page);
}

void bot_admin_list_bans(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? call->words.word[1] : "";
	const struct bot_policy_list *list = bot_policy_lists_get(call->host, word);
	bool is_ban = false;

	if (list) {
		show_rules(call, list,
			call->words.count > 2 ? strtoul(call->words.word[2], NULL, 10) : 1);
		return;
	}
	bot_must(bot_store_has_ban(call->host->store, word, &is_ban));
	if (!*word || is_ban || !bot_admin_reply_ban_by_list(call, word))
		show_bans(call, word);
}
