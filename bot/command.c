#include "bot/command.h"

#include "bot/language.h"
#include "bot/quota.h"
#include "bot/vocabulary.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define TEXTS(TOPIC, NAME) BOT_MSG_TOPIC_##TOPIC, BOT_MSG_USAGE_##NAME, BOT_MSG_ABOUT_##NAME

const struct bot_command bot_commands[] = {
	{{"challenge", "duel"}, TEXTS(BEGIN, CHALLENGE), BOT_MAY_ROOM, 10, 1, bot_run_challenge},
	{{"accept"}, TEXTS(BEGIN, ACCEPT), BOT_MAY_ANYBODY, 1, 1, bot_run_accept},
	{{"decline", "refuse"}, TEXTS(BEGIN, DECLINE), BOT_MAY_ANYBODY, 1, 1, bot_run_decline},
	{{"cancel", "withdraw"}, TEXTS(BEGIN, CANCEL), BOT_MAY_ANYBODY, 1, 1, bot_run_cancel},
	{{"practice", "practise"}, TEXTS(BEGIN, PRACTICE), BOT_MAY_ANYBODY, 10, 1,
		bot_run_practice},
	{{"rematch"}, TEXTS(BEGIN, REMATCH), BOT_MAY_ROOM, 1, 1, bot_run_rematch},
	{{"advance", "step"}, TEXTS(ACT, ADVANCE), BOT_MAY_ANYBODY, BOT_WORDS, 1, bot_run_action},
	{{"retreat"}, TEXTS(ACT, RETREAT), BOT_MAY_ANYBODY, BOT_WORDS, 1, bot_run_action},
	{{"attack", "direct", "indirect"}, TEXTS(ACT, ATTACK), BOT_MAY_ANYBODY, BOT_WORDS, 1,
		bot_run_action},
	{{"parry"}, TEXTS(ACT, PARRY), BOT_MAY_ANYBODY, BOT_WORDS, 1, bot_run_action},
	{{"pass"}, TEXTS(ACT, PASS), BOT_MAY_ANYBODY, BOT_WORDS, 1, bot_run_action},
	{{"1"}, TEXTS(ACT, NUMBER), BOT_MAY_ANYBODY, BOT_WORDS, 1, bot_run_action},
	{{"hint"}, TEXTS(ACT, HINT), BOT_MAY_ANYBODY, 1, 2, bot_run_hint},
	{{"board", "piste"}, TEXTS(MATCH, BOARD), BOT_MAY_ANYBODY, 3, 1, bot_run_board},
	{{"hand", "cards"}, TEXTS(MATCH, HAND), BOT_MAY_ANYBODY, 1, 1, bot_run_hand},
	{{"choices"}, TEXTS(MATCH, CHOICES), BOT_MAY_ANYBODY, 2, 1, bot_run_choices},
	{{"nudge"}, TEXTS(MATCH, NUDGE), BOT_MAY_ANYBODY, 1, 1, bot_run_nudge},
	{{"pause"}, TEXTS(MATCH, PAUSE), BOT_MAY_ANYBODY, 1, 1, bot_run_pause},
	{{"resume"}, TEXTS(MATCH, RESUME), BOT_MAY_ANYBODY, 1, 1, bot_run_resume},
	{{"resign", "concede"}, TEXTS(MATCH, RESIGN), BOT_MAY_ANYBODY, 1, 1, bot_run_resign},
	{{"abandon"}, TEXTS(MATCH, ABANDON), BOT_MAY_ANYBODY, 1, 1, bot_run_abandon},
	{{"stop"}, TEXTS(MATCH, STOP), BOT_MAY_MODERATOR, 1, 1, bot_run_stop},
	{{"stats"}, TEXTS(AFTER, STATS), BOT_MAY_ANYBODY, 2, 1, bot_run_stats},
	{{"top"}, TEXTS(AFTER, TOP), BOT_MAY_ROOM, 1, 1, bot_run_top},
	{{"history"}, TEXTS(AFTER, HISTORY), BOT_MAY_ROOM, 1, 1, bot_run_history},
	{{"record"}, TEXTS(AFTER, RECORD), BOT_MAY_ANYBODY, 1, 4, bot_run_record},
	{{"verify", "proof"}, TEXTS(AFTER, VERIFY), BOT_MAY_ANYBODY, 1, 4, bot_run_verify},
	{{"rules"}, TEXTS(MORE, RULES), BOT_MAY_ANYBODY, 2, 2, bot_run_rules},
	{{"help", "?", "commands"}, TEXTS(MORE, HELP), BOT_MAY_ANYBODY, 2, 2, bot_run_help},
	{{"about"}, TEXTS(MORE, ABOUT), BOT_MAY_ANYBODY, 1, 1, bot_run_about},
	{{"language"}, TEXTS(MORE, LANGUAGE), BOT_MAY_ANYBODY, 2, 1, bot_run_language},
	{{"settings"}, TEXTS(MORE, SETTINGS), BOT_MAY_ANYBODY, 1, 1, bot_run_settings},
};
const size_t bot_commands_count = sizeof(bot_commands) / sizeof(bot_commands[0]);

