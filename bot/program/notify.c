#include "bot/program/notify.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINES_MAX 256 /* bytes of one datagram */

static int64_t steady(void)
{
	struct timespec now = {0};

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A path, or behind an @ a name in the abstract namespace of Linux. */
static void take_socket(struct notify *notify, const char *name)
{
	size_t length = name ? strlen(name) : 0;

	if (length < 2 || length >= sizeof notify->address.sun_path || !strchr("/@", name[0]))
		return;
	notify->address.sun_family = AF_UNIX;
	memcpy(notify->address.sun_path, name, length);
	if (name[0] == '@')
		notify->address.sun_path[0] = '\0';
	notify->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

static int64_t number(const char *text)
{
	char *end;

	if (!text || !isdigit((unsigned char)text[0]))
		return 0;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	return *end || errno ? 0 : value;
}

/* What can't be delivered is lost: the bot is there for others than its service manager. */
static void send_lines(const struct notify *notify, const char *lines)
{
	int descriptor;

	if (!notify->size || (descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) < 0)
		return;
	(void)sendto(descriptor, lines, strlen(lines), MSG_NOSIGNAL,
		(const struct sockaddr *)&notify->address, notify->size);
	close(descriptor);
}

static const char *status(enum bot_phase phase)
{
	switch (phase) {
	case BOT_STARTING:
		break;
	case BOT_FOLLOWING:
		return "Following its rooms";
	case BOT_CUT_OFF:
		return "The homeserver can't be followed at the moment: see the log";
	case BOT_ENDING:
		return "Ending";
	}
	return "Waiting for the homeserver";
}

/* `state` is one of the protocol's own lines, or empty. */
static void tell(const struct notify *notify, const char *state)
{
	char lines[LINES_MAX];

	snprintf(lines, sizeof lines, "%sSTATUS=%s", state, status(notify->phase));
	send_lines(notify, lines);
}

void notify_init(struct notify *notify)
{
	const char *process = getenv("WATCHDOG_PID");
	int64_t patience = number(getenv("WATCHDOG_USEC")) / 1000;

	*notify = (struct notify){.size = 0};
	take_socket(notify, getenv("NOTIFY_SOCKET"));
	/* A quarter, so that a sign may be late without harm. */
	if (notify->size && patience >= 4 && (!process || number(process) == getpid()))
		notify->interval = patience / 4;
	tell(notify, "");
}

static void enter(void *self, enum bot_phase phase)
{
	struct notify *notify = self;
	bool first = phase == BOT_FOLLOWING && !notify->ready;

	notify->phase = phase;
	notify->ready |= first;
	tell(notify, first ? "READY=1\n" : phase == BOT_ENDING ? "STOPPING=1\n" : "");
}

static int64_t patience(void *self)
{
	const struct notify *notify = self;
	int64_t left = notify->due - steady();

	if (!notify->interval)
		return -1;
	return left > 0 ? left : 0;
}

static void turn(void *self)
{
	struct notify *notify = self;
	int64_t now = steady();

	if (!notify->interval || now < notify->due)
		return;
	send_lines(notify, "WATCHDOG=1");
	notify->due = now + notify->interval;
}

struct bot_guest notify_guest(struct notify *notify)
{
	return (struct bot_guest){notify, -1, patience, turn, enter};
}

/* To be ready again means to be ready: before that, nothing is said of it. */
void notify_reloading(const struct notify *notify)
{
	struct timespec now = {0};
	char lines[LINES_MAX];

	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(lines, sizeof lines, "RELOADING=1\nMONOTONIC_USEC=%" PRId64,
		(int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
	if (notify->ready)
		send_lines(notify, lines);
}

void notify_reloaded(const struct notify *notify)
{
	if (notify->ready)
		tell(notify, "READY=1\n");
}

void notify_failure(const struct notify *notify, const char *why)
{
	char lines[LINES_MAX];

	snprintf(lines, sizeof lines, "STATUS=%s", why);
	send_lines(notify, lines);
}
