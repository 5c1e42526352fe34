/* The exit status of engarde-bot. */
#ifndef BOT_EXIT_STATUS_H
#define BOT_EXIT_STATUS_H

enum exit_status {
	STATUS_FINE = 0,
	STATUS_FAILED = 1,
	STATUS_MISUSE = 2,
	STATUS_CONFIG = 78, /* EX_CONFIG of sysexits.h: a restart does not help */
};

#endif
