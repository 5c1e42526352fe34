#include "bot/host/help.h"

#include "bot/admin/admin_commands.h"
#include "bot/base/attempt.h"
#include "bot/call/people.h"
#include "bot/call/question.h"
#include "bot/call/web_link.h"
#include "bot/commands/command.h"
#include "bot/host/commands.h"
#include "bot/host/situation.h"
#include "bot/text/words.h"
#include "bot/understand/sentence.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Explains one command, with all words that may follow its name. */
static void explain_command(const struct bot_call *call, const struct bot_command *command)
{
	char usage[BOT_WORDS_SIZE];
	struct bot_args args = {.prefix = bot_call_prefix(call), .usage = usage};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_string(page.lang, command->usage, NULL, usage, sizeof(usage));
	bot_page_say(&page, BOT_MSG_HELP_LINE, &args);
	bot_page_say(&page, command->about, &args);
	if (command->detail)
		bot_page_say_below(&page, command->detail, &args);
	bot_reply_page(call, &page);
}

/* In a room, says that each command begins with the prefix. */
static void say_prefix(const struct bot_call *call, struct bot_page *page)
{
	char prefix[BOT_PREFIX_SIZE];

	if (call->message->private)
		return;
	snprintf(prefix, sizeof(prefix), "%s", call->host->prefix);
	prefix[strcspn(prefix, " ")] = '\0';
	bot_page_say(page, BOT_MSG_HELP_PREFIX, &(struct bot_args){.words = prefix});
}

/*
 * Lists all commands by topic, each with what it does in a few words. The lines leave the prefix
 * out, so that most of them fit a phone.
 */
static void list_commands(const struct bot_call *call)
{
	char word[BOT_WORDS_SIZE];
	struct bot_args args = {.prefix = "", .usage = word};
	const struct bot_args prefix = {.prefix = bot_call_prefix(call)};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_HELP_ALL, &prefix);
	say_prefix(call, &page);
	for (size_t i = 0; i < bot_commands_count; i++) {
		const struct bot_command *command = &bot_commands[i];

		if (command->web && !bot_web_link_is_available(call->host))
			continue;
		if (i == 0 || command->topic != command[-1].topic) {
			bot_page_line(&page);
			bot_page_say_below(&page, command->topic, NULL);
		}
		bot_command_word(command, page.lang, word);
		bot_page_say_below(&page, BOT_MSG_HELP_LINE, &args);
		bot_page_say(&page, command->about, &args);
	}
	bot_page_line(&page);
	bot_page_say_below(&page, BOT_MSG_HELP_END, &prefix);
	bot_admin_mention_help(call, &page);
	bot_reply_page(call, &page);
}

/* Who asks for help, and where their match or a challenge is: here, or in private anywhere. */
enum asker {
	STRANGER,   /* plays in no match, and no challenge waits for them */
	CHALLENGED, /* may accept a challenge */
	PLAYER,
	PRACTISER, /* plays a practice match */
	ASKERS
};

static enum asker find_asker(const struct bot_call *call)
{
	const unsigned situation = bot_situation_find(call);

	if (situation & BOT_PRACTISES)
		return PRACTISER;
	if (situation & (BOT_TO_ACT | BOT_WAITS))
		return PLAYER;
	return situation & BOT_CHALLENGED ? CHALLENGED : STRANGER;
}

#define EXAMPLES 5

