/* The states that live streams show, each as one line of JSON, and which of them have changed. */
#ifndef ADAPTERS_WEB_STATE_H
#define ADAPTERS_WEB_STATE_H

#include "bot/host/host.h"

enum web_state_kind {
	WEB_STATE_TABLE,  /* of a user */
	WEB_STATE_BOARD,  /* of a room */
	WEB_STATE_NIGHT,  /* of a room */
	WEB_STATE_SEASON, /* of a room */
};

/*
 * Writes the state as a line that ends with a newline. `subject` is the user or the room. The
 * caller frees *text with free().
 */
BOT_MUST_USE enum bot_error web_state_write(struct bot_host *host, enum web_state_kind kind,
	const char *subject, char **text, size_t *size);

/* Notes that a state has changed. */
typedef void web_changes_mark(void *self, enum web_state_kind kind, const char *subject);

/*
 * Takes the changes of the store, and calls `mark` for each state that they concern. Sets *any to
 * true if any state may have changed, also if the store has failed.
 */
BOT_MUST_USE enum bot_error web_changes_take(
	struct bot_store *store, web_changes_mark *mark, void *self, bool *any);

#endif
