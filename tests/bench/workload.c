#include "tests/bench/workload.h"

#include "tests/bench/die.h"
#include "tests/bench/players.h"
#include "tests/bench/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND      INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)
#define PATIENCE    (120 * SECOND) /* for anything to come that has to come */
#define AT_ONCE     64             /* duels that begin at the same time */
#define RATE        1000           /* actions a second that come whatever happens */
#define PILE        100000
#define DELAY       (20 * MILLISECOND)

/* Synapse's default is 0.2 events a second after a burst of 10: here a second stands for 100. */
#define LIMIT_SCALE 100.0
static const struct limit synapse = {0.2 * LIMIT_SCALE, 10};

struct run {
	const struct client_options *client;
	double seconds;
	double start; /* milliseconds from its start to its first /sync */
	bool first;   /* no figure has been printed */
};

/* Figures */

static void print(struct run *run, const char *name, double value)
{
	printf("%s\"%s\": %.6g", run->first ? "{" : ", ", name, value);
	run->first = false;
}

static int compare(const void *a, const void *b)
{
	uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

	return (first > second) - (first < second);
}

/* Of samples in microseconds: milliseconds. */
static double percentile(const uint32_t *sorted, unsigned count, double part)
{
	return count > 0 ? sorted[(unsigned)(part * (count - 1))] / 1000.0 : 0;
}

static void print_waits(struct run *run)
{
	qsort(tally.waits, tally.wait_count, sizeof *tally.waits, compare);
	print(run, "p50_ms", percentile(tally.waits, tally.wait_count, 0.5));
	print(run, "p99_ms", percentile(tally.waits, tally.wait_count, 0.99));
}

/* Running */

static void start(struct run *run)
{
	int64_t began = clock_now();

	client_start(run->client, http_port());
	while (world_first_sync() == 0) {
		world_turn(clock_now() + 10 * MILLISECOND);
		client_check();
		if (clock_now() - began > PATIENCE)
			die("it does not ask for news");
	}
	run->start = (double)(world_first_sync() - began) / MILLISECOND;
}

static void await_quiet(int64_t length)
{
	uint64_t seen = counts.requests;
	int64_t since = clock_now();

	while (clock_now() - since < length) {
		world_turn(since + length);
		if (counts.requests != seen)
			since = clock_now();
		seen = counts.requests;
	}
}

/* Waits until each board shows what was played; prints how many never do. */
static void await_boards(struct run *run)
{
	int64_t began = clock_now();

	while (players_behind() > 0 && clock_now() - began < PATIENCE / 4)
		await_quiet(100 * MILLISECOND);
	print(run, "boards_behind", players_behind());
}

/* Begins the duels from `first` on, up to `end`, and waits until all are ready. */
static void begin(unsigned first, unsigned end)
{
	int64_t last = clock_now();
	unsigned begun = first, ready = tally.ready;

	while (tally.ready < end) {
		while (begun < end && begun - tally.ready < AT_ONCE)
			players_begin(begun++);
		world_turn(clock_now() + 10 * MILLISECOND);
		if (tally.ready != ready)
			last = clock_now();
		ready = tally.ready;
		client_check();
		if (clock_now() - last > PATIENCE)
			die("a match does not begin");
	}
	await_quiet(200 * MILLISECOND);
}

static void await_answers(void)
{
	int64_t began = clock_now();

	while (tally.acting > 0) {
		world_turn(clock_now() + 10 * MILLISECOND);
		if (clock_now() - began > PATIENCE)
			die("an action is never answered");
	}
}

/* As many as `window` act at a time, one as soon as another has his answer. */
static void act(double seconds, unsigned window)
{
	int64_t end = clock_now() + (int64_t)(seconds * (double)SECOND);

	while (clock_now() < end) {
		while (tally.acting < window && players_act(clock_now()))
			;
		world_turn(end);
	}
}

/* What is measured around a stretch of time. */
struct meter {
	int64_t began, cpu;
	uint64_t syncs, sent;
};

static struct meter begin_meter(void)
{
	players_forget();
	return (struct meter){clock_now(), client_cpu(), client_syncs(), counts.sent};
}

static void print_meter(struct run *run, const struct meter *meter)
{
	double actions = (double)tally.acted;
	double seconds = (double)(clock_now() - meter->began) / (double)SECOND;

	client_check();
	print(run, "per_second", actions / seconds);
	print_waits(run);
	print(run, "cpu_us", (double)(client_cpu() - meter->cpu) / 1000 / actions);
	print(run, "syncs_an_action", (double)(client_syncs() - meter->syncs) / actions);
	print(run, "events_an_action",
		(double)(counts.sent - meter->sent - tally.opening) / actions);
}

static void closed_loop(struct run *run, unsigned window)
{
	struct meter meter;

	begin(0, window);
	act(run->seconds / 4, window);
	await_answers();
	meter = begin_meter();
	act(run->seconds, window);
	await_answers();
	print_meter(run, &meter);
	await_boards(run);
}