/* What each asker can usefully write now: in a room, and in private. */
static const enum bot_msg examples[2][ASKERS][EXAMPLES] = {
	{[STRANGER] = {BOT_MSG_HELP_CHALLENGE, BOT_MSG_HELP_LEARN, BOT_MSG_HELP_PRACTICE,
		 BOT_MSG_HELP_NIGHT, BOT_MSG_HELP_SEASON},
		[CHALLENGED] = {BOT_MSG_HELP_ACCEPT, BOT_MSG_HELP_CHALLENGE, BOT_MSG_HELP_LEARN,
			BOT_MSG_HELP_PRACTICE, BOT_MSG_HELP_NIGHT},
		[PLAYER] = {BOT_MSG_HELP_CARD, BOT_MSG_HELP_HAND, BOT_MSG_HELP_BOARD,
			BOT_MSG_HELP_NUDGE, BOT_MSG_HELP_RESIGN},
		[PRACTISER] = {BOT_MSG_HELP_CARD, BOT_MSG_HELP_HAND, BOT_MSG_HELP_HINT,
			BOT_MSG_HELP_RULES, BOT_MSG_HELP_RESIGN}},
	{[STRANGER] = {BOT_MSG_HELP_LEARN, BOT_MSG_HELP_PRACTICE, BOT_MSG_HELP_FRIEND,
		 BOT_MSG_HELP_RULES, BOT_MSG_HELP_LANGUAGE},
		[CHALLENGED] = {BOT_MSG_HELP_ACCEPT, BOT_MSG_HELP_LEARN, BOT_MSG_HELP_PRACTICE,
			BOT_MSG_HELP_RULES, BOT_MSG_HELP_LANGUAGE},
		[PLAYER] = {BOT_MSG_HELP_LETTER, BOT_MSG_HELP_CARD, BOT_MSG_HELP_WORDS,
			BOT_MSG_HELP_HAND, BOT_MSG_HELP_RESIGN},
		[PRACTISER] = {BOT_MSG_HELP_LETTER, BOT_MSG_HELP_CARD, BOT_MSG_HELP_HINT,
			BOT_MSG_HELP_RULES, BOT_MSG_HELP_RESIGN}},
};

/* Returns the words after "help ", or all of them: "resign" of "help resign", and of "resign". */
static const char *without_help(const char *typed)
{
	return strncmp(typed, "help ", 5) == 0 ? typed + 5 : typed;
}

/* Whether one of the guesses has said already what an example says. */
static bool is_offered(enum bot_msg example, const struct bot_guesses *guesses)
{
	static const struct {
		enum bot_msg example;
		const char *command;
	} same[] = {{BOT_MSG_HELP_LEARN, "learn"}, {BOT_MSG_HELP_PRACTICE, "practice"},
		{BOT_MSG_HELP_RULES, "rules"}, {BOT_MSG_HELP_HAND, "hand"},
		{BOT_MSG_HELP_BOARD, "board"}, {BOT_MSG_HELP_HINT, "hint"},
		{BOT_MSG_HELP_NUDGE, "nudge"}, {BOT_MSG_HELP_ACCEPT, "accept"},
		{BOT_MSG_HELP_RESIGN, "resign"}, {BOT_MSG_HELP_CHALLENGE, "challenge"}};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		for (size_t j = 0; example == same[i].example && j < guesses->count; j++)
			if (strcmp(without_help(guesses->best[j].command), same[i].command) == 0)
				return true;
	return false;
}

/* Adds `count` lines with what the sender can usefully write now and here, and has no guess for. */
static void add_examples(const struct bot_call *call, size_t count, struct bot_page *page)
{
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	const enum bot_msg *example = examples[call->message->private][find_asker(call)];

	for (size_t i = 0; i < EXAMPLES && count > 0; i++) {
		if (is_offered(example[i], &call->guesses))
			continue;
		bot_page_say_below(page, example[i], &args);
		count--;
	}
	bot_page_say_below(page, BOT_MSG_HELP_MORE, &args);
	bot_admin_mention_help(call, page);
}

static void show_examples(const struct bot_call *call)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_HELP_BEGIN, NULL);
	add_examples(call, EXAMPLES, &page);
	bot_reply_page(call, &page);
}

const char *bot_help_offer(const char *reading)
{
	static const char *const offers[][2] = {{".turn", "games"}, {".next", "games"},
		{".table", "night"}, {"hello", "help"}, {"rules move", "rules moving"}};

	for (size_t i = 0; i < sizeof(offers) / sizeof(offers[0]); i++)
		if (strcmp(reading, offers[i][0]) == 0)
			return offers[i][1];
	return strpbrk(reading, "*#.") ? NULL : reading;
}

void bot_help_translate(const char *typed, const struct bot_lang *lang, char usage[BOT_WORDS_SIZE])
{
	struct bot_text text = bot_text_in(usage, BOT_WORDS_SIZE);

	for (size_t length; *typed; typed += length) {
		char word[BOT_WORDS_SIZE];

		length = *typed == ' ' ? 1 : strcspn(typed, " ");
		snprintf(word, sizeof(word), "%.*s", (int)length, typed);
		/* the number in "learn 1" is no command, as a card alone is */
		const struct bot_command *command =
			isdigit((unsigned char)word[0]) ? NULL : bot_command_find(word);
		if (command)
			bot_command_word(command, lang, word);
		bot_text_add(&text, command ? word : bot_words_in_language(word, lang));
	}
}

