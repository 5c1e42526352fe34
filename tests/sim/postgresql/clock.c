/*
 * The virtual time for the store's driver: its clock, its pauses, and the time that the recorder's
 * triggers note. The linker replaces the functions that the driver calls (--wrap).
 */
#include "tests/sim/postgresql/wire.h"
#include "tests/sim/sim.h"

#include <inttypes.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);
int __real_PQsendQueryPrepared(PGconn *connection, const char *name, int count,
	const char *const *values, const int *lengths, const int *formats, int format);
int __wrap_PQsendQueryPrepared(PGconn *connection, const char *name, int count,
	const char *const *values, const int *lengths, const int *formats, int format);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	int64_t now = sim ? sim->now + sim->ghost : 0;

	if (clock != CLOCK_BOOTTIME)
		return __real_clock_gettime(clock, time);
	*time = (struct timespec){.tv_sec = now / 1000, .tv_nsec = now % 1000 * 1000000};
	return 0;
}

/*
 * The driver pauses between its attempts to reach the server. Only the time goes on meanwhile: what
 * the homeserver and the people would do in this time, they do when the bot next waits for them.
 */
int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	int64_t pause = (int64_t)time->tv_sec * 1000 + time->tv_nsec / 1000000;

	(void)left;
	if (sim && sim->dead)
		sim->ghost += pause;
	else if (sim)
		sim->now += pause;
	sim_wire_rest();
	return 0;
}

/* The statement that counts a transaction (bot/store/postgresql/leadership.c) also sets its time.
 */
int __wrap_PQsendQueryPrepared(PGconn *connection, const char *name, int count,
	const char *const *values, const int *lengths, const int *formats, int format)
{
	char timed[200];

	if (!sim || strcmp(name, "count") != 0)
		return __real_PQsendQueryPrepared(
			connection, name, count, values, lengths, formats, format);
	snprintf(timed, sizeof(timed),
		"UPDATE store_leader SET commits = commits + 1 / (epoch = $1)::int"
		" WHERE set_config('sim.now', '%" PRId64 "', false) <> ''",
		sim->now);
	return PQsendQueryParams(connection, timed, count, NULL, values, lengths, formats, format);
}
