/* Reading one room's gap, page by page. Only timeline_gap.c needs it. */
#ifndef MX_GAP_PAGE_H
#define MX_GAP_PAGE_H

#include "adapters/matrix/client/backoff.h"
#include "bot/store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct mx_receiver;

/* A room that has a gap, or had a gap a short while ago. */
struct mx_gap {
	struct mx_gap *next;
	struct mx_receiver *receiver;
	char room[BOT_ID_SIZE];
	char *from, *to;       /* tokens of the page that the bot asked for; NULL: none */
	bool asked;            /* a request for a page is under way */
	unsigned page_size;    /* how many events the bot asks for in a page */
	unsigned tries;        /* failures in a row */
	int64_t failing_since; /* steady time of the first of these failures */
	bool failed;           /* a page has failed since `begun` */
	bool must_give_up;     /* the next turn gives the gap up */
	bool room_told;        /* the room was told of lost messages since `begun` */
	int64_t begun;         /* steady time */
	int64_t ended;         /* steady time; 0: the gap is open */
	struct mx_backoff backoff;
};

/* Makes the gap open, with no failures so far. */
void mx_gap_begin(struct mx_gap *gap);

/* Marks the gap as ended. The caller removes the gap from the store. */
void mx_gap_end(struct mx_gap *gap);

/* Forgets the page that the bot asked for, and frees its tokens. */
void mx_gap_forget_page(struct mx_gap *gap);

/*
 * Asks for the next page. If the store has no such gap, ends the gap. Any other error is a failure
 * of gap->backoff.
 */
void mx_gap_ask(struct mx_gap *gap);

/*
 * Ends the gap, in a transaction of its own, though some events could not be read. The host tells
 * the room, once.
 */
void mx_gap_give_up(struct mx_gap *gap);

/* Logs that the gap of a room was given up. */
void mx_gap_log_given_up(const char *room);

#endif
