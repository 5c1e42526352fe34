#include "bot/admin/ban_commands.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command `bans` */

/* the most bans in one answer; so many ids of the greatest length fit a page */
#define LISTED_MOST 20
/* A page with so many bytes gets no more rules, because a rule can be longer than an id. */
#define RULES_SIZE (BOT_PAGE_BODY / 2)

static void say_line(struct bot_page *page, enum bot_msg msg, struct bot_args args)
{
	bot_page_say_below(page, msg, &args);
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
	BOT_PAGE(page);
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

/*
 * If a rule of a policy list bans a user or an origin, replies with this rule. Otherwise returns
 * false.
 */
static bool reply_ban_by_list(struct bot_call *call, const char *banned)
{
	BOT_PAGE(page);

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
		if (!bot_store_next_ban(host->store, last, last))
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
	BOT_PAGE(page);

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

	if (list) {
		show_rules(call, list,
			call->words.count > 2 ? strtoul(call->words.word[2], NULL, 10) : 1);
		return;
	}
	if (!*word || bot_store_has_ban(call->host->store, word) || !reply_ban_by_list(call, word))
		show_bans(call, word);
}

/* Ending the matches of banned users */

#define PAGE      64 /* how many matches one call of bot_admin_end_banned looks at */
#define SWEEP_KEY "ban sweep"

static void stop_banned(struct bot_loaded_match *loaded)
{
	bot_match_stop(loaded, BOT_MSG_MATCH_BANNED);
}

/*
 * How far the search for matches of banned users has come. It first looks at all challenges, then
 * at all accepted challenges, then at all matches in play.
 */
struct sweep {
	int status;
	int64_t after; /* the id of the last match that the search has looked at */
};

static void store_sweep(struct bot_host *host, const struct sweep *sweep)
{
	char value[48];

	snprintf(value, sizeof(value), "%d %" PRId64, sweep->status, sweep->after);
	bot_must(
		bot_store_set(host->store, SWEEP_KEY, sweep->status <= BOT_PLAYING ? value : NULL));
}

static void load_sweep(struct bot_host *host, struct sweep *sweep)
{
	char *value = NULL, *rest;

	*sweep = (struct sweep){.status = BOT_ENDED};
	if (!bot_found(bot_store_get(host->store, SWEEP_KEY, &value)))
		return;
	sweep->status = (int)strtol(value, &rest, 10);
	sweep->after = strtoll(rest, NULL, 10);
	free(value);
}

static void end_if_banned(struct bot_host *host, const struct bot_match *match)
{
	struct bot_loaded_match loaded;
	bool banned = false;

	for (enum eg_seat seat = EG_WHITE; !banned && seat <= EG_BLACK; seat++) {
		banned = match->player[seat][0] && bot_bans_hold_for(host, match->player[seat]);
		if (banned && match->competition != 0)
			bot_competition_leave(host->store, match->player[seat], NULL);
	}
	if (!banned)
		return;
	bot_match_load(&loaded, host, match);
	stop_banned(&loaded);
}

static void sweep_page(struct bot_host *host, struct sweep *sweep)
{
	const struct bot_match_filter filter = {.status = sweep->status, .after = sweep->after};
	struct bot_match *matches = bot_scratch(PAGE * sizeof(*matches));

	size_t count = bot_store_match_find(host->store, &filter, matches, PAGE);
	for (size_t i = 0; i < count; i++)
		end_if_banned(host, &matches[i]);
	if (count == PAGE)
		sweep->after = matches[PAGE - 1].id;
	else
		*sweep = (struct sweep){.status = sweep->status + 1};
	store_sweep(host, sweep);
}

bool bot_admin_end_banned(struct bot_host *host)
{
	struct sweep sweep;

	load_sweep(host, &sweep);
	if (sweep.status <= BOT_PLAYING)
		sweep_page(host, &sweep);
	return sweep.status <= BOT_PLAYING;
}

void bot_admin_apply_bans(struct bot_host *host)
{
	host->links_ended++;
	store_sweep(host, &(struct sweep){.status = BOT_CHALLENGE});
}

/* The commands */

static const struct bot_args example = {.words = BOT_ADMIN_BAN_BELOW};

/* Reads the user or the origin that the command names. Returns false if the word is neither. */
static bool read_banned(const struct bot_call *call, char banned[BOT_ID_SIZE], bool *is_user)
{
	const struct bot_port *port = call->host->port;
	const char *word = call->words.count > 1 ? call->words.word[1] : "";

	enum bot_user_word kind = bot_call_read_user(call, word, banned);
	*is_user = kind == BOT_USER;
	return *is_user || (kind == BOT_NOT_A_USER && port->read_origin &&
				   port->read_origin(port->self, word, banned));
}

/*
 * Returns whether nobody may ban this: it is the bot, an admin, or the origin where the bot has its
 * account. (The key invites.from can restrict the users of that origin.)
 */
static bool is_protected(const struct bot_call *call, const char *banned)
{
	const struct bot_port *port = call->host->port;
	char own[BOT_ID_SIZE] = "";

	if (port->origin && port->user)
		port->origin(port->self, port->user, own);
	size_t length = strlen(own), above = strlen(banned);
	return bot_call_is_bot(call->host, banned) ||
	       bot_admins_include(call->host->config, banned) || strcmp(own, banned) == 0 ||
	       (banned[0] == '*' && length >= above &&
		       strcmp(own + length - (above - 1), banned + 1) == 0);
}

static void ban(const struct bot_call *call, const char *banned, bool is_user)
{
	const struct bot_match_filter of_user = {.player = banned, .status = -1};
	struct bot_host *host = call->host;

	bot_store_ban(host->store, banned);
	host->links_ended++; /* those of a banned origin, too */
	if (is_user) {
		bot_match_load_each(host, &of_user, stop_banned);
		bot_leave_private_room(host, banned);
		bot_web_link_end_table(host, banned);
	} else {
		store_sweep(host, &(struct sweep){.status = BOT_CHALLENGE});
	}
	bot_reply(call, BOT_MSG_BANNED, (struct bot_args){.name = banned});
}

void bot_admin_ban(struct bot_call *call)
{
	char banned[BOT_ID_SIZE];
	bool is_user;

	if (!read_banned(call, banned, &is_user)) {
		bot_reply(call, BOT_MSG_BAN_WHAT, example);
		return;
	}
	if (is_protected(call, banned)) {
		bot_reply(call, BOT_MSG_BAN_PROTECTED, (struct bot_args){.name = banned});
		return;
	}
	size_t count = bot_store_ban_count(call->host->store);
	if (!bot_store_has_ban(call->host->store, banned) && count >= BOT_BANS_MOST)
		bot_reply(call, BOT_MSG_BANS_FULL, (struct bot_args){.count = BOT_BANS_MOST});
	else
		ban(call, banned, is_user);
}

void bot_admin_unban(struct bot_call *call)
{
	char banned[BOT_ID_SIZE];
	bool is_user;

	if (!read_banned(call, banned, &is_user)) {
		bot_reply(call, BOT_MSG_BAN_WHAT, example);
		return;
	}
	bool removed = bot_store_unban(call->host->store, banned);
	if (reply_ban_by_list(call, banned))
		return;
	bot_reply(call, removed ? BOT_MSG_UNBANNED : BOT_MSG_NOT_BANNED,
		(struct bot_args){.name = banned});
}
