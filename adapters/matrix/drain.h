/*
 * Emptying the outbox: the first row of each lane, several lanes at a time and each in its turn. A
 * row takes as many
 * requests as it needs, one after the other: which one is next is read anew each time from the
 * store and from what the homeserver has confirmed to this process, so that a row that waited, or
 * was begun by an earlier process, simply goes on.
 */
#ifndef MX_DRAIN_H
#define MX_DRAIN_H

#include "adapters/matrix/answer.h"
#include "adapters/matrix/pause.h"
#include "adapters/matrix/turn.h"
#include "bot/outbox.h"

#include <jansson.h>
#include <stdbool.h>

struct mx;

/* What the homeserver limits separately. */
enum mx_budget { MX_BUDGET_NONE, MX_BUDGET_SEND, MX_BUDGET_CREATE, MX_BUDGET_JOIN, MX_BUDGETS };

#define MX_WIDTH_MOST 64

struct mx_drain {
	struct mx_lane *lanes;   /* those with a request under way or with a pause */
	struct mx_job *finished; /* jobs whose outcome is yet to be stored */
	struct mx_job *sent;     /* the same: those that are done, which can wait */
	struct mx_pause mark;    /* how long */
	unsigned flying;         /* jobs under way */
	unsigned sending;        /* messages among them */
	unsigned width;          /* how many those may be: one after a rate limit */
	unsigned taken;          /* those taken since the last rate limit */
	struct mx_pause budgets[MX_BUDGETS];
	struct mx_turns turns;
	json_t *trusted;  /* rooms: private ones, and whether encrypted, as the homeserver said */
	json_t *unsealed; /* private rooms to be encrypted (true), or that were (false) */
	unsigned changes; /* counts what may have changed that */
	json_t *uploads;  /* files of rows that wait, by txn: {"url", its key}; {}: refused */
	json_t *made;     /* users: when as many rooms may be made for them as ever */
	unsigned create_after; /* batches to be handled before a room may be made */
	bool server_encrypts;  /* the server encrypts the private rooms that the bot makes */
};

/* A room or a user's private room, in which one row after another is sent. */
struct mx_lane {
	struct mx_lane *next;
	bool private;
	char to[BOT_ID_SIZE];
	struct mx_job *job; /* owned; NULL: nothing is under way */
	struct mx_pause pause;
};

struct mx_step;

/* The row that is first in its lane, and what is being done about it. */
struct mx_job {
	struct mx_job *next;
	struct mx *mx;
	struct mx_lane *lane;
	const struct mx_step *step;
	int64_t row;
	enum bot_outbox_kind kind;
	enum mx_urgency urgency;
	char to[BOT_ID_SIZE];   /* the user of a private row, else the room */
	char room[BOT_ID_SIZE]; /* where the step happens; empty: nowhere yet */
	char txn[BOT_TXN_SIZE];
	int64_t made; /* when the row was, or 0 */
	char *via;
	json_t *content;      /* of the event to be sent; NULL: none, or not yet */
	const char *type;     /* of that event; static */
	struct bot_file file; /* to be uploaded before there is a content */
	void *file_memory;    /* owned: what it points to */
	void *file_data;      /* its data, in there */
	json_t *file_key;     /* of a file that was encrypted; NULL: it is as it was */
	bool sealed;          /* the event is to be encrypted, and can be now */
	bool followed;        /* another row waits behind it in its lane, as far as is known */
	unsigned changes;     /* drain.changes when the step began */
	/* How it ended: */
	enum mx_verdict verdict;
	struct mx_answer answer; /* its json is owned, its texts are gone */
};

BOT_MUST_USE bool mx_drain_init(struct mx_drain *drain);
void mx_drain_finish(struct mx_drain *drain);

/* Starts what can be started now. */
void mx_drain_turn(struct mx *mx);

/* The job's step has ended: its verdict is to be stored. */
void mx_drain_ended(struct mx_job *job);

/*
 * Stores how the requests ended that have ended. That something was sent may wait for the
 * transaction of the next batch that has news, for a moment, unless `all` is to be stored now.
 */
void mx_drain_settle(struct mx *mx, bool all);

/* Stores what was sent, within the caller's transaction. */
BOT_MUST_USE enum bot_error mx_drain_mark(struct mx *mx);

/* Shortens *timeout to when something can be started next. */
void mx_drain_bound(const struct mx_drain *drain, int64_t *timeout);

/* Something happened in the room: before it is used as a private one again it is looked at. */
void mx_drain_distrust(struct mx_drain *drain, const char *room);

/* Whether a private room for the user is being made. */
bool mx_drain_creates(const struct mx_drain *drain, const char *user);

#endif
