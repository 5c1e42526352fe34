/*
 * Messages to the service manager: that the bot is ready, what it waits for, that it stops, and
 * that its loop still runs (the watchdog). The protocol is described in sd_notify(3): datagrams
 * with lines of text. The bot does not use libsystemd, because libsystemd loads libraries for
 * compression and cryptography. If the environment has no NOTIFY_SOCKET, these functions do
 * nothing.
 */
#ifndef BOT_DAEMON_SYSTEMD_H
#define BOT_DAEMON_SYSTEMD_H

#include "bot/base/loop_source.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

struct systemd {
	struct sockaddr_un address;
	socklen_t size;   /* size of the address; 0 if there is no service manager */
	int64_t interval; /* ms between watchdog messages; 0 if there is no watchdog */
	int64_t due;      /* monotonic time in ms of the next watchdog message */
	int64_t ready_by; /* monotonic time in ms when READY=1 is due without any answer */
	bool ready;       /* READY=1 was sent */
	enum bot_phase phase;
};

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and sends the first status. */
void systemd_init(struct systemd *systemd);

/* Returns the source for the bot's loop. The source is valid as long as `systemd`. */
struct bot_loop_source systemd_loop_source(struct systemd *systemd);

/*
 * The first function announces that the bot begins to load its configuration again. The second
 * function announces that the bot has finished this.
 */
void systemd_reloading(const struct systemd *systemd);
void systemd_reloaded(const struct systemd *systemd);

/* Announces that the program is ready, and stands by while `leader` leads: see standby.h. */
void systemd_stands_by(struct systemd *systemd, const char *leader);

/* Sends the reason why the bot ends, as the bot's last status. */
void systemd_failed(const struct systemd *systemd, const char *why);

#endif
