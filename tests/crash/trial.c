#include "tests/crash/trial.h"

#include "tests/crash/schema.h"
#include "tests/loopback/laws.h"
#include "tests/loopback/server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KILLED 99 /* the exit status of the tracer if it has killed the bot */
/* how often a run starts the bot; if this is not enough, the bot counts as unable to start */
#define STARTS     50
#define LAST_WORDS (20 * LO_SECOND) /* how long the bot may take to end after SIGTERM */

struct run {
	const struct trial *trial;
	struct verdict *verdict;
	struct lo_world *world;
	struct lo_server *server;
	char config[256], log[256];
	pid_t bot; /* 0 if the bot does not run */
	bool traced, failing;
	struct sim_random random;
	size_t next_kill; /* the test kills the bot when the bot has given this many answers */
	int64_t stirred;
	size_t answered;
	size_t begun; /* how many requests the server had received before the bot's last start */
};

static void fail(struct run *run, const char *why)
{
	if (!*run->verdict->why)
		snprintf(run->verdict->why, sizeof(run->verdict->why), "%s", why);
}

static void become_bot(const struct run *run, bool traced)
{
	const struct trial *trial = run->trial;
	char point[32], *arguments[8];
	size_t count = 0;
	int log = open(run->log, O_WRONLY | O_CREAT | O_APPEND, 0600);

	snprintf(point, sizeof(point), "%ld", trial->point);
	if (traced) {
		arguments[count++] = (char *)(uintptr_t)trial->tracer;
		arguments[count++] = point;
		arguments[count++] = (char *)(uintptr_t)trial->side;
	}
	arguments[count++] = (char *)(uintptr_t)trial->bot;
	arguments[count++] = (char *)(uintptr_t) "--config";
	arguments[count++] = (char *)(uintptr_t)run->config;
	arguments[count] = NULL;
	setenv("ENGARDE_PASSWORD", "any", 1);
	setenv("LD_PRELOAD", trial->preload, 1);
	if (run->failing) {
		snprintf(point, sizeof(point), "%ld", trial->allocation);
		setenv("FAIL_AT", point, 1);
		/* libc overwrites freed memory, so that a use of freed memory becomes visible */
		setenv("MALLOC_PERTURB_", "165", 1);
	}
	setpgid(0, 0);
	if (log >= 0 && dup2(log, STDERR_FILENO) >= 0)
		execv(arguments[0], arguments);
	_exit(127);
}

static void start(struct run *run)
{
	bool traced = run->trial->point > 0 && run->verdict->starts == 0;

	if (run->verdict->starts++ == STARTS) {
		fail(run, "it does not start any more");
		return;
	}
	run->traced = traced;
	/* let the server finish the requests that the last process has left open */
	lo_server_turn(run->server, lo_now());
	run->begun = run->world->requests;
	run->failing = run->trial->allocation > 0 && run->verdict->starts == 2;
	run->bot = fork();
	if (run->bot == 0)
		become_bot(run, traced);
	if (run->bot < 0)
		fail(run, "fork");
	else
		/* both processes make this call, because either of them may run first */
		setpgid(run->bot, run->bot);
}

/*
 * Returns whether the bot has ended. `asked` is true if the test has asked the bot to end. If it is
 * false, the bot must not end by itself.
 */
