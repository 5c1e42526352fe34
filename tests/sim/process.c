/* The bot's process: how it starts, ends and starts again. */
#include "adapters/matrix/matrix.h"
#include "bot/base/attempt.h"
#include "bot/store/events.h"
#include "bot/store/outbox_rows.h"
#include "config/config.h"
#include "config/secrets.h"
#include "tests/sim/budget.h"
#include "tests/sim/disk.h"
#include "tests/sim/laws.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"
#include "tests/sim/sim.h"
#include "tests/sim/supply.h"

#define LIVES_MOST 500
/* If memory runs out, one of the first STARVE_MOST allocations of a process fails. */
#define STARVE_MOST 30000
#define LOOK_EVERY  (20 * SIM_SECOND)

void sim_crash(void)
{
	size_t lost =
		sim_random_chance(&sim->random, 500) ? 0 : sim_random_below(&sim->random, 1000);

	if (!sim_disk_knows(SIM_POWER_LOST))
		lost = 0;

	sim_tell("bot: dies");
	sim_saw(lost ? SIM_POWER_LOST : SIM_KILLED);
	sim_disk_freeze(lost);
	sim->dead = true;
}

/* Whether all matches are over, and nobody will do anything soon that could change a match. */
static bool all_played(void)
{
	sim->night.over = sim_night_is_over();
	if (!sim->night.over)
		return false;
	for (size_t i = 0; i < sim->duel_count; i++)
		if (!sim->duels[i].over && !sim->duels[i].bout)
			return false;
	for (size_t i = 0; i < sim->task_count; i++)
		if (sim->tasks[i].what != SIM_DO_NUDGE && sim->tasks[i].at < sim->now + SIM_MINUTE)
			return false;
	return true;
}

static void count_gap(void *self, const char *room)
{
	(void)room;
	++*(size_t *)self;
}

static bool count_row(void *self, const struct bot_outbox_row *row)
{
	(void)row;
	++*(size_t *)self;
	return true;
}

static enum bot_error attempt_count(size_t *count)
{
	BOT_ATTEMPT(bot_outbox_optional_heads(sim->store, count_row, count));
}

/* Returns how many lanes have only optional rows, for which a budget waits, too. */
static size_t count_optional(void)
{
	size_t count = 0;

	if (sim_budget < SIM_LIMITERS && attempt_count(&count))
		count = 1;
	return count;
}

/* Whether nothing waits in the store. */
static bool has_nothing_to_do(void)
{
	struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST];
	size_t gaps = 0;

	if (bot_outbox_size(sim->store) > 0 || bot_store_analyses_waiting(sim->store, list) > 0)
		return false;
	bot_gap_rooms(sim->store, count_gap, &gaps);
	return gaps == 0;
}

static enum bot_error attempt_look(bool *idle)
{
	BOT_ATTEMPT(*idle = has_nothing_to_do());
}

bool sim_is_over(void)
{
	bool idle = false;

	if (sim->broken || sim->now > sim->traits.deadline)
		return true;
	if (sim->now < sim->next_look)
		return false;
	sim->next_look = sim->now + LOOK_EVERY;
	if (!all_played() || count_optional() > 0 || attempt_look(&idle) || !idle ||
		sim_has_news(sim->knows))
		return false;
	sim->finished = true;
	return true;
}

static bool ends_well(enum mx_error error)
{
	return error == MX_OK || sim->dead || sim_disk_frozen() ||
	       (error == MX_LOGGED_OUT && !sim->traits.by_token);
}

static bool is_drawn(uint32_t in_a_thousand)
{
	return sim->now < sim->traits.calm && sim_random_chance(&sim->random, in_a_thousand);
}

/* Tries to open the store. This must fail with the error `expected` and not change the store. */
static void start_in_vain(enum bot_error expected)
{
	struct bot_store *store = NULL;
	enum bot_error error = bot_store_open(sim_disk_path(), &store);

	sim_tell("bot: does not start: %s", bot_error_text(error));
	if (error && error != expected && !sim_disk_is_protected())
		sim_break(SIM_NO_LOSS, "the store is not %s but %s", bot_error_text(expected),
			bot_error_text(error));
	if (error && !sim_disk_is_untouched())
		sim_break(SIM_NO_LOSS, "the bot refused a store, but changed it");
	/*
	 * The bot may open a damaged store, because the damage may be in pages that are unused or
	 * that the write-ahead log replaces.
	 */
	if (!error && expected != BOT_STORE_CORRUPT)
		sim_break(SIM_NO_LOSS, "the bot opened a store that can't be used");
	bot_store_close(store);
}

/*
 * Sometimes starts the bot first while another process has locked the store, or while the store is
 * damaged.
 */
static void try_bad_starts(void)
{
	if (sim->lives > 0 && is_drawn(sim->traits.lock)) {
		sim_saw(SIM_STORE_LOCKED);
		sim_disk_snapshot();
		sim_disk_lock(true);
		start_in_vain(BOT_STORE_IN_USE);
		sim_disk_lock(false);
	}
	if (sim->lives > 0 && is_drawn(sim->traits.damage)) {
		sim_saw(SIM_STORE_CORRUPT);
		sim_disk_damage(&sim->random);
		start_in_vain(BOT_STORE_CORRUPT);
		sim_disk_mend();
	}
}

