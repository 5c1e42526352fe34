#include "adapters/console/command.h"

#include "adapters/console/console.h"

#include <string.h>

struct command {
	const char *name, *usage, *help;
	bool (*fits)(const char *argument);
	/* NULL: the console ends. */
	enum bot_error (*run)(struct con_chat *chat, const char *argument);
};

static bool is_nothing(const char *argument)
{
	return !*argument;
}

static bool is_duration(const char *argument)
{
	int64_t ms;

	return con_input_duration(argument, &ms);
}

/* Copies the first word. Returns what comes after it, or NULL if the word is no name. */
static const char *split_name(const char *argument, char name[CON_NAME_MAX + 1])
{
	size_t length = strcspn(argument, " ");

	if (length > CON_NAME_MAX)
		return NULL;
	memcpy(name, argument, length);
	name[length] = '\0';
	return con_input_is_name(name) ? argument + length + strspn(argument + length, " ") : NULL;
}

static bool is_name_and_text(const char *argument)
{
	char name[CON_NAME_MAX + 1];
	const char *text = split_name(argument, name);

	return text && *text;
}

static enum bot_error run_room(struct con_chat *chat, const char *argument)
{
	return con_chat_enter(chat, argument);
}

static enum bot_error run_moderator(struct con_chat *chat, const char *argument)
{
	char user[BOT_ID_SIZE];

	snprintf(user, sizeof(user), "@%s:%s", argument, CON_SERVER);
	if (con_port_add_moderator(&chat->port, chat->room, user))
		con_printer_notice(&chat->printer, "%s moderates this room now", argument);
	else
		con_printer_notice(
			&chat->printer, "there are no more than %d moderators", CON_PORT_PEOPLE);
	return BOT_OK;
}

static enum bot_error run_name(struct con_chat *chat, const char *argument)
{
	char person[CON_NAME_MAX + 1];
	const char *name = split_name(argument, person);

	return con_chat_rename(chat, person, name);
}

static enum bot_error set_refusing(struct con_chat *chat, const char *person, bool refuses)
{
	char user[BOT_ID_SIZE];

	snprintf(user, sizeof(user), "@%s:%s", person, CON_SERVER);
	if (!con_port_set_refusing(&chat->port, user, refuses)) {
		con_printer_notice(
			&chat->printer, "no more than %d people can refuse", CON_PORT_PEOPLE);
		return BOT_OK;
	}
	con_printer_notice(
		&chat->printer, "%s %s private messages", person, refuses ? "refuses" : "takes");
	return con_chat_set_reachable(chat, person, !refuses);
}

static enum bot_error run_refuse(struct con_chat *chat, const char *argument)
{
	return set_refusing(chat, argument, true);
}

static enum bot_error run_open(struct con_chat *chat, const char *argument)
{
	return set_refusing(chat, argument, false);
}

static enum bot_error run_wait(struct con_chat *chat, const char *argument)
{
	int64_t ms = 0;

	return con_input_duration(argument, &ms) ? con_chat_wait(chat, ms) : BOT_OK;
}

static enum bot_error run_plain(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = true;
	return BOT_OK;
}

static enum bot_error run_formatted(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = false;
	return BOT_OK;
}

static enum bot_error run_help(struct con_chat *chat, const char *argument);

static const struct command commands[] = {
	{"help", "/help", "this list", is_nothing, run_help},
	{"room", "/room NAME", "everybody goes to another room", con_input_is_name, run_room},
	{"moderator", "/moderator NAME", "somebody moderates this room", con_input_is_name,
		run_moderator},
	{"name", "/name NAME TEXT", "somebody is shown under another name", is_name_and_text,
		run_name},
	{"refuse", "/refuse NAME", "somebody refuses private messages", con_input_is_name,
		run_refuse},
	{"open", "/open NAME", "somebody takes private messages again", con_input_is_name,
		run_open},
	{"wait", "/wait 24h", "time passes (s, m, h, d)", is_duration, run_wait},
	{"plain", "/plain", "messages in the form of notifications", is_nothing, run_plain},
	{"formatted", "/formatted", "messages as clients show them", is_nothing, run_formatted},
	{"quit", "/quit", "the end", is_nothing, NULL},
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static enum bot_error run_help(struct con_chat *chat, const char *argument)
{
	char text[1500];
	size_t used;

	(void)argument;
	used = (size_t)snprintf(text, sizeof(text),
		"You speak for everybody in the room:\n"
		"  alice: TEXT      alice says it in the room, as in alice: !engarde help\n"
		"  alice> TEXT      alice says it to the bot in private, as in alice> 1\n"
		"  alice>^ TEXT     the same as a reply to the last message to her");
	for (size_t i = 0; i < COMMANDS && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "\n  %-16s %s",
			commands[i].usage, commands[i].help);
	con_printer_notice(&chat->printer, "%s", text);
	return BOT_OK;
}

enum bot_error con_command_run(
	struct con_chat *chat, const struct con_input *input, struct con_command_result *result)
{
	*result = (struct con_command_result){false, false};
	for (size_t i = 0; i < COMMANDS; i++) {
		if (strcmp(commands[i].name, input->text) != 0)
			continue;
		result->wrong = !commands[i].fits(input->argument);
		result->quit = !result->wrong && !commands[i].run;
		if (!result->wrong && commands[i].run)
			return commands[i].run(chat, input->argument);
		if (result->wrong)
			con_printer_notice(
				&chat->printer, "it goes like this: %s", commands[i].usage);
		return BOT_OK;
	}
	con_printer_notice(
		&chat->printer, "there is no /%s; /help lists what there is", input->text);
	result->wrong = true;
	return BOT_OK;
}
