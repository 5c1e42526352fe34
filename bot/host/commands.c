#include "bot/host/commands.h"

#include "bot/admin/admin_commands.h"
#include "bot/call/people.h"
#include "bot/call/question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/web_link.h"
#include "bot/commands/action.h"
#include "bot/commands/analysis.h"
#include "bot/commands/block.h"
#include "bot/commands/challenge.h"
#include "bot/commands/end.h"
#include "bot/commands/forgetting.h"
#include "bot/commands/link.h"
#include "bot/commands/practice.h"
#include "bot/commands/privacy.h"
#include "bot/commands/proposal.h"
#include "bot/commands/reaction_trust.h"
#include "bot/commands/reactions.h"
#include "bot/commands/record.h"
#include "bot/commands/rematch.h"
#include "bot/commands/settings.h"
#include "bot/commands/standings.h"
#include "bot/commands/start.h"
#include "bot/commands/view.h"
#include "bot/commands/widget.h"
#include "bot/host/help.h"
#include "bot/show/coaching.h"
#include "bot/show/muted_room.h"
#include "bot/text/name.h"
#include "bot/text/pattern.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"
#include "config/edit_distance.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The table */

#define PICTURE_COST 4
#define TEXTS(TOPIC, NAME)                                                                         \
	.topic = BOT_MSG_TOPIC_##TOPIC, .usage = BOT_MSG_USAGE_##NAME, .about = BOT_MSG_ABOUT_##NAME
#define DETAILED(TOPIC, NAME) TEXTS(TOPIC, NAME), .detail = BOT_MSG_DETAIL_##NAME

