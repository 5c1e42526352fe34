/*
 * Tests that a bot which is killed and started again sends the same messages as a bot that nobody
 * kills.
 *
 *	crash BOT TRACER PRELOAD points STEP FIRST   kills the bot at every STEP-th crash point
 *	crash BOT TRACER PRELOAD night STEP FIRST    the same in a club night of three fencers
 *	crash BOT TRACER PRELOAD season STEP FIRST   the same in a season of three fencers
 *	crash BOT TRACER PRELOAD memory STEP FIRST   makes every STEP-th allocation fail, for a
 *	                                             question
 *	crash BOT TRACER PRELOAD match STEP FIRST    makes every STEP-th allocation fail, for a
 *	                                             match
 *	crash BOT TRACER PRELOAD ... STEP N OF       is run N (from 0) of OF runs a day; FIRST is
 *	                                             set by the date: STEP / OF days try all points
 *	crash BOT TRACER PRELOAD kills SEED          kills the bot at random, in matches and
 *	                                             questions
 *	crash BOT TRACER PRELOAD limits              answers one request in five with 429
 *	crash BOT TRACER PRELOAD plants              the tests must notice a faulty homeserver
 *
 * A run of points, night, season, memory or match consists of trials. Each trial kills the bot
 * once, or makes one allocation fail. A crash point is the entry or exit of a system call that
 * writes: see kill_at.c. The points are numbered from 0; odd numbers are exits. A kill loses no
 * data that the program has passed to the kernel. So this test does not show what a power cut
 * does: tests/sim and tests/fault show that. The stores are on a tmpfs if there is one. If the
 * environment variable ENGARDE_TEST_STORE names a PostgreSQL database, each trial has an empty
 * schema in it instead, and most crash points are messages to its server: pg/crash tries one
 * point in 200, and another one each day. pg/crash_night and pg/crash_season do so on one day of
 * twelve. tests/run.sh crash with this variable tries all.
 *
 * A run of all points on 2026-11-22, on two mostly idle processors, lost no message and repeated
 * none: 1,712 crash points of a match of 20 commands (3 minutes), 6,974 allocations of a question
 * (2.5 minutes) and 25,885 allocations of a match (18 minutes).
 */
#include "tests/crash/schema.h"
#include "tests/crash/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char directory[128];

static bool make_directory(void)
{
	struct stat found;
	const char *base = stat("/dev/shm", &found) == 0 ? "/dev/shm" : "/tmp";

	snprintf(directory, sizeof(directory), "%s/engarde-crash-XXXXXX", base);
	return mkdtemp(directory) != NULL;
}

static void keep(const char *name, const char *text)
{
	char path[160];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "w");
	if (file) {
		fputs(text, file);
		fclose(file);
	}
}

/* Prints the first lines in which two texts differ. */
static void show_difference(const char *expected, const char *found)
{
	size_t start = 0;

	for (size_t i = 0; expected[i] && expected[i] == found[i]; i++)
		if (expected[i] == '\n')
			start = i + 1;
	fprintf(stderr, "expected: %.*s\nfound:    %.*s\n", (int)strcspn(expected + start, "\n"),
		expected + start, (int)strcspn(found + start, "\n"), found + start);
}

/* Reports a failed trial, and keeps its store and log for inspection. Returns false. */
static bool holds(const struct verdict *verdict, const char *expected)
{
	if (!*verdict->why && (!expected || strcmp(verdict->transcript.data, expected) == 0))
		return true;
	fprintf(stderr, "%s; see %s\n", *verdict->why ? verdict->why : "the transcript differs",
		directory);
	if (expected && verdict->transcript.data) {
		show_difference(expected, verdict->transcript.data);
		keep("expected", expected);
		keep("found", verdict->transcript.data);
	}
	return false;
}

/* Runs a trial without faults. Returns its transcript, or NULL if the trial fails. */
static char *undisturbed(const struct trial *trial, size_t *commands)
{
	struct trial calm = *trial;
	struct verdict verdict;
	char *transcript = NULL;

	calm.point = 0;
	calm.allocation = 0;
	calm.kills = 0;
	calm.options.limited = 0;
	trial_run(&calm, directory, &verdict);
	if (holds(&verdict, NULL)) {
		transcript = lo_copy(verdict.transcript.data);
		*commands = verdict.commands;
	}
	trial_finish(&verdict);
	return transcript;
}

