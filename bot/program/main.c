/*
 * engarde-bot: puts the parts together. The host knows no chat platform and the adapters don't
 * know each other; only this program knows them all.
 */
#include "adapters/console/console.h"
#include "adapters/matrix/matrix.h"
#include "bot/log.h"
#include "bot/program/monitor.h"
#include "bot/program/notify.h"
#include "bot/program/options.h"
#include "bot/store.h"
#include "config/config.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status {
	STATUS_FINE = 0,
	STATUS_FAILED = 1,
	STATUS_MISUSE = 2,
	STATUS_CONFIG = 78, /* EX_CONFIG of sysexits.h: a supervisor needn't start it again */
};

/* Becomes readable when the program is asked to end. */
static int stop_pipe[2] = {-1, -1};

static void on_signal(int signal)
{
	int saved = errno;
	char byte = (char)signal;

	/* A full pipe is readable already. */
	if (write(stop_pipe[1], &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

static bool catch_signals(void)
{
	struct sigaction stop = {.sa_handler = on_signal};
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	if (pipe(stop_pipe))
		return false;
	for (int i = 0; i < 2; i++)
		if (fcntl(stop_pipe[i], F_SETFL, O_NONBLOCK) ||
			fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC))
			return false;
	return !sigaction(SIGTERM, &stop, NULL) && !sigaction(SIGINT, &stop, NULL) &&
	       !sigaction(SIGPIPE, &ignore, NULL);
}

static const char *what_to_do(enum bot_error error)
{
	switch (error) {
	case BOT_STORE_IN_USE:
		return "; end the other engarde-bot first";
	case BOT_STORE_NEWER:
		return "; run the newer version, or restore a backup from before it";
	case BOT_STORE_CORRUPT:
		return "; restore a backup, or name another file";
	case BOT_STORE_FAILED:
		return "; the folder must be there, and the user who runs the bot must be allowed "
		       "to write to it and to the file";
	case BOT_OK:
	case BOT_NOT_FOUND:
	case BOT_INVALID:
	case BOT_NO_MEMORY:
		break;
	}
	return "";
}

static bool open_store(const char *path, struct bot_store **store)
{
	errno = 0;
	enum bot_error error = bot_store_open(path, store);
	int why = errno;

	if (!error)
		return true;
	fprintf(stderr, "%s: %s%s%s%s%s\n", path, bot_error_text(error),
		error == BOT_STORE_FAILED && why ? " (" : "",
		error == BOT_STORE_FAILED && why ? strerror(why) : "",
		error == BOT_STORE_FAILED && why ? ")" : "", what_to_do(error));
	return false;
}

static enum status check_config(const char *path)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	enum status status = STATUS_CONFIG;

	if (cfg_load(path, stderr, &config))
		return STATUS_CONFIG;
	if (!cfg_secrets_init(&secrets, config, stderr)) {
		cfg_secrets_finish(&secrets);
		printf("%s: the configuration is fine\n", path);
		status = STATUS_FINE;
	}
	cfg_destroy(config);
	return status;
}

/* The console takes prefixes and limits from a configuration, but is nobody's account. */
static enum status console_config(const struct options *options, struct cfg **config)
{
	enum cfg_error error =
		options->config ? cfg_load(options->config, stderr, config) : cfg_defaults(config);
	if (error)
		return STATUS_CONFIG;
	char *user = strdup(CON_BOT);
	if (!user) {
		cfg_destroy(*config);
		return STATUS_FAILED;
	}
	free((*config)->matrix.user);
	(*config)->matrix.user = user;
	return STATUS_FINE;
}

static enum status run_console(const struct options *options)
{
	const struct con_options console = {
		.in = STDIN_FILENO,
		.out = stdout,
		.stop = stop_pipe[0],
		.seeded = options->seeded,
		.seed = options->seed,
	};
	struct cfg *config;
	struct bot_store *store;

	enum status status = console_config(options, &config);
	if (status)
		return status;
	if (!options->config) /* nobody is kept from anything by who sits at the keyboard */
		config->limits = (struct cfg_limits){0};
	/* What the log reports as usual would stand between the messages. */
	bot_log_set_level(BOT_LOG_WARNING);
	status = STATUS_FAILED;
	if (open_store(options->store ? options->store : ":memory:", &store)) {
		if (!con_run(config, store, &console))
			status = STATUS_FINE;
		bot_store_close(store);
	}
	cfg_destroy(config);
	return status;
}

static enum status status_of(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return STATUS_FINE;
	case MX_BAD_CONFIG:
	case MX_LOGIN_REFUSED:
	case MX_LOGGED_OUT:
		return STATUS_CONFIG;
	case MX_NO_MEMORY:
	case MX_STORE_FAILED:
		break;
	}
	return STATUS_FAILED;
}