const struct bot_command bot_commands[] = {
	{{"start", "hello"}, DETAILED(BEGIN, START), .may = BOT_MAY_ANYBODY, .words = 10, .cost = 2,
		.run = bot_run_start},
	{{"challenge", "duel"}, DETAILED(BEGIN, CHALLENGE), .may = BOT_MAY_ROOM, .words = BOT_WORDS,
		.cost = 1, .run = bot_run_challenge},
	{{"accept"}, TEXTS(BEGIN, ACCEPT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_accept, .bare_id = true},
	{{"decline", "refuse"}, TEXTS(BEGIN, DECLINE), .may = BOT_MAY_ANYBODY, .words = 2,
		.cost = 1, .run = bot_run_decline, .bare_id = true},
	{{"cancel", "withdraw"}, TEXTS(BEGIN, CANCEL), .may = BOT_MAY_ANYBODY, .words = 1,
		.cost = 1, .run = bot_run_cancel, .bare_id = true},
	{{"practice", "practise"}, DETAILED(BEGIN, PRACTICE), .may = BOT_MAY_ANYBODY,
		.words = BOT_WORDS, .cost = 2, .run = bot_run_practice},
	{{"rematch"}, TEXTS(BEGIN, REMATCH), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_rematch, .bare_id = true},
	{{"block"}, DETAILED(BEGIN, BLOCK), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_block},
	{{"unblock"}, TEXTS(BEGIN, UNBLOCK), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_unblock},
	{{"advance", "step"}, DETAILED(ACT, ADVANCE), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS,
		.cost = 1, .run = bot_run_action, .acts = true},
	{{"retreat"}, TEXTS(ACT, RETREAT), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"attack", "direct", "indirect"}, DETAILED(ACT, ATTACK), .may = BOT_MAY_ANYBODY,
		.words = BOT_WORDS, .cost = 1, .run = bot_run_action, .acts = true},
	{{"parry"}, DETAILED(ACT, PARRY), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"pass"}, TEXTS(ACT, PASS), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"a"}, DETAILED(ACT, LETTER), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"hint"}, TEXTS(ACT, HINT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 2,
		.run = bot_run_hint, .bare_id = true, .asks = true},
	{{"board", "piste"}, DETAILED(MATCH, BOARD), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 1,
		.run = bot_run_board, .words_cost = PICTURE_COST, .bare_id = true, .asks = true},
	{{"hand", "cards"}, DETAILED(MATCH, HAND), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 1,
		.run = bot_run_hand, .bare_id = true, .asks = true},
	{{"link"}, DETAILED(MATCH, LINK), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 2,
		.run = bot_run_link, .web = true},
	{{"widget"}, DETAILED(MATCH, WIDGET), .may = BOT_MAY_ROOM, .words = 2, .cost = 4,
		.run = bot_run_widget, .web = true},
	{{"choices"}, TEXTS(MATCH, CHOICES), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_choices},
	{{"coach"}, DETAILED(MATCH, COACH), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_coach},
	{{"reactions"}, TEXTS(MATCH, REACTIONS), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_reactions},
	{{"nudge"}, DETAILED(MATCH, NUDGE), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_nudge, .bare_id = true},
	{{"pause"}, TEXTS(MATCH, PAUSE), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_pause, .bare_id = true},
	{{"resume"}, TEXTS(MATCH, RESUME), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_resume, .bare_id = true},
	{{"resign", "concede"}, DETAILED(MATCH, RESIGN), .may = BOT_MAY_ANYBODY, .words = 3,
		.cost = 1, .run = bot_run_resign, .bare_id = true},
	{{"abort"}, DETAILED(MATCH, ABORT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_abort, .bare_id = true},
	{{"claim"}, DETAILED(MATCH, CLAIM), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_claim, .bare_id = true},
	{{"abandon"}, TEXTS(MATCH, ABANDON), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_abandon, .bare_id = true},
	{{"undo", "takeback"}, TEXTS(MATCH, UNDO), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_undo, .bare_id = true, .asks = true},
	{{"stop"}, DETAILED(MATCH, STOP), .may = BOT_MAY_MODERATOR, .words = 3, .cost = 1,
		.run = bot_run_stop, .bare_id = true},
	{{"stats"}, DETAILED(AFTER, STATS), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_stats, .asks = true},
	{{"top"}, TEXTS(AFTER, TOP), .may = BOT_MAY_ROOM, .words = 1, .cost = 1, .run = bot_run_top,
		.bare_id = true, .asks = true},
	{{"history"}, TEXTS(AFTER, HISTORY), .may = BOT_MAY_ROOM, .words = 1, .cost = 1,
		.run = bot_run_history, .bare_id = true, .asks = true},
	{{"record"}, DETAILED(AFTER, RECORD), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 4,
		.run = bot_run_record, .bare_id = true, .asks = true},
	{{"analysis"}, DETAILED(AFTER, ANALYSIS), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 4,
		.run = bot_run_analysis, .bare_id = true, .asks = true},
	{{"replay"}, TEXTS(AFTER, REPLAY), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 2,
		.run = bot_run_replay, .bare_id = true, .asks = true, .web = true},
	{{"verify", "proof"}, DETAILED(AFTER, VERIFY), .may = BOT_MAY_ANYBODY, .words = 1,
		.cost = 4, .run = bot_run_verify, .bare_id = true, .asks = true},
	{{"rules"}, TEXTS(MORE, RULES), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 2,
		.run = bot_run_rules, .asks = true},
	{{"help", "?", "commands"}, TEXTS(MORE, HELP), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS,
		.cost = 2, .run = bot_run_help, .asks = true},
	{{"about"}, TEXTS(MORE, ABOUT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_about, .bare_id = true, .asks = true},
	{{"language"}, DETAILED(MORE, LANGUAGE), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_language, .asks = true},
	{{"settings"}, DETAILED(MORE, SETTINGS), .may = BOT_MAY_ANYBODY, .words = 8, .cost = 1,
		.run = bot_run_settings, .asks = true},
	{{"privacy"}, TEXTS(MORE, PRIVACY), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_privacy, .asks = true},
	{{"forget"}, DETAILED(MORE, FORGET), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 4,
		.run = bot_run_forget},
};
const size_t bot_commands_count = sizeof(bot_commands) / sizeof(bot_commands[0]);

/* Finding a command */

#define TYPING_ERRORS 2 /* the most typing errors with which the bot still guesses a command */

/* Whether a word begins like cards, like the notation of an action, or like "a3". */
static bool is_notation(const char *word)
{
	int first = tolower((unsigned char)word[0]);

	if (first == 'x' || first == 'a')
		return (first == 'x' && word[1] == '\0') || isdigit((unsigned char)word[1]);
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

/*
 * Finds the command of an action whose cards follow without a space, as in "advance2" and, with a
 * hyphen, in "attack-5-5". The reader of actions refuses other signs between them.
 */
static const struct bot_command *find_before_cards(const char *word)
{
	size_t length = strcspn(word, "+-=*/0123456789");
	const char *english = bot_words_find_english(word, length);
	char name[BOT_FOLDED_SIZE];

	if (length < 2 || !isdigit((unsigned char)word[strlen(word) - 1]))
		return NULL;
	/* No command has a name that is too long for this. */
	snprintf(name, sizeof(name), "%.*s", (int)length, word);
	const struct bot_command *found = find_english(english ? english : name);
	return found && found->acts ? found : NULL;
}

/*
 * Looks for an English word first. If a word is English and also a word of another language, the
 * word means the same command in both languages.
 */
const struct bot_command *bot_command_find(const char *word)
{
	const struct bot_command *found = find_english(is_notation(word) ? "a" : word);

	if (!found)
		found = find_english(bot_words_in_english(word));
	return found ? found : find_before_cards(word);
}

/*
 * The command word that differs from `typed` by the fewest typing errors, of all words that the bot
 * has compared so far.
 */
struct nearest {
	char typed[BOT_FOLDED_SIZE];
	const char *word;
	size_t distance;
};

static void compare(struct nearest *nearest, const char *word)
{
	char folded[BOT_FOLDED_SIZE];

	bot_words_fold(word, folded);
	size_t distance = cfg_edit_distance(folded, nearest->typed);
	/*
	 * In a short word the bot allows fewer errors, because two errors can turn a short word
	 * into almost any other word.
	 */
	if (distance >= nearest->distance || strlen(folded) <= 2 * distance)
		return;
	nearest->word = word;
	nearest->distance = distance;
}

const char *bot_command_nearest(const char *word, const struct bot_lang *lang)
{
	struct nearest nearest = {.distance = TYPING_ERRORS + 1};

	bot_words_fold(word, nearest.typed);
	for (size_t i = 0; i < lang->words_count; i++)
		if (find_english(lang->words[i].english))
			compare(&nearest, lang->words[i].word);
	for (size_t i = 0; i < bot_commands_count; i++)
		for (const char *const *name = bot_commands[i].names; *name; name++)
			compare(&nearest, *name);
	return nearest.word;
}

/* Whether a text ends here, or a word of it. */
static bool is_end_of_word(const char *text)
{
	uint32_t character;

	bot_plain_read(text, &character);
	return character == '\0' || character == ' ';
}

/*
 * Skips the punctuation after a prefix or a name. A question mark alone after it is not skipped: it
 * asks for help.
 */
static const char *after_marks(const char *text)
{
	uint32_t character;
	size_t length;

	while ((length = bot_plain_read(text, &character)) > 0 && character &&
		strchr(":,.;!", (int)character))
		text += length;
	if (character == '?' && bot_plain_skip_space(text + length)[0] == '\0')
		return text;
	return is_end_of_word(text) ? text : NULL;
}

/* Whether the text begins with a command, and not with any other word. */
static bool begins_with_command(const char *text)
{
	char word[BOT_FOLDED_SIZE];
	struct bot_text first;
	uint32_t character;
	size_t length;

	bot_text_init(&first, word, sizeof(word));
	for (const char *at = text; !is_end_of_word(at); at += length) {
		length = bot_plain_read(at, &character);
		bot_text_add_bytes(&first, at, length);
	}
	struct bot_words words;
	return !first.cut && bot_words_split(&words, word) && words.count == 1 &&
	       bot_command_find(words.word[0]);
}

static bool ends_with_sign(const char *prefix)
{
	uint32_t character, last = 0;
	size_t length;

	for (; (length = bot_plain_read(prefix, &character)) > 0; prefix += length)
		last = character ? character : last;
	return bot_char_is_sign(last);
}

/*
 * If the text begins with a prefix, returns the text after it. A prefix that ends with a sign, or
 * that is an emoji, needs no space after it, as in "!stats". But then only a command may follow,
 * because other bots may have the same prefix, and no punctuation, because "!!" is no command.
 */
static const char *after_prefix(const char *text, const char *prefix)
{
	const char *rest = bot_plain_after(text, prefix);

	if (!rest || !ends_with_sign(prefix))
		return rest ? after_marks(rest) : NULL;
	return is_end_of_word(rest) || begins_with_command(rest) ? rest : NULL;
}

/*
 * Names need a colon, a comma or an @, because people also write them without meaning the bot. In
 * French there is a space before the colon.
 */
static const char *after_name(const char *text, const char *name)
{
	bool called = *text == '@';
	uint32_t mark;

	if (!name || !*name)
		return NULL;
	text = bot_plain_after(text + called, name);
	if (!text)
		return NULL;
	bot_plain_read(bot_plain_skip_space(text), &mark);
	if (mark == ':' || mark == ',')
		return after_marks(bot_plain_skip_space(text));
	return called ? after_marks(text) : NULL;
}

/* Returns how many backticks enclose the whole text, as they enclose code in Markdown. */
static size_t count_backticks(const char *text)
{
	size_t count = strspn(text, "`"), length = strlen(text);

	while (length > count && strchr(" \t\r\n", text[length - 1]))
		length--;
	for (size_t i = 0; i < count; i++)
		if (length <= 2 * count || text[length - 1 - i] != '`')
			return 0;
	return count;
}

const char *bot_command_text(
	const struct cfg *config, const struct bot_port *port, const char *text, bool private)
{
	const char *rest = NULL;

	text = bot_plain_skip_space(text);
	text = bot_plain_skip_space(text + count_backticks(text));
	for (unsigned i = 0; !rest && i < config->prefixes_count; i++)
		rest = after_prefix(text, config->prefixes[i]);
	if (!rest && port->user && (rest = bot_plain_after(text, port->user)))
		rest = after_marks(rest);
	if (!rest)
		rest = after_name(text, port->display_name);
	if (!rest)
		rest = after_name(text, port->name);
	return rest || !private ? rest : text;
}

/* Running a command */

/* Reads a number at the end of the words as a match id. */
static void read_bare_id(struct bot_words *words)
{
	int64_t id;

	if (words->count < 2 || words->id != 0 ||
		!bot_words_number(words->word[words->count - 1], INT64_MAX, &id) || id == 0)
		return;
	words->id = id;
	words->count--;
}

/* Answers that the command is for one match only, with an example: the first match that was typed.
 */
static enum bot_error reply_one_match(const struct bot_call *call)
{
	char command[BOT_WORDS_SIZE];

	bot_command_word(call->command, call->lang, command);
	return bot_reply(call, BOT_MSG_ONE_MATCH,
		(struct bot_args){.command = command, .id = call->words.id});
}

/* Asks whether a command with a question mark is meant as a command. */
static enum bot_error ask_about_mark(const struct bot_call *call)
{
	char command[BOT_QUESTION_SIZE];

	bot_question_copy_words(call, 0, call->words.id, command);
	return bot_ask(call, BOT_MSG_QUESTION, (struct bot_args){0}, command);
}

/* Runs the command of the call, if the sender may use it here. Otherwise tells the sender why not.
 */
static enum bot_error run(struct bot_call *call)
{
	const struct bot_command *command = call->command;
	bool takes = false;

	enum bot_error error = bot_muted_room_check(call, &takes);
	if (error || !takes)
		return error;
	if (bot_call_has_second_command(call))
		return bot_reply(call, BOT_MSG_ONE_COMMAND, (struct bot_args){0});
	if (!command)
		return bot_run_unknown(call);
	if (call->words.ids)
		return reply_one_match(call);
	if (call->words.question && !command->asks)
		return ask_about_mark(call);
	if (command->may != BOT_MAY_ANYBODY && call->message->private)
		return bot_reply_room_only(call);
	if (command->may == BOT_MAY_MODERATOR && !bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	if (command->web && !bot_web_link_available(call->host))
		return bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
	if (call->words.count > command->words)
		return bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, command->words);
	return command->run(call);
}

/* A letter is the letter of a choice only if it is the whole command. */
static bool is_letter(const struct bot_words *words, size_t i)
{
	return words->count == i + 1 && bot_words_letter(words->word[i]) < EG_CHOICES_MAX;
}

/* Removes a bullet before a word, but not a minus before a card: "- 2" is an action. */
static void drop_bullet(struct bot_words *words)
{
	static const char *const bullets[] = {"-", "\xE2\x80\xA2", "\xC2\xB7"};
	bool found = false;

	if (words->count < 2)
		return;
	for (size_t i = 0; i < sizeof(bullets) / sizeof(bullets[0]); i++)
		found = found || strcmp(words->word[0], bullets[i]) == 0;
	if (!found || (words->word[0][0] == '-' && !isalpha((unsigned char)words->word[1][0])))
		return;
	words->count--;
	memmove(words->word, words->word + 1, words->count * sizeof(words->word[0]));
}

/* Whether the word begins a line of `settings` that is a command of its own. */
static bool is_setting(const char *word)
{
	return bot_words_mean(word, "language") || bot_words_mean(word, "choices") ||
	       bot_words_mean(word, "coach") || bot_words_mean(word, "board") ||
	       bot_words_mean(word, "reactions") || bot_words_mean(word, "hand");
}

/* Finds the command of "I advance 2" and "two forward", whose first word is no command. */
static const struct bot_command *find_action(const struct bot_words *words)
{
	struct bot_pattern pattern;

	return bot_pattern_parse(words, &pattern) ? bot_command_find("a") : NULL;
}

/*
 * Finds the command of the words. In "play 3", "go back 2" and "settings coach on", the first word
 * means nothing, so the function removes it if a command follows. "play" alone, or before a user,
 * means "start". A greeting is only a greeting, whatever follows it.
 */
static const struct bot_command *find_command(struct bot_words *words)
{
	drop_bullet(words);
	bot_words_drop_please(words);
	if (bot_words_mean(words->word[0], "hello")) {
		words->count = 1;
		words->question = false;
	}
	if (words->count > 1 &&
		((bot_words_mean(words->word[0], "play") &&
			 (is_letter(words, 1) || bot_command_find(words->word[1]))) ||
			(bot_words_mean(words->word[0], "settings") &&
				is_setting(words->word[1])))) {
		words->count--;
		memmove(words->word, words->word + 1, words->count * sizeof(words->word[0]));
	}
	const struct bot_command *found = bot_command_find(
		is_letter(words, 0) || bot_words_are_choice(words) ? "a" : words->word[0]);
	if (!found && bot_words_mean(words->word[0], "play"))
		return bot_command_find("start");
	return found ? found : find_action(words);
}

/* Reads the words of the call and its command, if there is one, from a text. */
static void read_command(struct bot_call *call, const char *text)
{
	if (!bot_words_split(&call->words, text))
		call->words.count = 0;
	else if (call->words.count > 0)
		call->command = find_command(&call->words);
	else if (call->words.id == 0)
		call->command = bot_command_find("help");
	if (call->command && call->command->bare_id)
		read_bare_id(&call->words);
}

static enum bot_error say_nothing_done(struct bot_call *call)
{
	return bot_reply(call, BOT_MSG_NOTHING_DONE, (struct bot_args){0});
}

enum bot_error bot_command_run(
	struct bot_host *host, const struct bot_message *message, const char *text, bool *refused)
{
	struct bot_call call = {.host = host, .message = message, .refused = refused};
	char command[BOT_QUESTION_SIZE];
	enum bot_answer_kind answer;
	bool ran = false;

	*refused = false;
	enum bot_error error = bot_question_answer(host, message, text, &answer, command);
	if (answer == BOT_ANSWER_RUNS)
		text = command;
	if (!error)
		error = bot_admin_run(host, message, text, &ran);
	if (error || ran)
		return error;
	error = bot_language_of_message(host, message, &call.lang);
	if (error)
		return error;
	if (answer == BOT_ANSWER_NO)
		return bot_rate_limit_run(&call, say_nothing_done);
	read_command(&call, text);
	return bot_rate_limit_run(&call, run);
}

/*
 * Whether a vote or a reaction can be an answer to a list of choices: the number of a line, a
 * keycap or a letter.
 */
static bool answers_list(const struct bot_message *message, const char *word)
{
	int64_t most = message->kind == BOT_VOTE ? EG_LEGAL_MAX : 10;
	int64_t number;

	return bot_words_number(word, most, &number) ||
	       (message->kind == BOT_REACTION && bot_words_letter(word) < EG_CHOICES_MAX);
}

/* Whether a reaction or a vote is an answer to a list of choices. Splits its text into words. */
static bool is_choice(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	return call->message->private && call->message->reply_to &&
	       bot_words_split(words, call->message->text) && words->count == 1 && words->id == 0 &&
	       answers_list(call->message, words->word[0]);
}

bool bot_command_is_answer(const struct bot_message *message)
{
	return message->kind == BOT_REACTION && bot_reaction_is_answer(message->text);
}

enum bot_error bot_command_answer(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};
	struct bot_reaction reaction = {0};
	bool counts;
	enum bot_error error = BOT_OK;

	if (message->kind == BOT_REACTION)
		error = bot_reaction_read(&call, &reaction);
	if (error || (!reaction.command[0] && !is_choice(&call)))
		return error;
	error = bot_language_of_message(host, message, &call.lang);
	if (error)
		return error;
	if (reaction.command[0]) {
		read_command(&call, reaction.command);
		call.words.id = reaction.match ? reaction.match : call.words.id;
	} else {
		call.command = bot_command_find("a");
	}
	error = bot_reaction_trust_check(&call, reaction.power, &counts);
	if (error)
		return error;
	if (!counts)
		return bot_rate_limit_run(&call, bot_reaction_trust_refuse);
	error = bot_store_close_question(host->store, message->sender, message->room);
	if (error)
		return error;
	return bot_rate_limit_run(&call, reaction.command[0] ? run : bot_run_chosen_action);
}
