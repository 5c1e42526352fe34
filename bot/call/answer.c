#include "bot/call/answer.h"

#include "bot/call/people.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/room_label.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The words of an answer without the polite ones. */
struct answer {
	const char *word[BOT_WORDS];
	size_t count;
};

static bool is_polite(const char *word)
{
	return bot_words_mean(word, "please") || bot_words_mean(word, "thanks");
}

static void drop_polite(const struct bot_words *words, struct answer *answer)
{
	answer->count = 0;
	for (size_t i = 0; i < words->count; i++)
		if (!is_polite(words->word[i]))
			answer->word[answer->count++] = words->word[i];
}

/* Yes and no */

static bool is_yes(const char *word)
{
	return bot_words_is_yes(word) || bot_words_mean(word, "ok") ||
	       strcmp(word, BOT_REACTION_YES) == 0 || strcmp(word, BOT_REACTION_THUMB_UP) == 0;
}

/* The words for "no" are words for "off". */
static bool is_no(const char *word)
{
	return bot_words_mean(word, "off") || strcmp(word, BOT_REACTION_NO) == 0 ||
	       strcmp(word, BOT_REACTION_THUMB_DOWN) == 0;
}

/* Whether the words are "yes" or "no", perhaps repeated or with a polite word, and nothing else. */
static bool all_are(const struct bot_words *words, bool (*is)(const char *word))
{
	struct answer answer;

	drop_polite(words, &answer);
	for (size_t i = 0; i < answer.count; i++)
		if (!is(answer.word[i]))
			return false;
	return answer.count > 0 && words->id == 0 && !words->question;
}

bool bot_answer_is_yes(const struct bot_words *words)
{
	return all_are(words, is_yes);
}

bool bot_answer_is_no(const struct bot_words *words)
{
	return all_are(words, is_no);
}

static enum bot_answer_kind read_confirmation(const struct bot_words *words,
	const struct bot_question *question, char command[BOT_QUESTION_SIZE])
{
	bool asks_accept = question->kind == BOT_ASKS_ACCEPT;
	bool yes = all_are(words, is_yes), no = all_are(words, is_no);

	if (no && !asks_accept)
		return BOT_ANSWER_NO;
	if (!yes && !no)
		return BOT_NO_ANSWER;
	struct bot_text text = bot_text_in(command, BOT_QUESTION_SIZE);
	bot_text_add(&text, asks_accept ? (yes ? "accept " : "decline ") : "");
	bot_text_add(&text, question->command);
	return text.cut ? BOT_NO_ANSWER : BOT_ANSWER_RUNS;
}

/* The number of a match */

/* Reads a number, with or without its #. */
static bool read_number(const struct bot_words *words, int64_t *number)
{
	struct answer answer;

	drop_polite(words, &answer);
	*number = words->id;
	if (words->question || words->ids)
		return false;
	if (answer.count == 0)
		return words->id != 0;
	return words->id == 0 && answer.count == 1 &&
	       bot_words_number(answer.word[0], INT64_MAX, number) && *number > 0;
}

static enum bot_answer_kind read_match(const struct bot_words *words,
	const struct bot_question *question, char command[BOT_QUESTION_SIZE])
{
	int64_t number;

	if (!read_number(words, &number))
		return all_are(words, is_no) ? BOT_ANSWER_NO : BOT_NO_ANSWER;
	int length =
		snprintf(command, BOT_QUESTION_SIZE, "%s #%" PRId64, question->command, number);
	return length < BOT_QUESTION_SIZE ? BOT_ANSWER_RUNS : BOT_NO_ANSWER;
}

/* Words that complete a command */

/*
 * Completes a command with the value: puts the value in the place of the blank, or after the
 * command if it has no blank. `question` is the command. A second line, if there is one, has the
 * options or ids.
 */
static enum bot_answer_kind complete(
	const char *question, const char *value, char command[BOT_QUESTION_SIZE])
{
	size_t length = strcspn(question, "\n"), blank = strcspn(question, BOT_BLANK "\n");
	struct bot_text text = bot_text_in(command, BOT_QUESTION_SIZE);

	bot_text_add_bytes(&text, question, blank);
	bot_text_add(&text, blank == length ? " " : "");
	bot_text_add(&text, value);
	if (blank < length)
		bot_text_add_bytes(&text, question + blank + 1, length - blank - 1);
	return text.cut ? BOT_NO_ANSWER : BOT_ANSWER_RUNS;
}

/* The options or ids in the second line of a question; none if it has no such line. */
struct choices {
	size_t count;
	const char *choice[BOT_WORDS];
	char data[BOT_QUESTION_SIZE];
};

