/*
 * Background requests, for which nobody waits. The bot keeps them only in memory.
 *
 * - Small requests: read receipts, and the bot's reactions to its own messages. The bot sends one
 *   of these requests at a time, while no request for an outbox row is in flight. Reactions are the
 *   last to get a token of the homeserver's limit (bucket.h). Those of a message that have waited
 *   for two minutes are dropped: people have answered it by then, or typed. The bot repeats a
 *   reaction after a rate limit, a few times, and no other of these requests. Receipts wait for ten
 *   seconds, so that a busy room gets only the newest receipt.
 * - The account's list of direct chats: the account data m.direct. Clients show this list to people
 *   who log in to the bot's account. The bot reads the list, adds its private rooms, and writes the
 *   list back. After some failures the bot gives up, because it never needs the list itself.
 */
#ifndef ADAPTERS_MATRIX_SEND_BACKGROUND_H
#define ADAPTERS_MATRIX_SEND_BACKGROUND_H

#include "adapters/matrix/client/wait.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_sender;
struct mx_job;

struct mx_background {
	json_t *receipts; /* for each room, the newest handled command that has no receipt yet */
	struct mx_backoff receipts_wait; /* until the bot may send these receipts */
	/*
	 * an array of contents of reactions, each with its "room" and with the steady time until
	 * which it may begin the reactions to its message
	 */
	json_t *reactions;
	json_t *reaction;           /* such an object whose request is in flight, or NULL */
	unsigned refused_reactions; /* how many rate limits in a row the next reaction has had */
	bool in_flight;             /* one of the small requests is in flight */
	int64_t started;            /* steady time when that request began */
	bool no_receipts;           /* the homeserver does not know private read receipts */
	struct {
		/* for each user, the room to add to the list; NULL if there are no such rooms */
		json_t *waiting;
		/*
		 * for each user, the room that a request in flight adds; NULL if none is in flight
		 */
		json_t *writing;
		struct mx_backoff backoff;
	} direct_chats;
};

/* The caller must call mx_background_finish later. */
void mx_background_init(struct mx_background *background);
void mx_background_finish(struct mx_background *background);

/* Plans a read receipt for `event`, a command in `room` that the bot has handled. */
void mx_background_add_receipt(
	struct mx_background *background, const char *room, const char *event);

/* Plans the reactions that the bot adds to the job's message, which it has sent as `event`. */
void mx_background_add_reactions(
	struct mx_background *background, const struct mx_job *job, const char *event);

/* Plans to add a user's private room to the list of direct chats. */
void mx_background_add_direct_chat(
	struct mx_background *background, const char *user, const char *room);

/*
 * Adds `rooms` to `list`, the content of m.direct. The keys of `rooms` are users, and its values
 * are room ids.
 */
void mx_background_merge_direct_chats(json_t *list, json_t *rooms);

/* Starts the requests that are due. */
void mx_background_start_requests(struct mx_sender *sender);

#endif
