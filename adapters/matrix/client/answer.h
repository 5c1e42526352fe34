/*
 * The answer to an HTTP request, whether the bot has to send the request again, and what a refusal
 * of the homeserver is about.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_ANSWER_H
#define ADAPTERS_MATRIX_CLIENT_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_answer {
	long status;  /* the HTTP status, or 0 if the bot got no whole answer */
	json_t *json; /* the parsed body, borrowed, or NULL if the bot can't read the body */
	/* the Retry-After field in seconds, or 0 if the answer has no such field */
	int64_t retry_after;
	/* the name of the field that is missing or wrong (endpoint.h), a static text; or NULL */
	const char *lacks;
	const char *trouble; /* why the bot got no whole answer, or NULL if it got a whole answer */
	unsigned session; /* the HTTP session (mx_http_session) whose token the request carried */
	unsigned dropped; /* how many values of the body the bot left out (json_stream.h) */
	/* the request surely never reached the homeserver: the bot could not connect */
	bool unreached;
	bool unread;  /* the answer came too late or can't be read; a smaller answer may help */
	bool too_big; /* the answer is longer than the request allows, or needs too much memory */
};

enum mx_answer_verdict {
	MX_ANSWER_DONE,
	/* a rate limit: send the same request again after mx_answer_wait milliseconds */
	MX_ANSWER_RATE_LIMITED,
	/* the bot got no usable answer of the homeserver, so send the same request again later */
	MX_ANSWER_RETRY,
	MX_ANSWER_NO_SESSION, /* the access token is no longer valid */
	/* the account may not do this until a person changes that: send the request again later */
	MX_ANSWER_ACCOUNT_HELD,
	/* the homeserver will never accept the request, unless mx_answer_is_doubtful is true */
	MX_ANSWER_REFUSED,
};

/* Returns what the answer's status and error code mean for the bot. */
enum mx_answer_verdict mx_answer_verdict(const struct mx_answer *answer);

/*
 * Call this after MX_ANSWER_REFUSED. Returns whether the code and the status leave it open (see the
 * tables in answer.c) that the homeserver accepts the request later. The bot believes such a
 * refusal only if it stays.
 */
bool mx_answer_is_doubtful(const struct mx_answer *answer);

/*
 * Returns whether the answer says nothing about the request, because the homeserver is
 * unreachable: the bot could not connect, or a reverse proxy says that the homeserver does not run.
 */
bool mx_answer_is_from_nobody(const struct mx_answer *answer);

/*
 * Returns the answer's error code (errcode), borrowed from the answer. Returns "" if the answer has
 * no code.
 */
const char *mx_answer_code(const struct mx_answer *answer);

/*
 * Returns how many milliseconds the homeserver wants the bot to wait, at most an hour. Returns 0 if
 * the homeserver asks for no wait.
 */
int64_t mx_answer_wait(const struct mx_answer *answer);

/*
 * Call this after MX_ANSWER_NO_SESSION. Returns whether the bot may log in again as the same
 * device.
 */
bool mx_answer_soft_logout(const struct mx_answer *answer);

/*
 * Logs `event` and why a request failed. `subject` names what the request was for, such as a room,
 * a user or "sync".
 */
void mx_answer_log(const char *event, const char *subject, const struct mx_answer *answer);

/*
 * Returns what the operator can do about a code that is about the account: an English text for the
 * log. Returns NULL for other codes.
 */
const char *mx_answer_advice(const char *code);

#endif
