#include "tests/bench/client.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_MOST 512
#define CONFIG    "engarde.yaml"
#define TRACE     "trace" /* the log of valgrind, which has a line for each system call */

static struct {
	pid_t pid;
	clockid_t clock;
	struct counters *counters;
} client;

void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("load: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	if (client.pid > 0)
		kill(client.pid, SIGKILL);
	exit(1);
}

static void path_of(char path[PATH_MOST], const struct client_options *options, const char *name)
{
	snprintf(path, PATH_MOST, "%s/%s", options->dir, name);
}

static void map_counters(const struct client_options *options)
{
	char path[PATH_MOST];
	void *page;
	int fd;

	if (client.counters)
		return;
	path_of(path, options, "counters");
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(*client.counters)))
		die("%s can't be made", path);
	page = mmap(NULL, sizeof(*client.counters), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		die("%s can't be mapped", path);
	close(fd);
	client.counters = page;
	setenv("BENCH_COUNTERS", path, 1);
}

static void bind_to(int core)
{
	cpu_set_t set;

	if (core < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET((unsigned)core, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		_exit(126);
}

static void become(const struct client_options *options, const struct lo_server *server)
{
	char config[PATH_MOST], log[PATH_MOST], store[PATH_MOST], url[64];
	char profile[PATH_MOST + 32], trace[PATH_MOST + 32];
	int fd;

	bind_to(options->core);
	path_of(config, options, CONFIG);
	path_of(log, options, "log");
	path_of(store, options, "bare.db");
	snprintf(profile, sizeof(profile), "--callgrind-out-file=%s/callgrind", options->dir);
	snprintf(trace, sizeof(trace), "--log-file=%s/" TRACE, options->dir);
	snprintf(url, sizeof(url), "http://127.0.0.1:%u", lo_server_port(server));
	fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
		_exit(126);
	setenv("ENGARDE_ACCESS_TOKEN", "loopback.BENCH", 1);
	if (!options->counts) /* valgrind counts by itself */
		setenv("LD_PRELOAD", options->counters, 1);
	const char *program = options->bot ? options->bot : options->bare;
	const char *first = options->bot ? "--config" : url;
	const char *second = options->bot ? config : lo_server_user(server);
	const char *third = options->bot ? NULL : store;
	if (options->counts)
		execlp("valgrind", "valgrind", "--tool=callgrind", profile, trace,
			"--trace-syscalls=yes", program, first, second, third, (char *)NULL);
	else if (program)
		execl(program, program, first, second, third, (char *)NULL);
	else
		execlp("node", "node", options->peer, url, lo_server_user(server), (char *)NULL);
	_exit(127);
}

void client_start(const struct client_options *options, const struct lo_server *server)
{
	char config[PATH_MOST];

	map_counters(options);
	path_of(config, options, CONFIG);
	if (!lo_server_write_config(server, config, NULL))
		die("%s can't be written", config);
	client.pid = fork();
	if (client.pid == 0)
		become(options, server);
	if (client.pid < 0 || clock_getcpuclockid(client.pid, &client.clock))
		die("the measured program can't be started");
}

void client_stop(struct lo_server *server)
{
	int status = 0;

	if (client.pid <= 0)
		return;
	kill(client.pid, SIGTERM);
	while (waitpid(client.pid, &status, WNOHANG) == 0)
		lo_server_turn(server, lo_now() + LO_MILLISECOND);
	client.pid = 0;
}

void client_check(void)
{
	int status;

	if (waitpid(client.pid, &status, WNOHANG) != 0) {
		client.pid = 0;
		die("the measured program has ended by itself: see its log");
	}
}

int64_t client_cpu(void)
{
	struct timespec time;

	if (clock_gettime(client.clock, &time))
		die("the processor time of the measured program can't be read");
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

unsigned client_memory(void)
{
	char path[64];
	unsigned long all, resident = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)client.pid);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%lu %lu", &all, &resident) != 2)
		die("the memory of the measured program can't be read");
	fclose(file);
	return (unsigned)(resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1024);
}

uint64_t client_written(void)
{
	char path[64], line[128];
	unsigned long long bytes;
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)client.pid);
	file = fopen(path, "r");
	while (file && !found && fgets(line, sizeof(line), file))
		found = sscanf(line, "write_bytes: %llu", &bytes) == 1;
	if (!found)
		die("the bytes that the measured program writes can't be read");
	fclose(file);
	return bytes;
}

uint64_t client_store_size(const struct client_options *options)
{
	char path[PATH_MOST];
	struct stat store;

	path_of(path, options, CONFIG ".db");
	if (stat(path, &store))
		die("%s can't be found", path);
	return (uint64_t)store.st_size;
}

/* The bot remembers 65,536 of each: bot/store/sql/events.c, transaction_ids.c. */
static const char old_rows[] =
	"BEGIN;"
	"WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 64000)"
	" INSERT INTO handled_events (event)"
	" SELECT '$' || lower(hex(randomblob(16))) || ':loopback' FROM count;"
	"WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 64000)"
	" INSERT INTO transaction_ids (txn, made) SELECT lower(hex(randomblob(16))), 1 FROM count;"
	"COMMIT";

void client_age_store(const struct client_options *options)
{
	char path[PATH_MOST];
	sqlite3 *db;

	if (!options->bot)
		return;
	path_of(path, options, CONFIG ".db");
	if (sqlite3_open(path, &db) || sqlite3_exec(db, old_rows, NULL, NULL, NULL))
		die("%s: %s", path, sqlite3_errmsg(db));
	sqlite3_close(db);
}

struct counters client_counters(void)
{
	return (struct counters){
		.fsyncs = __atomic_load_n(&client.counters->fsyncs, __ATOMIC_RELAXED),
		.statements = __atomic_load_n(&client.counters->statements, __ATOMIC_RELAXED),
		.trips = __atomic_load_n(&client.counters->trips, __ATOMIC_RELAXED),
	};
}

/* Gives valgrind an order by vgdb, a part of valgrind. */
static void order(const char *what)
{
	char command[96];

	snprintf(command, sizeof(command), "vgdb --pid=%d %s >/dev/null 2>&1", (int)client.pid,
		what);
	if (system(command)) /* NOLINT(cert-env33-c): the command has no text from outside */
		die("%s failed", command);
}

/* valgrind counts from the start of the process. */
void client_begin_count(void)
{
	order("zero");
}

void client_end_count(void)
{
	order("instrumentation off");
}

uint64_t client_traced(const struct client_options *options)
{
	char path[PATH_MOST];
	struct stat trace;

	path_of(path, options, TRACE);
	if (stat(path, &trace))
		die("%s can't be found", path);
	return (uint64_t)trace.st_size;
}

/* The last count is the bot's: a process that the bot starts ends before it. */
double client_count(const struct client_options *options)
{
	char path[PATH_MOST], line[256];
	bool found = false;
	double count = 0;
	FILE *log;

	path_of(path, options, TRACE);
	log = fopen(path, "r");
	while (log && fgets(line, sizeof(line), log))
		found = sscanf(line, "==%*d== Collected : %lf", &count) == 1 || found;
	if (!found)
		die("valgrind has counted no instructions: see %s", path);
	fclose(log);
	return count;
}
