#include "bot/host/host.h"

#include "bot/command/time.h"
#include "bot/host/commands.h"
#include "bot/match/match_life.h"
#include "bot/match/shuffle.h"
#include "bot/text/name.h"

#include <stdlib.h>
#include <string.h>

enum bot_error bot_host_create(struct bot_store *store, const struct bot_port *port,
	const struct cfg *config, struct bot_host **host)
{
	struct bot_shuffle_cache *cache = bot_shuffle_cache_create();
	struct bot_host *made = malloc(sizeof(*made));
	struct bot_text prefix;

	if (!cache || !made) {
		bot_shuffle_cache_destroy(cache);
		free(made);
		return BOT_NO_MEMORY;
	}
	*made = (struct bot_host){.store = store,
		.port = port,
		.config = config,
		.run = port->now(port->self),
		.shuffle_cache = cache};
	bot_text_init(&prefix, made->prefix, sizeof(made->prefix));
	bot_text_add(&prefix, config->prefixes[0]);
	bot_text_add(&prefix, " ");
	*host = made;
	return BOT_OK;
}

void bot_host_destroy(struct bot_host *host)
{
	if (host)
		bot_shuffle_cache_destroy(host->shuffle_cache);
	free(host);
}

/* Messages */

static bool is_id(const char *id)
{
	return id[0] && strnlen(id, BOT_ID_SIZE) < BOT_ID_SIZE;
}

/* The bot shows senders' ids to people, so it ignores ids that can disturb a text. */
static bool is_printable_ascii(const char *id)
{
	while (*id > ' ' && *id < 0x7F)
		id++;
	return *id == '\0';
}

static bool acceptable(const struct bot_host *host, const struct bot_message *message)
{
	return is_id(message->event) && is_id(message->room) && is_id(message->sender) &&
	       (!message->thread || is_id(message->thread)) &&
	       is_printable_ascii(message->sender) && !bot_call_is_bot(host, message->sender) &&
	       (message->private || !message->choice);
}

bool bot_host_is_command(const struct bot_host *host, const struct bot_message *message)
{
	return acceptable(host, message) &&
	       bot_command_text(host->config, message->text, message->private);
}

static enum bot_error learn_name(struct bot_host *host, const struct bot_message *message)
{
	if (!message->name)
		return BOT_OK;
	return bot_name_learn(host->store, message->sender, message->name);
}

enum bot_error bot_host_message(struct bot_host *host, const struct bot_message *message)
{
	const char *text = bot_command_text(host->config, message->text, message->private);
	enum bot_error error = BOT_OK;
	bool again = false;

	if (!acceptable(host, message))
		return BOT_OK;
	error = bot_store_handled(host->store, message->event, &again);
	if (error || again)
		return error;
	if (!message->private)
		error = bot_store_room_scrolled(host->store, message->room, 1);
	if (error || !text)
		return error;
	error = bot_time_update(host);
	if (!error)
		error = learn_name(host, message);
	if (error)
		return error;
	return message->choice ? bot_command_choose(host, message)
			       : bot_command_run(host, message, text);
}

/* Timers */

/* Prunes only a few rows of the store at a time, so that the call stays short. */
static enum bot_error prune(struct bot_host *host)
{
	int64_t steady = host->port->steady(host->port->self);

	if (host->pruned && steady - host->pruned < BOT_TIME_INTERVAL)
		return BOT_OK;
	host->pruned = steady;
	return bot_store_prune(host->store, host->port->now(host->port->self));
}

enum bot_error bot_host_run_timers(struct bot_host *host, int64_t *next)
{
	enum bot_timer timer;
	int64_t match, due;

	enum bot_error error = bot_time_update(host);
	if (!error)
		error = bot_match_update_boards(host);
	if (!error)
		error = prune(host);
	while (!error) {
		error = bot_store_timer_next(host->store, &match, &timer, &due);
		if (!error && due > host->time)
			break;
		if (!error)
			error = bot_match_run_timer(host, match, timer);
	}
	if (error && error != BOT_NOT_FOUND)
		return error;
	int64_t wait = error || due - host->time > BOT_TIME_INTERVAL ? BOT_TIME_INTERVAL
								     : due - host->time;
	*next = error ? -1 : host->port->steady(host->port->self) + wait;
	return BOT_OK;
}
