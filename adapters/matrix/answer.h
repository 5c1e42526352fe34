/* What a homeserver's answer means for the request: done, wait, again, or never. */
#ifndef MX_ANSWER_H
#define MX_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_answer {
	long status;         /* the HTTP status; 0: no whole answer came */
	json_t *json;        /* the body, borrowed; NULL: it is no JSON */
	int64_t retry_after; /* seconds of the Retry-After field; 0: none */
	const char *trouble; /* why no answer came; NULL when one did */
	unsigned session;    /* the session whose token the request bore */
};

enum mx_verdict {
	MX_DONE,
	MX_LIMITED,    /* 429: the same request after mx_answer_wait */
	MX_AGAIN,      /* no answer, or none of the homeserver's: the same request, later */
	MX_NO_SESSION, /* the access token is not valid any more */
	MX_HELD,       /* the account is suspended or locked: somebody has to lift that */
	MX_REFUSED,    /* the homeserver will never do this */
};

enum mx_verdict mx_answer_verdict(const struct mx_answer *answer);

/* The error code of the homeserver, or ""; borrowed from the answer. */
const char *mx_answer_code(const struct mx_answer *answer);

/* How many milliseconds a rate limit asks to wait; 0: it does not say. At most an hour. */
int64_t mx_answer_wait(const struct mx_answer *answer);

/* Whether a MX_NO_SESSION allows to log in again as the same device. */
bool mx_answer_soft_logout(const struct mx_answer *answer);

#endif
