#include "adapters/console/order.h"

#include "adapters/console/console.h"

#include <string.h>

struct order {
	const char *name, *usage, *help;
	bool (*fits)(const char *argument);
	enum bot_error (*obey)(struct con_chat *chat, const char *argument); /* NULL: the end */
};

static bool is_nothing(const char *argument)
{
	return !*argument;
}

static bool is_duration(const char *argument)
{
	int64_t ms;

	return con_parse_duration(argument, &ms);
}

/* Cuts the first word off: where the rest begins, or NULL when the word is no name. */
static const char *split_name(const char *argument, char name[CON_NAME_MAX + 1])
{
	size_t length = strcspn(argument, " ");

	if (length > CON_NAME_MAX)
		return NULL;
	memcpy(name, argument, length);
	name[length] = '\0';
	return con_is_name(name) ? argument + length + strspn(argument + length, " ") : NULL;
}

static bool is_name_and_text(const char *argument)
{
	char name[CON_NAME_MAX + 1];
	const char *text = split_name(argument, name);

	return text && *text;
}

static enum bot_error obey_room(struct con_chat *chat, const char *argument)
{
	return con_chat_enter(chat, argument);
}

static enum bot_error obey_moderator(struct con_chat *chat, const char *argument)
{
	char user[BOT_ID_SIZE];

	snprintf(user, sizeof(user), "@%s:%s", argument, CON_SERVER);
	if (con_world_add_moderator(&chat->world, chat->room, user))
		con_page_say(&chat->page, "%s moderates this room now", argument);
	else
		con_page_say(&chat->page, "there are no more than %d moderators", CON_WORLD_MAX);
	return BOT_OK;
}

static enum bot_error obey_name(struct con_chat *chat, const char *argument)
{
	char person[CON_NAME_MAX + 1];
	const char *name = split_name(argument, person);

	return con_chat_rename(chat, person, name);
}

static enum bot_error set_refusing(struct con_chat *chat, const char *person, bool refuses)
{
	char user[BOT_ID_SIZE];

	snprintf(user, sizeof(user), "@%s:%s", person, CON_SERVER);
	if (!con_world_set_refusing(&chat->world, user, refuses)) {
		con_page_say(&chat->page, "no more than %d people can refuse", CON_WORLD_MAX);
		return BOT_OK;
	}
	con_page_say(&chat->page, "%s %s private messages", person, refuses ? "refuses" : "takes");
	return con_chat_reach(chat, person, !refuses);
}

static enum bot_error obey_refuse(struct con_chat *chat, const char *argument)
{
	return set_refusing(chat, argument, true);
}

static enum bot_error obey_open(struct con_chat *chat, const char *argument)
{
	return set_refusing(chat, argument, false);
}

static enum bot_error obey_wait(struct con_chat *chat, const char *argument)
{
	int64_t ms = 0;

	return con_parse_duration(argument, &ms) ? con_chat_wait(chat, ms) : BOT_OK;
}

static enum bot_error obey_plain(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = true;
	return BOT_OK;
}

static enum bot_error obey_formatted(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = false;
	return BOT_OK;
}

static enum bot_error obey_help(struct con_chat *chat, const char *argument);

static const struct order orders[] = {
	{"help", "/help", "this list", is_nothing, obey_help},
	{"room", "/room NAME", "everybody goes to another room", con_is_name, obey_room},
	{"moderator", "/moderator NAME", "somebody moderates this room", con_is_name,
		obey_moderator},
	{"name", "/name NAME TEXT", "somebody is shown under another name", is_name_and_text,
		obey_name},
	{"refuse", "/refuse NAME", "somebody refuses private messages", con_is_name, obey_refuse},
	{"open", "/open NAME", "somebody takes private messages again", con_is_name, obey_open},
	{"wait", "/wait 24h", "time passes (s, m, h, d)", is_duration, obey_wait},
	{"plain", "/plain", "messages in the form of notifications", is_nothing, obey_plain},
	{"formatted", "/formatted", "messages as clients show them", is_nothing, obey_formatted},
	{"quit", "/quit", "the end", is_nothing, NULL},
};
#define ORDERS (sizeof(orders) / sizeof(orders[0]))

static enum bot_error obey_help(struct con_chat *chat, const char *argument)
{
	char text[1500];
	size_t used;

	(void)argument;
	used = (size_t)snprintf(text, sizeof(text),
		"You speak for everybody in the room:\n"
		"  alice: TEXT      alice says it in the room, as in alice: !engarde help\n"
		"  alice> TEXT      alice says it to the bot in private, as in alice> 1\n"
		"  alice>^ TEXT     the same as a reply to the last message to her");
	for (size_t i = 0; i < ORDERS && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "\n  %-16s %s",
			orders[i].usage, orders[i].help);
	con_page_say(&chat->page, "%s", text);
	return BOT_OK;
}

enum bot_error con_obey(
	struct con_chat *chat, const struct con_input *input, struct con_outcome *outcome)
{
	*outcome = (struct con_outcome){false, false};
	for (size_t i = 0; i < ORDERS; i++) {
		if (strcmp(orders[i].name, input->text) != 0)
			continue;
		outcome->wrong = !orders[i].fits(input->argument);
		outcome->quit = !outcome->wrong && !orders[i].obey;
		if (!outcome->wrong && orders[i].obey)
			return orders[i].obey(chat, input->argument);
		if (outcome->wrong)
			con_page_say(&chat->page, "it goes like this: %s", orders[i].usage);
		return BOT_OK;
	}
	con_page_say(&chat->page, "there is no /%s; /help lists what there is", input->text);
	outcome->wrong = true;
	return BOT_OK;
}
