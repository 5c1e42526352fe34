#include "bot/host/prefix.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/commands/command.h"
#include "bot/competition/check_in.h"
#include "bot/competition/room_competition.h"
#include "bot/host/commands.h"
#include "bot/host/reactions.h"
#include "bot/host/unnamed.h"
#include "bot/match/loading.h"
#include "bot/text/plain.h"
#include "bot/text/vocabulary.h"
#include "bot/text/words.h"

#include <string.h>

#define YES_SIZE 48 /* bytes; a longer message without a prefix is talk, and not "I'm here" */

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

/* Whether a challenge in the room names the sender of the message. */
static bool is_challenged(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	const struct bot_match_filter filter = {
		.room = message->room, .player = message->sender, .status = BOT_CHALLENGE};
	struct bot_match_list *list = bot_match_list_load(host->store, &filter);

	for (size_t i = 0; i < list->count; i++)
		if (bot_challenge_may_decline(&call, &list->match[i]))
			return true;
	return false;
}

static bool replies(const struct bot_message *message)
{
	return message->reply_to && !message->reply_forgeable;
}

static bool is_answer(const char *word)
{
	return bot_words_mean(word, "accept") || bot_words_mean(word, "decline");
}

bool bot_may_be_bare_answer(const struct bot_message *message)
{
	struct bot_words words;

	return !message->private && !message->edits && message->kind == BOT_WRITTEN &&
	       (replies(message) ||
		       (bot_words_split_first(&words, message->text) && words.count > 0 &&
			       is_answer(words.word[0])) ||
		       (strnlen(message->text, YES_SIZE) < YES_SIZE &&
			       bot_words_split(&words, message->text) &&
			       (bot_begin_is(&words) || bot_typed_yes_is(&words))));
}

/*
 * Whether the message answers the open question to its sender, to which it replies. While its
 * mentions are unread, it may.
 */
static bool replies_to_question(struct bot_host *host, const struct bot_message *message)
{
	char command[BOT_QUESTION_SIZE];
	struct bot_post post;

	if (!replies(message) || !bot_store_post_by_event(host->store, message->reply_to, &post))
		return false;
	enum bot_answer_kind kind = bot_question_react(host, message, post.id, command);
	return kind == BOT_NO_ANSWER ? message->mentions_unread : kind != BOT_ANSWER_LATE;
}

/* Whether the message says that its sender is there, and a check-in waits for them. */
static bool checks_in(const struct bot_call *call, const struct bot_words *words)
{
	char room[BOT_ID_SIZE] = "";

	if (bot_typed_yes_is(words))
		bot_check_in_find(call, room);
	return room[0] != '\0';
}

/* Whether the sender opened the night that waits here, and writes "start now". */
static bool begins_night(const struct bot_call *call, const struct bot_words *words)
{
	struct bot_competition night;

	return bot_begin_is(words) && bot_competition_find_live(call, BOT_KIND_NIGHT, &night) &&
	       night.stage < BOT_STAGE_POOLS && strcmp(night.organiser, call->message->sender) == 0;
}

bool bot_is_bare_answer(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	char command[BOT_QUESTION_SIZE];
	struct bot_words words;

	if (!bot_may_be_bare_answer(message))
		return false;
	if (replies_to_question(host, message) ||
		bot_reaction_read_typed(&call, message->text, command))
		return true;
	if (!bot_words_split(&words, message->text))
		return false;
	if (begins_night(&call, &words) || checks_in(&call, &words))
		return true;
	return words.count == 1 && words.id == 0 && !words.question && is_answer(words.word[0]) &&
	       is_challenged(host, message);
}
