/* Mentions of users ("pills") in the HTML of a message. */
#ifndef MX_MENTION_H
#define MX_MENTION_H

#include "bot/store/store.h"

#include <stdbool.h>

struct mx_mention {
	char user[BOT_ID_SIZE];
	char name[BOT_ID_SIZE]; /* the text of the link, without tags and entities */
};

/*
 * Finds the next link to a user at or after *html, and moves *html behind the link. Returns false
 * at the end of the text. Skips a link whose user or text does not fit into *mention.
 */
bool mx_mention_next(const char **html, struct mx_mention *mention);

#endif
