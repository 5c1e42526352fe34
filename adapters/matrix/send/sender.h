/*
 * The sender empties the outbox. It works on the first row of each lane, and on several lanes at
 * the same time. The fair queue decides which lane is next.
 *
 * A row may need several requests, one after another. Before each request the sender chooses the
 * row's next step anew, from the store and from what the homeserver has confirmed to this process.
 * So a row that waited, or that an earlier process began, needs no special treatment.
 *
 * After a rate limit, the bot sends one message at a time until the homeserver has accepted some
 * messages. If the bot sent two messages at a time, chance would decide which of them the
 * homeserver accepts.
 *
 * The sender sends optional rows only while no message is in flight and none can start, and no rate
 * limit lasts. It also waits a moment before it sends them: if the other player acts within this
 * moment, the store drops the row, because the next hand tells the player more.
 */
#ifndef MX_SENDER_H
#define MX_SENDER_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/background.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/limits.h"
#include "adapters/matrix/send/party.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_sender {
	struct mx_account *account; /* borrowed, as are `session` and `crypto` */
	struct mx_session *session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_background background;
	struct mx_lane *lanes;       /* see lane.h; owned */
	void *lane_tree;             /* the same lanes, for tfind */
	struct mx_parties parties;   /* the parties of these lanes */
	unsigned ready;              /* how many lanes have a `ready` job */
	struct mx_job *finished;     /* jobs whose results the bot has not stored yet */
	struct mx_job *sent;         /* the jobs of sent messages, whose results may wait */
	struct mx_backoff mark_wait; /* how long the results of `sent` may still wait */
	struct mx_limits limits;
	unsigned accepted; /* counts the requests that changed something and were accepted */
	unsigned attempts; /* counts the calls of mx_sender_start_requests */
	struct mx_fair_queue queue;
	struct mx_backoff optional_wait; /* until the next optional row may be sent */
	/*
	 * The rooms that are private according to the homeserver's last answer. A value is true if
	 * the room is encrypted.
	 */
	json_t *trusted;
	/*
	 * The rooms that the bot inspects now. A value is true if something has changed in the room
	 * since the request, so that the answer may be out of date.
	 */
	json_t *inspecting;
	/*
	 * The private rooms that the bot made unencrypted and must encrypt now. A value is true
	 * until the bot has asked the homeserver to encrypt the room, then false.
	 */
	json_t *encrypting;
	/*
	 * The set of the private rooms for which this process has sent the notice of
	 * withheld_notice.h.
	 */
	json_t *told_withheld;
	/*
	 * The set of the private rooms that this process made unencrypted, and has not inspected
	 * yet.
	 */
	json_t *made_plain;
	/*
	 * For each transaction id of a waiting row, the `upload` for mx_content_file, or an empty
	 * object if the homeserver refused the file.
	 */
	json_t *uploads;
	json_t *checked;      /* the set of the transaction ids that member_check.h has let pass */
	json_t *room_buckets; /* see room_bucket.h */
	bool server_encrypts; /* the homeserver encrypts the private rooms that the bot makes */
};

/*
 * The sender borrows the session and `crypto`, which is NULL in a build without encryption. The
 * caller must call mx_sender_finish.
 */
void mx_sender_init(struct mx_sender *sender, struct mx_session *session, struct mx_crypto *crypto);
void mx_sender_finish(struct mx_sender *sender);

/* Starts all requests for outbox rows that may start now. */
void mx_sender_start_requests(struct mx_sender *sender);

/* Shortens *timeout, in milliseconds, so that it ends when the sender next has something to do. */
void mx_sender_limit_timeout(const struct mx_sender *sender, int64_t *timeout);

/*
 * Ends the waits of all lanes whose last requests failed because the homeserver was away. Call this
 * when the homeserver answers again.
 */
void mx_sender_note_return(struct mx_sender *sender);

/*
 * Returns whether the bot still sends fewer messages at a time than usual because of a rate limit.
 */
bool mx_sender_is_rate_limited(const struct mx_sender *sender);

/*
 * Notes a rate limit on a message that is not in the outbox. `wait` is the time in milliseconds
 * that the homeserver asked the bot to wait, or 0 if the homeserver named no time.
 */
void mx_sender_note_rate_limit(struct mx_sender *sender, int64_t wait);

#endif
