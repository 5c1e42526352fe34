/*
 * A proxy between libpq and a PostgreSQL server, both on Unix sockets, that cuts the connection at
 * a planned message. It is a process of its own.
 */
#ifndef TESTS_SUPPORT_CUTTING_PROXY_H
#define TESTS_SUPPORT_CUTTING_PROXY_H

#include <sys/types.h>

enum cut {
	CUT_QUESTION, /* the server does not get the client's message */
	CUT_READ,     /* the server gets the message, and nobody gets the answer */
	CUT_ANSWER,   /* the client does not get the server's message */
	CUTS
};

/*
 * Where to cut. Messages are counted from 1 since the plan was made, for all connections together:
 * those of the client, or for CUT_ANSWER those of the server. After the first cut the second one
 * counts from 1 again. 0 means no cut. The memory is shared with the proxy.
 */
struct cut_plan {
	enum cut cut[2];
	int at[2];
	volatile int made;    /* how many of these cuts the proxy has made */
	volatile int seen[2]; /* messages of clients and of servers since the last cut */
};

struct cutting_proxy {
	struct cut_plan *plan;
	pid_t process;
	char folder[64]; /* where the proxy has its socket, instead of the server's folder */
};

/* Starts a proxy to the server with its socket in the folder `server`. Returns 0 or -1. */
int cutting_proxy_start(struct cutting_proxy *proxy, const char *server);
void cutting_proxy_stop(struct cutting_proxy *proxy);

#endif