/* Runs a trial with one crash point. Sets `over` if the run ended before this point. */
static bool try_point(struct trial *trial, long number, const char *expected, bool *over)
{
	struct verdict verdict;
	bool held;

	trial->point = number / 2 + 1;
	trial->side = number % 2 ? "exit" : "entry";
	trial_run(trial, directory, &verdict);
	held = holds(&verdict, expected);
	if (!held)
		fprintf(stderr, "killed at the %s of write %ld\n", trial->side, trial->point);
	*over = !verdict.reached;
	trial_finish(&verdict);
	return held;
}

static bool run_points(const struct trial *programs, const struct lo_load *load, const char *what,
	long step, long first)
{
	struct trial trial = *programs;
	size_t commands = 0;
	long count = 0;
	bool held = true, over = false;
	char *expected;

	trial.load = *load;
	expected = undisturbed(&trial, &commands);
	for (long i = first; expected && held && !over; i += step) {
		held = try_point(&trial, i, expected, &over);
		count += !over;
	}
	held = expected && held && count > 0;
	printf("%ld crash points, every %ld from %ld, of a %s of %zu commands: %s\n", count, step,
		first, what, commands, held ? "0 lost, 0 twice" : "FAILED");
	free(expected);
	return held;
}

/*
 * Makes one allocation fail in each run. It fails in the bot's second process, because the first
 * process creates the store and joins the rooms.
 */
static bool run_memory(
	const struct trial *programs, const struct lo_load *load, long step, long first)
{
	struct trial trial = *programs;
	size_t commands = 0, ended = 0;
	long count = 0;
	bool held = true, over = false;
	char *expected;

	trial.load = *load;
	trial.options.poll = 200; /* short, because the bot's clock runs 50 times as fast */
	expected = undisturbed(&trial, &commands);
	for (long i = first + 1; expected && held && !over; i += step) {
		struct verdict verdict;

		trial.allocation = i;
		trial_run(&trial, directory, &verdict);
		held = holds(&verdict, expected);
		if (!held)
			fprintf(stderr, "allocation %ld failed\n", i);
		over = !verdict.reached;
		ended += verdict.gave_up;
		count += !over;
		trial_finish(&verdict);
	}
	held = expected && held && count > 0;
	printf("%ld allocations, every %ld from %ld, failed: %zu ended the bot, 0 lost, 0 "
	       "twice%s\n",
		count, step, first, ended, held ? "" : ": FAILED");
	free(expected);
	return held;
}

static bool run_one(const struct trial *trial, const char *what, const char *expected)
{
	struct verdict verdict;
	bool held;

	trial_run(trial, directory, &verdict);
	held = holds(&verdict, expected) && verdict.killed == trial->kills;
	printf("%s: %zu commands in %.1f s, %zu kills, %zu requests limited: %zu lost, %zu twice, "
	       "%zu leaks%s\n",
		what, verdict.commands, verdict.seconds, verdict.killed, verdict.limited,
		verdict.lost, verdict.twice, verdict.leaks, held ? "" : ": FAILED");
	trial_finish(&verdict);
	return held;
}

/* Plays matches in 64 rooms. The transcript must equal the transcript of a run without kills. */
static bool run_matches(const struct trial *programs, size_t matches)
{
	struct trial trial = *programs;
	char *expected;
	bool held;

	trial.load = (struct lo_load){
		.rooms = 64, .matches = matches, .rules = "standard to 1", .wrong = 20, .text = ""};
	expected = undisturbed(&trial, &trial.total);
	held = expected && run_one(&trial, "matches", expected);
	free(expected);
	return held;
}

static void ask(struct trial *trial, size_t questions)
{
	trial->load = (struct lo_load){
		.rooms = 64, .asks = questions, .text = "!eg stats @n{n}:loopback"};
	trial->total = questions;
}

static bool run_kills(const struct trial *programs, uint64_t seed)
{
	struct trial trial = *programs;

	trial.kills = 8;
	trial.seed = seed;
	if (!run_matches(&trial, 18))
		return false;
	ask(&trial, 20000);
	return run_one(&trial, "questions", NULL);
}

