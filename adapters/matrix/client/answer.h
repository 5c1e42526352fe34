/* The answer to an HTTP request, and whether the bot has to send the request again. */
#ifndef MX_ANSWER_H
#define MX_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_answer {
	long status;         /* the HTTP status; 0: no whole answer came */
	json_t *json;        /* the body, borrowed; NULL: it is no JSON */
	int64_t retry_after; /* seconds of the Retry-After field; 0: none */
	const char *trouble; /* why no whole answer came; NULL: a whole answer came */
	unsigned session;    /* the session whose token the request carried */
	unsigned dropped;    /* values of the body that were left out: json_stream.h */
	bool unread;  /* the answer was too late or can't be read; a smaller one might work */
	bool too_big; /* the answer is longer, or needs more memory, than the request allows */
};

enum mx_answer_verdict {
	MX_ANSWER_DONE,
	MX_ANSWER_RATE_LIMITED,   /* send the same request after mx_answer_wait */
	MX_ANSWER_RETRY,          /* no answer from the homeserver: send the same request later */
	MX_ANSWER_NO_SESSION,     /* the access token is no longer valid */
	MX_ANSWER_ACCOUNT_LOCKED, /* suspended or locked by the homeserver's administrators */
	MX_ANSWER_REFUSED,        /* the homeserver will never accept the request */
};

/* Returns what the answer's status and error code mean for the bot. */
enum mx_answer_verdict mx_answer_verdict(const struct mx_answer *answer);

/* Returns the error code (errcode), borrowed from the answer, or "" if there is none. */
const char *mx_answer_code(const struct mx_answer *answer);

/* Returns for how many milliseconds the homeserver asks to wait, at most an hour; 0: not at all. */
int64_t mx_answer_wait(const struct mx_answer *answer);

/* Returns, after MX_ANSWER_NO_SESSION, whether the bot may log in again as the same device. */
bool mx_answer_soft_logout(const struct mx_answer *answer);

/* Logs `event`: why a request about `subject`, a room or a user, did not succeed. */
void mx_answer_log(const char *event, const char *subject, const struct mx_answer *answer);

#endif
