#include "bot/lang.h"

#include <string.h>

/* English */
enum {
#define M(name, text) EN_##name,
#include "bot/lang/en.def"
#undef M
	EN_COUNT
};
_Static_assert((int)EN_COUNT == (int)BOT_MSG_COUNT, "bot/lang/en.def lacks a message");
/* NOLINTBEGIN(bugprone-suspicious-missing-comma): long texts are joined from several literals */
static const char *const en[] = {
#define M(name, text) [BOT_MSG_##name] = (text),
#include "bot/lang/en.def"
#undef M
};
/* NOLINTEND(bugprone-suspicious-missing-comma) */

const struct bot_lang bot_langs[] = {
	{"en", en},
};
const size_t bot_langs_count = sizeof(bot_langs) / sizeof(bot_langs[0]);

static const struct {
	const char *name;
	size_t offset;
	bool number;
} placeholders[] = {
#define STRING(name) {#name, offsetof(struct bot_args, name), false},
#define NUMBER(name) {#name, offsetof(struct bot_args, name), true},
	BOT_ARGS(STRING, NUMBER)
#undef STRING
#undef NUMBER
};

bool bot_lang_value(
	const char *name, size_t size, const struct bot_args *args, struct bot_value *value)
{
	for (size_t i = 0; i < sizeof(placeholders) / sizeof(placeholders[0]); i++) {
		const char *field = (const char *)args + placeholders[i].offset;

		if (strlen(placeholders[i].name) != size ||
			memcmp(placeholders[i].name, name, size) != 0)
			continue;
		*value = (struct bot_value){"", 0};
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
