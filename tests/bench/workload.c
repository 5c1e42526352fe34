#include "tests/bench/workload.h"

#include "tests/bench/run.h"

#include <stdio.h>
#include <string.h>

#define MANY        64
#define OPEN        256  /* rooms of the open loop */
#define RATE        1000 /* how many commands a second the open loop sends, even without answers */
#define CALM        200  /* how many actions a second the players who think send */
#define PILE        100000
#define WARM_ROUNDS 4  /* how many rounds come before the counted ones */
#define IDLE        60 /* seconds without a message */
#define ALONE       64 /* messages, one at a time, whose system calls are counted */
#define DELAY       20 /* milliseconds by which the homeserver delays each answer */
#define BUSY        50 /* the number of rooms when the homeserver has Synapse's default rate limits */

/*
 * How many events of each room one /sync answer of the backlog has. The filter would allow 50.
 */
#define SHARE 40
#define TALK  16 /* how many lines of small talk one /sync answer has for each room */

/*
 * Synapse's default is 0.2 events a second after a burst of 10. Here time runs 100 times as fast.
 */
#define LIMIT_SCALE 100.0
#define LIMIT_RATE  (0.2 * LIMIT_SCALE)
#define LIMIT_BURST 10

/* Opens the rooms, and lets the bot answer commands for a while before the measurement begins. */
static struct meter warm_up(struct run *run, size_t rooms, size_t window)
{
	run_open(run, rooms);
	run_window(run, run->seconds / 4, window);
	run_await_answers(run);
	return meter_begin(run);
}

static void closed_loop(struct run *run, size_t window)
{
	struct meter meter = warm_up(run, window, window);

	run_window(run, run->seconds, window);
	run_await_answers(run);
	meter_print(run, &meter);
	run_await_boards(run);
}

static void one(struct run *run)
{
	closed_loop(run, 1);
}

static void many(struct run *run)
{
	closed_loop(run, MANY);
	run_print(run, "memory_kib", client_memory());
}

static void open_loop(struct run *run)
{
	struct meter meter = warm_up(run, OPEN, MANY);

	run_rate(run, run->seconds, RATE);
	run_await_answers(run);
	meter_print(run, &meter);
}

/*
 * Measures actions of players who think for more than a second, so that the bot acknowledges their
 * actions. Some acknowledgements are late: those of the warm-up arrive in the measurement, and
 * those of the last actions after it.
 */
static void calm(struct run *run)
{
	struct meter meter;

	run_open(run, OPEN);
	run_rate(run, run->seconds / 4, CALM);
	run_await_answers(run);
	meter = meter_begin(run);
	run_rate(run, run->seconds, CALM);
	run_await_answers(run);
	meter_print(run, &meter);
}

/*
 * Measures how fast a bot that was down handles the messages that it missed. One message in a
 * hundred is a question.
 */
static void backlog(struct run *run)
{
	size_t pile = run->seconds < 1 ? PILE / 100 : PILE, answered;
	int64_t began, cpu;

	run_open(run, MANY);
	run->world->options.share = (size_t)MANY * SHARE;
	answered = lo_people_answered(run->world) + pile / 100;
	for (size_t i = 0; i < pile / 100; i++) {
		lo_people_chat(run->world, 99);
		lo_people_ask(run->world);
	}
	began = lo_now();
	cpu = client_cpu();
	while (lo_people_answered(run->world) < answered) {
		run_turn(run, lo_now() + 10 * LO_MILLISECOND);
		client_check();
		if (lo_now() - began > 120 * LO_SECOND)
			die("a command in the backlog is not answered");
	}
	run_print(run, "events_per_second", (double)pile * LO_SECOND / (double)(lo_now() - began));
	run_print(run, "cpu_us", (double)(client_cpu() - cpu) / 1000 / (double)pile);
}

static void be_idle(struct run *run, double seconds)
{
	int64_t end = lo_now() + (int64_t)(seconds * LO_SECOND);

	while (lo_now() < end)
		run_turn(run, end);
}

/*
 * Prints what the bot does after a start although nobody says anything, for example what it has
 * still to send, and what an hour costs after that, from a part of it.
 */
