#include "bot/host/host.h"

#include "bot/admin/admin_news.h"
#include "bot/admin/announcement.h"
#include "bot/admin/ban_commands.h"
#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/call/bans.h"
#include "bot/call/rate_limit.h"
#include "bot/call/time.h"
#include "bot/call/web_link.h"
#include "bot/commands/private_form.h"
#include "bot/competition/due.h"
#include "bot/host/command_run.h"
#include "bot/host/edits.h"
#include "bot/host/prefix.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/shuffle.h"
#include "bot/play/absence.h"
#include "bot/play/analysis_queue.h"
#include "bot/play/days_off.h"
#include "bot/play/due_timers.h"
#include "bot/play/record.h"
#include "bot/understand/sentence.h"

#include <stdlib.h>
#include <string.h>

void bot_host_prepare(void)
{
	bot_sentence_has_word(NULL, ""); /* whatever the word is, this makes them */
}

struct bot_host *bot_host_create(
	struct bot_store *store, const struct bot_port *port, const struct cfg *config)
{
	struct bot_host *host = bot_malloc(sizeof(*host));

	*host = (struct bot_host){.store = store,
		.port = port,
		.config = config,
		.run = port->now(port->self),
		.time_run = port->now(port->self),
		.began = port->steady(port->self),
		.shuffle_cache = bot_shuffle_cache_create(),
		.judgement_cache = bot_judgement_cache_create(),
		.analysis_queue = bot_analysis_queue_create(),
		.policy_lists = bot_policy_lists_create()};
	struct bot_text prefix = bot_text_in(host->prefix, sizeof(host->prefix));
	bot_text_add(&prefix, config->prefixes[0]);
	bot_text_add(&prefix, " ");
	return host;
}

void bot_host_stood_still(struct bot_host *host)
{
	bot_time_stood_still(host);
}

void bot_host_watch_open_tables(struct bot_host *host, struct bot_open_tables tables)
{
	host->open_tables = tables;
}

void bot_host_destroy(struct bot_host *host)
{
	if (host) {
		bot_policy_lists_destroy(host->policy_lists);
		bot_analysis_queue_destroy(host->analysis_queue);
		bot_judgement_cache_destroy(host->judgement_cache);
		bot_shuffle_cache_destroy(host->shuffle_cache);
	}
	free(host);
}

/* Messages */

static bool is_id(const char *id)
{
	return id[0] && strnlen(id, BOT_ID_SIZE) < BOT_ID_SIZE;
}

static bool is_acceptable(const struct bot_host *host, const struct bot_message *message)
{
	return is_id(message->event) && is_id(message->room) &&
	       (!message->thread || is_id(message->thread)) &&
	       (!message->edits || is_id(message->edits)) &&
	       bot_user_id_is_plain(message->sender) && !bot_call_is_bot(host, message->sender) &&
	       (message->private || message->kind == BOT_WRITTEN || bot_command_is_answer(message));
}

bool bot_host_asks_for_clear(const struct bot_host *host, const struct bot_message *message)
{
	const char *text =
		bot_prefix_skip(host->config, host->port, message->text, message->private);
	struct bot_words words;

	return is_acceptable(host, message) && message->kind == BOT_WRITTEN && !message->edits &&
	       text && bot_words_split(&words, text) &&
	       bot_private_form_asked(&words) == BOT_FORM_CLEAR;
}

/* Returns the command in the message, or NULL if the message is no command. */
static const char *find_command(struct bot_host *host, const struct bot_message *message)
{
	const char *text =
		bot_prefix_skip(host->config, host->port, message->text, message->private);

	return !text && bot_is_bare_answer(host, message) ? message->text : text;
}

bool bot_host_may_be_command(const struct bot_host *host, const struct bot_message *message)
{
	return is_acceptable(host, message) &&
	       (message->kind != BOT_WRITTEN ||
		       bot_prefix_skip(host->config, host->port, message->text, message->private) ||
		       bot_may_be_bare_answer(message));
}

static enum bot_error read_command(
	struct bot_host *host, const struct bot_message *message, bool *is_command)
{
	BOT_ATTEMPT(*is_command = find_command(host, message) != NULL);
}