static void read_choices(const char *question, struct choices *choices)
{
	const char *line = strchr(question, '\n');
	char *rest = NULL;

	choices->count = 0;
	snprintf(choices->data, sizeof(choices->data), "%s", line ? line + 1 : "");
	for (char *word = strtok_r(choices->data, " ", &rest); word && choices->count < BOT_WORDS;
		word = strtok_r(NULL, " ", &rest))
		choices->choice[choices->count++] = word;
}

/* Whether the word means this option. "Yes" means `on`, and "no" means `off`. */
static bool means_option(const char *word, const char *option)
{
	return bot_words_mean(word, option) || (strcmp(option, "on") == 0 && is_yes(word)) ||
	       (strcmp(option, "off") == 0 && is_no(word));
}

static enum bot_answer_kind read_option(
	const struct answer *answer, const char *question, char command[BOT_QUESTION_SIZE])
{
	struct choices options;

	read_choices(question, &options);
	for (size_t i = 0; i < options.count && answer->count == 1; i++)
		if (means_option(answer->word[0], options.choice[i]))
			return complete(question, options.choice[i], command);
	return BOT_NO_ANSWER;
}

/* Reads how many touches win a match: "3", "3 touches", "to 3" or "first to 3". */
static enum bot_answer_kind read_touches(
	const struct answer *answer, const char *question, char command[BOT_QUESTION_SIZE])
{
	size_t count = answer->count;
	int64_t number;

	if (count > 1 && bot_words_is_touches(answer->word[count - 1]))
		count--;
	const char *last = count > 0 ? answer->word[count - 1] : "";
	for (size_t i = 0; i + 1 < count; i++)
		if (!bot_words_mean(answer->word[i], "to") &&
			!bot_words_mean(answer->word[i], "first"))
			return BOT_NO_ANSWER;
	return bot_words_number(last, INT64_MAX, &number) ? complete(question, last, command)
							  : BOT_NO_ANSWER;
}

static bool is_unit(const char *word)
{
	static const char *const units[] = {"second", "minute", "hour", "day"};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (bot_words_mean(word, units[i]) ||
			(word[1] == '\0' && tolower((unsigned char)word[0]) == units[i][0]))
			return true;
	return false;
}

/* Reads the time of a turn: "5m", "5 minutes" or "none". */
static enum bot_answer_kind read_time(
	const struct answer *answer, const char *question, char command[BOT_QUESTION_SIZE])
{
	const char *first = answer->count > 0 ? answer->word[0] : "";
	size_t digits = strspn(first, "0123456789");
	char value[BOT_WORDS_SIZE];

	if (answer->count == 1 && (bot_words_mean(first, "none") || is_no(first)))
		return complete(question, "none", command);
	if (digits == 0 || (first[digits] ? answer->count > 1 || !is_unit(first + digits)
					  : answer->count != 2 || !is_unit(answer->word[1])))
		return BOT_NO_ANSWER;
	snprintf(value, sizeof(value), "%s%s%s", first, first[digits] ? "" : " ",
		first[digits] ? "" : answer->word[1]);
	return complete(question, value, command);
}

/* One of a list, or its name */

/* Returns the index of the line whose number the answer is ("2" or "#2"), or `count` if none is. */
static size_t read_line(const struct bot_words *words, size_t count)
{
	int64_t number;

	return read_number(words, &number) && number <= (int64_t)count ? (size_t)number - 1 : count;
}

/* Whether the user id begins with `typed`, in which the @ may be missing. */
static bool begins_id(const char *typed, const char *id)
{
	return strncasecmp(typed, id + (typed[0] != '@'), strlen(typed)) == 0;
}

/* Returns the index of the only user id that begins with the word, or ids->count. */
static size_t find_user(const char *typed, const struct choices *ids)
{
	size_t found = ids->count;

	for (size_t i = 0; i < ids->count; i++) {
		if (!begins_id(typed, ids->choice[i]))
			continue;
		if (found < ids->count)
			return ids->count;
		found = i;
	}
	return found;
}

/*
 * Whether the bot can take the words for a person: an id, "me", or the name of somebody in the
 * room. The command itself reads the words again, and may then ask whom they mean.
 */
static bool names_person(const struct bot_call *call)
{
	char user[BOT_ID_SIZE];

	if (call->words.count == 0 || call->words.id != 0 || call->words.count > BOT_PEOPLE_WORDS)
		return false;
	if (call->words.count == 1 && bot_people_is_everybody(call, call->words.word[0]))
		return false;
	if (call->words.count == 1 && bot_call_read_user(call, call->words.word[0], user))
		return true;
	enum bot_msg wrong = bot_people_find(call, 0, call->words.count, user);
	return wrong == BOT_MSG_COUNT || wrong == BOT_MSG_PEOPLE_WHO;
}

