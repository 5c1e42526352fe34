#include "bot/host/prefix.h"

#include "bot/host/commands.h"
#include "bot/text/plain.h"
#include "bot/text/unspaced.h"
#include "bot/text/words.h"

#include <string.h>

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
	struct bot_words words;

	return !is_end_of_word(text) && bot_words_split_first(&words, text) && words.count > 0 &&
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
 * Before a command in a script without spaces, no prefix needs a space.
 */
static const char *after_prefix(const char *text, const char *prefix)
{
	const char *rest = bot_plain_after(text, prefix);
	uint32_t next = 0;

	if (rest)
		bot_plain_read(rest, &next);
	if (!rest || (!ends_with_sign(prefix) && !bot_unspaced_is_letter(next)))
		return rest ? after_marks(rest) : NULL;
	return is_end_of_word(rest) || begins_with_command(rest) ? rest : NULL;
}

/* People also write the prefix "!engarde" as the game writes its name. */
static const char *after_own_spelling(const char *text, const char *prefix)
{
	const char *rest = after_prefix(text, "!en garde");

	if (!rest)
		rest = after_prefix(text, "!en-garde");
	return rest && bot_plain_equal(prefix, "!engarde") ? rest : NULL;
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

/*
 * Returns how many signs of Markdown enclose the whole text: those of code, and "_". People who
 * show a command to others write it in bold.
 */
static size_t count_markdown(const char *text)
{
	size_t count = strspn(text, "`_"), length = count > 0 ? strlen(text) : 0;

	while (length > count && strchr(" \t\r\n", text[length - 1]))
		length--;
	for (size_t i = 0; i < count; i++)
		if (length <= 2 * count || text[length - 1 - i] != text[i])
			return 0;
	return count;
}

const char *bot_prefix_skip(
	const struct cfg *config, const struct bot_port *port, const char *text, bool private)
{
	const char *rest = NULL;

	text = bot_plain_skip_space(text);
	text = bot_plain_skip_space(text + count_markdown(text));
	for (unsigned i = 0; !rest && i < config->prefixes_count; i++) {
		rest = after_prefix(text, config->prefixes[i]);
		if (!rest)
			rest = after_own_spelling(text, config->prefixes[i]);
	}
	if (!rest && port->user && (rest = bot_plain_after(text, port->user)))
		rest = after_marks(rest);
	if (!rest)
		rest = after_name(text, port->display_name);
	if (!rest)
		rest = after_name(text, port->name);
	if (rest || !private)
		return rest;
	return *text && strchr("/!", *text) && begins_with_command(text + 1) ? text + 1 : text;
}
