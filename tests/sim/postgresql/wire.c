#include "tests/sim/postgresql/wire.h"

#include "tests/sim/postgresql/admin.h"
#include "tests/sim/sim.h"
#include "tests/sim/supply.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANSWER      (64 << 10)        /* the most bytes of an answer that are kept */
#define DOWN_MOST   (10 * SIM_SECOND) /* the longest pause of the server after a lost commit */
#define LINGER_MOST (15 * SIM_SECOND) /* the server's time-outs: see session.h */

static struct {
	bool held, refuses;
	unsigned first, count; /* see sim_supply_cut */
	unsigned long failed;
	unsigned planned; /* messages until `then` */
	void (*then)(void);
	int socket; /* of the bot's connection; `inode` shows whether it still is */
	ino_t inode;
	int lingering; /* the other end of a lost connection that the server keeps, or -1 */
	int64_t lingers_until;
	bool ended; /* the bot has asked the server to end that session */
	int64_t down_until;
	struct sim_random random;
	uint32_t chance; /* of a loss, in ten thousand messages */
} wire = {.held = true, .socket = -1, .lingering = -1};

static int64_t now(void)
{
	return sim ? sim->now + sim->ghost : 0;
}

static ino_t inode_of(int descriptor)
{
	struct stat found = {0};

	return fstat(descriptor, &found) ? 0 : found.st_ino;
}

void sim_wire_draw(void)
{
	static const uint32_t chances[] = {0, 2, 5, 10, 20, 100};

	wire.random.state = ~sim->seed * 3;
	wire.chance = chances[sim_random_below(&wire.random, sizeof(chances) / sizeof(*chances))];
	if (sim->plant == SIM_PLANT_BELIEVE) /* a fault that only lost commits show */
		wire.chance = 300;
}

static void end_lingering(void)
{
	if (wire.lingering >= 0)
		close(wire.lingering);
	wire.lingering = -1;
	wire.ended = false;
}

/*
 * Loses the bot's connection. libpq still reads the first `size` bytes of the answer, and then the
 * end of the connection.
 */
static void lose(const char *answer, size_t size, bool lingers)
{
	int pair[2], old;

	if (wire.socket < 0 || inode_of(wire.socket) != wire.inode ||
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair))
		return;
	old = dup(wire.socket);
	dup2(pair[0], wire.socket);
	close(pair[0]);
	if (size > 0 && write(pair[1], answer, size) < 0)
		wire.failed++;
	close(pair[1]);
	wire.socket = -1;
	if (!lingers) {
		close(old);
		return;
	}
	end_lingering();
	sim_saw(SIM_LINGERED);
	wire.lingering = old;
	wire.lingers_until = now() + LINGER_MOST;
}

void sim_wire_spare(void)
{
	wire.socket = -1;
}

void sim_wire_cut(void)
{
	lose(NULL, 0, false);
	end_lingering();
}

void sim_wire_refuse(bool refuses)
{
	wire.refuses = refuses;
}

void sim_wire_plan(unsigned messages, void (*then)(void))
{
	wire.planned = messages;
	wire.then = then;
}

/* Waits until the server has released the lock of a session that has ended. */
static void await_end(void)
{
	if (wire.lingering >= 0 && !wire.ended && now() < wire.lingers_until)
		return;
	if (!wire.ended)
		end_lingering();
	if (!sim_admin_wait())
		sim_break(SIM_NO_LOSS, "the server has not ended the bot's old session");
	end_lingering();
}

void sim_wire_rest(void)
{
	if (wire.lingering >= 0)
		await_end();
}

void sim_wire_begin(void)
{
	sim_wire_cut();
	wire.refuses = false;
	wire.down_until = 0;
	sim_wire_plan(0, NULL);
	await_end();
}

/* Returns the SQL of a message that has nothing else, or an empty text. */
static const char *sql_of(const char *bytes, size_t size)
{
	return size > 5 && bytes[0] == 'Q' && bytes[size - 1] == '\0' ? bytes + 5 : "";
}

/* A commit is the last statement of the message. No value that the bot binds is this text. */
static bool is_commit(const char *bytes, size_t size)
{
	static const char commit[] = "\0COMMIT"; /* with the NUL at its end */

	for (size_t i = 0; i + sizeof(commit) <= size; i++)
		if (memcmp(bytes + i, commit, sizeof(commit)) == 0)
			return true;
	return false;
}

