#include "tests/sim/sim.h"

#include "bot/base/log.h"
#include "config/config.h"
#include "config/secrets.h"
#include "tests/sim/disk.h"
#include "tests/sim/laws.h"
#include "tests/sim/supply.h"
#include "tests/sim/players.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* This many schedules in a thousand begin without a store, as on the bot's first start. */
#define EMPTY_DISK 50

struct sim *sim;

uint32_t sim_below(uint32_t count)
{
	return sim_random_below(&sim->random, count);
}

bool sim_chance(uint32_t in_a_thousand)
{
	return sim_random_chance(&sim->random, in_a_thousand);
}

void sim_note(uint64_t what)
{
	struct sim_random mixer = {.state = sim->hash ^ what};

	sim->hash = sim_random_next(&mixer);
}

void sim_note_text(const char *what)
{
	/* the start value of the hash function FNV-1a */
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *what; what++)
		hash = (hash ^ (unsigned char)*what) * UINT64_C(1099511628211);
	sim_note(hash);
}

void sim_tell(const char *format, ...)
{
	va_list arguments;

	if (!sim->telling)
		return;
	printf("%9.1f  ", (double)sim->now / 1000);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

void sim_break(enum sim_law law, const char *format, ...)
{
	va_list arguments;

	if (sim->broken)
		return;
	sim->broken = true;
	sim->law = law;
	va_start(arguments, format);
	vsnprintf(sim->why, sizeof(sim->why), format, arguments);
	va_end(arguments);
	sim_tell("a law is broken: %s", sim->why);
}

/*
 * Notes that the bot need not handle the messages of the room with this id. The bot has said in
 * this room that it gives up a timeline gap.
 */
static void excuse(const char *id)
{
	for (size_t i = 0; i < sim->room_count; i++)
		for (size_t j = 0; j < sim->rooms[i].count && !strcmp(sim->rooms[i].id, id); j++)
			sim->events[sim->rooms[i].events[j] - 1].owed = false;
}

/* Replaces bot/base/log.c: the log becomes part of the transcript. */
void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields)
{
	if (strcmp(event, "gap_given_up") == 0)
		excuse(fields->text);
	if (!sim->telling)
		return;
	printf("%9.1f  log: %d %s", (double)sim->now / 1000, (int)level, event);
	for (; fields && fields->key; fields++) {
		if (fields->text)
			printf(" %s=%s", fields->key, fields->text);
		else
			printf(" %s=%lld", fields->key, (long long)fields->number);
	}
	putchar('\n');
}

/* The source of the bot's random numbers. libsodium calls the functions below. */

static struct sim_random dice;

static const char *dice_name(void)
{
	return "sim";
}

static uint32_t dice_number(void)
{
	return (uint32_t)(sim_random_next(&dice) >> 32);
}

static void dice_fill(void *const out, const size_t size)
{
	unsigned char *bytes = out;

	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)dice_number();
}

static bool use_dice(void)
{
	static struct randombytes_implementation loaded = {
		.implementation_name = dice_name,
		.random = dice_number,
		.buf = dice_fill,
	};

	return randombytes_set_implementation(&loaded) == 0 && sodium_init() >= 0;
}

/* Tasks */

void sim_plan(int64_t delay, struct sim_task task)
{
	assert(sim->task_count < SIM_TASKS);
	task.at = sim->now + delay;
	sim->tasks[sim->task_count++] = task;
}

static size_t first_task(void)
{
	size_t first = 0;

	for (size_t i = 1; i < sim->task_count; i++)
		if (sim->tasks[i].at < sim->tasks[first].at)
			first = i;
	return first;
}

int64_t sim_next_task(void)
{
	return sim->task_count > 0 ? sim->tasks[first_task()].at : INT64_MAX;
}

void sim_do_tasks(void)
{
	while (sim_next_task() <= sim->now) {
		size_t first = first_task();
		struct sim_task task = sim->tasks[first];

		sim->tasks[first] = sim->tasks[--sim->task_count];
		sim_player_does(&task);
	}
}

/*
 * Checks the laws of a run that ended just when its process was killed. After all other runs,
 * process.c has checked the laws already.
 */
static void judge(void)
{
	enum bot_error error;

	sim_disk_thaw();
	error = bot_store_open(sim_disk_path(), &sim->store);
	if (error) {
		sim_break(SIM_NO_LOSS, "the store does not open: %s", bot_error_text(error));
		return;
	}
	sim_laws_judge(sim->store);
	bot_store_close(sim->store);
	sim->store = NULL;
}

/*
 * Makes a store as the bot's first start leaves it. Most schedules begin with a copy of this store.
 */
static bool make_store(void)
{
	struct bot_store *store = NULL;

	sim_disk_format();
	if (!sim_disk_prepare() || bot_store_open(sim_disk_path(), &store))
		return false;
	sim_recorder_install(store);
	bot_store_close(store);
	sim_disk_save_store();
	return true;
}

static bool draw(uint64_t seed, enum sim_plant plant, bool telling)
{
	static bool ready;

	sim = calloc(1, sizeof(*sim));
	if (!ready)
		ready = sim && sim_supply_install() && sim_recorder_register() &&
			sim_disk_register() && use_dice() && make_store();
	if (!ready || !sim)
		return false;
	sim->seed = seed;
	sim->random.state = seed;
	dice.state = ~seed;
	sim->telling = telling;
	sim->plant = plant;
	sim->now = SIM_MINUTE;
	sim->sent = json_object();
	sim->refused = json_object();
	sim_disk_format();
	if (sim_random_chance(&sim->random, EMPTY_DISK))
		sim_saw(SIM_EMPTY_DISK);
	else
		sim_disk_restore_store();
	sim_people_draw();
	if (sim->traits.by_token)
		strcpy(sim->token, "given");
	return true;
}

bool sim_run(uint64_t seed, enum sim_plant plant, bool telling)
{
	static char homeserver[] = "https://sim", password[] = "secret", token[] = "given";
	static char page[] = "https://page/";
	struct cfg_secrets secrets = {.password = password};
	struct cfg *config = cfg_defaults();

	if (!draw(seed, plant, telling))
		abort();
	config->matrix.homeserver = homeserver;
	config->matrix.user = sim->users[SIM_BOT].id;
	config->matches.per_room = SIM_PER_ROOM;
	if (seed % 2 == 1) /* players get links to the page */
		config->web.url = page;
	if (sim->traits.by_token)
		secrets = (struct cfg_secrets){.access_token = token};
	sim_live_on(config, &secrets);
	if (sim->finished && sim_disk_frozen())
		judge();
	config->matrix.homeserver = NULL;
	config->matrix.user = NULL;
	config->web.url = NULL;
	cfg_destroy(config);
	return !sim->broken;
}

void sim_finish(void)
{
	sim_net_finish();
	for (size_t i = 0; i < sim->event_count; i++)
		json_decref(sim->events[i].json);
	for (size_t i = 0; i < sim->room_count; i++)
		free(sim->rooms[i].events);
	free(sim->events);
	json_decref(sim->sent);
	json_decref(sim->refused);
	json_decref(sim->direct);
	free(sim);
	sim = NULL;
}
