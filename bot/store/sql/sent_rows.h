/* The rows of the outbox that the adapter may have sent, or could not send; see outbox_rows.h. */
#ifndef BOT_STORE_SQL_SENT_ROWS_H
#define BOT_STORE_SQL_SENT_ROWS_H

#include "bot/store/sql/store_state.h"

/*
 * A row that is done is no longer one that may have been sent, but only when the transaction that
 * removes it is committed. bot_sent_rows_end is called at the end of each transaction.
 */
void bot_row_is_done(struct bot_store *store, int64_t row);
void bot_sent_rows_end(struct bot_store *store, bool committed);

/* Whether the adapter, or an earlier process, may have sent a waiting row. */
bool bot_row_may_be_sent(const struct bot_store *store, int64_t row);

bool bot_row_set_has(const struct bot_row_set *rows, int64_t row);
void bot_row_set_add(struct bot_row_set *rows, int64_t row);
void bot_row_set_remove(struct bot_row_set *rows, int64_t row);

#endif
