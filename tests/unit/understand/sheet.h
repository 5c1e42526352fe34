/* The sheets of sentences, one a language: see README.md. */
#ifndef TESTS_UNIT_UNDERSTAND_SHEET_H
#define TESTS_UNIT_UNDERSTAND_SHEET_H

#include "bot/understand/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sheet_line {
	const char *reading; /* "?" if it has none for certain */
	unsigned situation;
	const char *sentence;
};

typedef void sheet_line_fn(const struct bot_lang *lang, const struct sheet_line *line, void *self);

static inline unsigned sheet_situation(const char *name)
{
	static const struct {
		const char *name;
		unsigned situation;
	} all[] = {{"-", 0}, {"idle", BOT_IDLE}, {"challenged", BOT_CHALLENGED},
		{"act", BOT_TO_ACT}, {"wait", BOT_WAITS}, {"competes", BOT_COMPETES},
		{"checks-in", BOT_COMPETES | BOT_CHECKS_IN}};
	size_t i = 0;

	while (i < sizeof(all) / sizeof(all[0]) && strcmp(all[i].name, name) != 0)
		i++;
	if (i == sizeof(all) / sizeof(all[0]))
		abort();
	return all[i].situation;
}

/* Reads a sheet, and aborts if it is none. */
static inline void sheet_read(
	const char *folder, const struct bot_lang *lang, sheet_line_fn *each, void *self)
{
	char path[256], text[BOT_WORDS_SIZE];

	snprintf(path, sizeof(path), "%s/%s.tsv", folder, lang->code);
	FILE *file = fopen(path, "r");
	if (!file)
		abort();
	while (fgets(text, sizeof(text), file)) {
		char *rest = NULL;

		if (!strchr(text, '\n'))
			abort();
		const char *reading = strtok_r(text, "\t\n", &rest);
		const char *situation = strtok_r(NULL, "\t\n", &rest);
		const char *sentence = strtok_r(NULL, "\t\n", &rest);

		if (!sentence)
			abort();
		each(lang, &(struct sheet_line){reading, sheet_situation(situation), sentence},
			self);
	}
	fclose(file);
}

#endif
