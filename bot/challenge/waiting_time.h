/* How long a challenge waits for its answer, and an accepted match for its players. */
#ifndef BOT_CHALLENGE_WAITING_TIME_H
#define BOT_CHALLENGE_WAITING_TIME_H

#include "bot/call/call.h"

/* Sets BOT_TIMER_CHALLENGE: the wait begins, or begins again. `match` is the id. */
void bot_challenge_begin_wait(struct bot_host *host, int64_t match);

/* Returns how many milliseconds, in the host's time, an open challenge has waited. */
int64_t bot_challenge_waited(struct bot_host *host, int64_t challenge);

#endif
