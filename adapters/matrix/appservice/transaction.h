/*
 * Transactions of an application service. The bot handles the messages of a transaction in one
 * database transaction, which also stores a name of the transaction. It answers the homeserver
 * after the commit. If the homeserver sends a transaction again, the bot handles nothing twice.
 *
 * A transaction has only events. It does not have the state or the members of a room that the bot
 * joins, or the keys of encrypted events. If the bot needs these, it leaves the room's events to
 * the next request of /sync. The answer has the events in order, with the state, members and keys.
 * The bot asks /sync
 *
 *  - when a transaction says that the bot was invited, joined or left, or that a room's state
 *    changed: the answer has all the new messages of that room;
 *  - at the start, when the homeserver may have been down, and every half minute: when Synapse is
 *    killed it forgets the events that it was about to push, and it pushes the events that it kept
 *    only when a new event happens in one of the bot's rooms;
 *  - before the time of a turn ends, since a message that a player sent in time counts.
 *
 * So the bot gets some events twice. It handles each event once, since it stores the ids of
 * messages and takes the state of a room only from /sync.
 */
#ifndef MX_TRANSACTION_H
#define MX_TRANSACTION_H

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
