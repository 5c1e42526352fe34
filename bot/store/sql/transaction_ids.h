/*
 * The transaction ids of the outbox. The store remembers the ids that it has made. So an echo with
 * another id shows that the store is older than the account. The store remembers such an echo, too:
 * the bot may handle the cause of the row later, and then the row is done at once.
 */
#ifndef BOT_STORE_SQL_TRANSACTION_IDS_H
#define BOT_STORE_SQL_TRANSACTION_IDS_H

#include "bot/store/outbox_rows.h"

/*
 * Makes the transaction id of a new row. The id follows from the current cause, from the kind and
 * the lane of the letter, and from the number of earlier rows with this cause, kind and lane. If
 * the bot has received the row's echo already, sets `event` to the event of the echo; else makes
 * `event` empty.
 */
void bot_txn_make(struct bot_store *store, const struct bot_letter *letter, char txn[BOT_TXN_SIZE],
	char event[BOT_ID_SIZE]);

/* Notes the echo of a row that is not in the outbox, and returns what the store knows of it. */
enum bot_echo bot_txn_note_echo(struct bot_store *store, const char *txn, const char *event);

#endif
