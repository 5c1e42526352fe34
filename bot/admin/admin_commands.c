#include "bot/admin/admin_commands.h"

#include "bot/admin/announcement.h"
#include "bot/admin/ban_commands.h"
#include "bot/admin/status.h"
#include "bot/call/bans.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A command of an admin. Its name in a language is the first word of its usage in this language. */
struct admin_command {
	enum bot_msg usage, about;
	enum bot_msg detail; /* whole sentences that explain the command further, or 0 */
	uint8_t words;       /* the most words of the command, including its name */
	void (*run)(struct bot_call *call);
	/*
	 * For a command with a free text; then `run` is NULL. `text` is what follows the command's
	 * name, and may have any number of words.
	 */
	void (*run_text)(struct bot_call *call, const char *text);
};

#define TEXTS(NAME)    .usage = BOT_MSG_USAGE_##NAME, .about = BOT_MSG_ABOUT_##NAME
#define DETAILED(NAME) TEXTS(NAME), .detail = BOT_MSG_DETAIL_##NAME

static const struct admin_command commands[] = {
	{TEXTS(STATUS), .words = 1, .run = bot_admin_show_status},
	{TEXTS(ROOMS), .words = 2, .run = bot_admin_list_rooms},
	{DETAILED(LEAVE), .words = 3, .run = bot_admin_leave},
	{DETAILED(ANNOUNCE), .run_text = bot_admin_announce},
	{DETAILED(BAN), .words = 2, .run = bot_admin_ban},
	{TEXTS(UNBAN), .words = 2, .run = bot_admin_unban},
	{TEXTS(BANS), .words = 3, .run = bot_admin_list_bans},
};
#define COUNT (sizeof(commands) / sizeof(commands[0]))

static void read_name(
	const struct admin_command *command, const struct bot_lang *lang, char name[BOT_WORDS_SIZE])
{
	bot_page_string(lang, command->usage, NULL, name, BOT_WORDS_SIZE);
	name[strcspn(name, " ")] = '\0';
}

static bool has_name(const struct admin_command *command, const char *word)
{
	char name[BOT_WORDS_SIZE];

	for (size_t i = 0; i < bot_langs_count; i++) {
		read_name(command, &bot_langs[i], name);
		if (bot_words_match(word, name))
			return true;
	}
	return false;
}

static const struct admin_command *find(const char *word)
{
	for (size_t i = 0; i < COUNT; i++)
		if (has_name(&commands[i], word))
			return &commands[i];
	return NULL;
}

enum bot_msg bot_admin_command_usage(const char *word)
{
	const struct admin_command *command = find(word);

	return command ? command->usage : BOT_MSG_COUNT;
}

/* Finds the command that the first word of the text names. Sets *rest to what follows the word. */
static const struct admin_command *find_first(const char *text, const char **rest)
{
	static const char space[] = " \t\r\n";
	struct bot_words words;
	char first[64];

	text += strspn(text, space);
	size_t length = strcspn(text, space);
	snprintf(first, sizeof(first), "%.*s", (int)length, text);
	*rest = text + length + strspn(text + length, space);
	if (length >= sizeof(first) || !bot_words_split(&words, first) || words.count != 1)
		return NULL;
	return find(words.word[0]);
}

static void run(struct bot_call *call, const struct admin_command *command, const char *text,
	const char *rest)
{
	char name[BOT_WORDS_SIZE];

	call->lang = bot_language_of_message(call->host, call->message);
	if (command->run_text) {
		command->run_text(call, rest);
		return;
	}
	if (bot_words_split(&call->words, text) && call->words.count <= command->words) {
		command->run(call);
		return;
	}
	read_name(command, call->lang, name);
	bot_reply(call, BOT_MSG_ADMIN_EXTRA_WORD, (struct bot_args){.command = name});
}

bool bot_admin_run(struct bot_host *host, const struct bot_message *message, const char *text)
{
	struct bot_call call = {.host = host, .message = message};
	const struct admin_command *command = NULL;
	const char *rest;

	if (bot_admins_may_command(host, message))
		command = find_first(text, &rest);
	if (command)
		run(&call, command, text, rest);
	return command != NULL;
}

/* Help */

static void say_line(struct bot_page *page, const struct admin_command *command)
{
	char usage[BOT_WORDS_SIZE];
	struct bot_args args = {.prefix = "", .usage = usage};

	bot_page_string(page->lang, command->usage, NULL, usage, sizeof(usage));
	bot_page_say(page, BOT_MSG_HELP_LINE, &args);
	bot_page_say(page, command->about, &args);
}

static void list_commands(const struct bot_call *call)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_ADMIN_HELP, NULL);
	for (size_t i = 0; i < COUNT; i++) {
		bot_page_line(&page);
		say_line(&page, &commands[i]);
	}
	bot_reply_page(call, &page);
}

static void explain(const struct bot_call *call, const struct admin_command *command)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	say_line(&page, command);
	if (command->detail) {
		bot_page_line(&page);
		/* The star of this example would begin bold text in the message itself. */
		bot_page_say(
			&page, command->detail, &(struct bot_args){.words = BOT_ADMIN_BAN_BELOW});
	}
	bot_reply_page(call, &page);
}

bool bot_admin_help(const struct bot_call *call)
{
	const char *word = call->words.count > 1 ? call->words.word[1] : "";
	bool all = strcasecmp(word, "admin") == 0;
	const struct admin_command *command = find(word);

	if ((!all && !command) || !bot_admins_may_command(call->host, call->message))
		return false;
	if (all)
		list_commands(call);
	else
		explain(call, command);
	return true;
}

void bot_admin_mention_help(const struct bot_call *call, struct bot_page *page)
{
	if (!bot_admins_may_command(call->host, call->message))
		return;
	bot_page_say_below(page, BOT_MSG_ADMIN_HELP_MORE, NULL);
}