static enum status run_with(
	const struct cfg *config, const struct cfg_secrets *secrets, struct bot_store *store)
{
	struct bot_guest guests[2];
	unsigned count = 0;
	struct monitor monitor;
	struct notify notify;
	enum mx_error error;

	if (!monitor_init(&monitor, config, store))
		return STATUS_FAILED;
	notify_init(&notify);
	guests[count++] = notify_guest(&notify);
	if (monitor.server)
		guests[count++] = http_server_guest(monitor.server);
	bot_log_write(
		BOT_LOG_INFO, "started", BOT_LOG_FIELDS({"version", .text = ENGARDE_VERSION}));
	error = mx_run(config, secrets, store, stop_pipe[0], guests, count);
	if (error)
		notify_failure(&notify, mx_error_text(error));
	monitor_finish(&monitor);
	bot_log_write(error ? BOT_LOG_ERROR : BOT_LOG_INFO, "ended",
		BOT_LOG_FIELDS({"why", .text = error ? mx_error_text(error) : "as asked"}));
	return status_of(error);
}

static enum status run_on_matrix(const struct cfg *config, const struct cfg_secrets *secrets)
{
	struct bot_store *store;
	enum status status = STATUS_FAILED;

	if (!open_store(config->store, &store))
		return STATUS_FAILED;
	if (curl_global_init(CURL_GLOBAL_DEFAULT)) {
		fputs("engarde-bot: the HTTP library (libcurl) can't be started\n", stderr);
	} else {
		status = run_with(config, secrets, store);
		curl_global_cleanup();
	}
	bot_store_close(store);
	return status;
}

static enum status run_bot(const char *path)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	enum status status = STATUS_CONFIG;

	if (cfg_load(path, stderr, &config))
		return STATUS_CONFIG;
	bot_log_set_level((enum bot_log_level)config->log.level);
	bot_log_set_format((enum bot_log_format)config->log.format);
	if (!cfg_secrets_init(&secrets, config, stderr)) {
		status = run_on_matrix(config, &secrets);
		cfg_secrets_finish(&secrets);
	}
	cfg_destroy(config);
	return status;
}

static enum status run(const struct options *options)
{
	const char *config = options->config ? options->config : DEFAULT_CONFIG;

	switch (options->mode) {
	case MODE_HELP:
		options_help(stdout);
		return STATUS_FINE;
	case MODE_VERSION:
		printf("engarde-bot %s\n", ENGARDE_VERSION);
		return STATUS_FINE;
	case MODE_CHECK_CONFIG:
		return check_config(config);
	case MODE_CONSOLE:
		return run_console(options);
	case MODE_RUN:
		break;
	}
	return run_bot(config);
}

int main(int count, char **arguments)
{
	struct options options;

	if (!options_parse(count, arguments, stderr, &options))
		return STATUS_MISUSE;
	if (sodium_init() < 0 || !catch_signals()) {
		fprintf(stderr, "engarde-bot: can't start: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	return (int)run(&options);
}
