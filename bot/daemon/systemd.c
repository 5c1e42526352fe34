#include "bot/daemon/systemd.h"

#include "bot/base/clock.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINES_SIZE 256   /* bytes of one datagram */
#define PATIENCE   10000 /* ms until the bot is ready without an answer from the homeserver */

/*
 * Stores the address of the service manager's socket. `name` is a path, or @ and a name in Linux's
 * abstract namespace. Ignores other names.
 */
static void set_address(struct systemd *systemd, const char *name)
{
	size_t length = name ? strlen(name) : 0;

	if (length < 2 || length >= sizeof(systemd->address.sun_path) || !strchr("/@", name[0]))
		return;
	systemd->address.sun_family = AF_UNIX;
	memcpy(systemd->address.sun_path, name, length);
	if (name[0] == '@')
		systemd->address.sun_path[0] = '\0';
	systemd->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

/* Reads a decimal number. Returns 0 if the text is NULL or not a number. */
static int64_t parse_number(const char *text)
{
	char *end;

	if (!text || !isdigit((unsigned char)text[0]))
		return 0;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	return *end || errno ? 0 : value;
}

/*
 * Sends lines of text to the service manager. Ignores errors, because the bot can run without a
 * service manager that reads them.
 */
static void send_lines(const struct systemd *systemd, const char *lines)
{
	int descriptor;

	if (!systemd->size || (descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) < 0)
		return;
	(void)sendto(descriptor, lines, strlen(lines), MSG_NOSIGNAL,
		(const struct sockaddr *)&systemd->address, systemd->size);
	close(descriptor);
}

static const char *describe(enum bot_phase phase)
{
	switch (phase) {
	case BOT_STARTING:
		break;
	case BOT_CONNECTED:
		return "Receives events from the homeserver";
	case BOT_DISCONNECTED:
		return "Can't receive events at the moment: the log says why";
	case BOT_STOPPING:
		return "Stopping";
	}
	return "Waits for the homeserver";
}

/*
 * Sends the status text of the bot's current phase. `state` is a further line of the protocol, or
 * "".
 */
static void send_status(const struct systemd *systemd, const char *state)
{
	char lines[LINES_SIZE];

	snprintf(lines, sizeof(lines), "%sSTATUS=%s", state, describe(systemd->phase));
	send_lines(systemd, lines);
}

void systemd_init(struct systemd *systemd)
{
	const char *process = getenv("WATCHDOG_PID");
	int64_t limit = parse_number(getenv("WATCHDOG_USEC")) / 1000;

	*systemd = (struct systemd){.ready_by = bot_clock_steady() + PATIENCE};
	set_address(systemd, getenv("NOTIFY_SOCKET"));
	/*
	 * Sends four messages within the watchdog's time limit, so that even a late message arrives
	 * before the limit.
	 */
	if (systemd->size && limit >= 4 && (!process || parse_number(process) == getpid()))
		systemd->interval = limit / 4;
	send_status(systemd, "");
}

/*
 * The bot is ready as soon as it has the homeserver's first answer, also if the request failed, or
 * when it has waited for an answer for some time. Otherwise a homeserver that is down or hangs
 * would hold up `systemctl start` until the start fails, and the units that come after this one.
 * But if the homeserver refuses the log-in, the bot ends before it is ready, and `systemctl start`
 * fails.
 */
static void change_phase(void *self, enum bot_phase phase)
{
	struct systemd *systemd = self;
	bool first = phase != BOT_STOPPING && !systemd->ready;

	systemd->phase = phase;
	systemd->ready |= first;
	send_status(systemd, first ? "READY=1\n" : phase == BOT_STOPPING ? "STOPPING=1\n" : "");
}

/* Returns how many milliseconds are left until `due`, at least 0. */
static int64_t left_until(int64_t due)
{
	int64_t left = due - bot_clock_steady();

	return left > 0 ? left : 0;
}

static int64_t timeout(void *self)
{
	const struct systemd *systemd = self;
	int64_t limit = systemd->interval ? left_until(systemd->due) : -1;
	int64_t ready = systemd->ready ? -1 : left_until(systemd->ready_by);

	return ready >= 0 && (limit < 0 || ready < limit) ? ready : limit;
}

static void dispatch(void *self)
{
	struct systemd *systemd = self;
	int64_t now = bot_clock_steady();

	if (!systemd->ready && systemd->phase == BOT_STARTING && now >= systemd->ready_by)
		change_phase(systemd, systemd->phase);
	if (!systemd->interval || now < systemd->due)
		return;
	send_lines(systemd, "WATCHDOG=1");
	systemd->due = now + systemd->interval;
}

struct bot_loop_source systemd_loop_source(struct systemd *systemd)
{
	return (struct bot_loop_source){.self = systemd,
		.descriptor = -1,
		.timeout = timeout,
		.dispatch = dispatch,
		.phase_changed = change_phase};
}

/*
 * Announces the reload only if the bot is ready. The message at the end of a reload says READY=1,
 * and no message may say READY=1 before the bot is ready.
 */
void systemd_reloading(const struct systemd *systemd)
{
	char lines[LINES_SIZE];

	snprintf(lines, sizeof(lines), "RELOADING=1\nMONOTONIC_USEC=%" PRId64,
		bot_clock_steady_ns() / 1000);
	if (systemd->ready)
		send_lines(systemd, lines);
}

void systemd_reloaded(const struct systemd *systemd)
{
	if (systemd->ready)
		send_status(systemd, "READY=1\n");
}

void systemd_stands_by(struct systemd *systemd, const char *leader)
{
	char lines[LINES_SIZE];

	systemd->ready = true;
	snprintf(lines, sizeof(lines), "READY=1\nSTATUS=Stands by: %.80s leads", leader);
	send_lines(systemd, lines);
}

void systemd_failed(const struct systemd *systemd, const char *why)
{
	char lines[LINES_SIZE];

	snprintf(lines, sizeof(lines), "STATUS=%s", why);
	send_lines(systemd, lines);
}
