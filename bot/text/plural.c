#include "bot/text/plural.h"

#include <assert.h>
#include <string.h>

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
