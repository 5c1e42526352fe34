/* A request on its way through the simulated network. */
#ifndef TESTS_SIM_NET_H
#define TESTS_SIM_NET_H

#include "adapters/matrix/client/http.h"
#include "tests/sim/sim.h"

struct sim_exchange {
	struct sim_exchange *next;
	struct mx_http *http; /* NULL if the process that sent the request has ended */
	enum mx_http_method method;
	char *path;
	json_t *body;
	void (*done)(void *self, const struct mx_answer *answer);
	void *self;
	unsigned session;
	char token[24];
	size_t knows; /* the last stream position that the bot had received before this request */
	size_t life;  /* the number of the process that sent the request */
	/* What happens to the request: */
	int64_t ends; /* when the bot stops waiting */
	/* when the request reaches the homeserver; -1 if it never will, or has already arrived */
	int64_t apply_at;
	int64_t answer_at; /* when the answer reaches the bot; -1 if this is not decided yet */
	int64_t way_back;
	const char *trouble; /* the failure that the bot sees, or NULL if the bot gets the answer */
	/* the fault that damages the body, or SIM_FAULTS_COUNT if no fault does */
	enum sim_fault garbled;
	/* Only for a /sync that waits for news: */
	bool polls;
	int64_t until; /* when the homeserver answers even without news */
	size_t since;
	bool full;
	size_t most; /* the answer has at most this many events per room */
	/* The answer: */
	long status;
	json_t *json;
	int64_t retry_after;
};

/*
 * Makes the homeserver execute the request and answer it. A /sync may wait for news before it is
 * answered.
 */
void sim_call(struct sim_exchange *exchange);

/* Sets the answer, replacing any earlier one. Takes the reference to `json`. */
void sim_answer(struct sim_exchange *exchange, long status, json_t *json);
void sim_refuse(struct sim_exchange *exchange, long status, const char *code);
/* Answers 429 in one of the forms that homeservers use. */
void sim_limit(struct sim_exchange *exchange, int64_t wait);

#endif
