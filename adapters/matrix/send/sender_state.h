/*
 * The state of the sender, which all its parts share. sender.h says what the sender does.
 */
#ifndef ADAPTERS_MATRIX_SEND_SENDER_STATE_H
#define ADAPTERS_MATRIX_SEND_SENDER_STATE_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/background.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/limits.h"

#include <jansson.h>
#include <stdbool.h>

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
	 * For each transaction id of a waiting row, the `upload` for mx_content_file, or an empty
	 * object if the homeserver refused the file.
	 */
	json_t *uploads;
	json_t *checked;      /* the set of the transaction ids that message_step.h has let pass */
	json_t *room_buckets; /* see limits.h */
	bool server_encrypts; /* the homeserver encrypts the private rooms that the bot makes */
};

#endif
