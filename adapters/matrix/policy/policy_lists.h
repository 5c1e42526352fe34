/*
 * Follows the policy lists that the configuration names (bans.lists): rooms whose state has rules
 * about whom to ban. The bot joins these rooms, reads their state, and gives the rules to the host
 * (bot/host/policy_news.h). A list's room is no room for games: the receiver never sees its events,
 * so the bot neither writes nor answers there, and the room counts in no limit.
 *
 * If a batch or a transaction shows that the rules have changed, the bot reads the whole state
 * again. Only the homeserver knows which of two rules holds, for example after a gap in the
 * timeline or if servers could not reach each other for a while.
 *
 * If the configuration no longer names a list, the bot leaves the room, and the rules end.
 */
#ifndef ADAPTERS_MATRIX_POLICY_POLICY_LISTS_H
#define ADAPTERS_MATRIX_POLICY_POLICY_LISTS_H

#include "adapters/matrix/client/wait.h"
#include "bot/store/database.h"
#include "config/config.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_session;

/* What the bot does next for a list. */
enum mx_policy_step {
	MX_POLICY_FIND, /* ask for the id of the room with this alias */
	MX_POLICY_JOIN,
	MX_POLICY_READ,
	MX_POLICY_WAIT,  /* nothing, until the rules change */
	MX_POLICY_LEAVE, /* the configuration no longer names the list */
};

struct mx_policy_list {
	struct mx_policy_lists *lists;
	char name[BOT_ID_SIZE]; /* as in the configuration: the id of the room, or an alias */
	char room[BOT_ID_SIZE]; /* the id of the room, or empty while it is not known */
	char via[BOT_ID_SIZE];  /* a server that is in the room, or empty */
	enum mx_policy_step step;
	bool asked;                    /* a request is under way */
	enum mx_policy_step asked_for; /* the step that the request under way is for */
	bool changed;              /* the rules have changed since the request under way began */
	struct mx_backoff backoff; /* the wait until the next request */
	struct mx_backoff rest;    /* likewise; news of the room do not end this one */
	int64_t pause;             /* how long the last rest was, in milliseconds */
};

struct mx_policy_lists {
	struct mx_session *session;
	/* the lists that the configuration names, and those that the bot is leaving */
	struct mx_policy_list *list[2 * CFG_POLICY_LISTS_MOST];
	size_t count;
};

/* Borrows the session until mx_policy_lists_finish. */
void mx_policy_lists_init(struct mx_policy_lists *lists, struct mx_session *session);

/* Frees what the struct holds. No request may be under way. */
void mx_policy_lists_finish(struct mx_policy_lists *lists);

/* Reads from the store which rooms are those of lists. A failure sets account->fatal. */
void mx_policy_lists_start(struct mx_policy_lists *lists);

/* Starts the requests that are due. Notices if the configuration names other lists. */
void mx_policy_lists_start_requests(struct mx_policy_lists *lists);

/*
 * Takes the rooms of lists out of a batch, an answer to /sync, so that nobody else handles them.
 * Notes which lists must be read again.
 */
void mx_policy_lists_take_batch(struct mx_policy_lists *lists, json_t *batch);

/* Likewise for the events of a transaction: an object with an array of events for each room id. */
void mx_policy_lists_take_rooms(struct mx_policy_lists *lists, json_t *rooms);

#endif
