#include "tests/support/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_any(const char *body, const char *const *signs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strstr(body, signs[i]))
			return true;
	return false;
}

/* Writes the notation of an action in words, such as "advance 3, attack 5 5". */
static void write_notation(const char *words, char notation[EG_ACTION_SIZE])
{
	static const struct {
		const char *word, *sign;
	} signs[] = {{"advance", "+"}, {"retreat", "-"}, {"attack", "x"}, {"parry", "="},
		{"pass", "pass"}};
	size_t used = 0;

	notation[0] = '\0';
	while (*words && used < EG_ACTION_SIZE - 1) {
		size_t length = strcspn(words, ", ");
		const char *part = length == 1 ? words : "";

		for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
			if (length > 1 && strncmp(words, signs[i].word, length) == 0)
				part = signs[i].sign;
		used += (size_t)snprintf(notation + used, EG_ACTION_SIZE - used, "%.*s",
			length == 1 ? 1 : EG_ACTION_SIZE, part);
		words += length;
		words += strspn(words, ", ");
	}
}

#define DOT " \xC2\xB7 " /* between two choices in a line */

/* Finds the first letter of a list, which stands at the start of a line. Returns EG_LETTERS if none
 * does. */
static size_t first_letter(const char *body)
{
	for (; *body; body++)
		if (body[0] == '\n' && body[1] && body[2] == '.' && body[3] == ' ' &&
			eg_choice_index(body[1]) < EG_LETTERS)
			return eg_choice_index(body[1]);
	return EG_LETTERS;
}

/* Finds the text after this letter with a full stop, or returns NULL. */
static const char *next_choice(const char *from, char letter)
{
	char mark[] = {letter, '.', ' ', '\0'};
	const char *found = from;

	while ((found = strstr(found, mark)) &&
		!(found > from && (found[-1] == '\n' || found[-1] == ' ')))
		found++;
	return found ? found + strlen(mark) : NULL;
}

static void read_choice(struct sentences_choice *choice, char letter, const char *words)
{
	const char *dot = strstr(words, DOT);
	size_t length = strcspn(words, "\n");

	if (dot && dot < words + length)
		length = (size_t)(dot - words);
	snprintf(choice->words, sizeof(choice->words), "%.*s", (int)length, words);
	write_notation(choice->words, choice->notation);
	choice->letter[0] = letter;
	choice->letter[1] = '\0';
}

/* Reads the answers of a poll, which stand in lines below the last line of the question. */
static size_t read_answers(const char *line, struct sentences_choice choices[EG_CHOICES_MAX])
{
	size_t count = 0;

	while (count < EG_CHOICES_MAX && (line = strchr(line, '\n')))
		read_choice(&choices[count++], '\0', ++line);
	return count;
}

size_t sentences_choices(const char *body, struct sentences_choice choices[EG_CHOICES_MAX])
{
	const char *words = body, *question = strstr(body, DOT "distance ");
	size_t count = 0;

	if (question)
		return read_answers(question, choices);
	for (size_t at = first_letter(body); at < EG_LETTERS && count < EG_CHOICES_MAX; at++) {
		words = next_choice(words, eg_choice_letter(at));
		if (!words)
			break;
		read_choice(&choices[count++], eg_choice_letter(at), words);
	}
	return count;
}

int64_t sentences_match(const char *body)
{
	const char *sign = strchr(body, '#');

	return sign ? strtol(sign + 1, NULL, 10) : 0;
}

int64_t sentences_hand_of(const char *body)
{
	/* the line with the position, or the question of a poll */
	static const char *const signs[] = {": you ", DOT "hand "};

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		for (const char *at = strstr(body, signs[i]); at; at = strstr(at + 1, signs[i])) {
			const char *sign = at;

			while (sign > body && sign[-1] >= '0' && sign[-1] <= '9')
				sign--;
			bool after_id = sign < at && sign > body && sign[-1] == '#';
			char first = at[strlen(signs[i])];
			if (after_id && first >= '0' && first <= '9')
				return strtol(sign, NULL, 10);
		}
	return 0;
}

/* Returns what follows a space, which may be one that keeps a line together. */
static const char *skip_space(const char *text)
{
	static const char *const spaces[] = {" ", "\xC2\xA0", "&nbsp;"};

	for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); i++)
		if (strncmp(text, spaces[i], strlen(spaces[i])) == 0)
			return text + strlen(spaces[i]);
	return text;
}

/* Finds the number after a word and a space. Returns false if no number follows. */
static bool number_after(const char *text, const char *word, unsigned *number)
{
	while ((text = strstr(text, word))) {
		text = skip_space(text + strlen(word));
		if (*text >= '0' && *text <= '9') {
			*number = (unsigned)strtoul(text, NULL, 10);
			return true;
		}
	}
	return false;
}

/* Finds the distance between the spaces of both fencers, as in "W 5 — 12 — 17 B". */
static bool find_distance(const char *text, unsigned *distance)
{
	static const char dash[] = "\xE2\x80\x94";

	while ((text = strstr(text, dash))) {
		unsigned number;

		text += sizeof(dash) - 1;
		const char *end = skip_space(text);

		number = (unsigned)strtoul(end, NULL, 10);
		end = skip_space(end + strspn(end, "0123456789"));
		if (number > 0 && strncmp(end, dash, sizeof(dash) - 1) == 0) {
			*distance = number;
			return true;
		}
	}
	return false;
}

bool sentences_position(const char *body, unsigned *distance, unsigned *pile)
{
	unsigned between, cards;

	if ((!find_distance(body, &between) && !number_after(body, "distance", &between)) ||
		!number_after(body, "pile", &cards))
		return false;
	*distance = between;
	*pile = cards;
	return true;
}

/* If the text begins with the time that is left ("2 d 23 h left"), returns what follows it. */
static const char *skip_time_left(const char *text)
{
	static const char *const units[] = {"d", "h", "min", "s"};
	const char *end = text;
	size_t digits, i = 0;

	while ((digits = strspn(end, "0123456789")) > 0) {
		end = skip_space(end + digits);
		while (i < 4 && strncmp(end, units[i], strlen(units[i])) != 0)
			i++;
		if (i == 4)
			return text;
		end = skip_space(end + strlen(units[i++]));
	}
	return end > text && strncmp(end, "left", 4) == 0 ? end + 4 : text;
}

const char *sentences_skip_deadline(const char *text)
{
	static const char until[] = ", until ";

	return strncmp(text, until, sizeof(until) - 1) == 0 ? text + strcspn(text, ".\n<")
							    : skip_time_left(text);
}

bool sentences_tell_hand(const char *body)
{
	static const char *const signs[] = {"Your hand:", "\xC2\xB7 hand ", "Which of these?",
		"You hold no ", "You don't hold "};

	return has_any(body, signs, sizeof(signs) / sizeof(*signs));
}

bool sentences_end_match(const char *body)
{
	static const char *const signs[] = {" wins #", " resigns #", "was stopped by",
		"has expired", "is cancelled", "is void", "There is no match #"};

	return has_any(body, signs, sizeof(signs) / sizeof(*signs));
}
