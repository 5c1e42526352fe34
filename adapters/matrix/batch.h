/* Handling a batch of events: what each means for the host and for what is known of its room. */
#ifndef MX_BATCH_H
#define MX_BATCH_H

#include "adapters/matrix/fill.h"
#include "adapters/matrix/room.h"
#include "bot/error.h"

#include <jansson.h>
#include <stdbool.h>

struct mx;

/* A room in which events are being handled. */
struct mx_place {
	struct mx *mx;
	const char *id;
	struct mx_room room;
	char private_with[BOT_ID_SIZE]; /* the user whose private room it is; empty: none */
	bool inside;                    /* the bot is in the room as the event happens */
	bool listens;                   /* and has not left it since */
	unsigned entries;               /* how often it will come in until the batch ends */
	bool live;                      /* not the first batch ever: messages are handled */
	bool counts;                    /* what is said comes this way alone: it is counted */
	unsigned scrolled;              /* messages not for the host that are yet to be counted */
	json_int_t people;              /* joined or invited after the batch; -1: not said */
	const json_t *names;            /* users: id to display name */
};

/* Where a batch comes from. */
enum mx_origin {
	MX_OLD, /* the first answer to /sync ever: what was said before is not for the bot */
	MX_SYNCED,
	MX_PUSHED, /* a transaction, in the form of an answer to /sync */
};

/* Handles a batch, and what its gaps held, in the caller's transaction. */
BOT_MUST_USE enum bot_error mx_batch_handle(
	struct mx *mx, const json_t *batch, const struct mx_fill *fill, enum mx_origin origin);

/* What there is in a batch. */
enum mx_gist {
	MX_GIST_NEWS,
	MX_GIST_ECHO, /* nothing but what the bot itself has said: all that comes of it are marks in
		       * the outbox, and should they be lost, it can be asked for again */
	MX_GIST_SILENCE,
};
enum mx_gist mx_batch_gist(struct mx *mx, const json_t *batch);

/* The user whose private room it is; empty: nobody's. */
BOT_MUST_USE enum bot_error mx_batch_private_with(
	struct mx *mx, const char *room, char user[BOT_ID_SIZE]);

/* Notes the display names that the member events in an array tell. */
void mx_batch_names(json_t *names, const json_t *events);

/* What an event of a gap is good for. */
enum mx_interest {
	MX_IGNORED,
	MX_SEEN,   /* a message that only scrolls by */
	MX_WANTED, /* to be handled */
};
enum mx_interest mx_batch_interest(struct mx *mx, const char *room, const json_t *event);

#endif
