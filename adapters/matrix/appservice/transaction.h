/*
 * Transactions of an application service. The bot handles the messages of a transaction in one
 * database transaction, which also stores a name for the transaction. The bot answers the
 * homeserver after the commit. If the homeserver sends a transaction again, the bot handles nothing
 * twice.
 *
 * A transaction has only events. It does not have the state or the members of a room that the bot
 * joins, or the keys of encrypted events. If the bot needs these, it does not handle the room's
 * events now, but asks /sync. The answer to /sync has the same events in order, with the state,
 * members and keys. The bot asks /sync
 *
 *  - when a transaction says that the bot was invited, joined or left, or that a room's state
 *    changed: the answer has all the new messages of that room;
 *  - at the start, since the homeserver may have been down;
 *  - every half minute, since Synapse may have been killed;
 *  - when a timer of the host is due, such as the end of a player's time: the bot must first get
 *    the messages that players sent in time.
 *
 * A killed Synapse forgets the events that it was about to push. After its restart, it pushes the
 * events that it has stored only when a new event happens in one of the bot's rooms.
 *
 * So the bot gets some events twice from /sync and transactions. It handles each event once, since
 * it stores the ids of messages and takes the state of a room only from /sync.
 */
#ifndef ADAPTERS_MATRIX_APPSERVICE_TRANSACTION_H
#define ADAPTERS_MATRIX_APPSERVICE_TRANSACTION_H

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;

/*
 * Handles a transaction, in its own database transaction. Borrows `id` and `body`; "events" in the
 * body is an array. Returns false if the bot can't handle the transaction now. Then the homeserver
 * must send it again.
 */
bool mx_transaction_handle(struct mx_receiver *receiver, const char *id, const json_t *body);

#endif