static bool has_ended(struct run *run, bool asked)
{
	int status;

	if (run->bot == 0)
		return true;
	if (waitpid(run->bot, &status, WNOHANG) != run->bot)
		return false;
	run->bot = 0;
	if (run->traced && WIFEXITED(status) && WEXITSTATUS(status) == KILLED) {
		run->verdict->reached = true;
		run->verdict->killed++;
	} else if (run->failing && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE) {
		run->verdict->gave_up = true;
	} else if (!(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) &&
		   (!asked || !WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
		fail(run, asked ? "it does not end cleanly" : "it ended by itself");
	}
	return true;
}

static void plan_kill(struct run *run)
{
	const struct trial *trial = run->trial;
	size_t part = trial->kills ? trial->total / (trial->kills + 1) : 0;

	run->next_kill = run->verdict->killed < trial->kills
				 ? part / 2 + run->verdict->killed * part +
					   sim_random_below(&run->random, (uint32_t)part)
				 : SIZE_MAX;
}

static void kill_at_random(struct run *run)
{
	int status;

	if (run->answered < run->next_kill || run->bot == 0)
		return;
	kill(run->bot, SIGKILL);
	waitpid(run->bot, &status, 0);
	run->bot = 0;
	run->verdict->killed++;
	plan_kill(run);
}

/*
 * Waits until the bot has sent a request. Until then the bot may not handle signals yet, so SIGTERM
 * could kill the bot.
 */
static void let_begin(struct run *run)
{
	int64_t started = run->world->now;

	while (!has_ended(run, false) && run->world->requests == run->begun) {
		if (run->world->now - started > LAST_WORDS) {
			fail(run, "it sends no request");
			return;
		}
		lo_server_turn(run->server, lo_now() + 2 * LO_MILLISECOND);
	}
}

/* Asks the bot to end. If the bot is killed before it ends, starts the bot and asks again. */
static void end(struct run *run)
{
	size_t killed = run->verdict->killed;
	int64_t asked;

	let_begin(run);
	asked = run->world->now;
	if (run->bot > 0)
		kill(-run->bot, SIGTERM);
	while (!has_ended(run, true)) {
		lo_server_turn(run->server, lo_now() + 2 * LO_MILLISECOND);
		if (run->world->now - asked <= LAST_WORDS)
			continue;
		fail(run, "it does not end");
		kill(-run->bot, SIGKILL);
		asked = run->world->now;
	}
	if (run->verdict->killed > killed) {
		start(run);
		end(run);
	}
}

/* Lets the bot join the rooms, and ends it. */
static void move_in(struct run *run)
{
	while (!*run->verdict->why && !lo_people_are_in(run->world)) {
		if (has_ended(run, false) && !*run->verdict->why)
			start(run);
		lo_server_turn(run->server, lo_now() + 2 * LO_MILLISECOND);
	}
	end(run);
	lo_people_go(run->world);
}

static void play(struct run *run)
{
	run->stirred = run->world->now;
	while (!*run->verdict->why && !lo_people_are_done(run->world)) {
		if (has_ended(run, false) && !*run->verdict->why)
			start(run);
		/* A longer wait would notice the bot's death too late. */
		lo_server_turn(run->server, lo_now() + 2 * LO_MILLISECOND);
		if (lo_people_answered(run->world) != run->answered) {
			run->answered = lo_people_answered(run->world);
			run->stirred = run->world->now;
		}
		kill_at_random(run);
		if (run->world->now - run->stirred > run->trial->patience * LO_SECOND)
			fail(run, "nothing happens any more");
	}
}

/* Reads the report of failing_malloc.c, and whether the bot has said why it ended. */
static void read_log(struct run *run)
{
	FILE *log = fopen(run->log, "r");
	bool said = false, left = false;
	char line[512];

	while (log && fgets(line, sizeof(line), log)) {
		said = said || strstr(line, "memory") || strstr(line, "the store");
		left = left || strstr(line, " were left");
		if (strstr(line, " leaked"))
			fail(run, line);
	}
	if (log)
		fclose(log);
	if (run->trial->allocation > 0)
		run->verdict->reached = !left;
	if (run->verdict->gave_up && !said)
		fail(run, "it ended without saying why");
}

static void judge(struct run *run)
{
	struct verdict *verdict = run->verdict;
	const struct lo_laws *laws = run->world->laws;
	struct lo_text waiting = {0};
	struct lo_count count;

	lo_people_count(run->world, &count);
	verdict->commands = count.said;
	verdict->lost = count.said - count.answered;
	verdict->twice = count.twice + laws->twice;
	verdict->leaks = laws->leaks;
	verdict->seconds = count.took;
	verdict->limited = run->world->limited;
	if (*laws->first)
		fail(run, laws->first);
	read_log(run);
	if (verdict->lost + verdict->twice + verdict->leaks > 0)
		fail(run, "a message was lost or sent twice, or a hand leaked");
	lo_laws_transcript(run->world, &verdict->transcript);
	if (!*verdict->why)
		return;
	lo_people_waiting(run->world, &waiting);
	fprintf(stderr, "%.2000s", waiting.data ? waiting.data : "");
	lo_text_finish(&waiting);
}

static void clean(const char *directory)
{
	static const char *const names[] = {"bot.yaml", "bot.yaml.db", "bot.yaml.db-journal",
		"bot.yaml.db-wal", "bot.yaml.db-shm", "bot.log", "engarde.control"};
	char path[300];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", directory, names[i]);
		unlink(path);
	}
}

void trial_run(const struct trial *trial, const char *directory, struct verdict *verdict)
{
	struct run run = {.trial = trial, .verdict = verdict, .random = {trial->seed}};

	*verdict = (struct verdict){0};
	snprintf(run.config, sizeof(run.config), "%s/bot.yaml", directory);
	snprintf(run.log, sizeof(run.log), "%s/bot.log", directory);
	clean(directory);
	run.world = lo_world_create(&trial->options);
	run.server = lo_server_create(run.world, 0);
	plan_kill(&run);
	if (!run.server || !lo_server_write_config(run.server, run.config, schema_make())) {
		fail(&run, strerror(errno));
	} else {
		lo_people_draw(run.world, &trial->load);
		if (trial->load.waits)
			move_in(&run);
		play(&run);
		if (!*verdict->why)
			end(&run);
		if (run.bot > 0) {
			kill(-run.bot, SIGKILL);
			waitpid(run.bot, NULL, 0);
		}
		judge(&run);
	}
	if (run.server)
		lo_server_destroy(run.server);
	lo_world_destroy(run.world);
	if (!*verdict->why)
		clean(directory);
}

void trial_finish(struct verdict *verdict)
{
	lo_text_finish(&verdict->transcript);
}
