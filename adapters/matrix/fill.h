/*
 * Completing a batch: where the homeserver left events out of a room's timeline ("limited"), they
 * are asked for, oldest first, from the token before the batch up to where its timeline begins.
 */
#ifndef MX_FILL_H
#define MX_FILL_H

#include "adapters/matrix/pause.h"
#include "bot/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mx;

struct mx_fill {
	json_t *gaps;  /* rooms: id to the events of the gap that matter, in order */
	json_t *names; /* users: id to display name, as far as the gaps told */
	void *gap;     /* the iterator of `gaps` at the one being filled; NULL: all are */
	char *from;    /* where its next page begins */
	size_t kept;   /* events, in all rooms */
	unsigned pages;
	bool asked; /* a page is on its way */
	struct mx_pause pause;
};

/*
 * Finds the gaps after the token `since`, in rooms that the bot is in, or was in until then; NULL:
 * there are none to fill. False: no memory.
 */
bool mx_fill_init(
	struct mx_fill *fill, struct bot_store *store, const json_t *batch, const char *since);
void mx_fill_finish(struct mx_fill *fill);

/* Asks for what is missing yet; true: nothing is. */
bool mx_fill_turn(struct mx *mx);

#endif
