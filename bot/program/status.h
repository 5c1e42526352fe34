/* With what engarde-bot ends. */
#ifndef BOT_PROGRAM_STATUS_H
#define BOT_PROGRAM_STATUS_H

enum status {
	STATUS_FINE = 0,
	STATUS_FAILED = 1,
	STATUS_MISUSE = 2,
	STATUS_CONFIG = 78, /* EX_CONFIG of sysexits.h: a supervisor needn't start it again */
};

#endif
