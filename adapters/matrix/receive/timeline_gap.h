/*
 * Timeline gaps. If the homeserver omits events from a room's timeline ("limited"), the room has a
 * gap from the end of the previous batch to the end of this batch. The bot reads the gap page by
 * page with /messages, oldest events first, and handles each page in a transaction of its own.
 * While the gap is open, each new batch moves the gap's end, and the bot reads the room's new
 * messages with the gap. So the bot handles all messages in order. The bot takes the room's state
 * from the batches, because this state is newer than the state in the gap.
 *
 * Meanwhile the bot handles all other rooms as usual. Strangers decide how long a gap is and
 * whether the homeserver can read it (the homeserver may have to ask the strangers' servers). So
 * the bot gives a gap up if reading fails too often or if the gap has too many pages. If a match is
 * played in the room, the host tells the players.
 *
 * The functions here read the gap of one room. gap_list.h has the list of all gaps, and only its
 * functions call these.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_TIMELINE_GAP_H
#define ADAPTERS_MATRIX_RECEIVE_TIMELINE_GAP_H

#include "adapters/matrix/client/wait.h"
#include "bot/store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct mx_receiver;
struct mx_party;

/* A room that has a gap, or had a gap a short while ago. */
struct mx_gap {
	struct mx_gap *next;
	struct mx_receiver *receiver;
	char room[BOT_ID_SIZE];
	/* tokens of the page that the bot asked for, or NULL if the bot asked for no page */
	char *from, *to;
	struct mx_party *party; /* who is responsible for the room */
	bool of_match;          /* when the gap was opened, two people played a match in the room */
	bool asked;             /* a request for a page is under way */
	int64_t started;        /* the steady time when that request began */
	unsigned page_size;     /* how many events the bot asks for in a page */
	unsigned tries;         /* how many requests for a page have failed in a row */
	int64_t failing_since;  /* steady time of the first failure that `tries` counts */
	bool failed;            /* a request for a page has failed after the time `begun` */
	bool must_give_up;      /* tells mx_gaps_continue to give the gap up */
	bool room_told; /* after the time `begun`, the host has told the room of lost messages */
	int64_t begun;  /* steady time when mx_gap_create made the gap */
	int64_t ended;  /* steady time when the gap ended, or 0 while it is open */
	struct mx_backoff backoff;
};

/* Makes an open gap of the room. The gap borrows the receiver. */
struct mx_gap *mx_gap_create(struct mx_receiver *receiver, const char *room);
void mx_gap_destroy(struct mx_gap *gap);

/* Opens a gap that has ended. Does nothing if the gap is open. */
void mx_gap_reopen(struct mx_gap *gap);

/* Marks the gap as ended. The caller removes the gap from the store. */
void mx_gap_end(struct mx_gap *gap);

/*
 * Returns the gap of a room as the store has it, or NULL if it has none. It ends with the caller's
 * attempt (bot/base/attempt.h).
 */
struct bot_gap *mx_gap_load(const struct mx_receiver *receiver, const char *room);

/*
 * Asks for the next page. If the store has no such gap, ends the gap. After any other error,
 * gap->backoff delays the next attempt.
 */
void mx_gap_ask(struct mx_gap *gap);

/*
 * Ends the gap before the bot has read all its events, in a transaction of its own. The host tells
 * the room, at most once, that messages are lost.
 */
void mx_gap_give_up(struct mx_gap *gap);

/*
 * Removes the gap of a room to which somebody has just invited the bot, in the caller's
 * transaction and attempt. The invitation shows that the bot has left the room, so the bot never
 * reads the other events of the gap.
 */
void mx_gap_remove_invited(struct mx_receiver *receiver, const char *room);

#endif
