#include "bot/admin/admin_commands.h"
#include "bot/host/commands.h"
#include "bot/match/clock_words.h"
#include "bot/text/pattern.h"
#include "bot/text/render.h"
#include "bot/text/words.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/*
 * The English words that commands use, other than the names of the commands and of the languages:
 * actions and options.
 */
static const char *const actions[] = {
	"advance", "retreat", "attack", "parry", "pass", "direct", "indirect", "and", "with"};
static const char *const options[] = {"to", "first", "white", "black", "random", "unseen", "basic",
	"standard", "advanced", "ferti", "list", "poll", "taps", "clock", "none", "second",
	"minute", "hour", "day", "play", "picture", "on", "off", "novice", "pupil", "fencer",
	"provost", "maitre", "all", "everywhere", "lobby", "touches", "yes", "ok", "please",
	"thanks", "best", "blitz", "fast", "slow", "clear", "encrypted", "page", "join", "leave",
	"exclude", "include", "night", "every", "never", "week", "pools", "timezone", "sunday",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "third", "place", "one",
	"two", "three", "four", "five", "more", "less", "month", "year", "today", "tonight",
	"tomorrow", "next", "last", "now", "for", "table", "casual", "rated", "postpone", "give",
	"take", "handicap", "goal", "moving", "stuck", "end"};
static const char *const fillers[] = {"step", "then", "a", "by", "s", "x", "in", "the", "of",
	"space", "spaces", "fun", "not", "without", "chat", "ones", "twos", "threes", "fours",
	"fives", "pair", "copies", "against", "me", "here", "half", "forenoon", "afternoon"};

static bool listed(const char *const list[], size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (strcasecmp(list[i], word) == 0)
			return true;
	return false;
}

#define LISTED(list, word) listed(list, sizeof(list) / sizeof((list)[0]), word)

/*
 * Returns the meaning of an English word, or NULL if the word has no meaning. All names of a
 * command mean the command's first name.
 */
static const char *meaning(const char *word)
{
	for (size_t i = 0; i < bot_commands_count; i++)
		for (const char *const *name = bot_commands[i].names; *name; name++)
			if (strcasecmp(*name, word) == 0 && !LISTED(actions, word) &&
				!LISTED(fillers, word))
				return bot_commands[i].names[0];
	for (size_t i = 0; i < bot_langs_count; i++)
		if (strcasecmp(bot_langs[i].english, word) == 0)
			return word;
	return LISTED(actions, word) || LISTED(options, word) || LISTED(fillers, word) ? word
										       : NULL;
}

UNIT_TEST(test_synonyms_all_have_a_meaning)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			if (!meaning(bot_langs[i].words[j].english))
				fail_msg("%s: %s means %s", bot_langs[i].code,
					bot_langs[i].words[j].word, bot_langs[i].words[j].english);
}

static void assert_same(const struct bot_synonym *a, const struct bot_synonym *b)
{
	char folded[BOT_FOLDED_SIZE];

	bot_words_fold(a->word, folded);
	if (!bot_words_match(a->word, b->word) && !bot_words_match(folded, b->word))
		return;
	if (strcmp(meaning(a->english), meaning(b->english)) != 0)
		fail_msg("%s means both %s and %s", a->word, a->english, b->english);
}

UNIT_TEST(test_synonym_means_the_same_in_every_language)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			for (size_t k = 0; k < bot_langs_count; k++)
				for (size_t l = 0; l < bot_langs[k].words_count; l++)
					assert_same(&bot_langs[i].words[j], &bot_langs[k].words[l]);
}

UNIT_TEST(test_synonym_that_is_english_too_means_the_same)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t j = 0; j < bot_langs[i].words_count; j++) {
			const struct bot_synonym *word = &bot_langs[i].words[j];
			char folded[BOT_FOLDED_SIZE];

			bot_words_fold(word->word, folded);
			if (meaning(folded) && strcmp(meaning(folded), meaning(word->english)) != 0)
				fail_msg("%s is English and means %s", word->word, word->english);
			if (bot_command_find(folded) != bot_command_find(word->english))
				fail_msg("%s is not the command %s", word->word, word->english);
		}
	}
}