/* Returns what a guess is about, in a few words. */
static enum bot_msg find_about(const char *typed)
{
	char name[BOT_FOLDED_SIZE];
	enum bot_msg part = BOT_MSG_COUNT;
	const char *topic = without_help(typed);
	const char *last = strrchr(typed, ' ');

	if (strncmp(typed, "rules ", 6) == 0)
		part = bot_rules_about(typed + 6);
	if (part != BOT_MSG_COUNT)
		return part;
	if (last && (strcmp(last, " off") == 0 || strcmp(last, " stop") == 0 ||
			    strcmp(last, " never") == 0))
		return BOT_MSG_ABOUT_OFF;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(topic, " "), topic);
	const struct bot_command *command = bot_command_find(name);
	return command && command->about ? command->about : BOT_MSG_ABOUT_HELP;
}

/* Adds a line with a command that the sender may mean. */
static void add_guess(const struct bot_call *call, const char *typed, struct bot_page *page)
{
	char usage[BOT_WORDS_SIZE];
	const struct bot_args args = {.prefix = bot_call_prefix(call), .usage = usage};

	bot_help_translate(typed, page->lang, usage);
	bot_page_say_below(page, BOT_MSG_HELP_LINE, &args);
	bot_page_say(page, find_about(typed), &args);
}

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
	while (count > 0 && strcasecmp(words[count - 1], word) != 0)
		count--;
	return count > 0;
}

/*
 * If the sentence probably means what costs something now, asks whether it does. `resign` and
 * `forget me` ask themselves, so they run. Returns false for other sentences.
 */
static bool ask_about_costly(struct bot_call *call)
{
	static const char *const asking[] = {"resign", "forget me"};
	const struct bot_understood *best = &call->guesses.best[0];
	char usage[BOT_WORDS_SIZE];

	if (call->guesses.count == 0 || !best->costly || !best->expected ||
		best->certainty < BOT_ASKED)
		return false;
	const char *command = best->command + (best->command[0] == '.');
	if (is_one_of(command, asking, sizeof(asking) / sizeof(asking[0]))) {
		bot_words_split(&call->words, command);
		call->again = true;
		return true;
	}
	bot_help_translate(command, call->lang, usage);
	bot_ask(call, BOT_MSG_MEANT, (struct bot_args){.command = usage}, command);
	return true;
}

/*
 * Says that it is not clear what the sender means, and what they can write: first what is the most
 * similar, and then, in private, what is useful now.
 */
static void say_not_sure(const struct bot_call *call)
{
	const struct bot_guesses *guesses = &call->guesses;
	const char *offered[BOT_GUESSES];
	BOT_PAGE(page);
	size_t shown = 0;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_NOT_SURE, NULL);
	for (size_t i = 0; i < guesses->count; i++) {
		const char *offer = bot_help_offer(guesses->best[i].command);

		if (!offer || is_one_of(without_help(offer), offered, shown))
			continue;
		offered[shown++] = without_help(offer);
		add_guess(call, offer, &page);
	}
	add_examples(call, shown > 0 && !call->message->private ? 0 : EXAMPLES - shown, &page);
	bot_reply_page(call, &page);
}

/* Answers that no command has the name of word `i`. */
static void say_unknown(const struct bot_call *call, size_t i)
{
	char quoted[BOT_NAME_SIZE];

	if (bot_call_quote(call, i, quoted))
		bot_reply(call, BOT_MSG_UNKNOWN, (struct bot_args){.words = quoted});
	else
		bot_reply(call, BOT_MSG_NOT_UNDERSTOOD, (struct bot_args){0});
}

/*
 * Asks whether word `i` means the command word `near`. If so, the sender means the words before it,
 * `near`, and the words after it. The question repeats only the words that the bot may repeat.
 */
