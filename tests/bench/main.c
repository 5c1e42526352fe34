/*
 * Measures a bot from the homeserver's side. This program is the homeserver with its players, and
 * starts the measured bot as another process. Run by bench.py.
 *
 *	load WORKLOAD SECONDS DIR COUNTERS bot PROGRAM
 *	load WORKLOAD SECONDS DIR COUNTERS peer SCRIPT
 *	load WORKLOAD SECONDS DIR COUNTERS bare PROGRAM
 */
#include "tests/bench/client.h"
#include "tests/bench/workload.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN_CORE   0
#define OTHER_CORE 1

/*
 * Reserves one processor for this program and another one for the measured process. Returns the
 * number of the other processor, or -1 if the machine has only one.
 */
static int take_core(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) || !CPU_ISSET(OWN_CORE, &set) ||
		!CPU_ISSET(OTHER_CORE, &set))
		return -1;
	CPU_ZERO(&set);
	CPU_SET(OWN_CORE, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? -1 : OTHER_CORE;
}

int main(int count, char **arguments)
{
	struct client_options client = {0};

	if (count != 7) {
		fputs("usage: load WORKLOAD SECONDS DIR COUNTERS bot|peer|bare PROGRAM\n", stderr);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	client.dir = arguments[3];
	client.counters = arguments[4];
	if (strcmp(arguments[5], "bot") == 0)
		client.bot = arguments[6];
	else if (strcmp(arguments[5], "bare") == 0)
		client.bare = arguments[6];
	else
		client.peer = arguments[6];
	client.core = take_core();
	if (!workload_run(arguments[1], &client, strtod(arguments[2], NULL))) {
		fprintf(stderr, "load: there is no workload %s\n", arguments[1]);
		return 2;
	}
	return 0;
}
