#include "bot/text/lang.h"

#include "config/languages.h"

#include <string.h>
#include <strings.h>

/* NOLINTBEGIN(bugprone-suspicious-missing-comma): a long text consists of several literals */
#include "bot/text/lang/tables.inc"
/* NOLINTEND(bugprone-suspicious-missing-comma) */

const struct bot_lang bot_langs[] = {
#define LANGUAGE(CODE, code, english, name)                                                        \
	[CFG_LANGUAGE_##CODE] = {#code, english, name, code##_messages, code##_words,              \
		sizeof(code##_words) / sizeof(code##_words[0]), code##_phrases, code##_senses,     \
		code##_openings, code##_reader, code##_plural},
	CFG_LANGUAGES(LANGUAGE, LANGUAGE)
#undef LANGUAGE
};
const size_t bot_langs_count = sizeof(bot_langs) / sizeof(bot_langs[0]);

const struct bot_lang *bot_lang_find(const char *code)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if (strcasecmp(bot_langs[i].code, code) == 0)
			return &bot_langs[i];
	return NULL;
}

static const struct {
	const char *name;
	size_t size, offset;
	bool number, span;
} placeholders[] = {
#define STRING(name) {#name, sizeof(#name) - 1, offsetof(struct bot_args, name), false, false},
#define NUMBER(name) {#name, sizeof(#name) - 1, offsetof(struct bot_args, name), true, false},
#define SPAN(name)   {#name, sizeof(#name) - 1, offsetof(struct bot_args, name), true, true},
	BOT_ARGS(STRING, NUMBER, SPAN)
#undef STRING
#undef NUMBER
#undef SPAN
};

bool bot_lang_value(
	const char *name, size_t size, const struct bot_args *args, struct bot_value *value)
{
	for (size_t i = 0; i < sizeof(placeholders) / sizeof(placeholders[0]); i++) {
		if (placeholders[i].size != size || placeholders[i].name[0] != name[0] ||
			memcmp(placeholders[i].name, name, size) != 0)
			continue;
		const char *field = (const char *)args + placeholders[i].offset;
		*value = (struct bot_value){"", 0, placeholders[i].span};
		if (!placeholders[i].number)
			memcpy(&value->string, field, sizeof(value->string));
		if (!value->string)
			value->string = "";
		if (placeholders[i].number) {
			value->string = NULL;
			memcpy(&value->number, field, sizeof(value->number));
		}
		return true;
	}
	return false;
}