static bool is_unlucky(bool commit)
{
	uint32_t chance = wire.chance * (commit ? 10 : 1);

	if (wire.count > 0 && wire.first <= 1) {
		wire.count--;
		return true;
	}
	if (wire.count > 0)
		wire.first--;
	return sim->now < sim->traits.calm && !sim->traits.only_flood &&
	       sim_random_below(&wire.random, 10000) < chance;
}

/*
 * Whether this SQL ends the session that lingers. A process can't name a session that was lost as
 * soon as it had the lock.
 */
static bool ends_session(const char *sql)
{
	static const char end[] = "SELECT pg_terminate_backend(pid)";
	char found[800];

	if (strncmp(sql, end, strlen(end)) != 0)
		return false;
	snprintf(found, sizeof(found), "SELECT pid%s", sql + strlen(end));
	PGresult *result = sim_admin_ask(found);
	bool ends = PQntuples(result) > 0;

	PQclear(result);
	return ends;
}

static ssize_t pass(int socket, const void *bytes, size_t size, int flags)
{
	if (socket == wire.socket && wire.lingering >= 0 && ends_session(sql_of(bytes, size)))
		wire.ended = true;
	return sendto(socket, bytes, size, flags, NULL, 0);
}

/* Passes a message on, and loses its answer, except for its first bytes. */
static void lose_answer(int socket, const void *bytes, size_t size, int flags, bool lingers)
{
	static char answer[ANSWER];
	struct pollfd waiting = {.fd = socket, .events = POLLIN};
	ssize_t got = 0;

	if (pass(socket, bytes, size, flags) == (ssize_t)size && poll(&waiting, 1, -1) == 1)
		got = recv(socket, answer, sizeof(answer), MSG_DONTWAIT);
	if (got > 0 && sim_random_chance(&wire.random, 500))
		got = sim_random_below(&wire.random, (uint32_t)got);
	else
		got = 0;
	lose(answer, (size_t)got, lingers);
}

/* Loses the connection before or after this message. Sometimes the server is then down. */
static void strike(int socket, const void *bytes, size_t size, int flags)
{
	bool commit = is_commit(bytes, size), after = sim_random_chance(&wire.random, 500);
	bool lingers = sim_random_chance(&wire.random, 300);

	if (commit)
		sim_saw(after ? SIM_COMMIT_LOST_AFTER : SIM_COMMIT_LOST_BEFORE);
	else
		sim_saw(after ? SIM_LOST_AFTER : SIM_LOST_BEFORE);
	if (after)
		lose_answer(socket, bytes, size, flags, lingers);
	else
		lose(NULL, 0, lingers);
	if (sim_random_chance(&wire.random, commit ? 200 : 20)) {
		sim_saw(SIM_SERVER_DOWN);
		wire.down_until = now() + sim_random_between(&wire.random, 1, DOWN_MOST);
	}
	if (sim->knows == 0) /* a process that can't read its store at its start may end */
		wire.failed++;
}

/* What a process does before it dies counts, or does not. */
static void die_here(int socket, const void *bytes, size_t size, int flags)
{
	sim_saw(SIM_KILLED_WRITING);
	if (sim_random_chance(&wire.random, 500))
		lose_answer(socket, bytes, size, flags, false);
	wire.then();
}

/* Replaces libc's function, in libpq too. */
ssize_t send(int socket, const void *bytes, size_t size, int flags)
{
	if (sim && !wire.held && socket == wire.socket) {
		if (wire.planned > 0 && --wire.planned == 0)
			die_here(socket, bytes, size, flags);
		else if (is_unlucky(is_commit(bytes, size)))
			strike(socket, bytes, size, flags);
	}
	return pass(socket, bytes, size, flags);
}

/* Replaces libc's function, in libpq too. */
int connect(int socket, const struct sockaddr *address, socklen_t size)
{
	if (sim && (wire.refuses || now() < wire.down_until)) {
		errno = ECONNREFUSED;
		return -1;
	}
	if (sim)
		await_end();
	wire.socket = socket;
	wire.inode = inode_of(socket);
	return (int)syscall(SYS_connect, socket, address, size);
}

bool sim_supply_install(void)
{
	return true;
}

/* A process sends fewer messages than SQLite asks for memory. */
void sim_supply_cut(unsigned first, unsigned count)
{
	wire.first = first / 10 + 1;
	wire.count = first > 0 ? count : 0;
}

void sim_supply_hold(bool held)
{
	wire.held = held;
}

unsigned long sim_supply_failed(void)
{
	return wire.failed;
}
