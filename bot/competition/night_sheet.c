#include "bot/competition/night_sheet.h"

#include "bot/call/time.h"
#include "bot/club/elimination.h"
#include "bot/competition/entry.h"
#include "bot/competition/sheet_text.h"

#define MINUTES   INT64_C(600000)
#define LIST_SIZE 4096

/* How long the night takes */

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

int64_t bot_night_estimate(size_t fencers, unsigned touches, size_t at_once, int64_t interval)
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

/* Says how long the night takes with those who have signed up or, if they are few, with more. */
static void add_estimate(
	const struct bot_host *host, const struct bot_contest *night, struct bot_page *page)
{
	const struct bot_port *port = host->port;
	size_t count = bot_entry_count(night);

	if (count < USUAL_LEAST)
		count = USUAL;
	int64_t interval = port->message_interval ? port->message_interval(port->self) : 0;
	int64_t time = bot_night_estimate(
		count, night->competition.rules.touches, host->config->matches.per_room, interval);

	bot_page_say_after(page, BOT_MSG_NIGHT_TAKES,
		&(struct bot_args){.count = (int64_t)count, .left = time});
}

/* The sign-up */

void bot_night_add_sign_up(
	struct bot_host *host, struct bot_contest *night, const char *reader, struct bot_page *page)
{
	const struct bot_competition *competition = &night->competition;
	bool checks_in = competition->stage == BOT_STAGE_CHECK_IN;
	struct bot_terms_text terms;
	struct bot_args args = bot_sheet_terms(&competition->rules, competition->clock,
		competition->third_place, page->lang, &terms);
	char until[BOT_INSTANT_SIZE];

	/* without seconds, however near the start is */
	bot_sheet_write_time(host, reader, competition->room, page->lang, competition->starts,
		competition->starts - host->time + MINUTES, until);
	args.until = until;
	args.prefix = host->prefix;
	bot_page_say(page, checks_in ? BOT_MSG_NIGHT_CHECK_IN : BOT_MSG_NIGHT_SIGN_UP, &args);
	add_estimate(host, night, page);
	bot_sheet_add_entrants(host, night, BOT_ENTRANT_PRESENT, BOT_MSG_NIGHT_PRESENT, page);
	bot_sheet_add_entrants(host, night, BOT_ENTRANT_SIGNED_UP, BOT_MSG_CONTEST_SIGNED_UP, page);
}

/* The tableau */

static void add_round(struct bot_host *host, struct bot_contest *night, struct bot_page *page,
	uint8_t round, enum bot_msg msg)
{
	char list[LIST_SIZE], name[BOT_ROUND_NAME_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	bot_sheet_list_bouts(
		host, night, (struct bot_bout_filter){round, -1, BOT_CONTEST_BOUTS}, &text);
	bot_sheet_round_name(night, round, page->lang, name, sizeof(name));
	bot_page_say(page, msg, &(struct bot_args){.name = name, .words = list});
}

void bot_sheet_add_round_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t round)
{
	add_round(host, night, page, round, BOT_MSG_NIGHT_ROUND_OVER);
}

static void add_third_place(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_bout *bout = bot_night_third_place_bout(night);
	char list[LIST_SIZE];

	if (!bout)
		return;
	struct bot_text text = bot_text_in(list, sizeof(list));
	bot_sheet_write_bout(host, night, bout, &text);
	bot_page_line(page);
	bot_sheet_add_line(page, BOT_MSG_CONTEST_LINE, BOT_MSG_NIGHT_THIRD_PLACE, 0, list);
}

/* Adds the rounds that have begun, the newest first, after the bout for the third place. */
void bot_night_add_rounds(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	uint8_t last = 0;
	add_third_place(host, night, page);

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].round > last)
			last = night->bout[i].round;
	for (; last > 0; last--) {
		bot_page_line(page);
		add_round(host, night, page, last, BOT_MSG_CONTEST_LINE);
	}
}
