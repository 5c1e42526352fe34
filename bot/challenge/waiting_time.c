#include "bot/challenge/waiting_time.h"

#include "bot/base/duration.h"

enum bot_error bot_challenge_begin_wait(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + BOT_HOUR * host->config->matches.challenge_expires_h;

	return bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due);
}

enum bot_error bot_challenge_waited(struct bot_host *host, int64_t challenge, int64_t *waited)
{
	int64_t due = 0;
	enum bot_error error =
		bot_store_timer_get(host->store, challenge, BOT_TIMER_CHALLENGE, &due);

	*waited = host->time + BOT_HOUR * host->config->matches.challenge_expires_h - due;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
