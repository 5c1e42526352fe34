/* engarde-bot as what it is: the daemon that hosts matches in Matrix rooms. */
#ifndef BOT_PROGRAM_SERVE_H
#define BOT_PROGRAM_SERVE_H

#include "bot/program/status.h"

/* Runs by the configuration at `path` until `stop` becomes readable. */
enum status serve(const char *path, int stop);

#endif