/* The bot compares only the first letters of a longer word, so it would find wrong words, too. */
UNIT_TEST(test_synonyms_are_shorter_than_a_folded_word)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t j = 0; j < bot_langs[i].words_count; j++)
			if (strlen(bot_langs[i].words[j].word) >= BOT_FOLDED_SIZE - 1)
				fail_msg("%s is too long", bot_langs[i].words[j].word);
}

/* Whether a search for the typed word, or for its beginning, finds a word with the same meaning. */
static void assert_found(const char *typed, const char *english)
{
	char longer[2 * BOT_FOLDED_SIZE];

	snprintf(longer, sizeof(longer), "%s!!", typed);
	const char *found = bot_words_find_english(longer, strlen(typed));
	if (!found || strcmp(meaning(found), meaning(english)) != 0)
		fail_msg("%s means %s instead of %s", typed, found ? found : "nothing", english);
	if (bot_words_find_english(longer, strlen(longer)))
		fail_msg("%s is a word", longer);
}

UNIT_TEST(test_synonyms_are_all_found_without_diacritics_too)
{
	char folded[BOT_FOLDED_SIZE];

	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t j = 0; j < bot_langs[i].words_count; j++) {
			const struct bot_synonym *word = &bot_langs[i].words[j];

			assert_found(word->word, word->english);
			bot_words_fold(word->word, folded);
			assert_found(folded, word->english);
		}
	}
	assert_found("ZUR\u00DCCK", "retreat");
	assert_found("zurueck", "retreat");
	assert_null(bot_words_find_english("", 0));
	assert_null(bot_words_find_english("zurueeck", 8));
}

static bool has(const struct bot_lang *lang, const char *english)
{
	for (size_t i = 0; i < lang->words_count; i++)
		if (strcasecmp(meaning(lang->words[i].english), english) == 0)
			return true;
	return false;
}

UNIT_TEST(test_synonyms_of_a_language_cover_all_words)
{
	for (size_t i = 1; i < bot_langs_count; i++) {
		for (size_t j = 0; j < bot_commands_count; j++)
			if (bot_commands[j].usage != BOT_MSG_USAGE_LETTER &&
				!has(&bot_langs[i], bot_commands[j].names[0]))
				fail_msg("%s has no word for %s", bot_langs[i].code,
					bot_commands[j].names[0]);
		for (size_t j = 0; j < sizeof(actions) / sizeof(actions[0]); j++)
			if (!has(&bot_langs[i], actions[j]))
				fail_msg("%s has no word for %s", bot_langs[i].code, actions[j]);
		for (size_t j = 0; j < sizeof(options) / sizeof(options[0]); j++)
			if (!has(&bot_langs[i], options[j]))
				fail_msg("%s has no word for %s", bot_langs[i].code, options[j]);
		for (size_t j = 1; j < bot_langs_count; j++)
			if (!has(&bot_langs[i], bot_langs[j].english))
				fail_msg("%s has no word for %s", bot_langs[i].code,
					bot_langs[j].english);
	}
}

/* Tests that the bot understands the words that its messages tell people to type. */

UNIT_TEST(test_usage_begins_with_a_word_of_its_command)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t j = 0; j < bot_commands_count; j++) {
			const struct bot_command *command = &bot_commands[j];
			char word[64];

			if (command->usage == BOT_MSG_USAGE_LETTER)
				continue;
			snprintf(word, sizeof(word), "%s", bot_langs[i].messages[command->usage]);
			word[strcspn(word, " ")] = '\0';
			if (bot_command_find(word) != command)
				fail_msg("%s: %s is not %s", bot_langs[i].code, word,
					command->names[0]);
		}
	}
}