static void ask_nearest(const struct bot_call *call, size_t i, const char *near)
{
	char quoted[BOT_NAME_SIZE], meant[BOT_QUESTION_SIZE], shown[BOT_WORDS_SIZE];
	struct bot_text meaning = bot_text_in(meant, sizeof(meant));
	struct bot_text text = bot_text_in(shown, sizeof(shown));

	for (size_t j = 0; j < call->words.count; j++) {
		bot_call_quote(call, j, quoted);
		bot_text_add(&meaning, j > 0 ? " " : "");
		bot_text_add(&meaning, j == i ? near : call->words.word[j]);
		bot_text_add(&text, j > 0 ? " " : "");
		bot_text_add(&text, j == i ? near : quoted);
	}
	if (call->words.id != 0) {
		bot_text_add(&meaning, " #");
		bot_text_add_number(&meaning, call->words.id);
	}
	bot_call_quote(call, i, quoted);
	bot_ask(call, BOT_MSG_NEAREST, (struct bot_args){.words = quoted, .command = shown}, meant);
}

void bot_run_unknown(struct bot_call *call)
{
	/* Words for "no" are words for "off", and the Italian "yes" is the word for "on". */
	static const char *const answers[] = {"yes", "on", "off", "ok", "please"};
	const char *typed = call->words.count > 0 ? call->words.word[0] : "";
	const char *word = bot_words_in_english(typed);
	const bool sentence = bot_sentence_is_plain(&call->words);

	if (bot_people_is_everybody(call, typed) || typed[0] == '@') {
		say_unknown(call, 0);
		return;
	}
	if (is_one_of(word, answers, sizeof(answers) / sizeof(answers[0]))) {
		if (bot_start_tell_challenged(call))
			return;
		if (!sentence) {
			bot_reply(call, BOT_MSG_BARE_ANSWER, (struct bot_args){0});
			return;
		}
	}
	const char *near =
		sentence || bot_command_find(typed) ? NULL : bot_command_nearest(typed, call->lang);
	if (near)
		ask_nearest(call, 0, near);
	else if (!sentence &&
		 (call->words.count == 1 || (!call->message->private && call->guesses.count == 0)))
		say_unknown(call, 0);
	else if (!call->message->private && call->guesses.count == 0)
		bot_reply(call, BOT_MSG_NOT_UNDERSTOOD, (struct bot_args){0});
	else if (!ask_about_costly(call))
		say_not_sure(call);
}

/* Finds a command by its name in the list of all commands, such as "a|3", which nobody types. */
static const struct bot_command *find_listed(const char *word, const struct bot_lang *lang)
{
	char listed[BOT_WORDS_SIZE];

	for (size_t i = 0; i < bot_commands_count; i++) {
		bot_command_word(&bot_commands[i], lang, listed);
		if (strcasecmp(word, listed) == 0)
			return &bot_commands[i];
	}
	return NULL;
}

/* Whether the word is a term of a challenge: the help of `challenge` explains these. */
static bool is_challenge_term(const char *word)
{
	static const char *const terms[] = {"handicap", "give", "take", "clock", "casual", "rated",
		"blitz", "everywhere", NULL};

	return bot_words_mean_one_of(word, terms);
}

void bot_run_help(struct bot_call *call)
{

	if (call->words.count < 2 || bot_words_mean(call->words.word[1], "me")) {
		show_examples(call);
		return;
	}
	if (bot_admin_help(call))
		return;
	const char *word = call->words.word[1];
	if (bot_words_mean(word, "all")) {
		list_commands(call);
		return;
	}
	const struct bot_command *command = bot_command_find(word);
	if (!command)
		command = find_listed(word, call->lang);
	if (!command && bot_words_mean(word, "leave")) {
		bot_reply(call, BOT_MSG_LEAVE_WHAT, (struct bot_args){0});
		return;
	}
	if (!command && is_challenge_term(word))
		command = bot_command_find("challenge");
	if (command) {
		explain_command(call, command);
		return;
	}
	const char *near = bot_command_nearest(word, call->lang);
	if (near)
		ask_nearest(call, 1, near);
	else
		say_unknown(call, 1);
}

void bot_run_about(struct bot_call *call)
{
	bot_reply(call, BOT_MSG_ABOUT, (struct bot_args){.version = ENGARDE_VERSION});
}
