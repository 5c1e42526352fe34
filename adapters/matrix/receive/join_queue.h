/*
 * The joins that wait in the outbox, and the requests to decline invitations. Another server can
 * make each of them take minutes. So the queue has places for each user, for each site
 * (client/id.h) and for all other servers together, and users of the bot's own homeserver have
 * places of their own.
 *
 * All functions work in the caller's transaction, and in an attempt (bot/base/attempt.h), which a
 * failure ends.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_JOIN_QUEUE_H
#define ADAPTERS_MATRIX_RECEIVE_JOIN_QUEUE_H

#include "bot/store/store.h"

#include <stdbool.h>

struct mx_account;
struct mx_receiver;

/*
 * Returns whether the queue has a place for a join because of `user`, who has invited the
 * bot or has upgraded a room. If all places of other servers are taken, a join that has failed
 * before gives its place up, or one of the site with most joins.
 */
bool mx_join_queue_admit(struct mx_receiver *receiver, const char *user);

/*
 * Declines the invitation to a room for the reason `why`, a text for the log. Ignores the
 * invitation if too many others wait to be declined, because each costs a request.
 */
void mx_join_queue_decline(
	struct mx_account *account, const char *room, const char *inviter, const char *why);

#endif
