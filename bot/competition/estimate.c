#include "bot/competition/estimate.h"

#include "bot/call/time.h"
#include "bot/competition/admission.h"

#define STEP        INT64_C(300000)
#define USUAL_LEAST 4 /* with fewer sign-ups, the estimate is for USUAL fencers */
#define USUAL       8

/*
 * A round takes about ten actions, a person ten seconds for each. Five actions take eight messages:
 * with Synapse's usual limit of one in five seconds, tests/e2e/test_night_limits.py measures 1600
 * seconds for 202 actions.
 */
#define ACTIONS    10
#define OWN_PACE   INT64_C(10000)
#define MESSAGES   8 /* for five actions */
#define HALF_ROUND 2 /* rounds are counted in halves */

/* Counts the mean number of half rounds: a bout to N has N to 2N - 1 rounds, so (3N - 1) / 2. */
static int64_t count_half_rounds(unsigned touches)
{
	return 3 * (int64_t)touches - 1;
}

static size_t divide_up(size_t count, size_t by)
{
	return (count + by - 1) / by;
}

/* Counts the bouts, and sets *turns to how many follow one after the other. */
static size_t count_bouts(size_t fencers, size_t at_once, size_t *turns)
{
	size_t pools = bot_pool_count(fencers), bouts = 0, turns_of_pool = 0;

	for (size_t pool = 0; pool < pools; pool++) {
		size_t size = fencers / pools + (pool < fencers % pools);
		size_t turns_here = size % 2 == 0 ? size - 1 : size;

		bouts += size * (size - 1) / 2;
		turns_of_pool = turns_here > turns_of_pool ? turns_here : turns_of_pool;
	}
	*turns = divide_up(bouts, at_once);
	if (*turns < turns_of_pool)
		*turns = turns_of_pool;
	if (fencers <= BOT_NIGHT_ONE_POOL)
		return bouts;
	for (size_t left = fencers; left > 1; left = divide_up(left, 2))
		*turns += divide_up(left / 2, at_once);
	return bouts + fencers - 1;
}

int64_t bot_estimate_night(size_t fencers, unsigned touches, size_t at_once, int64_t interval)
{
	int64_t actions = ACTIONS * count_half_rounds(touches);
	size_t turns;
	size_t bouts = count_bouts(fencers, at_once, &turns);
	int64_t time = (int64_t)turns * actions * OWN_PACE;
	int64_t limited = (int64_t)bouts * actions * interval * MESSAGES / 5;

	if (limited > time)
		time = limited;
	time /= HALF_ROUND;
	return (time + STEP - 1) / STEP * STEP;
}

void bot_estimate_add(
	const struct bot_host *host, const struct bot_contest *night, struct bot_page *page)
{
	const struct bot_port *port = host->port;
	size_t count = bot_admission_count(night);

	if (count < USUAL_LEAST)
		count = USUAL;
	int64_t interval = port->message_interval ? port->message_interval(port->self) : 0;
	int64_t time = bot_estimate_night(
		count, night->competition.rules.touches, host->config->matches.per_room, interval);

	bot_page_space(page);
	bot_page_say(page, BOT_MSG_NIGHT_TAKES,
		&(struct bot_args){.count = (int64_t)count, .left = time});
}
