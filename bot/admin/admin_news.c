#include "bot/admin/admin_news.h"

#include "bot/base/attempt.h"
#include "bot/call/time.h"
#include "bot/store/outbox_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An admin for whom so many messages wait gets no more news: the bot can't reach them. */
#define WAITING_MOST 8

/*
 * The store keeps "running VERSION" while the bot runs, and "stopped VERSION" after it has ended as
 * it should.
 */
#define RUN_KEY "run"
#define RUNNING "running "
#define STOPPED "stopped "

#define WORDS_SIZE 640 /* bytes; the Matrix adapter gives at most 576 */

static void notify(
	struct bot_host *host, const char *admin, enum bot_msg msg, const struct bot_args *args)
{
	const struct bot_lang *usual = &bot_langs[host->config->language];

	if (bot_outbox_lane_size(host->store, true, admin) >= WAITING_MOST)
		return;
	bot_send_message(host, (struct bot_letter){.private = true, .to = admin},
		bot_language_chosen(host, BOT_OF_USER, admin, usual), msg, *args);
}

void bot_admin_notify(struct bot_host *host, enum bot_msg msg, struct bot_args args)
{
	for (unsigned i = 0; i < host->config->admins.users_count; i++)
		notify(host, host->config->admins.users[i], msg, &args);
}

static void set_run(struct bot_host *host, const char *state)
{
	char value[64];

	snprintf(value, sizeof(value), "%s" ENGARDE_VERSION, state);
	bot_must(bot_store_set(host->store, RUN_KEY, value));
}

/* In a new store there is no earlier run, so the admins get no news. */
void bot_admin_tell_of_start(struct bot_host *host)
{
	const char *leader = bot_store_leader(host->store);
	char *value = NULL;

	bot_found(bot_store_get(host->store, RUN_KEY, &value));
	bot_scratch_own(value, free);
	const char *version = value ? strchr(value, ' ') : NULL;
	set_run(host, RUNNING);
	if (value && strncmp(value, RUNNING, strlen(RUNNING)) == 0)
		bot_admin_notify(host,
			leader ? BOT_MSG_ADMIN_NEWS_TOOK_OVER : BOT_MSG_ADMIN_NEWS_CRASHED,
			(struct bot_args){.words = leader});
	if (version && strcmp(version + 1, ENGARDE_VERSION) != 0)
		bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_UPDATED,
			(struct bot_args){.version = ENGARDE_VERSION, .words = version + 1});
}

void bot_admin_note_stop(struct bot_host *host)
{
	set_run(host, STOPPED);
}

void bot_admin_tell_of_outage(struct bot_host *host, enum bot_msg msg, int64_t length)
{
	size_t waiting = bot_outbox_size(host->store);
	bot_admin_notify(host, msg, (struct bot_args){.left = length, .count = (int64_t)waiting});
}

void bot_admin_tell_of_hold(
	struct bot_host *host, const char *code, const char *contact, int64_t length)
{
	char words[WORDS_SIZE];

	size_t waiting = bot_outbox_size(host->store);
	if (*contact)
		snprintf(words, sizeof(words), "%s (%s)", code, contact);
	else
		snprintf(words, sizeof(words), "%s", code);
	bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_RELEASED,
		(struct bot_args){.left = length, .words = words, .count = (int64_t)waiting});
}