/* Runs the bot. If everything is over, checks the laws here, because the store is still open. */
static void run(const struct cfg *config, const struct cfg_secrets *secrets, bool *starved)
{
	unsigned long refused = sim_supply_failed();
	enum mx_error error;

	if (is_drawn(10 * sim->traits.crash))
		sim_disk_plan_freeze(1 + sim_random_below(&sim->random, 600));
	sim_supply_hold(false);
	error = mx_run(config, secrets, sim->store, 0, NULL, 0);
	sim_supply_hold(true);
	*starved = *starved || sim_supply_failed() > refused;
	if (!ends_well(error) && !*starved)
		sim_break(SIM_NO_LOSS, "the bot gives up: %s", mx_error_text(error));
	if (sim->finished && !sim->broken && !sim_disk_frozen())
		sim_laws_judge(sim->store);
}

static enum bot_error ban(const char *user)
{
	BOT_ATTEMPT(bot_store_ban(sim->store, user));
}

/*
 * Bans the stranger before the bot's first life. If the disk refuses this, the schedule goes on
 * without a ban.
 */
static void ban_stranger(void)
{
	const char *stranger = sim->users[SIM_STRANGER].id;

	sim->traits.bans_stranger = bot_store_begin(sim->store) == BOT_OK &&
				    ban(stranger) == BOT_OK &&
				    bot_store_commit(sim->store) == BOT_OK;
	bot_store_rollback(sim->store);
	if (sim->traits.bans_stranger)
		sim_saw(SIM_IGNORED);
}

/* Whether the bot has entered or left a room after this position of the stream. */
static bool has_moved_since(size_t position)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (sim->rooms[i].member_since[SIM_BOT] > position)
			return true;
	return false;
}

/* Puts the older copy in place, unless the bot has entered or left a room since (README.md). */
static void bring_older_disk(void)
{
	sim->put_back = false;
	if (has_moved_since(sim->copied))
		return;
	sim_saw(SIM_OLDER_DISK);
	sim_disk_put_back();
	sim->lost_life = sim->lives;
	sim->lost_until = sim->event_count;
	sim_forgive_again(sim->copied);
}

/* Runs one process, from its start to its end. */
static void live(const struct cfg *config, const struct cfg_secrets *secrets)
{
	unsigned long refused = sim_supply_failed();
	enum bot_error opened;
	bool starved;

	sim->dead = sim->stopping = false;
	sim->knows = 0;
	sim->ghost = 0;
	sim_disk_thaw();
	if (sim->put_back)
		bring_older_disk();
	try_bad_starts();
	if (is_drawn(sim->traits.starve))
		sim_supply_cut(1 + sim_random_below(&sim->random, STARVE_MOST),
			1 + sim_random_below(&sim->random, 3));
	sim_supply_hold(false);
	opened = bot_store_open(sim_disk_path(), &sim->store);
	sim_supply_hold(true);
	starved = sim_supply_failed() > refused;
	if (opened && !starved && !sim_disk_is_protected())
		sim_break(SIM_NO_LOSS, "the store does not open: %s", bot_error_text(opened));
	sim_tell("bot: %s", opened ? bot_error_text(opened) : "starts");
	if (!opened) {
		if (sim->lives++ == 0) {
			sim_recorder_install(sim->store);
			if (sim->traits.bans_stranger)
				ban_stranger();
		}
		run(config, secrets, &starved);
		bot_store_close(sim->store);
	}
	sim_supply_cut(0, 0);
	sim->store = NULL;
	sim->ghost = 0;
}

/* Lets the bot be down for a while: for an hour in a few schedules with a night. */
static void stay_down(void)
{
	int64_t time = sim_random_between(&sim->random, 2 * SIM_SECOND, 2 * SIM_MINUTE);

	if (sim->night.planned && is_drawn(50)) {
		sim_saw(SIM_DOWN);
		time = SIM_HOUR;
		sim->night.down = true;
	}
	sim_pass(time);
	sim->night.down = false;
	sim->night.downtime += time;
}

void sim_live_on(const struct cfg *config, const struct cfg_secrets *secrets)
{
	while (!sim->finished && !sim->broken) {
		live(config, secrets);
		if (sim->now > sim->traits.deadline || sim->lives == LIVES_MOST)
			break;
		if (!sim->finished)
			stay_down();
	}
	if (!sim->finished && sim->night.begun && !sim->night.over)
		sim_break(SIM_ENDS, "the night does not end");
	for (size_t i = 0; !sim->finished && i < sim->duel_count; i++)
		if (!sim->duels[i].over && !sim->duels[i].bout)
			sim_break(SIM_NO_LOSS, "match %d of %s and %s does not go on",
				(int)sim->duels[i].id, sim->users[sim->duels[i].white].id,
				sim->users[sim->duels[i].black].id);
	if (!sim->finished)
		sim_break(SIM_NO_LOSS, "the bot never finishes its work");
}