static bool run_limits(const struct trial *programs)
{
	struct trial trial = *programs;

	trial.options.limited = 200;
	trial.options.retry_after = 2;
	return run_matches(&trial, 2);
}

static bool is_noticed(
	const struct trial *trial, const char *what, size_t *count, struct verdict *verdict)
{
	bool noticed;

	trial_run(trial, directory, verdict);
	noticed = *verdict->why && *count > 0;
	printf("%s: %zu lost, %zu twice: %s\n", what, verdict->lost, verdict->twice,
		noticed ? "noticed" : "NOT NOTICED");
	trial_finish(verdict);
	return noticed;
}

static bool run_plants(const struct trial *programs)
{
	struct trial forgets = *programs, swallows = *programs;
	struct verdict verdict;
	bool noticed;

	ask(&forgets, 5000);
	forgets.options.forgets = true;
	forgets.kills = 20;
	ask(&swallows, 500);
	swallows.options.swallows = 20;
	swallows.patience = 5;
	noticed = is_noticed(&forgets, "transaction ids forgotten", &verdict.twice, &verdict);
	return is_noticed(&swallows, "messages swallowed", &verdict.lost, &verdict) && noticed;
}

/*
 * Returns the number of the first crash point or allocation. If `daily` is true, it depends on the
 * date.
 */
static long first_of(const long numbers[3], bool daily)
{
	long day = (long)(time(NULL) / (24 * 60 * 60));

	return daily ? (day * numbers[2] + numbers[1]) % numbers[0] : numbers[1];
}

static bool run(const struct trial *trial, const char *mode, const long numbers[3], bool daily)
{
	static const struct lo_load question = {
		.rooms = 1, .asks = 1, .text = "!eg stats @n{n}:loopback", .waits = true};
	static const struct lo_load play = {
		.rooms = 1, .matches = 1, .rules = "basic to 1", .wrong = 150, .text = ""};
	static const struct lo_load night = {
		.rooms = 1, .competition = LO_CLUB_NIGHT, .rules = "basic to 1", .text = ""};
	static const struct lo_load season = {
		.rooms = 1, .competition = LO_SEASON, .rules = "basic to 1", .text = ""};
	static const struct lo_load match = {.rooms = 1,
		.matches = 1,
		.rules = "basic to 1",
		.wrong = 150,
		.text = "",
		.waits = true};

	if (strcmp(mode, "kills") == 0)
		return run_kills(trial, (uint64_t)numbers[0]);
	if (strcmp(mode, "limits") == 0)
		return run_limits(trial);
	if (strcmp(mode, "plants") == 0)
		return run_plants(trial);
	if (numbers[0] < 1)
		return false;
	if (strcmp(mode, "points") == 0)
		return run_points(trial, &play, "match", numbers[0], first_of(numbers, daily));
	if (strcmp(mode, "night") == 0)
		return run_points(trial, &night, "night", numbers[0], first_of(numbers, daily));
	if (strcmp(mode, "season") == 0)
		return run_points(trial, &season, "season", numbers[0], first_of(numbers, daily));
	if (strcmp(mode, "memory") == 0)
		return run_memory(trial, &question, numbers[0], first_of(numbers, daily));
	return strcmp(mode, "match") == 0 &&
	       run_memory(trial, &match, numbers[0], first_of(numbers, daily));
}

int main(int argc, char **argv)
{
	struct trial trial = {.options = {.seed = 1, .burst = 10}, .patience = 120};
	long numbers[3] = {0};

	if (argc < 5 || argc > 8 || !make_directory()) {
		fputs("crash BOT TRACER PRELOAD MODE [NUMBER]...\n", stderr);
		return 2;
	}
	trial.bot = argv[1];
	trial.tracer = argv[2];
	trial.preload = argv[3];
	for (int i = 5; i < argc; i++)
		numbers[i - 5] = strtol(argv[i], NULL, 10);
	if (!run(&trial, argv[4], numbers, argc == 8))
		return EXIT_FAILURE;
	rmdir(directory);
	schema_drop();
	return EXIT_SUCCESS;
}
