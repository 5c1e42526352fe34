/* Which live streams show what has changed in the store. */
#ifndef ADAPTERS_WEB_CHANGES_H
#define ADAPTERS_WEB_CHANGES_H

#include "adapters/web/state.h"

/* Notes that a state has changed. */
typedef void web_changes_mark(void *self, enum web_state_kind kind, const char *subject);

/*
 * Takes the changes of the store, and calls `mark` for each state that they concern. Sets *any to
 * true if any state may have changed, also if the store has failed.
 */
BOT_MUST_USE enum bot_error web_changes_take(
	struct bot_store *store, web_changes_mark *mark, void *self, bool *any);

#endif