bool bot_host_is_command(struct bot_host *host, const struct bot_message *message)
{
	bool is_command = false;

	if (!is_acceptable(host, message))
		return false;
	return message->kind != BOT_WRITTEN || read_command(host, message, &is_command) ||
	       is_command;
}

enum bot_error bot_host_ignores(struct bot_host *host, const char *user, bool *ignores)
{
	BOT_ATTEMPT(*ignores = bot_bans_hold_for(host, user));
}

static void handle_message(struct bot_host *host, const struct bot_message *message)
{
	if (!is_acceptable(host, message))
		return;
	const char *text = find_command(host, message);
	if (bot_bans_hold_for(host, message->sender))
		return;
	if (bot_store_handled(host->store, message->event))
		return;
	bot_cause_enter(host->store, BOT_CAUSE_EVENT, message->event, 0);
	if (!message->private && message->kind == BOT_WRITTEN && !message->edits)
		bot_store_room_scrolled(host->store, message->room, 1);
	if (!text && message->kind == BOT_WRITTEN)
		return;
	bot_days_off_update_clocks(host);
	if (message->private)
		bot_must(bot_host_user_joined(host, message->sender));
	bot_private_form_note_device(host, message);
	if (message->kind == BOT_WRITTEN)
		bot_edits_run(host, message, text);
	else
		bot_command_answer(host, message);
}

static bool may_read(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};

	bot_days_off_update_clocks(host);
	bot_rate_limit_check(&call);
	return !call.mute;
}

enum bot_error bot_host_may_read(
	struct bot_host *host, const struct bot_message *message, bool *may)
{
	BOT_ATTEMPT(*may = may_read(host, message));
}

static void do_nothing(struct bot_call *call)
{
	(void)call;
}

static void note_read(struct bot_host *host, const struct bot_message *message)
{
	struct bot_message nameless = *message; /* the bot does not answer, so it learns no name */
	struct bot_call call = {.host = host, .message = &nameless};

	nameless.name = NULL;
	call.lang = bot_language_of_message(host, message);
	bot_rate_limit_run(&call, do_nothing);
}

enum bot_error bot_host_note_read(struct bot_host *host, const struct bot_message *message)
{
	BOT_ATTEMPT(note_read(host, message));
}

enum bot_error bot_host_message(struct bot_host *host, const struct bot_message *message)
{
	BOT_ATTEMPT(handle_message(host, message));
}

/* Links to the web page */

static void open_web_link(struct bot_host *host, const char *token, struct bot_web_link *link)
{
	struct bot_web_link found;

	if (!bot_web_link_open(host, token, &found))
		bot_fail(BOT_NOT_FOUND);
	*link = found;
}

enum bot_error bot_host_open_web_link(
	struct bot_host *host, const char *token, struct bot_web_link *link)
{
	BOT_ATTEMPT(open_web_link(host, token, link));
}

static void find_web_player(struct bot_host *host, const char *user, struct bot_web_player *player)
{
	const struct bot_port *port = host->port;

	player->site[0] = '\0';
	if (port->site)
		port->site(port->self, user, player->site);
	player->plays = bot_store_user_sits(host->store, user);
}

enum bot_error bot_host_find_web_player(
	struct bot_host *host, const char *user, struct bot_web_player *player)
{
	BOT_ATTEMPT(find_web_player(host, user, player));
}

uint64_t bot_host_web_links_ended(const struct bot_host *host)
{
	return host->links_ended;
}

/* Timers */

enum bot_error bot_host_update_time(struct bot_host *host)
{
	BOT_ATTEMPT(bot_time_update(host));
}

#define LOOK_EVERY BOT_SECOND /* whether an announcement can go on */

/*
 * Deletes rows of the store that nobody needs any more. Deletes only a few rows at a time, so that
 * the call stays short.
 */
static void prune(struct bot_host *host)
{
	int64_t steady = host->port->steady(host->port->self);

	if (host->pruned && steady - host->pruned < BOT_TIME_INTERVAL)
		return;
	host->pruned = steady;
	bot_store_prune(host->store, host->port->now(host->port->self));
	bot_store_prune_settings(host->store, host->time);
	bot_retention_delete(host);
}