static void one(struct run *run)
{
	closed_loop(run, 1);
}

static void many(struct run *run)
{
	closed_loop(run, 64);
	print(run, "memory_kib", client_memory());
}

/* Actions come at their times, whether or not those before have been answered. */
static void open_loop(struct run *run)
{
	struct meter meter;
	int64_t due, end;

	begin(0, 256);
	act(run->seconds / 4, 64);
	await_answers();
	meter = begin_meter();
	due = clock_now();
	end = due + (int64_t)(run->seconds * (double)SECOND);
	while (due < end) {
		while (due <= clock_now() && players_act(due))
			due += SECOND / RATE;
		world_turn(due);
		if (clock_now() > end + PATIENCE)
			die("it never catches up");
	}
	await_answers();
	print_meter(run, &meter);
}

static void backlog(struct run *run)
{
	unsigned pile = run->seconds < 1 ? PILE / 100 : PILE;
	uint64_t sent;
	int64_t began, cpu;

	begin(0, 64);
	world_pile_up(pile, 64, "!eg board");
	sent = counts.sent;
	began = clock_now();
	cpu = client_cpu();
	while (counts.sent < sent + pile / 100) {
		world_turn(clock_now() + 10 * MILLISECOND);
		client_check();
		if (clock_now() - began > PATIENCE)
			die("a command in the backlog is not answered");
	}
	print(run, "events_per_second", pile / ((double)(clock_now() - began) / (double)SECOND));
	print(run, "cpu_us", (double)(client_cpu() - cpu) / 1000 / pile);
}

/* Memory with matches at rest, and how long it takes to start again where so many are stored. */
static void rest(struct run *run)
{
	unsigned few = run->seconds < 1 ? 10 : 1000, most = 10 * few, memory;

	begin(0, few);
	memory = client_memory();
	print(run, "memory_1000_kib", memory);
	begin(few, most);
	print(run, "memory_10000_kib", client_memory());
	print(run, "further_match_bytes", ((double)client_memory() - memory) * 1024 / (most - few));
	client_stop();
	start(run);
	print(run, "start_10000_ms", run->start);
	act(run->seconds / 4, 64);
	await_answers();
	print(run, "memory_after_start_kib", client_memory());
}

/* Each answer takes 20 ms: what is gained by not waiting for one before the next. */
static void delay(struct run *run)
{
	struct meter meter;
	double alone;

	begin(0, 64);
	http_set_delay(DELAY);
	meter = begin_meter();
	act(run->seconds, 1);
	await_answers();
	alone = (double)tally.acted / ((double)(clock_now() - meter.began) / (double)SECOND);
	print(run, "alone_per_second", alone);
	meter = begin_meter();
	act(run->seconds, 64);
	await_answers();
	print(run, "side_by_side",
		(double)tally.acted / ((double)(clock_now() - meter.began) / (double)SECOND) /
			alone);
	print_meter(run, &meter);
}

/* Fifty rooms whose players answer at once share what the homeserver allows one account. */
static void limits(struct run *run)
{
	struct meter meter;

	begin(0, 50);
	world_set_limit(synapse);
	act(run->seconds, 50);
	meter = begin_meter();
	act(3 * run->seconds, 50);
	print_meter(run, &meter);
	qsort(tally.ages, tally.age_count, sizeof *tally.ages, compare);
	print(run, "board_age_p50_s",
		percentile(tally.ages, tally.age_count, 0.5) / 1000 * LIMIT_SCALE);
	print(run, "board_age_most_s",
		percentile(tally.ages, tally.age_count, 1) / 1000 * LIMIT_SCALE);
	print(run, "refused_a_second",
		(double)counts.limited / ((double)(clock_now() - meter.began) / (double)SECOND) /
			LIMIT_SCALE);
	world_set_limit((struct limit){0});
	await_answers();
	await_boards(run);
}

static const struct {
	const char *name;
	unsigned duels;
	void (*run)(struct run *run);
} workloads[] = {
	{"one", 1, one},
	{"many", 64, many},
	{"open", 256, open_loop},
	{"backlog", 64, backlog},
	{"rest", 10000, rest},
	{"delay", 64, delay},
	{"limits", 50, limits},
};

bool workload_run(const char *name, const struct client_options *client, double seconds)
{
	struct run run = {.client = client, .seconds = seconds, .first = true};

	for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
		if (strcmp(workloads[i].name, name) != 0)
			continue;
		world_init(workloads[i].duels);
		players_init(workloads[i].duels, !client->bot);
		http_start(world_handle);
		start(&run);
		print(&run, "start_ms", run.start);
		workloads[i].run(&run);
		printf("}\n");
		client_stop();
		return true;
	}
	return false;
}
