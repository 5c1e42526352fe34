/*
 * The sender empties the outbox. It works on the first row of each lane, and on several lanes at
 * the same time. The fair queue decides which lane is next.
 *
 * A row may need several requests, one after another. Before each request the sender chooses the
 * row's next step anew, from the store and from what the homeserver has confirmed to this process.
 * So a row that waited, or that an earlier process began, needs no special treatment.
 *
 * After a rate limit, the bot sends one message at a time until the homeserver has accepted some.
 * If the bot sent two, chance would decide which of them the homeserver accepts.
 */
#ifndef MX_SENDER_H
#define MX_SENDER_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/courtesies.h"
#include "adapters/matrix/send/fair_queue.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Groups of requests. A homeserver limits each separately, or another server may delay it. */
enum mx_budget {
	MX_BUDGET_NONE, /* all other requests */
	MX_BUDGET_SEND, /* events of all kinds */
	MX_BUDGET_CREATE,
	MX_BUDGET_JOIN,
	MX_BUDGET_LEAVE,
	MX_BUDGETS
};

/* How many requests may be in flight, and when rate limits allow the next one. */
struct mx_limits {
	unsigned in_flight;                       /* all requests for outbox rows in flight */
	unsigned in_flight_by_budget[MX_BUDGETS]; /* the same, by budget */
	unsigned messages_most; /* the most messages in flight; 1 after a rate limit */
	unsigned accepted;      /* messages that were accepted since the last rate limit */
	struct mx_backoff budgets[MX_BUDGETS];
};

struct mx_sender {
	struct mx_account *account; /* borrowed, as are the next two */
	struct mx_session *session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_courtesies courtesies;
	struct mx_lane *lanes;       /* see job.h; owned */
	struct mx_job *finished;     /* jobs whose results are yet to be stored */
	struct mx_job *sent;         /* the same, for sent messages: these results may wait */
	struct mx_backoff mark_wait; /* until the results of `sent` must be stored */
	struct mx_limits limits;
	unsigned attempts; /* counts the calls that start requests */
	struct mx_fair_queue queue;
	/* By room: the rooms that the homeserver showed to be private. True: it is encrypted. */
	json_t *trusted;
	unsigned room_changes; /* counts the changes in rooms, which may make `trusted` wrong */
	/*
	 * By room: private rooms that the bot made unencrypted and encrypts later. True: the bot
	 * has yet to ask the homeserver for that; false: it has asked.
	 */
	json_t *encrypting;
	/*
	 * By transaction id of a waiting row: the `upload` of mx_content_file. An empty object: the
	 * homeserver refused the file.
	 */
	json_t *uploads;
	json_t *room_buckets; /* by user: steady time when their bucket of new rooms is full */
	bool server_encrypts; /* the homeserver encrypts the private rooms that the bot makes */
};

/*
 * Sets *sender up. The sender borrows the session and the encryption (`crypto`: NULL in a build
 * without). The caller must call mx_sender_finish.
 */
void mx_sender_init(struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto);
void mx_sender_finish(struct mx_sender *sender);

/* Starts all requests for outbox rows that may start now. */
void mx_sender_start_requests(struct mx_sender *sender);

/* Shortens *timeout, milliseconds from now, to when the sender has something to do next. */
void mx_sender_limit_timeout(const struct mx_sender *sender, int64_t *timeout);

/* Returns whether a rate limit on messages lasts: the bot does not yet send as many as usual. */
bool mx_sender_is_rate_limited(const struct mx_sender *sender);

/*
 * Notes that the homeserver limited a message that is not in the outbox. `wait`: the milliseconds
 * that the homeserver asked to wait; 0: it did not say.
 */
void mx_sender_note_rate_limit(struct mx_sender *sender, int64_t wait);

#endif
