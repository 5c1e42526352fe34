#include "bot/admin/admin_news.h"

#include "bot/call/time.h"
#include "bot/store/outbox_counts.h"

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

static enum bot_error notify(
	struct bot_host *host, const char *admin, enum bot_msg msg, const struct bot_args *args)
{
	const struct bot_lang *lang = &bot_langs[host->config->language];
	struct bot_page page;
	size_t waiting = 0;

	enum bot_error error = bot_outbox_lane_size(host->store, true, admin, &waiting);
	if (!error && waiting < WAITING_MOST)
		error = bot_language_chosen(host, BOT_OF_USER, admin, &lang);
	if (error || waiting >= WAITING_MOST)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, args);
	return bot_send(host, (struct bot_letter){.private = true, .to = admin}, &page, NULL);
}

enum bot_error bot_admin_notify(struct bot_host *host, enum bot_msg msg, struct bot_args args)
{
	enum bot_error error = BOT_OK;

	for (unsigned i = 0; !error && i < host->config->admins.users_count; i++)
		error = notify(host, host->config->admins.users[i], msg, &args);
	return error;
}

static enum bot_error set_run(struct bot_host *host, const char *state)
{
	char value[64];

	snprintf(value, sizeof(value), "%s" ENGARDE_VERSION, state);
	return bot_store_set(host->store, RUN_KEY, value);
}

/* In a new store there is no earlier run, so the admins get no news. */
enum bot_error bot_admin_tell_of_start(struct bot_host *host)
{
	const char *leader = bot_store_leader(host->store);
	char *value = NULL;

	enum bot_error error = bot_store_get(host->store, RUN_KEY, &value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	bool ended = !value || strncmp(value, RUNNING, strlen(RUNNING)) != 0;
	const char *version = value ? strchr(value, ' ') : NULL;

	error = set_run(host, RUNNING);
	if (!error && !ended)
		error = bot_admin_notify(host,
			leader ? BOT_MSG_ADMIN_NEWS_TOOK_OVER : BOT_MSG_ADMIN_NEWS_CRASHED,
			(struct bot_args){.words = leader});
	if (!error && version && strcmp(version + 1, ENGARDE_VERSION) != 0)
		error = bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_UPDATED,
			(struct bot_args){.version = ENGARDE_VERSION, .words = version + 1});
	free(value);
	return error;
}

enum bot_error bot_admin_note_stop(struct bot_host *host)
{
	return set_run(host, STOPPED);
}

enum bot_error bot_admin_tell_of_outage(struct bot_host *host, enum bot_msg msg, int64_t length)
{
	size_t waiting = 0;

	enum bot_error error = bot_outbox_size(host->store, &waiting);
	if (error)
		return error;
	return bot_admin_notify(
		host, msg, (struct bot_args){.left = length, .count = (int64_t)waiting});
}

enum bot_error bot_admin_tell_of_hold(
	struct bot_host *host, const char *code, const char *contact, int64_t length)
{
	char words[WORDS_SIZE];
	size_t waiting = 0;

	enum bot_error error = bot_outbox_size(host->store, &waiting);
	if (error)
		return error;
	if (*contact)
		snprintf(words, sizeof(words), "%s (%s)", code, contact);
	else
		snprintf(words, sizeof(words), "%s", code);
	return bot_admin_notify(host, BOT_MSG_ADMIN_NEWS_RELEASED,
		(struct bot_args){.left = length, .words = words, .count = (int64_t)waiting});
}
