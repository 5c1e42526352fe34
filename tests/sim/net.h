/* A request on its way through the simulated network. */
#ifndef TESTS_SIM_NET_H
#define TESTS_SIM_NET_H

#include "adapters/matrix/http.h"
#include "tests/sim/sim.h"

struct sim_exchange {
	struct sim_exchange *next;
	struct mx_http *http; /* NULL: whoever asked is gone */
	enum mx_method method;
	char *path;
	json_t *body;
	void (*done)(void *self, const struct mx_answer *answer);
	void *self;
	unsigned session;
	char token[24];
	size_t knows; /* what the bot knew when it asked */
	/* What becomes of it: */
	int64_t ends;      /* when the bot waits no longer */
	int64_t apply_at;  /* when it reaches the homeserver; -1: never, or it did */
	int64_t answer_at; /* when the answer is back; -1: not known yet */
	int64_t way_back;
	const char *trouble; /* that the bot sees instead of the answer; NULL: the answer comes */
	enum sim_fault garbled; /* what happens to the answer's body; SIM_FAULTS_COUNT: nothing */
	/* A sync that waits for news: */
	bool polls;
	int64_t until; /* when it is answered without news */
	size_t since;
	bool full;
	/* The answer: */
	long status;
	json_t *json;
	int64_t retry_after;
};

/* The homeserver does what the request asks, and answers; a sync may go on waiting. */
void sim_call(struct sim_exchange *exchange);

/* The answer, in place of any before; `json` is taken. */
void sim_answer(struct sim_exchange *exchange, long status, json_t *json);
void sim_refuse(struct sim_exchange *exchange, long status, const char *code);
/* 429, in one of the forms that homeservers have for it. */
void sim_limit(struct sim_exchange *exchange, int64_t wait);

#endif
