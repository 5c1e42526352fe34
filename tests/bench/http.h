/* The loopback server: HTTP by libmicrohttpd on one thread, answers that may wait, and a clock. */
#ifndef BENCH_HTTP_H
#define BENCH_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;
struct MHD_Response;

/* A request, from when it is whole until its answer is sent. */
struct exchange {
	struct exchange *next;
	struct MHD_Connection *connection;
	const char *method, *path; /* the path is decoded and has no query */
	char *body;
	size_t size, room;
	struct MHD_Response *response;
	unsigned status;
	int64_t due; /* nothing is sent before */
	bool inside; /* the request is being handled */
	bool begun;
	bool suspended;
};

/* Nanoseconds of a steady clock. */
int64_t clock_now(void);

/*
 * Listens on 127.0.0.1, at a port that the system chooses, until the program ends. Ends it where it
 * can't.
 */
void http_start(void (*handle)(struct exchange *exchange));
unsigned http_port(void);

/* Each answer is held back for so many nanoseconds. */
void http_set_delay(int64_t delay);

/* Answers with JSON; `text` is copied, or taken (from malloc) where it is `owned`. Any time. */
void http_answer(
	struct exchange *exchange, unsigned status, const char *text, size_t size, bool owned);

/* A parameter of the query; NULL: there is none of that name. */
const char *http_query(const struct exchange *exchange, const char *name);

/* Waits for something to happen, `until` at the latest, and handles it. */
void http_turn(int64_t until);

#endif
