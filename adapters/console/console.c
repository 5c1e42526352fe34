#include "adapters/console/console.h"

#include "adapters/console/chat.h"
#include "adapters/console/lines.h"
#include "adapters/console/order.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct console {
	struct con_chat chat;
	struct con_lines lines;
	const struct con_options *options;
	bool typed; /* a person types the lines */
	bool quit;
	bool wrong;   /* some line could not be understood */
	int64_t next; /* when something is due; -1: nothing is */
};

static enum con_error from_store(struct console *console, enum bot_error error)
{
	if (!error)
		return CON_OK;
	con_page_say(&console->chat.page, "%s", bot_error_text(error));
	return error == BOT_NO_MEMORY ? CON_NO_MEMORY : CON_STORE_FAILED;
}

static enum con_error unclear(struct console *console)
{
	con_page_say(&console->chat.page,
		"who says that? Begin with a name, as in alice: !engarde help, or see /help");
	console->wrong = true;
	return CON_OK;
}

static enum con_error obey(struct console *console, const struct con_input *input)
{
	struct con_outcome outcome;
	enum bot_error error = con_obey(&console->chat, input, &outcome);

	console->quit = outcome.quit;
	console->wrong |= outcome.wrong;
	return from_store(console, error);
}

static enum con_error handle(struct console *console, char *line)
{
	struct con_input input;

	con_page_answered(&console->chat.page);
	if (!console->typed)
		con_page_echo(&console->chat.page, line);
	con_input_parse(line, &input);
	switch (input.kind) {
	case CON_SAID:
	case CON_TOLD:
		return from_store(console, con_chat_say(&console->chat, &input));
	case CON_ORDER:
		return obey(console, &input);
	case CON_UNCLEAR:
		return unclear(console);
	case CON_NOTHING:
		break;
	}
	return CON_OK;
}

/* Milliseconds until something is due; -1: nothing, or the clock stands still. */
static int patience(const struct console *console)
{
	int64_t now = con_world_steady(&console->chat.world);

	if (console->next < 0 || console->options->seeded)
		return -1;
	if (console->next <= now)
		return 0;
	return console->next - now > INT_MAX ? INT_MAX : (int)(console->next - now);
}

/* Waits for input, for what is due, or for the end. */
static void wait_for_input(struct console *console)
{
	struct pollfd wait[2] = {
		{.fd = console->options->in, .events = POLLIN},
		{.fd = console->options->stop, .events = POLLIN},
	};

	if (console->typed && !console->chat.page.prompting)
		con_page_prompt(&console->chat.page);
	fflush(console->options->out); /* who waits for an answer has it before the next question */
	if (poll(wait, 2, patience(console)) < 0 && errno != EINTR)
		console->lines.end = true;
	if (wait[1].revents)
		console->quit = true;
	else if (wait[0].revents)
		con_lines_read(&console->lines);
}

static enum con_error step(struct console *console)
{
	char *line;

	switch (con_lines_next(&console->lines, &line)) {
	case CON_LINE:
		return handle(console, line);
	case CON_LINE_TOO_LONG:
		con_page_say(&console->chat.page, "that line is too long");
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
		con_page_say(&console->chat.page,
			"You speak for everybody in this room. Begin with\n"
			"  alice: !engarde challenge @bob\n"
			"  bob: !engarde accept\n"
			"and answer in private: alice> 1\n"
			"/help tells more, /quit ends.");
	while (!error && !console->quit) {
		error = from_store(console, con_chat_tick(&console->chat, &console->next));
		if (!error)
			error = step(console);
	}
	if (console->chat.page.prompting) /* the terminal goes on below */
		fputs("\n", console->chat.page.out);
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
	con_lines_init(&console->lines, options->in);
	con_page_init(&console->chat.page, options->out);
	con_world_init(&console->chat.world, options->seeded, options->seed, &port);

	enum con_error error =
		from_store(console, bot_host_create(store, &port, config, &console->chat.host));
	if (!error)
		error = loop(console);
	bot_host_destroy(console->chat.host);
	free(console);
	return error;
}
