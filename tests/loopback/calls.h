/* The requests of the client-server API that a bot uses. */
#ifndef TESTS_LOOPBACK_CALLS_H
#define TESTS_LOOPBACK_CALLS_H

#include "tests/loopback/world.h"

struct lo_call {
	const char *method, *path; /* the path has no query, and its %XX are decoded */
	/* the access token without "Bearer ", or NULL if the request has no token */
	const char *token;
	/* the parameters of the query with these names; NULL if the query lacks the parameter */
	const char *since, *from, *to, *filter, *timeout, *limit;
	const char *body;
	size_t body_size;
	/* The answer: */
	unsigned status;
	struct lo_text answer;
	/* how many seconds the header Retry-After names, or 0 if the answer has no such header */
	int64_t retry_after;
	/* The following members are only for a /sync request that waits for events. */
	bool waits;
	size_t position;
	int64_t until;
};

void lo_call_answer(struct lo_world *world, struct lo_call *call);

/* Answers a waiting call now. */
void lo_call_answer_sync(struct lo_world *world, struct lo_call *call);

void lo_call_refuse(struct lo_call *call, unsigned status, const char *code);
/* Answers 429 with the milliseconds to wait. If `wait` is 0, the answer does not name a time. */
void lo_call_limit(struct lo_world *world, struct lo_call *call, int64_t wait);

#endif
