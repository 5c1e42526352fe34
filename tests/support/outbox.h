/* Helpers that write letters (messages for the outbox) and look at the outbox's rows. */
#ifndef TESTS_SUPPORT_OUTBOX_H
#define TESTS_SUPPORT_OUTBOX_H

#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"

/* A copy of the head of a lane: the first row of the lane. */
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

/* A callback for bot_outbox_heads that copies up to `wanted` rows into a struct outbox_heads. */
bool outbox_take(void *self, const struct bot_outbox_row *row);

/* Returns copies of the heads of all lanes. */
struct outbox_heads outbox_look(struct bot_store *store);

/*
 * Makes a message with a new transaction id. The text of this id becomes invalid after some more
 * calls.
 */
struct bot_letter outbox_text(const char *to, const char *body);

/* Adds a message to the outbox and returns its post. */
int64_t outbox_say(struct bot_store *store, const char *to, const char *body);

/* Adds an edit of a post. */
void outbox_edit(struct bot_store *store, const char *to, int64_t post, const char *body);

/* Returns the number of rows that wait in the outbox. */
size_t outbox_waiting(struct bot_store *store);

/*
 * Marks the head with the text `body` as sent with the event id `event`, or as given up if `event`
 * is NULL.
 */
void outbox_sent(struct bot_store *store, const char *body, const char *event);

/* Asserts the kind and text of a head. `edits` is empty if the head is not an edit. */
void assert_head(const struct outbox_head *head, enum bot_outbox_kind kind, const char *body,
	const char *edits);

#endif
