/* engarde-bot --check-config: all that can be known without asking the homeserver. */
#ifndef BOT_PROGRAM_CHECK_H
#define BOT_PROGRAM_CHECK_H

#include "bot/program/status.h"

/* STATUS_CONFIG: standard error has every fault that was found. */
enum status check_config(const char *path);

#endif
