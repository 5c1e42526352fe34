/* The structs that the sources of this folder share: the sender, its lanes and its jobs. */
#ifndef MX_SENDER_STATE_H
#define MX_SENDER_STATE_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/courtesies.h"
#include "adapters/matrix/send/direct_chats.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/limits.h"
#include "bot/store/outbox.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_sender {
	struct mx_account *account; /* borrowed, as are the next two */
	struct mx_session *session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_courtesies courtesies;
	struct mx_direct_chats direct_chats;
	struct mx_lane *lanes;       /* see lane.h; owned */
	struct mx_job *finished;     /* jobs whose results are yet to be stored */
	struct mx_job *sent;         /* the same, for sent messages: these results may wait */
	struct mx_backoff mark_wait; /* until the results of `sent` must be stored */
	struct mx_limits limits;
	unsigned loop_turn; /* counts the turns of the loop */
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

/* A room or a user's private room. The bot sends the rows of a lane one after another. */
struct mx_lane {
	struct mx_lane *next;
	bool private; /* `to` is a user, else a room */
	char to[BOT_ID_SIZE];
	struct mx_job *job;        /* owned; NULL: the sender works on no row of the lane */
	struct mx_backoff backoff; /* before the next attempt, after a failure */
	unsigned rate_limits;      /* rate limits in a row */
	unsigned skipped_in;   /* the loop turn in which the sender last failed to start its row */
	unsigned create_after; /* the room may be made once so many batches are handled */
};

struct mx_step;

/* The first row of a lane, and the step that the sender takes for it. */
struct mx_job {
	struct mx_job *next;
	struct mx_sender *sender;
	struct mx_lane *lane;
	const struct mx_step *step;
	int64_t row;
	enum bot_outbox_kind kind;
	enum mx_priority priority;
	char to[BOT_ID_SIZE];   /* the user of a private lane, else the room */
	char room[BOT_ID_SIZE]; /* the room that the step is about; empty: not known yet */
	char txn[BOT_TXN_SIZE];
	int64_t made;          /* when the host made the row, in wall-clock ms; 0: not known */
	int64_t match;         /* the match that the row belongs to; 0: none */
	char *via;             /* owned; a server to join through; NULL: none */
	json_t *content;       /* of the event to be sent; NULL: there is none, or none yet */
	const char *type;      /* of that event; static */
	struct bot_file file;  /* to be uploaded before `content` can be built */
	void *file_memory;     /* owned; holds the strings and the data of `file` */
	void *file_data;       /* the data of `file`, within file_memory */
	json_t *file_key;      /* what decrypts the file; NULL: the file is not encrypted */
	bool encrypted;        /* the event goes out encrypted; the room's keys are ready */
	bool followed;         /* another row waits behind it in its lane, when last read */
	unsigned room_changes; /* sender.room_changes when the step began */
	/* The result of the step: */
	enum mx_answer_verdict verdict;
	struct mx_answer answer; /* owns its json; its `trouble` is always NULL */
};

#endif
