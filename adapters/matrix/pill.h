/* Mentions of users ("pills") in the HTML of a message. */
#ifndef MX_PILL_H
#define MX_PILL_H

#include "bot/store.h"

#include <stdbool.h>

struct mx_pill {
	char user[BOT_ID_SIZE];
	char name[BOT_ID_SIZE]; /* the text of the link, without tags and entities */
};

/*
 * Finds the next link to a user at or after *html and moves *html behind it; false: none is
 * left. A link whose user or text does not fit is passed over.
 */
bool mx_pill_next(const char **html, struct mx_pill *pill);

#endif
