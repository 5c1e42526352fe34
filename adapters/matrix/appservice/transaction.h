/*
 * Transactions of an application service. The bot handles the messages of a transaction in one
 * database transaction, with the transaction's id. It answers the homeserver after the commit. A
 * repeated transaction changes nothing.
 *
 * A transaction has only events. It does not have the state or the members of a room that the bot
 * joins, or the keys of encrypted events. If the bot needs these, it leaves the room's events to
 * one request of /sync, whose answer has the events in order with all that belongs to them. The bot
 * asks /sync
 *
 *  - when a transaction says that the bot was invited, joined or left, or that a room's state
 *    changed; then the answer has all the messages of that room;
 *  - at the start, when the homeserver may have been down, and every half minute: when Synapse is
 *    killed it forgets the events that it was about to push, and it pushes the events that it kept
 *    only when a new event happens in one of the bot's rooms;
 *  - before the time of a turn ends, since a message sent in time counts.
 *
 * So the bot gets some events twice. It handles each event once: it knows the ids of messages, and
 * takes the state of a room only from /sync.
 */
#ifndef MX_TRANSACTION_H
#define MX_TRANSACTION_H

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;

/*
 * Handles a transaction, in a database transaction of its own. `id` and `body` are borrowed;
 * body's "events" is an array. Returns false if the bot can't handle the transaction
 * now: the homeserver must send it again.
 */
bool mx_transaction_handle(struct mx_receiver *receiver, const char *id, const json_t *body);

#endif