/* Checks the options in the usage of a command: [a|b|c], and words before a value, as in "to N". */
static void assert_options(const struct bot_lang *lang, enum bot_msg usage)
{
	char text[256];
	char *rest = NULL;
	int64_t clock;

	snprintf(text, sizeof(text), "%s", lang->messages[usage]);
	strtok_r(text, " ", &rest);
	for (char *word; (word = strtok_r(NULL, " |[]", &rest));) {
		word += word[0] == 'N' &&
			word[1]; /* the number may stand before its word: "N本先取" */
		if (word[0] != '@' && strcmp(word, "N") != 0 && !bot_lang_find(word) &&
			!bot_clock_read(word, &clock) &&
			!LISTED(options, bot_words_in_english(word)))
			fail_msg("%s: no option is called %s", lang->code, word);
	}
}

UNIT_TEST(test_usage_names_options_that_are_understood)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		assert_options(&bot_langs[i], BOT_MSG_USAGE_CHALLENGE);
		assert_options(&bot_langs[i], BOT_MSG_USAGE_RULES);
		assert_options(&bot_langs[i], BOT_MSG_USAGE_LANGUAGE);
		assert_options(&bot_langs[i], BOT_MSG_USAGE_CHOICES);
		for (size_t j = 0; j < bot_langs_count; j++)
			assert_non_null(strstr(
				bot_langs[i].messages[BOT_MSG_USAGE_LANGUAGE], bot_langs[j].code));
	}
}

UNIT_TEST(test_names_of_rules_and_languages_are_understood)
{
	static const struct {
		enum bot_msg msg;
		const char *english;
	} names[] = {
#define SET(NAME, name, level, final_retreat) {BOT_MSG_NAME_##NAME, #name},
		EG_RULE_SETS(SET)
#undef SET
			{BOT_MSG_NAME_LIST, "list"},
		{BOT_MSG_NAME_POLL, "poll"}, {BOT_MSG_NAME_TAPS, "taps"}};

	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++)
			assert_string_equal(
				bot_words_in_english(bot_langs[i].messages[names[j].msg]),
				names[j].english);
		const char *name = bot_langs[i].name;
		assert_int_equal(strcasecmp(bot_words_in_english(name), bot_langs[i].english), 0);
	}
}

/* What a message says about the rule sets, it says about all of them. */
UNIT_TEST(test_messages_name_each_rule_set)
{
	static const enum bot_msg messages[] = {
		BOT_MSG_RULES_UNKNOWN, BOT_MSG_USAGE_CHALLENGE, BOT_MSG_USAGE_RULES};
	static const enum bot_msg names[] = {
#define SET(NAME, name, level, final_retreat) BOT_MSG_NAME_##NAME,
		EG_RULE_SETS(SET)
#undef SET
	};

	for (size_t i = 0; i < bot_langs_count; i++) {
		const char *const *texts = bot_langs[i].messages;

		for (size_t j = 0; j < sizeof(messages) / sizeof(messages[0]); j++)
			for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
				if (!strstr(texts[messages[j]], texts[names[k]]))
					fail_msg("%s: %s does not name %s", bot_langs[i].code,
						texts[messages[j]], texts[names[k]]);
	}
}

/* Returns true if people type this code in a terminal: the two programs that check a record. */
static bool for_a_terminal(const char *code)
{
	static const char *const programs[] = {"engarde verify`", "engarde replay`"};

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		if (strncmp(code, programs[i], strlen(programs[i])) == 0)
			return true;
	return false;
}

/*
 * Asserts that text in backticks is something to type: it begins with a command, "play", a "yes",
 * an id or a placeholder.
 */
