/* Letters as a test writes them, and the outbox as it sees it. */
#ifndef TESTS_SUPPORT_OUTBOX_H
#define TESTS_SUPPORT_OUTBOX_H

#include "bot/outbox.h"

/* The heads as a copy to look at. */
struct outbox_head {
	int64_t id;
	enum bot_outbox_kind kind;
	char to[BOT_ID_SIZE];
	char body[64];
	char edits[BOT_ID_SIZE];
	char txn[BOT_TXN_SIZE];
};

struct outbox_heads {
	size_t count;
	size_t wanted;
	struct outbox_head head[16];
};

/* For bot_outbox_heads, to a struct outbox_heads: takes `wanted` rows. */
bool outbox_take(void *self, const struct bot_outbox_row *row);

/* All that is first in its lane. */
struct outbox_heads outbox_look(struct bot_store *store);

/* A message with a transaction id of its own, which lives until a few letters later. */
struct bot_letter outbox_text(const char *to, const char *body);

/* Adds a message and returns its post. */
int64_t outbox_say(struct bot_store *store, const char *to, const char *body);

/* Adds an edit of a post. */
void outbox_edit(struct bot_store *store, const char *to, int64_t post, const char *body);

/* How many rows wait. */
size_t outbox_waiting(struct bot_store *store);

/* The head that says `body` was sent as `event`, or given up when that is NULL. */
void outbox_sent(struct bot_store *store, const char *body, const char *event);

/* The head is of this kind and text; `edits` is empty for what edits nothing. */
void assert_head(const struct outbox_head *head, enum bot_outbox_kind kind, const char *body,
	const char *edits);

#endif
