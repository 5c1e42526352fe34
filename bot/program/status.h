/* With what engarde-bot ends. */
#ifndef BOT_PROGRAM_STATUS_H
#define BOT_PROGRAM_STATUS_H

#include "config/config.h"

enum status {
	STATUS_FINE = 0,
	STATUS_FAILED = 1,
	STATUS_MISUSE = 2,
	STATUS_CONFIG = 78, /* EX_CONFIG of sysexits.h: a supervisor needn't start it again */
};

/* Of a configuration that can't be had. For want of memory a supervisor is to start it again. */
static inline enum status status_of_config(enum cfg_error error)
{
	return error == CFG_NO_MEMORY ? STATUS_FAILED : STATUS_CONFIG;
}

#endif