static void print_idle(struct run *run)
{
	double seconds = run->seconds < 1 ? run->seconds : IDLE, parts = 3600 / seconds;

	struct meter meter = meter_begin(run);

	be_idle(run, seconds);
	run_print(run, "settling_cpu_ms", (double)(client_cpu() - meter.cpu) / 1e6);
	meter = meter_begin(run);
	be_idle(run, seconds);
	run_print(run, "idle_hour_cpu_ms", parts * (double)(client_cpu() - meter.cpu) / 1e6);
	run_print(run, "idle_hour_statements",
		parts * (double)(client_counters().statements - meter.counters.statements));
	run_print(run, "idle_hour_fsyncs",
		parts * (double)(client_counters().fsyncs - meter.counters.fsyncs));
}

/* Measures the memory with idle matches, what they cost, and how long a restart with them takes. */
static void rest(struct run *run)
{
	size_t few = run->seconds < 1 ? 10 : 1000, most = 10 * few;
	unsigned memory;

	run_open(run, few);
	memory = client_memory();
	run_print(run, "memory_1000_kib", memory);
	run_open(run, most);
	run_print(run, "memory_10000_kib", client_memory());
	run_print(run, "further_match_bytes",
		((double)client_memory() - memory) * 1024 / (double)(most - few));
	client_stop(run->server);
	run_start(run);
	run_print(run, "start_10000_ms", (double)run->start / LO_MILLISECOND);
	run_window(run, run->seconds / 4, MANY);
	run_await_answers(run);
	run_print(run, "memory_after_start_kib", client_memory());
	print_idle(run);
}

/* Prints a figure whose name ends with the number of matches. */
static void print_at(struct run *run, const char *name, size_t matches, double value)
{
	char whole[64];

	snprintf(whole, sizeof(whole), "%s_%zu", name, matches);
	run_print(run, whole, value);
}

/* Prints what the matches that are open now cost at rest: disk, the time to start, memory. */
static void print_rest(struct run *run, size_t matches)
{
	client_stop(run->server);
	print_at(run, "store_bytes", matches, (double)client_store_size(run->client));
	run_start(run);
	print_at(run, "start_ms", matches, (double)run->start / LO_MILLISECOND);
	print_at(run, "start_cpu_ms", matches, (double)client_cpu() / 1e6);
}

/* Plays in all open matches, and prints what an action costs. */
static void print_play(struct run *run, size_t matches)
{
	struct lo_count counted;
	struct meter meter;
	uint64_t written;
	double acted;

	run_window(run, run->seconds / 4, MANY);
	run_await_answers(run);
	meter = meter_begin(run);
	written = client_written();
	run_window(run, run->seconds, MANY);
	run_await_answers(run);
	lo_people_count(run->world, &counted);
	acted = (double)counted.acted;
	print_at(run, "per_second", matches, meter_rate(run, &meter));
	print_at(run, "cpu_us", matches, (double)(client_cpu() - meter.cpu) / 1000 / acted);
	print_at(run, "written", matches, (double)(client_written() - written) / acted);
	print_at(run, "events", matches,
		(double)(run_sent(run) - meter.sent - counted.opening) / acted);
	print_at(run, "memory_kib", matches, client_memory());
}

/* Measures how the costs grow from 100 to 10,000 matches, each in a room of its own. */
static void scale(struct run *run)
{
	size_t matches = run->seconds < 1 ? 1 : 100;

	for (int step = 0; step < 3; step++, matches *= 10) {
		int64_t began = client_cpu();
		size_t before = run->rooms;

		run_open(run, matches);
		print_at(run, "begin_cpu_us", matches,
			(double)(client_cpu() - began) / 1000 / (double)(matches - before));
		print_rest(run, matches);
		print_play(run, matches);
	}
}

static size_t count_ended(const struct run *run)
{
	struct lo_count counted;

	lo_people_count(run->world, &counted);
	return counted.matches;
}

/* Plays until the people have ended `matches` matches. Returns the size of the store then. */
static double size_after(struct run *run, size_t matches)
{
	uint64_t size;

	while (count_ended(run) < matches)
		run_window(run, 0.1, MANY);
	run_await_answers(run);
	client_stop(run->server);
	size = client_store_size(run->client);
	run_start(run);
	return (double)size;
}

