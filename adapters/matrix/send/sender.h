/*
 * The sender empties the outbox. It works on the first row of each lane, and on several lanes at
 * the same time. The fair queue decides which lane is next.
 *
 * A row may need several requests, one after another. Before each request the sender chooses the
 * row's next step again, from the store and from what the homeserver has confirmed to this process.
 * So a row that waited, or that an earlier process began, needs no special treatment.
 *
 * After a rate limit, the bot has as many messages in flight as the homeserver will probably accept
 * (bucket.h), but always one. If the bot sent more at a time, chance would decide which of them the
 * homeserver accepts.
 *
 * People wait for the rows in this order: hands and answers (see fair_queue.h), boards that change,
 * optional rows such as acknowledgements, and last the bot's reactions. So an optional row is sent
 * when the homeserver would probably accept it, while no message is in flight and none can start.
 * The newest optional row of all lanes comes first, because its player looks at the room now. A row
 * that has waited long leaves a token for the next hand. The sender also waits a moment before it
 * sends an optional row: if the other player acts within this moment, the store may drop the row,
 * because the next hand tells the player more.
 */
#ifndef ADAPTERS_MATRIX_SEND_SENDER_H
#define ADAPTERS_MATRIX_SEND_SENDER_H

#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/background.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/limits.h"

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
	struct mx_job *finished;     /* jobs whose results the bot has not stored yet */
	struct mx_job *sent;         /* the jobs of sent messages, whose results may wait */
	struct mx_backoff mark_wait; /* how long the results of `sent` may still wait */
	struct mx_limits limits;
	unsigned accepted_requests; /* counts the requests that changed something and were accepted
				     */
	bool rejoined;              /* a row that was put aside goes on in its lane */
	unsigned attempts;          /* counts the calls of mx_sender_start_requests */
	struct mx_fair_queue queue;
	struct mx_backoff optional_wait; /* the wait after an optional row has failed */
	/* the optional row that had the last rate limit, and how many it has had since another's */
	struct {
		int64_t row;
		unsigned times;
	} limited;
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
	 * message_step.h.
	 */
	json_t *told_withheld;
	/*
	 * The set of the private rooms that this process made unencrypted, and has not inspected
	 * yet.
	 */
	json_t *made_plain;
	/*
	 * For each transaction id of a waiting row, the `upload` for mx_outbox_row_file_content, or
	 * an empty object if the homeserver refused the file.
	 */
	json_t *uploads;
	json_t *checked;      /* the set of the transaction ids that message_step.h has let pass */
	json_t *room_buckets; /* see limits.h */
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

/*
 * Ends the waits of all lanes whose last requests failed because the homeserver was unreachable.
 * Call this when the homeserver answers again.
 */
void mx_sender_note_return(struct mx_sender *sender);

/* Returns how many milliseconds the homeserver needs for each message; see mx_limits_interval. */
int64_t mx_sender_interval(const struct mx_sender *sender);

#endif
