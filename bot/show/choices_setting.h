/* How a user gets their legal actions: as a list, as a poll, or as a list with cards to tap. */
#ifndef BOT_SHOW_CHOICES_SETTING_H
#define BOT_SHOW_CHOICES_SETTING_H

#include "bot/call/call.h"

enum bot_choices_form {
	BOT_CHOICES_LIST,
	BOT_CHOICES_POLL,
	BOT_CHOICES_TAPS, /* a list, to which the bot adds the cards as reactions */
	BOT_CHOICES_FORMS
};

/*
 * Returns the form with this name: "list", "poll" or "taps", in any case. Returns BOT_CHOICES_FORMS
 * if there is no such form.
 */
enum bot_choices_form bot_choices_form_find(const char *name);

/* These two functions find out, and store, the form that the user has chosen. */
enum bot_choices_form bot_choices_form_chosen(struct bot_host *host, const char *user);
void bot_choices_form_choose(struct bot_host *host, const char *user, enum bot_choices_form form);

#endif
