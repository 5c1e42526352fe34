#include "adapters/console/console.h"

#include "adapters/console/chat.h"
#include "adapters/console/line_reader.h"
#include "adapters/console/command.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct console {
	struct con_chat chat;
	struct con_line_reader reader;
	const struct con_options *options;
	bool typed; /* a person types the lines; false: they come from a script */
	bool quit;
	bool wrong;   /* the console did not understand some line */
	int64_t next; /* when the host wants to be called, by con_port_steady; -1: never */
};

static enum con_error from_store(struct console *console, enum bot_error error)
{
	if (!error)
		return CON_OK;
	con_printer_notice(&console->chat.printer, "%s", bot_error_text(error));
	return error == BOT_NO_MEMORY ? CON_NO_MEMORY : CON_STORE_FAILED;
}

static enum con_error unclear(struct console *console)
{
	con_printer_notice(&console->chat.printer,
		"who says that? Begin with a name, as in alice: !engarde help, or see /help");
	console->wrong = true;
	return CON_OK;
}

static enum con_error run_command(struct console *console, const struct con_input *input)
{
	struct con_command_result result;
	enum bot_error error = con_command_run(&console->chat, input, &result);

	console->quit = result.quit;
	console->wrong |= result.wrong;
	return from_store(console, error);
}

static enum con_error handle(struct console *console, char *line)
{
	struct con_input input;

	con_printer_answered(&console->chat.printer);
	if (!console->typed)
		con_printer_echo(&console->chat.printer, line);
	con_input_parse(line, &input);
	switch (input.kind) {
	case CON_INPUT_IN_ROOM:
	case CON_INPUT_IN_PRIVATE:
		return from_store(console, con_chat_say(&console->chat, &input));
	case CON_INPUT_COMMAND:
		return run_command(console, &input);
	case CON_INPUT_UNCLEAR:
		return unclear(console);
	case CON_INPUT_NOTHING:
		break;
	}
	return CON_OK;
}

/* Milliseconds until the host wants to be called; -1: never, or the clock stands still. */
static int timeout(const struct console *console)
{
	int64_t now = con_port_steady(&console->chat.port);

	if (console->next < 0 || console->options->seeded)
		return -1;
	if (console->next <= now)
		return 0;
	return console->next - now > INT_MAX ? INT_MAX : (int)(console->next - now);
}

/* Waits for input, for the time when the host wants to be called, or for `stop`. */
static void wait_for_input(struct console *console)
{
	struct pollfd wait[2] = {
		{.fd = console->options->in, .events = POLLIN},
		{.fd = console->options->stop, .events = POLLIN},
	};

	if (console->typed && !console->chat.printer.prompting)
		con_printer_prompt(&console->chat.printer);
	/* A program may wait for the output before it sends a line. */
	fflush(console->options->out);
	if (poll(wait, 2, timeout(console)) < 0 && errno != EINTR)
		console->reader.end = true;
	if (wait[1].revents)
		console->quit = true;
	else if (wait[0].revents)
		con_line_reader_read(&console->reader);
}

static enum con_error step(struct console *console)
{
	char *line;

	switch (con_line_reader_next(&console->reader, &line)) {
	case CON_LINE:
		return handle(console, line);
	case CON_LINE_TOO_LONG:
		con_printer_notice(&console->chat.printer, "that line is too long");
		console->wrong = true;
		return CON_OK;
	case CON_LINE_WAIT:
		wait_for_input(console);
		return CON_OK;
	case CON_LINE_END:
		console->quit = true;
		break;
	}
	return CON_OK;
}

static enum con_error loop(struct console *console)
{
	enum con_error error = from_store(console, con_chat_enter(&console->chat, "room"));

	if (!error && console->typed)
		con_printer_notice(&console->chat.printer,
			"You speak for everybody in this room. Begin with\n"
			"  alice: !engarde challenge @bob\n"
			"  bob: !engarde accept\n"
			"and answer in private: alice> 1\n"
			"/help tells more, /quit ends.");
	while (!error && !console->quit) {
		error = from_store(console, con_chat_run_timers(&console->chat, &console->next));
		if (!error)
			error = step(console);
	}
	if (console->chat.printer.prompting) /* so that the shell prints on a new line */
		fputs("\n", console->chat.printer.out);
	return error || !console->wrong || console->typed ? error : CON_BAD_LINES;
}

enum con_error con_run(
	const struct cfg *config, struct bot_store *store, const struct con_options *options)
{
	struct bot_port port;
	struct console *console = calloc(1, sizeof(*console));

	if (!console)
		return CON_NO_MEMORY;
	console->options = options;
	console->typed = isatty(options->in) == 1;
	console->chat.store = store;
	con_line_reader_init(&console->reader, options->in);
	con_printer_init(&console->chat.printer, options->out);
	con_port_init(&console->chat.port, options->seeded, options->seed, &port);

	console->chat.host = bot_host_create(store, &port, config);
	enum con_error error = loop(console);
	bot_host_destroy(console->chat.host);
	free(console);
	return error;
}