static void assert_code(const struct bot_lang *lang, const char *code)
{
	static const char prefix[] = "{prefix}";
	char word[64];
	int64_t clock;

	if (strncmp(code, prefix, strlen(prefix)) == 0)
		code += strlen(prefix);
	if (strchr("{#@", code[0]) || for_a_terminal(code))
		return;
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(code, " `,"), code);
	if (bot_admin_command_usage(word) != BOT_MSG_COUNT || bot_words_is_yes(word) ||
		bot_words_mean(word, "play"))
		return;
	if (!bot_command_find(word) && !bot_clock_read(word, &clock))
		fail_msg("%s: %s is no command", lang->code, word);
}

UNIT_TEST(test_commands_in_messages_are_commands)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++) {
			const char *text = strchr(bot_langs[i].messages[msg], '`');

			while (text) {
				assert_code(&bot_langs[i], text + 1);
				text = strchr(strchr(text + 1, '`') + 1, '`');
			}
		}
	}
}

#define ADMIN_COMMANDS 7

/* A command of an admin must never hide a command that everybody has. */
UNIT_TEST(test_names_of_admin_commands_are_no_other_commands)
{
	size_t commands = 0;

	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++) {
			char word[64];

			snprintf(word, sizeof(word), "%.*s",
				(int)strcspn(bot_langs[i].messages[msg], " "),
				bot_langs[i].messages[msg]);
			if (bot_admin_command_usage(word) != (enum bot_msg)msg)
				continue;
			commands++;
			if (bot_command_find(word) || bot_words_find_english(word, strlen(word)))
				fail_msg("%s: %s has another meaning", bot_langs[i].code, word);
		}
	}
	assert_int_equal(commands, ADMIN_COMMANDS * bot_langs_count);
}

static const enum bot_msg texts[] = {
	[EG_ADVANCE] = BOT_MSG_ACT_ADVANCE,
	[EG_RETREAT] = BOT_MSG_ACT_RETREAT,
	[EG_ATTACK] = BOT_MSG_ACT_ATTACK,
	[EG_ADVANCE_ATTACK] = BOT_MSG_ACT_ADVANCE_ATTACK,
	[EG_PARRY] = BOT_MSG_ACT_PARRY,
	[EG_PASS] = BOT_MSG_ACT_PASS,
};

static void assert_understood(const struct bot_lang *lang, struct eg_action action)
{
	char cards[BOT_CARDS_SIZE], text[256];
	struct bot_pattern pattern;
	struct bot_words words;

	bot_render_cards(action.card, action.count, cards);
	bot_page_string(lang, texts[action.kind],
		&(struct bot_args){.move = action.move, .cards = cards}, text, sizeof(text));
	assert_true(bot_words_split(&words, text));
	if (!bot_pattern_parse(&words, &pattern) || pattern.kind != action.kind ||
		pattern.move != action.move || pattern.card != action.card ||
		pattern.count != action.count)
		fail_msg("%s: \"%s\" is read as something else", lang->code, text);
	const struct bot_command *command = bot_command_find(words.word[0]);
	if (!command || !command->acts)
		fail_msg("%s: \"%s\" is not played", lang->code, text);
}

UNIT_TEST(test_actions_are_understood_as_they_are_shown)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		assert_understood(&bot_langs[i], (struct eg_action){.kind = EG_PARRY});
		assert_understood(&bot_langs[i], (struct eg_action){.kind = EG_PASS});
		for (uint8_t a = 1; a <= EG_VALUES; a++) {
			assert_understood(
				&bot_langs[i], (struct eg_action){.kind = EG_ADVANCE, .move = a});
			assert_understood(
				&bot_langs[i], (struct eg_action){.kind = EG_RETREAT, .move = a});
			for (uint8_t b = 1; b <= EG_VALUES; b++) {
				assert_understood(
					&bot_langs[i], (struct eg_action){EG_ATTACK, 0, a, b});
				assert_understood(&bot_langs[i],
					(struct eg_action){EG_ADVANCE_ATTACK, a, b, a});
			}
		}
	}
}
