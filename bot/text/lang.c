#include "bot/text/lang.h"

#include "config/languages.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

/* NOLINTBEGIN(bugprone-suspicious-missing-comma): a long text consists of several literals */
#include "bot/text/lang/tables.inc"
/* NOLINTEND(bugprone-suspicious-missing-comma) */

const struct bot_lang bot_langs[] = {
#define LANGUAGE(CODE, code, english, name)                                                        \
	[CFG_LANGUAGE_##CODE] = {#code, english, name, code##_messages, code##_words,              \
		sizeof(code##_words) / sizeof(code##_words[0]), code##_concepts, code##_fillers,   \
		code##_senses, code##_reader, code##_plural},
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

const char *const bot_plural_names[BOT_PLURAL_OTHER + 1] = {
	"zero", "one", "two", "few", "many", "other"};

/* Returns the text of the form with this name, or NULL. */
static const char *find_form(const char *forms, const char *name)
{
	size_t length = strlen(name);

	while (strncmp(forms, name, length) != 0 || forms[length] != ' ') {
		forms += strcspn(forms, "|}");
		if (*forms++ != '|')
			return NULL;
	}
	return forms + length + 1;
}

const char *bot_plural_find(
	const struct bot_lang *lang, int64_t number, const char *forms, size_t *length)
{
	uint64_t absolute = number < 0 ? -(uint64_t)number : (uint64_t)number;
	const char *form = find_form(forms, bot_plural_names[lang->plural(absolute)]);

	if (!form)
		form = find_form(forms, bot_plural_names[BOT_PLURAL_OTHER]);
	assert(form); /* tests/unit/text/test_lang.c checks all messages */
	*length = strcspn(form, "|}");
	return form;
}
