#include "bot/host/help.h"

#include "bot/host/commands.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

/* The messages that explain each rule set. BOT_MSG_COUNT ends each list. */
#define PIECES_MAX 10
static const struct {
	const char *name;
	enum bot_msg pieces[PIECES_MAX];
} screens[] = {
	{"advanced", {BOT_MSG_RULES_ADVANCED, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			     BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_INDIRECT,
			     BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END,
			     BOT_MSG_RULES_FINAL_POSITION, BOT_MSG_COUNT}},
	{"ferti",
		{BOT_MSG_RULES_FERTI, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK,
			BOT_MSG_RULES_INDIRECT, BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK,
			BOT_MSG_RULES_END, BOT_MSG_RULES_FINAL_CARDS, BOT_MSG_COUNT}},
	{"standard", {BOT_MSG_RULES_STANDARD, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			     BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_PARRY, BOT_MSG_RULES_STUCK,
			     BOT_MSG_RULES_END, BOT_MSG_COUNT}},
	{"basic", {BOT_MSG_RULES_BASIC, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			  BOT_MSG_RULES_ATTACK_BASIC, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END_BASIC,
			  BOT_MSG_COUNT}},
};

enum bot_error bot_run_rules(struct bot_call *call)
{
	const char *name =
		call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : screens[0].name;
	struct bot_page page;

	for (size_t i = 0; i < sizeof(screens) / sizeof(screens[0]); i++) {
		if (strcasecmp(name, screens[i].name) != 0)
			continue;
		bot_page_init(&page, call->lang);
		for (const enum bot_msg *piece = screens[i].pieces; *piece != BOT_MSG_COUNT;
			piece++) {
			if (piece != screens[i].pieces)
				bot_page_line(&page);
			bot_page_say(&page, *piece, NULL);
		}
		return bot_reply_page(call, &page);
	}
	return bot_reply_usage(call);
}

static void describe(
	const struct bot_call *call, struct bot_page *page, const struct bot_command *command)
{
	char text[BOT_WORDS_SIZE];
	struct bot_args args = {.prefix = bot_call_prefix(call), .usage = text};

	bot_page_string(page->lang, command->usage, NULL, text, sizeof(text));
	bot_page_say(page, BOT_MSG_HELP_LINE, &args);
	bot_page_say(page, command->about, &args);
}

/* Writes one line for each topic, with the words of its commands in the reader's language. */
static void list_commands(struct bot_page *page)
{
	char word[BOT_WORDS_SIZE];
	struct bot_args args = {.command = word};

	for (size_t i = 0; i < bot_commands_count; i++) {
		const struct bot_command *command = &bot_commands[i];

		if (i == 0 || command->topic != command[-1].topic) {
			bot_page_line(page);
			bot_page_say(page, command->topic, NULL);
		}
		bot_page_string(page->lang, command->usage, NULL, word, sizeof(word));
		word[strcspn(word, " ")] = '\0';
		bot_page_say(page, BOT_MSG_HELP_COMMAND, &args);
	}
}

enum bot_error bot_run_help(struct bot_call *call)
{
	struct bot_args args = {.prefix = bot_call_prefix(call)};
	struct bot_page page;

	bot_page_init(&page, call->lang);
	if (call->words.count > 1) {
		const struct bot_command *command = bot_command_find(call->words.word[1]);
		if (!command)
			return bot_reply(call, BOT_MSG_UNKNOWN, (struct bot_args){0});
		describe(call, &page, command);
		return bot_reply_page(call, &page);
	}
	bot_page_say(&page, BOT_MSG_HELP_BEGIN, NULL);
	list_commands(&page);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_HELP_ONE, &args);
	bot_page_line(&page);
	bot_page_say(
		&page, call->message->private ? BOT_MSG_HELP_END_PRIVATE : BOT_MSG_HELP_END, &args);
	return bot_reply_page(call, &page);
}

enum bot_error bot_run_about(struct bot_call *call)
{
	return bot_reply(call, BOT_MSG_ABOUT, (struct bot_args){.version = ENGARDE_VERSION});
}