/* Runs the matches' timers that are due. Returns the time of the next one, or INT64_MAX. */
static int64_t run_match_timers(struct bot_host *host)
{
	enum bot_timer timer;
	int64_t match, due;

	while (bot_store_timer_next(host->store, &match, &timer, &due)) {
		if (due > host->time)
			return due;
		bot_due_timer_run(host, match, timer);
	}
	return INT64_MAX;
}

static int64_t earlier(int64_t one, int64_t other)
{
	return one < other ? one : other;
}

/* Returns the time of the steady clock at which the adapter must call again, or -1. */
static int64_t run_timers(struct bot_host *host)
{
	bot_days_off_update_clocks(host);
	prune(host);
	bool bans = bot_admin_end_banned(host);
	bool announcement = bot_announcement_continue(host);
	int64_t due = run_match_timers(host);
	due = earlier(due, bot_days_off_run_due(host));
	due = earlier(due, bot_weekly_run_due(host));
	due = earlier(due, bot_competitions_run_due(host));
	if (announcement)
		due = earlier(due, host->time + LOOK_EVERY);
	if (bans)
		due = host->time + 1;
	if (due == INT64_MAX)
		return -1;
	return host->port->steady(host->port->self) + earlier(due - host->time, BOT_TIME_INTERVAL);
}

enum bot_error bot_host_run_timers(struct bot_host *host, int64_t *next)
{
	BOT_ATTEMPT(*next = run_timers(host));
}

/* Work that can wait */

bool bot_host_has_long_work(const struct bot_host *host)
{
	return bot_analysis_queue_waits(host);
}

enum bot_error bot_host_do_long_work(struct bot_host *host)
{
	BOT_ATTEMPT(bot_analysis_queue_work(host));
}

/* News for the bot's admins */

static void tell_of_start(struct bot_host *host)
{
	bot_cause_enter(host->store, "start", "", host->run);
	bot_admin_tell_of_start(host);
}

enum bot_error bot_host_started(struct bot_host *host)
{
	BOT_ATTEMPT(tell_of_start(host));
}

enum bot_error bot_host_stops(struct bot_host *host)
{
	BOT_ATTEMPT(bot_admin_note_stop(host));
}

static void tell_of_outage(struct bot_host *host, enum bot_msg msg, int64_t length)
{
	bot_cause_enter(host->store, "outage", "", host->run);
	bot_admin_tell_of_outage(host, msg, length);
}

enum bot_error bot_host_homeserver_returned(struct bot_host *host, int64_t length)
{
	BOT_ATTEMPT(tell_of_outage(host, BOT_MSG_ADMIN_NEWS_HOMESERVER_BACK, length));
}

enum bot_error bot_host_store_returned(struct bot_host *host, int64_t length)
{
	BOT_ATTEMPT(tell_of_outage(host, BOT_MSG_ADMIN_NEWS_STORE_BACK, length));
}

static void tell_store_is_older(struct bot_host *host)
{
	bot_cause_enter(host->store, "older store", "", host->run);
	bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_STORE_OLDER, (struct bot_args){0});
}

enum bot_error bot_host_store_is_older(struct bot_host *host)
{
	BOT_ATTEMPT(tell_store_is_older(host));
}

static void tell_account_released(struct bot_host *host, const struct bot_hold *hold)
{
	bot_cause_enter(host->store, "hold", "", host->port->now(host->port->self));
	bot_admin_tell_of_hold(host, hold->code, hold->contact, hold->length);
}

enum bot_error bot_host_account_released(struct bot_host *host, const struct bot_hold *hold)
{
	BOT_ATTEMPT(tell_account_released(host, hold));
}

/* The erasure of a user */

static void remove_user(struct bot_host *host, const char *user)
{
	bot_days_off_update_clocks(host);

	bot_absence_end_erased(host, user);
}

enum bot_error bot_host_remove_user(struct bot_host *host, const char *user)
{
	BOT_ATTEMPT(remove_user(host, user));
}
