/*
 * Courtesies: read receipts, and the end of each poll that a newer poll has replaced. Nobody waits
 * for these requests. The bot keeps them in memory only. It sends one at a time, while no other
 * request is in flight, and never repeats one. While a rate limit lasts, the bot ends no polls,
 * because its messages need all that the homeserver allows.
 */
#ifndef MX_COURTESIES_H
#define MX_COURTESIES_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_sender;
struct mx_job;

struct mx_courtesies {
	json_t *receipts;     /* by room: the newest handled command that has no receipt yet */
	json_t *last_polls;   /* by "match user": the newest poll, {"room", "user", "event"} */
	json_t *polls_to_end; /* an array of polls, each as in last_polls */
	bool in_flight;       /* the homeserver has yet to answer a courtesy */
	bool no_receipts;     /* the homeserver does not know private read receipts */
};

/* Returns false if there is no memory. mx_courtesies_finish is to be called in any case. */
BOT_MUST_USE bool mx_courtesies_init(struct mx_courtesies *courtesies);
void mx_courtesies_finish(struct mx_courtesies *courtesies);

/* Plans a read receipt for `event`, a command in `room` that the bot has handled. */
void mx_courtesies_add_receipt(
	struct mx_courtesies *courtesies, const char *room, const char *event);

/*
 * Notes that the bot has sent the job's message as `event` (NULL: the event id is not known). If
 * the message is a poll in a private room, the function plans the end of the user's previous poll
 * in the same match.
 */
void mx_courtesies_note_sent(
	struct mx_courtesies *courtesies, const struct mx_job *job, const char *event);

/* Sends the next courtesy if no request is in flight. The loop calls this in each turn. */
void mx_courtesies_turn(struct mx_sender *sender);

#endif
