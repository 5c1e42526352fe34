#include "bot/commands/widget.h"

#include "bot/call/question.h"
#include "bot/call/web_link.h"

#include <string.h>
#include <strings.h>

static enum bot_error say(
	struct bot_host *host, const char *room, enum bot_msg msg, struct bot_args args)
{
	return bot_send_to_room(host, (struct bot_letter){.to = room}, msg, args);
}

/* Puts the change of the widget into the outbox. An empty URL removes the widget. */
static enum bot_error send(struct bot_host *host, const char *room, const char *url)
{
	return bot_send(host, (struct bot_letter){.kind = BOT_OUT_WIDGET, .to = room, .body = url},
		NULL, NULL);
}

static bool has_https(const struct bot_host *host)
{
	static const char https[] = "https://";

	return strncasecmp(host->config->web.url, https, sizeof(https) - 1) == 0;
}

/*
 * Sets *obstacle to the message that says why the sender can't add the widget, or to BOT_MSG_COUNT
 * if they can. `agreed`: they accept that the widget's URL is not encrypted.
 */
static enum bot_error find_obstacle(const struct bot_call *call, bool agreed,
	enum bot_msg *obstacle, struct bot_widget_place *place)
{
	const struct bot_port *port = call->host->port;
	const char *room = call->message->room;
	bool moderates = bot_call_moderates(call), there = false;

	*obstacle = BOT_MSG_COUNT;
	if (!port->widget_place)
		*obstacle = BOT_MSG_WIDGET_UNKNOWN;
	else if (!has_https(call->host))
		*obstacle = BOT_MSG_WIDGET_HTTPS;
	if (*obstacle != BOT_MSG_COUNT)
		return BOT_OK;
	enum bot_error error = bot_store_web_link_has_widget(call->host->store, room, &there);
	if (error)
		return error;
	port->widget_place(port->self, room, place);
	if (there && !moderates)
		*obstacle = BOT_MSG_WIDGET_THERE;
	else if (place->power > 0) /* a "yes" would not help */
		*obstacle = BOT_MSG_WIDGET_POWER;
	else if (place->encrypted && !agreed)
		*obstacle = BOT_MSG_WIDGET_ENCRYPTED;
	else if (place->encrypted && !moderates)
		*obstacle = BOT_MSG_MODERATORS_ONLY;
	return BOT_OK;
}

/*
 * If the room has a widget already, a moderator gets a new one in its place: somebody may have
 * removed the old one, which the bot does not notice. The bot answers when the homeserver has
 * accepted the widget.
 */
static enum bot_error add(const struct bot_call *call, bool agreed)
{
	const char *room = call->message->room;
	struct bot_widget_place place = {0};
	enum bot_msg obstacle;
	char url[BOT_URL_SIZE];

	enum bot_error error = find_obstacle(call, agreed, &obstacle, &place);
	if (error)
		return error;
	if (obstacle == BOT_MSG_WIDGET_ENCRYPTED && bot_call_moderates(call))
		return bot_ask(call, obstacle, (struct bot_args){0}, "widget yes");
	if (obstacle != BOT_MSG_COUNT)
		return bot_reply(call, obstacle, (struct bot_args){.count = place.power});
	error = bot_web_link_make_widget(call->host, room, url);
	return error ? error : send(call->host, room, url);
}

static enum bot_error end(const struct bot_call *call)
{
	bool removed = false;

	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	enum bot_error error = bot_widget_remove(call->host, call->message->room, &removed);
	if (error)
		return error;
	return bot_reply(
		call, removed ? BOT_MSG_WIDGET_ENDED : BOT_MSG_WIDGET_NONE, (struct bot_args){0});
}

enum bot_error bot_run_widget(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? call->words.word[1] : "";

	if (!*word || bot_words_is_yes(word))
		return add(call, *word);
	if (bot_words_mean(word, "off"))
		return end(call);
	return bot_reply_wrong(call, BOT_MSG_WIDGET_WHICH, 1);
}

enum bot_error bot_widget_remove(struct bot_host *host, const char *room, bool *removed)
{
	bool ended = false;

	enum bot_error error = bot_web_link_end_widget(host, room, &ended);
	if (removed)
		*removed = ended;
	return error || !ended ? error : send(host, room, "");
}

enum bot_error bot_widget_remove_all(struct bot_host *host)
{
	char room[BOT_ID_SIZE] = "";
	enum bot_error error = bot_store_next_widget(host->store, room, room);

	while (!error) {
		error = bot_widget_remove(host, room, NULL);
		if (!error)
			error = bot_store_next_widget(host->store, room, room);
	}
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* If the link has ended meanwhile, a moderator has removed the widget or has asked for another. */
enum bot_error bot_widget_added(struct bot_host *host, const char *room, const char *url)
{
	bool lives;

	enum bot_error error = bot_web_link_widget_lives(host, url, &lives);
	return error || !lives ? error
			       : say(host, room, BOT_MSG_WIDGET_ADDED, (struct bot_args){0});
}

enum bot_error bot_widget_refused(struct bot_host *host, const char *room, const char *url)
{
	const struct bot_port *port = host->port;
	struct bot_widget_place place = {0};
	bool lives = false;

	if (!*url)
		return say(host, room, BOT_MSG_WIDGET_STAYS, (struct bot_args){0});
	enum bot_error error = bot_web_link_widget_lives(host, url, &lives);
	if (!error && lives)
		error = bot_web_link_end_widget(host, room, &lives);
	if (error || !lives)
		return error;
	if (port->widget_place)
		port->widget_place(port->self, room, &place);
	return say(host, room, place.power > 0 ? BOT_MSG_WIDGET_POWER : BOT_MSG_WIDGET_REFUSED,
		(struct bot_args){.count = place.power});
}