#define TYPING_ERRORS 2 /* letters that may be wrong in a word that is nearly a command */

/* Numbered choices and notation begin with these; of letters only the x of an attack does. */
static bool is_notation(const char *word)
{
	if (tolower((unsigned char)word[0]) == 'x')
		return word[1] == '\0' || isdigit((unsigned char)word[1]);
	return word[0] && strchr("+-=0123456789", word[0]);
}

static const struct bot_command *find_english(const char *word)
{
	for (size_t i = 0; i < bot_commands_count; i++)
		for (const char *const *name = bot_commands[i].names; *name; name++)
			if (strcasecmp(*name, word) == 0)
				return &bot_commands[i];
	return NULL;
}

/* English is looked up first: a word that is in it too means the same in the others. */
const struct bot_command *bot_command_find(const char *word)
{
	const struct bot_command *found = find_english(is_notation(word) ? "1" : word);

	return found ? found : find_english(bot_in_english(word));
}

/* The word that is nearest so far, and how near it is. */
struct nearest {
	char typed[BOT_FOLDED_SIZE];
	const char *word;
	size_t distance;
};

static void compare(struct nearest *nearest, const char *word)
{
	char folded[BOT_FOLDED_SIZE];

	bot_word_fold(word, folded);
	size_t distance = bot_words_distance(folded, nearest->typed);
	/* of a short word as good as nothing would be left */
	if (distance >= nearest->distance || strlen(folded) <= 2 * distance)
		return;
	nearest->word = word;
	nearest->distance = distance;
}

const char *bot_command_nearest(const char *word, const struct bot_lang *lang)
{
	struct nearest nearest = {.distance = TYPING_ERRORS + 1};

	bot_word_fold(word, nearest.typed);
	for (size_t i = 0; i < lang->words_count; i++)
		if (find_english(lang->words[i].english))
			compare(&nearest, lang->words[i].word);
	for (size_t i = 0; i < bot_commands_count; i++)
		for (const char *const *name = bot_commands[i].names; *name; name++)
			compare(&nearest, *name);
	return nearest.word;
}

const char *bot_command_text(const struct cfg *config, const char *text, bool private)
{
	static const char space[] = " \t\r\n";

	text += strspn(text, space);
	for (unsigned i = 0; i < config->prefixes_count; i++) {
		size_t length = strlen(config->prefixes[i]);

		if (strncasecmp(text, config->prefixes[i], length) != 0)
			continue;
		if (text[length] == '\0' || strchr(space, text[length]))
			return text + length;
	}
	return private ? text : NULL;
}

static enum bot_error unknown(struct bot_call *call)
{
	const char *word = call->words.count > 0 ? call->words.word[0] : "";
	const char *near = bot_command_nearest(word, call->lang);

	if (!near)
		return bot_reply(call, BOT_MSG_UNKNOWN, (struct bot_args){0});
	return bot_reply(call, BOT_MSG_NEAREST, (struct bot_args){.command = near});
}

enum bot_error bot_reply_usage(const struct bot_call *call)
{
	char text[BOT_WORDS_SIZE];

	bot_page_string(call->lang, call->command->usage, NULL, text, sizeof(text));
	return bot_reply(call, BOT_MSG_USAGE, (struct bot_args){.usage = text});
}

bool bot_call_moderates(const struct bot_call *call)
{
	const struct bot_port *port = call->host->port;

	return port->moderates(port->self, call->message->room, call->message->sender);
}

/* A number at the end of a command whose words are none is a match's, with its # or without. */
static void read_bare_id(const struct bot_command *command, struct bot_words *words)
{
	bool numbers = command->words > 1 && command->run != bot_run_board;
	int64_t id;

	if (numbers || words->count < 2 || words->id != 0 ||
		!bot_words_number(words->word[words->count - 1], INT64_MAX, &id) || id == 0)
		return;
	words->id = id;
	words->count--;
}

static enum bot_error answer(struct bot_call *call)
{
	const struct bot_command *command = call->command;

	if (!command)
		return unknown(call);
	if (command->may != BOT_MAY_ANYBODY && call->message->private)
		return bot_reply(call, BOT_MSG_ROOM_ONLY, (struct bot_args){0});
	if (command->may == BOT_MAY_MODERATOR && !bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	if (call->words.count > command->words)
		return bot_reply_usage(call);
	return command->run(call);
}

enum bot_error bot_command_run(
	struct bot_host *host, const struct bot_message *message, const char *text)
{
	struct bot_call call = {.host = host, .message = message};
	bool readable = bot_words_split(&call.words, text);

	enum bot_error error = bot_language_here(host, message, &call.lang);
	if (error)
		return error;
	if (!readable)
		call.words.count = 0;
	else if (call.words.count > 0)
		call.command = bot_command_find(call.words.word[0]);
	else if (call.words.id == 0)
		call.command = bot_command_find("help");
	if (call.command)
		read_bare_id(call.command, &call.words);
	return bot_quota_run(&call, answer);
}
