/*
 * Waiting for curl's sockets together with others. curl is told which of them are ready: were it to
 * look itself, it would ask the system about each request under way whenever one is answered.
 * https://curl.se/libcurl/c/libcurl-multi.html
 */
#ifndef MX_WAIT_H
#define MX_WAIT_H

#include <curl/curl.h>
#include <poll.h>
#include <stdint.h>

#define MX_CONNECTIONS 72 /* where the homeserver speaks no HTTP/2: one a request */
/* Each may try two addresses at a time, and wait for its resolver. */
#define MX_SOCKETS     (3 * MX_CONNECTIONS)
#define MX_OTHERS_MOST 16

struct mx_wait {
	CURLM *multi; /* not owned */
	struct pollfd sockets[MX_SOCKETS];
	unsigned count;
	int64_t alarm; /* when curl wants to go on in any case, by mx_clock_now; -1: never */
};

/* The memory stays where it is for as long as the handle lives. */
void mx_wait_init(struct mx_wait *wait, CURLM *multi);

/*
 * Lets curl go on with all that is ready, after up to `timeout` milliseconds, and fills in the
 * `revents` of the others. It does not wait if fewer than `started` requests are under way: one has
 * ended already.
 */
void mx_wait_turn(struct mx_wait *wait, int64_t timeout, int started, struct pollfd *others,
	unsigned others_count);

#endif
