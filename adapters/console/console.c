#include "adapters/console/console.h"

#include "adapters/console/chat.h"
#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct console {
	struct con_chat chat;
	struct con_line_reader reader;
	const struct con_options *options;
	bool typed; /* a person types the lines; false if the lines come from a script */
	bool quit;
	bool wrong; /* the console did not understand one of the lines */
	/*
	 * the time (con_port_steady) at which the host wants a call, or -1 if the host wants none
	 */
	int64_t next;
};

/* The commands of the console, which begin with a slash */

struct command {
	const char *name, *usage, *help;
	bool (*fits)(const char *argument);
	/* Runs the command. NULL for the command that ends the console. */
	void (*run)(struct con_chat *chat, const char *argument);
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

/*
 * Copies the first word to `name`. Returns the text after the word, or NULL if the word can't be a
 * name.
 */
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

static void run_moderator(struct con_chat *chat, const char *argument)
{
	char user[BOT_ID_SIZE];

	con_chat_person_id(argument, user);
	if (con_port_add_moderator(&chat->port, chat->room, user))
		con_printer_notice(&chat->printer, "%s moderates this room now", argument);
	else
		con_printer_notice(&chat->printer, "no more than %d people can be moderators",
			CON_PORT_PEOPLE);
}

static void run_name(struct con_chat *chat, const char *argument)
{
	char person[CON_NAME_MAX + 1];
	const char *name = split_name(argument, person);

	con_chat_rename(chat, person, name);
}

static void set_refusing(struct con_chat *chat, const char *person, bool refuses)
{
	char user[BOT_ID_SIZE];

	con_chat_person_id(person, user);
	if (!con_port_set_refusing(&chat->port, user, refuses)) {
		con_printer_notice(
			&chat->printer, "no more than %d people can refuse", CON_PORT_PEOPLE);
		return;
	}
	con_printer_notice(
		&chat->printer, "%s %s private messages", person, refuses ? "refuses" : "accepts");
	con_chat_set_reachable(chat, person, !refuses);
}

static void run_refuse(struct con_chat *chat, const char *argument)
{
	set_refusing(chat, argument, true);
}

static void run_open(struct con_chat *chat, const char *argument)
{
	set_refusing(chat, argument, false);
}

static void run_wait(struct con_chat *chat, const char *argument)
{
	int64_t ms = 0;

	if (con_input_duration(argument, &ms))
		con_chat_wait(chat, ms);
}

static void run_plain(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = true;
}

static void run_formatted(struct con_chat *chat, const char *argument)
{
	(void)argument;
	chat->plain = false;
}

static void run_help(struct con_chat *chat, const char *argument);

static const struct command commands[] = {
	{"help", "/help", "this list", is_nothing, run_help},
	{"room", "/room NAME", "everybody goes to another room", con_input_is_name, con_chat_enter},
	{"moderator", "/moderator NAME", "a person becomes a moderator of this room",
		con_input_is_name, run_moderator},
	{"name", "/name NAME TEXT", "a person takes another display name", is_name_and_text,
		run_name},
	{"refuse", "/refuse NAME", "a person refuses private messages", con_input_is_name,
		run_refuse},
	{"open", "/open NAME", "a person accepts private messages again", con_input_is_name,
		run_open},
	{"wait", "/wait 24h", "time passes (s, m, h, d)", is_duration, run_wait},
	{"plain", "/plain", "messages as notifications show them", is_nothing, run_plain},
	{"formatted", "/formatted", "messages as clients show them", is_nothing, run_formatted},
	{"quit", "/quit", "ends the console", is_nothing, NULL},
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void run_help(struct con_chat *chat, const char *argument)
{
	char text[1500];
	size_t used;

	(void)argument;
	used = (size_t)snprintf(text, sizeof(text),
		"You speak for everybody in the room:\n"
		"  alice: TEXT      alice says it in the room, as in alice: !engarde help\n"
		"  alice> TEXT      alice says it to the bot in private, as in alice> a\n"
		"  alice>^ TEXT     the same as a reply to the last message to them");
	for (size_t i = 0; i < COMMANDS && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "\n  %-16s %s",
			commands[i].usage, commands[i].help);
	con_printer_notice(&chat->printer, "%s", text);
}

static void run_command(struct console *console, const struct con_input *input)
{
	struct con_printer *printer = &console->chat.printer;

	for (size_t i = 0; i < COMMANDS; i++) {
		if (strcmp(commands[i].name, input->text) != 0)
			continue;
		if (!commands[i].fits(input->argument)) {
			con_printer_notice(printer, "write it like this: %s", commands[i].usage);
			console->wrong = true;
			return;
		}
		console->quit = !commands[i].run;
		if (commands[i].run)
			commands[i].run(&console->chat, input->argument);
		return;
	}
	con_printer_notice(printer, "there is no /%s; /help lists what there is", input->text);
	console->wrong = true;
}

/* The loop */

static void unclear(struct console *console)
{
	con_printer_notice(&console->chat.printer,
		"who says that? Begin with a name, as in alice: !engarde help, or see /help");
	console->wrong = true;
}

static void handle(struct console *console, char *line)
{
	struct con_input input;

	con_printer_answered(&console->chat.printer);
	if (!console->typed)
		con_printer_echo(&console->chat.printer, line);
	con_input_parse(line, &input);
	switch (input.kind) {
	case CON_INPUT_IN_ROOM:
	case CON_INPUT_IN_PRIVATE:
		con_chat_say(&console->chat, &input);
		break;
	case CON_INPUT_COMMAND:
		run_command(console, &input);
		break;
	case CON_INPUT_UNCLEAR:
		unclear(console);
		break;
	case CON_INPUT_NOTHING:
		break;
	}
}

/*
 * Returns how many milliseconds remain until the host wants to be called. Returns -1 if the host
 * does not want to be called, or if only /wait lets time pass.
 */
static int timeout(const struct console *console)
{
	int64_t now = con_port_steady(&console->chat.port);

	if (bot_host_has_long_work(console->chat.host))
		return 0;
	if (console->next < 0 || console->options->seeded)
		return -1;
	if (console->next <= now)
		return 0;
	return console->next - now > INT_MAX ? INT_MAX : (int)(console->next - now);
}

/* Waits until input arrives, the host wants to be called, or `stop` becomes readable. */
static void wait_for_input(struct console *console)
{
	struct pollfd wait[2] = {
		{.fd = console->options->in, .events = POLLIN},
		{.fd = console->options->stop, .events = POLLIN},
	};

	if (console->typed && !console->chat.printer.prompting)
		con_printer_prompt(&console->chat.printer);
	/* A program that sends the lines may wait for this output before it sends the next line. */
	fflush(console->options->out);
	if (poll(wait, 2, timeout(console)) < 0 && errno != EINTR)
		console->reader.end = true;
	if (wait[1].revents)
		console->quit = true;
	else if (wait[0].revents)
		con_line_reader_read(&console->reader);
}

static void step(struct console *console)
{
	char *line;

	switch (con_line_reader_next(&console->reader, &line)) {
	case CON_LINE:
		handle(console, line);
		break;
	case CON_LINE_TOO_LONG:
		con_printer_notice(&console->chat.printer, "that line is too long");
		console->wrong = true;
		break;
	case CON_LINE_WAIT:
		wait_for_input(console);
		break;
	case CON_LINE_END:
		console->quit = true;
		break;
	}
}

static void loop(struct console *console)
{
	con_chat_enter(&console->chat, "room");
	if (console->typed)
		con_printer_notice(&console->chat.printer,
			"You speak for everybody in this room. Begin with\n"
			"  alice: !engarde challenge @bob\n"
			"  bob: !engarde accept\n"
			"and answer in private: alice> a\n"
			"/help tells more, /quit ends.");
	while (!console->quit) {
		console->next = con_chat_run_timers(&console->chat);
		/* In a script, the answers of the work come before the next line. */
		con_chat_work(&console->chat, !console->typed);
		step(console);
	}
}

/* The whole run is an attempt: the console can't go on without its store. */
static enum bot_error try_loop(struct console *console)
{
	BOT_ATTEMPT(loop(console));
}

static enum con_error run(struct console *console)
{
	struct con_printer *printer = &console->chat.printer;
	enum bot_error error = try_loop(console);

	bot_store_rollback(console->chat.store);
	if (error)
		con_printer_notice(printer, "%s", bot_error_text(error));
	if (printer->prompting) /* so that the shell's prompt begins on a new line */
		fputs("\n", printer->out);
	if (error)
		return CON_STORE_FAILED;
	return console->wrong && !console->typed ? CON_BAD_LINES : CON_OK;
}

enum con_error con_run(
	const struct cfg *config, struct bot_store *store, const struct con_options *options)
{
	struct bot_port port;
	struct console *console = bot_calloc(1, sizeof(*console));

	console->options = options;
	console->typed = isatty(options->in) == 1;
	console->chat.store = store;
	con_line_reader_init(&console->reader, options->in);
	con_printer_init(&console->chat.printer, options->out);
	con_port_init(&console->chat.port, options->seeded, options->seed, &port);

	console->chat.host = bot_host_create(store, &port, config);
	enum con_error error = run(console);
	bot_host_destroy(console->chat.host);
	free(console->chat.said);
	free(console);
	return error;
}