/* Measures how much of the disk an ended match takes, and how many actions it has. */
static void ended(struct run *run)
{
	size_t few = run->seconds < 1 ? 10 : 200, most = run->seconds < 1 ? 20 : 1200;
	struct lo_count before, after;
	double size;

	run_open(run, MANY);
	size = size_after(run, few);
	lo_people_count(run->world, &before);
	size = size_after(run, most) - size;
	lo_people_count(run->world, &after);
	run_print(run, "ended_match_bytes", size / (double)(after.matches - before.matches));
	run_print(run, "actions",
		(double)(after.acted - before.acted) / (double)(after.matches - before.matches));
}

/* Measures how much time parallel requests save if the homeserver delays each answer by 20 ms. */
static void delay(struct run *run)
{
	struct meter meter;
	double alone;

	run_open(run, MANY);
	run->world->options.delay = DELAY;
	meter = meter_begin(run);
	run_window(run, run->seconds, 1);
	run_await_answers(run);
	alone = meter_rate(run, &meter);
	run_print(run, "alone_per_second", alone);
	meter = meter_begin(run);
	run_window(run, run->seconds, MANY);
	run_await_answers(run);
	run_print(run, "side_by_side", meter_rate(run, &meter) / alone);
	meter_print(run, &meter);
}

/*
 * Measures the bot under the rate limit of its account, which all rooms share. The players answer
 * at once.
 */
static void limits(struct run *run)
{
	struct lo_world *world = run->world;
	struct lo_count counted;
	struct meter meter;

	run_open(run, BUSY);
	world->options.rate = LIMIT_RATE;
	world->options.burst = LIMIT_BURST;
	run_window(run, run->seconds, BUSY);
	meter = meter_begin(run);
	run_window(run, 3 * run->seconds, BUSY);
	meter_print(run, &meter);
	lo_people_count(world, &counted);
	run_print(run, "board_age_p50_s", counted.age * LIMIT_SCALE);
	run_print(run, "board_age_most_s", counted.oldest * LIMIT_SCALE);
	world->options.rate = 0;
	run_await_answers(run);
	run_await_boards(run);
}

/*
 * Gives the store the age at which it remembers as much as it ever will of events and transaction
 * ids, and starts the bot again under valgrind. In a store of a few pages, rows at random places
 * would cost nothing.
 */
static void age(struct run *run, struct client_options *counting)
{
	client_stop(run->server);
	client_age_store(run->client);
	*counting = *run->client;
	counting->counts = true;
	run->client = counting;
	run_start(run);
	run_open(run, MANY);
	run_rounds(run, WARM_ROUNDS, MANY);
}

/* Lets one person after the other ask or act, and prints where the system calls for this stand. */
static void trace_alone(struct run *run)
{
	run_print(run, "alone_begin", (double)client_traced(run->client));
	run_rounds(run, ALONE, 1);
	run_print(run, "alone_end", (double)client_traced(run->client));
	run_print(run, "alone_messages", ALONE);
}

/*
 * Counts the bot's instructions for each message, in as many rounds as the run has seconds. In each
 * round `window` people ask or act, after `lines` lines of talk in each room. Prints also where the
 * bot's system calls for these messages stand in the trace.
 */
static void count(struct run *run, size_t lines, size_t window)
{
	struct client_options counting;
	struct lo_count counted;

	age(run, &counting);
	lo_people_forget(run->world);
	client_begin_count();
	run_print(run, "trace_begin", (double)client_traced(run->client));
	for (size_t i = 0; i < (size_t)run->seconds; i++) {
		lo_people_chat(run->world, MANY * lines);
		run_rounds(run, 1, window);
	}
	lo_people_count(run->world, &counted);
	run_print(run, "trace_end", (double)client_traced(run->client));
	client_end_count();
	if (lines == 0)
		trace_alone(run);
	client_stop(run->server);
	double messages = (double)counted.acted + (double)((size_t)run->seconds * MANY * lines);
	run_print(run, "messages", messages);
	run_print(run, "instructions", client_count(run->client) / messages);
}

