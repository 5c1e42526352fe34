#include "bot/show/choices_setting.h"

#include "bot/base/attempt.h"

#include <strings.h>

#define CHOICES "choices" /* the key of a user's setting */

static const char *const names[BOT_CHOICES_FORMS] = {
	[BOT_CHOICES_LIST] = "list",
	[BOT_CHOICES_POLL] = "poll",
	[BOT_CHOICES_TAPS] = "taps",
};

enum bot_choices_form bot_choices_form_find(const char *name)
{
	enum bot_choices_form form = BOT_CHOICES_LIST;

	while (form < BOT_CHOICES_FORMS && strcasecmp(names[form], name) != 0)
		form++;
	return form;
}

enum bot_choices_form bot_choices_form_chosen(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_found(bot_store_setting(host->store, BOT_OF_USER, user, CHOICES, value));
	enum bot_choices_form form = bot_choices_form_find(value);
	return form == BOT_CHOICES_FORMS ? BOT_CHOICES_LIST : form;
}

void bot_choices_form_choose(struct bot_host *host, const char *user, enum bot_choices_form form)
{
	bot_must(bot_store_set_setting(host->store, BOT_OF_USER, user, CHOICES, names[form]));
}
