#include "bot/host.h"

#include "bot/challenge.h"
#include "bot/choice.h"
#include "bot/clock.h"
#include "bot/command.h"
#include "bot/game.h"
#include "bot/language.h"
#include "bot/name.h"
#include "bot/time.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum bot_error bot_host_create(struct bot_store *store, const struct bot_port *port,
	const struct cfg *config, struct bot_host **host)
{
	struct bot_text prefix;

	struct bot_host *made = malloc(sizeof(*made));
	if (!made)
		return BOT_NO_MEMORY;
	*made = (struct bot_host){.store = store, .port = port, .config = config};
	made->run = port->now(port->self);
	bot_text_init(&prefix, made->prefix, sizeof(made->prefix));
	bot_text_add(&prefix, config->prefixes[0]);
	bot_text_add(&prefix, " ");
	*host = made;
	return BOT_OK;
}

void bot_host_destroy(struct bot_host *host)
{
	if (host)
		sodium_memzero(host->waypoints, sizeof(host->waypoints));
	free(host);
}

/* Messages */

static bool is_id(const char *id)
{
	return id[0] && strnlen(id, BOT_ID_SIZE) < BOT_ID_SIZE;
}

/* A sender's id is shown where no name is: one that steers a text is nobody's to speak with. */
static bool is_graphic(const char *id)
{
	while (*id > ' ' && *id < 0x7F)
		id++;
	return *id == '\0';
}

static bool acceptable(const struct bot_host *host, const struct bot_message *message)
{
	const char *bot = host->config->matrix.user;

	return is_id(message->event) && is_id(message->room) && is_id(message->sender) &&
	       is_graphic(message->sender) && !(bot && strcmp(message->sender, bot) == 0);
}

bool bot_host_wants(const struct bot_host *host, const struct bot_message *message)
{
	if (message->choice)
		return acceptable(host, message) && message->private;
	return acceptable(host, message) &&
	       bot_command_text(host->config, message->text, message->private);
}

static enum bot_error learn_name(struct bot_host *host, const struct bot_message *message)
{
	char clean[BOT_NAME_SIZE];

	if (!message->name)
		return BOT_OK;
	bot_name_clean(message->name, clean);
	return bot_store_set_name(host->store, message->sender, clean[0] ? clean : NULL);
}

enum bot_error bot_host_message(struct bot_host *host, const struct bot_message *message)
{
	const char *text = bot_command_text(host->config, message->text, message->private);
	enum bot_error error = BOT_OK;
	bool again = false;

	if (!acceptable(host, message) || (message->choice && !message->private))
		return BOT_OK;
	error = bot_store_handled(host->store, message->event, &again);
	if (error || again)
		return error;
	if (!message->private)
		error = bot_store_room_scrolled(host->store, message->room, 1);
	if (error || !text)
		return error;
	error = bot_time_go_on(host);
	if (!error)
		error = learn_name(host, message);
	if (error)
		return error;
	return message->choice ? bot_choice_run(host, message)
			       : bot_command_run(host, message, text);
}

/* Tells a room something of the bot itself. */
static enum bot_error say(struct bot_host *host, const char *room, enum bot_msg msg)
{
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &(struct bot_args){.prefix = host->prefix});
	return bot_send(host, (struct bot_letter){.to = room}, &page, NULL);
}

static enum bot_error welcome(struct bot_host *host, const char *room)
{
	char key[BOT_ID_SIZE + 16];
	struct bot_text text;
	char *value = NULL;

	bot_text_init(&text, key, sizeof(key));
	bot_text_add(&text, "welcomed ");
	bot_text_add(&text, room);
	enum bot_error error = bot_store_get(host->store, key, &value);
	free(value);
	if (error != BOT_NOT_FOUND)
		return error;
	error = bot_store_set(host->store, key, "");
	if (error)
		return error;
	return say(host, room, BOT_MSG_WELCOME);
}

/* Where it was not in the room for a while, it has said in vain whom it can't reach. */
enum bot_error bot_host_joined(struct bot_host *host, const char *room)
{
	enum bot_error error = welcome(host, room);

	return error ? error : bot_challenge_reach_again(host, room);
}

enum bot_error bot_host_encrypted(struct bot_host *host, const char *room)
{
	return say(host, room, BOT_MSG_ROOM_ENCRYPTED);
}

enum bot_error bot_host_unreadable(struct bot_host *host, const char *room, const char *user)
{
	char name[BOT_NAME_SIZE];
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (!error)
		error = bot_store_name(host->store, user, name);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_UNREADABLE, &(struct bot_args){.name = name});
	return bot_send(host, (struct bot_letter){.to = room, .mention = user}, &page, NULL);
}

/* Timers */

static enum bot_error expire(struct bot_host *host, int64_t id, enum bot_timer timer)
{
	struct bot_match match;
	struct bot_game game;

	enum bot_error error = bot_store_match_get(host->store, id, &match);
	if (error)
		return error;
	if (match.status != BOT_CHALLENGE && match.status != BOT_MEETING)
		return bot_store_timer_clear(host->store, id, timer);
	error = bot_game_load(&game, host, &match);
	return error ? error
		     : bot_game_end(&game, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_EXPIRED,
			       (struct bot_args){0});
}

static enum bot_error forget(struct bot_host *host, int64_t id, enum bot_timer timer)
{
	return bot_store_timer_clear(host->store, id, timer);
}

/* Each ends or moves its timer. */
static enum bot_error (*const due_timers[])(struct bot_host *, int64_t, enum bot_timer) = {
	[BOT_TIMER_CHALLENGE] = expire,
	[BOT_TIMER_HALF] = bot_clock_due,
	[BOT_TIMER_LATE] = bot_clock_due,
	[BOT_TIMER_FORFEIT] = bot_clock_due,
	[BOT_TIMER_NUDGE] = forget,
};

enum bot_error bot_host_tick(struct bot_host *host, int64_t *next)
{
	enum bot_timer timer;
	int64_t match, due;

	enum bot_error error = bot_time_go_on(host);
	if (!error)
		error = bot_clock_show(host);
	while (!error) {
		error = bot_store_timer_next(host->store, &match, &timer, &due);
		if (!error && due > host->time)
			break;
		if (!error)
			error = due_timers[timer](host, match, timer);
	}
	if (error && error != BOT_NOT_FOUND)
		return error;
	int64_t wait =
		error || due - host->time > BOT_TIME_NOTED ? BOT_TIME_NOTED : due - host->time;
	*next = error ? -1 : host->port->steady(host->port->self) + wait;
	return BOT_OK;
}
