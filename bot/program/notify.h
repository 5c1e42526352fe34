/*
 * What the service manager is told: that the bot is ready, what it waits for, that it ends, and
 * for the watchdog that its loop goes round. By the protocol of sd_notify(3), a datagram of
 * lines; libsystemd would bring compression and cryptography into the process for it.
 * Nothing happens where NOTIFY_SOCKET is not set.
 */
#ifndef BOT_PROGRAM_NOTIFY_H
#define BOT_PROGRAM_NOTIFY_H

#include "bot/guest.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

struct notify {
	struct sockaddr_un address;
	socklen_t size;   /* of the address; 0: nobody wants to know */
	int64_t interval; /* ms between signs of life; 0: no watchdog */
	int64_t due;      /* steady time of the next */
	bool ready;       /* has been told */
	enum bot_phase phase;
};

/* Takes NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID from the environment. */
void notify_init(struct notify *notify);

/* What the loop is to serve as long as `notify` is there. */
struct bot_guest notify_guest(struct notify *notify);

/* The configuration is about to be read again, and has been. */
void notify_reloading(const struct notify *notify);
void notify_reloaded(const struct notify *notify);

/* Why the bot ends, for those who ask the service manager. */
void notify_failure(const struct notify *notify, const char *why);

#endif
