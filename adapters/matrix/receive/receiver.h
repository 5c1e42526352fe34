/*
 * Follows the account's rooms with /sync: asks for one batch of events after another
 * (sync_request.h), and handles every batch. One transaction stores the effects of a batch and the
 * sync token of the next batch.
 * If the homeserver omits events from a room's timeline, the bot reads these events as a gap
 * (timeline_gap.h).
 *
 * If the homeserver pushes events (to an application service), the bot asks /sync only for what
 * transactions do not contain: see appservice/transaction.h.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_RECEIVER_H
#define ADAPTERS_MATRIX_RECEIVE_RECEIVER_H

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/policy/policy_lists.h"
#include "adapters/matrix/receive/filter.h"
#include "adapters/matrix/receive/gap_list.h"
#include "adapters/matrix/receive/idle_rooms.h"
#include "adapters/matrix/receive/message_delivery.h"
#include "adapters/matrix/receive/people.h"
#include "adapters/matrix/receive/spare_room.h"
#include "adapters/matrix/receive/sync_request.h"
#include "adapters/matrix/send/sender.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_receiver {
	struct mx_account *account;
	struct mx_session *session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_sender *sender;
	struct mx_policy_lists *policy_lists; /* takes its rooms out of each batch */
	struct mx_sync sync;
	struct mx_demand demand;
	struct mx_filter filter;
	struct mx_gaps gaps;
	struct mx_idle_rooms idle_rooms;
	struct mx_spare_room spare_room;
	struct mx_people people;
	struct mx_own_name own_name;
	struct mx_other_device other_device;
	/*
	 * For each of the last commands in threads the first event of its thread. An edit does not
	 * say in which thread the edited message is, so the bot answers the edit there by this.
	 * After a restart it answers such an edit outside of the thread.
	 */
	json_t *threads;
};

/*
 * Sets *receiver up. Borrows the session and the sender until mx_receiver_finish, and takes the
 * crypto from the sender.
 */
void mx_receiver_init(
	struct mx_receiver *receiver, struct mx_session *session, struct mx_sender *sender);

/* Frees what the parts hold, not the struct. No request may be under way. */
void mx_receiver_finish(struct mx_receiver *receiver);

/* Reads the sync token and the gaps that the last run stored. A failure sets account->fatal. */
void mx_receiver_start(struct mx_receiver *receiver);

/* Forgets the stored token and gaps (see mx_forget_position), in the caller's transaction. */
BOT_MUST_USE enum bot_error mx_receiver_forget_position(struct bot_store *store);

/* Handles the next part of the last batch, if a batch has arrived and the store works. */
void mx_receiver_handle(struct mx_receiver *receiver);

/*
 * Updates the metrics after a batch or a transaction was handled. `arrived` is the time by
 * bot_clock_steady_ns when the batch or transaction arrived.
 */
void mx_receiver_measure(const struct mx_receiver *receiver, int64_t arrived);

#endif
