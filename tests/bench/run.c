#include "tests/bench/run.h"

#include "tests/loopback/laws.h"

#include <stdio.h>
#include <time.h>

#define PATIENCE (120 * LO_SECOND) /* microseconds to wait for anything that must happen */
#define SLICE    (10 * LO_MILLISECOND)
#define AT_ONCE  64 /* how many rooms the client joins at the same time */

size_t run_sent(const struct run *run)
{
	return run->world->laws->messages + run->world->laws->edits;
}

static struct lo_count count(const struct run *run)
{
	struct lo_count counted;

	lo_people_count(run->world, &counted);
	return counted;
}

void run_turn(struct run *run, int64_t until)
{
	lo_server_turn(run->server, until);
	if (*run->world->laws->first)
		die("the client has broken a law: %s", run->world->laws->first);
}

/*
 * Serves requests for a moment. If the wait that began at `began` takes too long, ends the
 * benchmark with the message `what`.
 */
static void wait(struct run *run, int64_t began, const char *what)
{
	run_turn(run, lo_now() + SLICE);
	client_check();
	if (lo_now() - began > PATIENCE)
		die("%s", what);
}

void run_start(struct run *run)
{
	int64_t began = lo_now();

	run->world->first_sync = 0;
	client_start(run->client, run->server);
	while (run->world->first_sync == 0)
		wait(run, began, "the client sends no /sync");
	run->start = run->world->first_sync - began;
}

/* Waits until the server has had no request for `length` microseconds. */
static void await_quiet(struct run *run, int64_t length)
{
	size_t seen = run->world->requests;
	int64_t since = lo_now();

	while (lo_now() - since < length) {
		run_turn(run, since + length);
		if (run->world->requests != seen)
			since = lo_now();
		seen = run->world->requests;
	}
}

void run_open(struct run *run, size_t rooms)
{
	int64_t last = lo_now();
	size_t held = lo_people_held(run->world);

	while (held < rooms) {
		if (run->rooms < rooms && run->rooms - held < AT_ONCE) {
			lo_people_draw_more(run->world, 1);
			run->rooms++;
			continue;
		}
		wait(run, last, "nobody begins to speak in a room");
		if (lo_people_held(run->world) != held)
			last = lo_now();
		held = lo_people_held(run->world);
	}
	await_quiet(run, 200 * LO_MILLISECOND);
}

void run_window(struct run *run, double seconds, size_t window)
{
	int64_t end = lo_now() + (int64_t)(seconds * LO_SECOND);

	lo_people_keep(run->world, window);
	while (lo_now() < end)
		run_turn(run, end);
	lo_people_keep(run->world, 0);
}

void run_rate(struct run *run, double seconds, unsigned rate)
{
	int64_t due = lo_now(), end = due + (int64_t)(seconds * LO_SECOND);

	while (due < end) {
		while (due <= run->world->now && lo_people_act(run->world, due))
			due += LO_SECOND / rate;
		/*
		 * If every player waits for an answer, nobody can send the next command. Then this
		 * loop looks for answers every millisecond.
		 */
		run_turn(run, due > run->world->now ? due : lo_now() + LO_MILLISECOND);
		if (lo_now() > end + PATIENCE)
			die("the client never catches up");
	}
}

/* Lets the homeserver answer /sync once, and waits for this answer. */
static void await_sync(struct run *run)
{
	size_t answers = run->world->answers;
	int64_t began = lo_now();

	run->world->options.holds_sync = false;
	while (run->world->answers == answers)
		wait(run, began, "the client sends no /sync");
	run->world->options.holds_sync = true;
}

void run_rounds(struct run *run, size_t rounds, size_t window)
{
	run->world->options.holds_sync = true;
	for (size_t i = 0; i < rounds; i++) {
		int64_t began = lo_now();

		for (size_t j = 0; j < window; j++)
			(void)lo_people_act(run->world, began);
		await_sync(run);
		while (lo_people_acting(run->world) > 0 || lo_people_behind(run->world) > 0)
			wait(run, began, "a command is never answered");
	}
	run->world->options.holds_sync = false;
}

void run_await_answers(struct run *run)
{
	int64_t began = lo_now();

	while (lo_people_acting(run->world) > 0)
		wait(run, began, "a command is never answered");
}

void run_await_boards(struct run *run)
{
	int64_t began = lo_now();

	while (lo_people_behind(run->world) > 0 && lo_now() - began < PATIENCE / 4)
		await_quiet(run, 100 * LO_MILLISECOND);
	run_print(run, "boards_behind", (double)lo_people_behind(run->world));
}

void run_print(struct run *run, const char *name, double value)
{
	printf("%s\"%s\": %.9g", run->some ? ", " : "{", name, value);
	run->some = true;
}

static int64_t server_cpu(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

struct meter meter_begin(struct run *run)
{
	lo_people_forget(run->world);
	return (struct meter){
		.began = lo_now(),
		.cpu = client_cpu(),
		.server_cpu = server_cpu(),
		.counters = client_counters(),
		.written = client_written(),
		.sent = run_sent(run),
		.acknowledgements = run->world->laws->acknowledgements,
	};
}

double meter_rate(const struct run *run, const struct meter *meter)
{
	return (double)count(run).acted * LO_SECOND / (double)(lo_now() - meter->began);
}

void meter_print(struct run *run, const struct meter *meter)
{
	int64_t cpu = client_cpu() - meter->cpu, server = server_cpu() - meter->server_cpu;
	struct counters counters = client_counters();
	uint64_t written = client_written() - meter->written;
	double rate = meter_rate(run, meter);
	struct lo_count counted = count(run);
	double acted = (double)counted.acted;
	size_t acknowledged = run->world->laws->acknowledgements - meter->acknowledgements;

	client_check();
	run_print(run, "per_second", rate);
	run_print(run, "p50_ms", counted.median);
	run_print(run, "p99_ms", counted.p99);
	run_print(run, "cpu_us", (double)cpu / 1000 / acted);
	run_print(run, "homeserver_cpu_us", (double)server / 1000 / acted);
	run_print(run, "fsyncs", (double)(counters.fsyncs - meter->counters.fsyncs) / acted);
	run_print(run, "statements",
		(double)(counters.statements - meter->counters.statements) / acted);
	run_print(run, "trips", (double)(counters.trips - meter->counters.trips) / acted);
	run_print(run, "written", (double)written / acted);
	run_print(run, "events", (double)(run_sent(run) - meter->sent - counted.opening) / acted);
	run_print(run, "acknowledgements", (double)acknowledged / acted);
	run_print(run, "all_events",
		(double)(run_sent(run) - meter->sent - counted.opening + acknowledged) / acted);
}
