#include "bot/challenge/waiting_time.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"

void bot_challenge_begin_wait(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + BOT_HOUR * host->config->matches.challenge_expires_h;

	bot_must(bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due));
}

int64_t bot_challenge_waited(struct bot_host *host, int64_t challenge)
{
	int64_t due = 0;

	bot_found(bot_store_timer_get(host->store, challenge, BOT_TIMER_CHALLENGE, &due));
	return host->time + BOT_HOUR * host->config->matches.challenge_expires_h - due;
}
