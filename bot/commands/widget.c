#include "bot/commands/widget.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/web_link.h"

#include <string.h>
#include <strings.h>

static void say(struct bot_host *host, const char *room, enum bot_msg msg, struct bot_args args)
{
	bot_send_to_room(host, (struct bot_letter){.to = room}, msg, args);
}

/* Puts the change of the widget into the outbox. An empty URL removes the widget. */
static void send(struct bot_host *host, const char *room, const char *url)
{
	bot_send(host, (struct bot_letter){.kind = BOT_OUT_WIDGET, .to = room, .body = url}, NULL,
		NULL);
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
static void find_obstacle(const struct bot_call *call, bool agreed, enum bot_msg *obstacle,
	struct bot_widget_place *place)
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
		return;
	bot_must(bot_store_web_link_has_widget(call->host->store, room, &there));
	port->widget_place(port->self, room, place);
	if (there && !moderates)
		*obstacle = BOT_MSG_WIDGET_THERE;
	else if (place->power > 0) /* a "yes" would not help */
		*obstacle = BOT_MSG_WIDGET_POWER;
	else if (place->encrypted && !agreed)
		*obstacle = BOT_MSG_WIDGET_ENCRYPTED;
	else if (place->encrypted && !moderates)
		*obstacle = BOT_MSG_MODERATORS_ONLY;
}

/*
 * If the room has a widget already, a moderator gets a new one in its place: somebody may have
 * removed the old one, which the bot does not notice. The bot answers when the homeserver has
 * accepted the widget.
 */
static void add(const struct bot_call *call, bool agreed)
{
	const char *room = call->message->room;
	struct bot_widget_place place = {0};
	enum bot_msg obstacle;
	char url[BOT_URL_SIZE];

	find_obstacle(call, agreed, &obstacle, &place);
	if (obstacle == BOT_MSG_WIDGET_ENCRYPTED && bot_call_moderates(call)) {
		bot_ask(call, obstacle, (struct bot_args){0}, "widget yes");
		return;
	}
	if (obstacle != BOT_MSG_COUNT) {
		bot_reply(call, obstacle, (struct bot_args){.count = place.power});
		return;
	}
	bot_web_link_make_widget(call->host, room, url);
	send(call->host, room, url);
}

static void end(const struct bot_call *call)
{
	bool removed = false;

	if (!bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	bot_widget_remove(call->host, call->message->room, &removed);
	bot_reply(call, removed ? BOT_MSG_WIDGET_ENDED : BOT_MSG_WIDGET_NONE, (struct bot_args){0});
}

void bot_run_widget(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? call->words.word[1] : "";

	if (!*word || bot_words_is_yes(word))
		add(call, *word);
	else if (bot_words_mean(word, "off"))
		end(call);
	else
		bot_reply_wrong(call, BOT_MSG_WIDGET_WHICH, 1);
}

void bot_widget_remove(struct bot_host *host, const char *room, bool *removed)
{

	bool ended = bot_web_link_end_widget(host, room);
	if (removed)
		*removed = ended;
	if (ended)
		send(host, room, "");
}

void bot_widget_remove_all(struct bot_host *host)
{
	char room[BOT_ID_SIZE] = "";
	bool found = bot_found(bot_store_next_widget(host->store, room, room));

	while (found) {
		bot_widget_remove(host, room, NULL);
		found = bot_found(bot_store_next_widget(host->store, room, room));
	}
}

/* If the link has ended meanwhile, a moderator has removed the widget or has asked for another. */
void bot_widget_added(struct bot_host *host, const char *room, const char *url)
{

	bool lives = bot_web_link_widget_lives(host, url);
	if (lives)
		say(host, room, BOT_MSG_WIDGET_ADDED, (struct bot_args){0});
}

void bot_widget_refused(struct bot_host *host, const char *room, const char *url)
{
	const struct bot_port *port = host->port;
	struct bot_widget_place place = {0};

	if (!*url) {
		say(host, room, BOT_MSG_WIDGET_STAYS, (struct bot_args){0});
		return;
	}
	bool lives = bot_web_link_widget_lives(host, url);
	if (lives)
		lives = bot_web_link_end_widget(host, room);
	if (!lives)
		return;
	if (port->widget_place)
		port->widget_place(port->self, room, &place);
	say(host, room, place.power > 0 ? BOT_MSG_WIDGET_POWER : BOT_MSG_WIDGET_REFUSED,
		(struct bot_args){.count = place.power});
}
