/* engarde-bot health: whether the bot that this configuration is for runs, and its loop answers. */
#ifndef BOT_PROGRAM_HEALTH_H
#define BOT_PROGRAM_HEALTH_H

#include "bot/program/status.h"

/* STATUS_FAILED: standard error has why it can't be healthy. */
enum status health(const char *path);

#endif