static void commands(struct run *run)
{
	count(run, 0, MANY);
}

/* A thousand lines of small talk, and a question whose answer shows that the bot has read them. */
static void talk(struct run *run)
{
	count(run, TALK, 1);
}

/* Prints the statements of SQL and the trips to the database server for each message since then. */
static void print_trips(struct run *run, const struct meter *meter, const char *what)
{
	struct counters counters = client_counters();
	struct lo_count counted;
	char name[64];

	lo_people_count(run->world, &counted);
	snprintf(name, sizeof(name), "statements, %s", what);
	run_print(run, name,
		(double)(counters.statements - meter->counters.statements) / (double)counted.acted);
	snprintf(name, sizeof(name), "trips, %s", what);
	run_print(run, name,
		(double)(counters.trips - meter->counters.trips) / (double)counted.acted);
}

/* Counts the trips for messages that come 64 at a time, and one at a time. */
static void trips(struct run *run)
{
	struct meter meter;

	run_open(run, MANY);
	run_rounds(run, WARM_ROUNDS, MANY);
	meter = meter_begin(run);
	run_rounds(run, (size_t)run->seconds, MANY);
	print_trips(run, &meter, "64 at a time");
	meter = meter_begin(run);
	run_rounds(run, ALONE / 4, 1);
	print_trips(run, &meter, "one at a time");
}

/* Counts the trips for whole matches, one at a time, from the challenge to the end. */
static void whole(struct run *run)
{
	struct meter meter;

	run_open(run, 1);
	meter = meter_begin(run);
	while (count_ended(run) < (size_t)run->seconds)
		run_rounds(run, 1, 1);
	print_trips(run, &meter, "whole matches");
}

/*
 * Most kinds of load exist twice: with questions, which the peer can also answer, and with matches.
 */
static const struct {
	const char *name;
	bool plays; /* in matches to 15 touches, unless `rules` names others */
	void (*run)(struct run *run);
	const char *rules;
} workloads[] = {
	{"ask-one", false, one, NULL},
	{"ask-many", false, many, NULL},
	{"ask-more", false, many, NULL}, /* of a peer that answers with several messages */
	{"ask-count", false, commands, NULL},
	{"talk-count", false, talk, NULL},
	{"ask-trips", false, trips, NULL},
	{"ask-open", false, open_loop, NULL},
	{"ask-delay", false, delay, NULL},
	{"backlog", false, backlog, NULL},
	{"play-one", true, one, NULL},
	{"play-many", true, many, NULL},
	{"play-count", true, commands, NULL},
	{"play-trips", true, trips, NULL},
	{"match-trips", true, whole, "standard to 3"},
	{"play-open", true, open_loop, NULL},
	{"play-delay", true, delay, NULL},
	{"play-calm", true, calm, NULL},
	{"rest", true, rest, NULL},
	{"limits", true, limits, NULL},
	{"scale", true, scale, NULL},
	{"ended", true, ended, "standard to 5"},
};

static void run_workload(
	struct run *run, bool plays, const char *rules, void (*workload)(struct run *run))
{
	const struct lo_options options = {.seed = 1};
	const struct lo_load matches = {
		.matches = SIZE_MAX, .rules = rules ? rules : "standard to 15", .held = true};
	const struct lo_load questions = {
		.asks = SIZE_MAX, .text = "!eg stats @n{n}:loopback", .held = true};

	run->world = lo_world_create(&options);
	run->server = lo_server_create(run->world, 0);
	if (!run->server)
		die("the server can't be started");
	lo_people_draw(run->world, plays ? &matches : &questions);
	lo_people_go(run->world);
	run_start(run);
	run_print(run, "start_ms", (double)run->start / LO_MILLISECOND);
	workload(run);
	printf("}\n");
	client_stop(run->server);
	lo_server_destroy(run->server);
	lo_world_destroy(run->world);
}

bool workload_run(const char *name, const struct client_options *client, double seconds)
{
	struct run run = {.client = client, .seconds = seconds};

	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++) {
		if (strcmp(workloads[i].name, name) != 0)
			continue;
		run_workload(&run, workloads[i].plays, workloads[i].rules, workloads[i].run);
		return true;
	}
	return false;
}
