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

size_t sentences_choices(const char *body, struct sentences_choice choices[EG_CHOICES_MAX])
{
	const char *line = body;
	size_t count = 0;

	while (count < EG_CHOICES_MAX && (line = strchr(line, '\n'))) {
		const char *open, *close, *words;

		line++;
		if (*line != eg_choice_letter(count) || strncmp(line + 1, ". ", 2) != 0)
			continue;
		words = line + 3;
		open = strstr(words, " (");
		close = open ? strchr(open, ')') : NULL;
		if (!close)
			continue;
		snprintf(choices[count].words, sizeof(choices[count].words), "%.*s",
			(int)(open - words), words);
		snprintf(choices[count].notation, sizeof(choices[count].notation), "%.*s",
			(int)(close - open - 2), open + 2);
		count++;
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
	const char *place = strstr(body, ": you (");

	while (place && place > body && *place != '#')
		place--;
	return place ? sentences_match(place) : 0;
}

/* Finds the number after a word. Returns false if no number follows. */
static bool number_after(const char *text, const char *word, unsigned *number)
{
	while ((text = strstr(text, word))) {
		text += strlen(word);
		if (*text >= '0' && *text <= '9') {
			*number = (unsigned)strtoul(text, NULL, 10);
			return true;
		}
	}
	return false;
}

bool sentences_position(const char *body, unsigned *distance, unsigned *pile)
{
	unsigned between, cards;

	if (!number_after(body, "distance ", &between) || !number_after(body, " pile ", &cards))
		return false;
	*distance = between;
	*pile = cards;
	return true;
}

const char *sentences_skip_deadline(const char *text)
{
	static const char until[] = ", until ";

	return strncmp(text, until, sizeof(until) - 1) == 0 ? text + strcspn(text, ".\n<") : text;
}

bool sentences_tell_hand(const char *body)
{
	static const char *const signs[] = {
		"Your hand:", "Which of these?", "You hold no ", "You don't hold "};

	return has_any(body, signs, sizeof(signs) / sizeof(*signs));
}

bool sentences_end_match(const char *body)
{
	static const char *const signs[] = {" wins #", " resigns #", "was stopped by",
		"has expired", "is cancelled", "is void", "do that with match #"};

	return has_any(body, signs, sizeof(signs) / sizeof(*signs));
}
