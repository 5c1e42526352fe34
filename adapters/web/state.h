/* The state that a live stream shows: one line of JSON. */
#ifndef WEB_STATE_H
#define WEB_STATE_H

#include "bot/host/access.h"

/*
 * Writes the table of a user, or the board of a room, as a line that ends with a newline. The
 * caller frees *text with free().
 */
BOT_MUST_USE enum bot_error web_state_write(struct bot_host *host, enum bot_web_link_kind kind,
	const char *subject, char **text, size_t *size);

#endif
