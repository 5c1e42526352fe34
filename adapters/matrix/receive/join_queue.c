#include "adapters/matrix/receive/join_queue.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/lane.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/store/outbox_rows.h"

#include <stdio.h>
#include <string.h>

/*
 * How many joins may wait. Synapse lets an account join one room every ten seconds, so 50 joins
 * take eight minutes.
 */
/*
 * the joins through the own homeserver; if a tenth of invites.max_rooms is more, the tenth counts
 */
#define HOME_MOST  50
#define OTHER_MOST 50 /* the joins through all other servers together */
#define SITE_MOST  10 /* the joins through the servers of one site */
#define USER_MOST  5  /* the joins because of one user's invitations */

/* How many requests to decline an invitation may wait: in all, and for the servers of one site. */
#define DECLINES_MOST      50
#define SITE_DECLINES_MOST 10

/* The rows of one kind that wait. */
struct queue {
	const struct mx_account *account;
	const char *user;
	char site[BOT_ID_SIZE]; /* the site of `user` */
	size_t home, of_site, of_user;
	size_t others; /* how many rows are about other servers */
	struct {
		char room[BOT_ID_SIZE];
		char site[BOT_ID_SIZE];
		bool invited; /* somebody invited the bot, so it may decline */
	} other[OTHER_MOST];  /* the first of these rows */
};

static bool take_row(void *self, const char *to, const char *via, const char *origin)
{
	struct queue *queue = self;
	char site[BOT_ID_SIZE];

	if (!via)
		return true; /* the bot leaves a room by itself */
	queue->of_user += origin && strcmp(origin, queue->user) == 0;
	if (mx_account_is_home(queue->account, via)) {
		queue->home++;
		return true;
	}
	mx_site_of_server(via, site);
	queue->of_site += strcmp(site, queue->site) == 0;
	if (queue->others < OTHER_MOST) {
		strcpy(queue->other[queue->others].room, to);
		strcpy(queue->other[queue->others].site, site);
		queue->other[queue->others].invited = origin != NULL;
	}
	queue->others++;
	return true;
}

static void load(struct queue *queue, enum bot_outbox_kind kind)
{
	mx_site_of_user(queue->user, queue->site);
	bot_outbox_each_waiting(queue->account->store, kind, take_row, queue);
}

void mx_join_queue_decline(
	struct mx_account *account, const char *room, const char *inviter, const char *why)
{
	struct queue queue = {.account = account, .user = inviter};

	load(&queue, BOT_OUT_LEAVE);
	bool ignored =
		mx_account_is_home(account, mx_id_server(inviter))
			? queue.home >= DECLINES_MOST
			: queue.others >= DECLINES_MOST || queue.of_site >= SITE_DECLINES_MOST;

	bot_log_write(BOT_LOG_INFO, ignored ? "invitation_ignored" : "invitation_declined",
		BOT_LOG_FIELDS(
			{"room", .text = room}, {"user", .text = inviter}, {"why", .text = why}));
	if (!ignored)
		mx_outbox_row_add(account->store, BOT_OUT_LEAVE, room, mx_id_server(inviter));
}

static bool has_failed(const struct mx_receiver *receiver, const char *room)
{
	const struct mx_lane *lane = mx_lane_find(receiver->sender, false, room);

	return lane && lane->backoff.failures > 0;
}

/*
 * Finds the row that gives its place up: a row that has failed, otherwise a row of a site that has
 * at least two rows more than the user's site. Among these, a row of the site with most rows.
 * Returns OTHER_MOST if there is no such row.
 */
static size_t find_victim(const struct mx_receiver *receiver, const struct queue *queue)
{
	size_t victim = OTHER_MOST, most = 0;
	bool most_failed = false;

	for (size_t i = 0; i < OTHER_MOST; i++) {
		bool failed = has_failed(receiver, queue->other[i].room);
		size_t of_site = 0;

		for (size_t k = 0; k < OTHER_MOST; k++)
			of_site += strcmp(queue->other[k].site, queue->other[i].site) == 0;
		if (!queue->other[i].invited || (!failed && of_site < queue->of_site + 2))
			continue;
		if (failed != most_failed ? failed : of_site >= most) {
			victim = i;
			most = of_site;
			most_failed = failed;
		}
	}
	return victim;
}

/* Declines an invitation that the bot has accepted, before the bot has joined the room. */
static void give_up(struct mx_account *account, const char *id)
{
	struct mx_room *room = mx_room_load(account->store, id);
	char inviter[BOT_ID_SIZE];

	snprintf(inviter, sizeof(inviter), "%s",
		room->invited_by ? room->invited_by : account->user);
	bot_outbox_withdraw(account->store, id);
	if (room->standing != MX_JOINING)
		return;
	mx_room_leave(room, account->store);
	bot_must(mx_room_save(room, account->store, id));
	mx_join_queue_decline(account, id, inviter, "other joins wait");
}

bool mx_join_queue_admit(struct mx_receiver *receiver, const char *user)
{
	struct mx_account *account = receiver->account;
	struct queue queue = {.account = account, .user = user};
	size_t victim, home_most = account->config->invites.max_rooms / 10;

	load(&queue, BOT_OUT_JOIN);
	if (home_most < HOME_MOST)
		home_most = HOME_MOST;
	if (queue.of_user >= USER_MOST)
		return false;
	if (mx_account_is_home(account, mx_id_server(user)))
		return queue.home < home_most;
	if (queue.of_site >= SITE_MOST || queue.others < OTHER_MOST)
		return queue.of_site < SITE_MOST;
	victim = find_victim(receiver, &queue);
	if (victim < OTHER_MOST)
		give_up(account, queue.other[victim].room);
	return victim < OTHER_MOST;
}