static enum bot_answer_kind read_person(const struct bot_call *call, const struct answer *answer,
	const char *question, char command[BOT_QUESTION_SIZE])
{
	char value[BOT_WORDS_SIZE];
	struct choices ids;

	read_choices(question, &ids);
	size_t line = read_line(&call->words, ids.count);
	if (line == ids.count && answer->count == 1)
		line = find_user(answer->word[0], &ids);
	if (line < ids.count)
		return complete(question, ids.choice[line], command);
	if (answer->count == 1 && bot_words_mean(answer->word[0], "me"))
		return complete(question, call->message->sender, command);
	if (!names_person(call))
		return BOT_NO_ANSWER;
	bot_words_join(call->words.word, call->words.count, value);
	return complete(question, value, command);
}

/*
 * Returns the index of the room whose name is the text. If there is none, returns the index of the
 * only room whose name begins with the text, or ids->count.
 */
static size_t find_room(const struct bot_host *host, const char *typed, const struct choices *ids)
{
	enum bot_room_match best = BOT_ROOM_BEGINS;
	size_t found = ids->count, count = 0;

	for (size_t i = 0; i < ids->count; i++) {
		enum bot_room_match match = bot_room_compare(host, ids->choice[i], typed);

		if (match < best)
			continue;
		count = match > best ? 1 : count + 1;
		best = match;
		found = i;
	}
	return count == 1 ? found : ids->count;
}

static enum bot_answer_kind read_room(const struct bot_call *call, const struct answer *answer,
	const char *question, char command[BOT_QUESTION_SIZE])
{
	char typed[BOT_WORDS_SIZE];
	struct choices ids;

	read_choices(question, &ids);
	bot_words_join(answer->word, answer->count, typed);
	size_t line = read_line(&call->words, ids.count);
	if (line == ids.count && call->words.id == 0)
		line = find_room(call->host, typed, &ids);
	return line < ids.count ? complete(question, ids.choice[line], command) : BOT_NO_ANSWER;
}

static enum bot_answer_kind read_answer(const struct bot_call *call,
	const struct bot_question *question, char command[BOT_QUESTION_SIZE])
{
	const char *text = question->command;
	struct answer answer;

	drop_polite(&call->words, &answer);
	if (call->words.question)
		return BOT_NO_ANSWER;
	switch (question->kind) {
	case BOT_ASKS_YES:
	case BOT_ASKS_ACCEPT:
		return read_confirmation(&call->words, question, command);
	case BOT_ASKS_NUMBER:
		return read_match(&call->words, question, command);
	case BOT_ASKS_PERSON:
		return read_person(call, &answer, text, command);
	case BOT_ASKS_ROOM:
		return read_room(call, &answer, text, command);
	case BOT_ASKS_CHOICE:
	case BOT_ASKS_TOUCHES:
	case BOT_ASKS_TIME:
		break;
	}
	if (call->words.id != 0)
		return BOT_NO_ANSWER;
	if (question->kind == BOT_ASKS_CHOICE)
		return read_option(&answer, text, command);
	return question->kind == BOT_ASKS_TIME ? read_time(&answer, text, command)
					       : read_touches(&answer, text, command);
}

/* Whether the question asks for a number: of a line, of a lesson, of touches, or of a time. */
static bool asks_number(const struct bot_question *question)
{
	const enum bot_question_kind kind = question->kind;
	const char *line = strchr(question->command, '\n');

	return kind == BOT_ASKS_NUMBER || kind == BOT_ASKS_TOUCHES || kind == BOT_ASKS_TIME ||
	       (line && (kind != BOT_ASKS_CHOICE || isdigit((unsigned char)line[1])));
}

/* A number that the question does not take plays no card either, unless it names the match. */
enum bot_answer_kind bot_answer_read(const struct bot_call *call,
	const struct bot_question *question, char command[BOT_QUESTION_SIZE])
{
	const enum bot_answer_kind kind = read_answer(call, question, command);
	int64_t number;

	if (kind == BOT_NO_ANSWER && call->words.count == 1 && call->words.id == 0 &&
		!call->words.question &&
		bot_words_number(call->words.word[0], INT64_MAX, &number) && asks_number(question))
		return BOT_ANSWER_WRONG;
	return kind;
}

bool bot_answer_may_be_choice(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int64_t number;

	return words->count == 1 && words->id == 0 &&
	       (bot_words_number(words->word[0], INT64_MAX, &number) ||
		       bot_words_letter(words->word[0]) < EG_LETTERS);
}
