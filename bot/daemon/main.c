/*
 * engarde-bot: connects the host with the adapters. The host knows no chat platform, and the
 * adapters don't know each other. Only this program knows them all.
 */
#include "adapters/console/console.h"
#include "bot/base/log.h"
#include "bot/daemon/backup.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/daemon.h"
#include "bot/daemon/login.h"
#include "bot/daemon/monitoring.h"
#include "bot/daemon/options.h"
#include "bot/daemon/personal_data.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/setup.h"
#include "bot/daemon/store_access.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The handler of SIGTERM and SIGINT writes to this pipe. Its read end is the `stop` of others. */
static int stop_pipe[2] = {-1, -1};

static void on_signal(int signal)
{
	int saved = errno;
	char byte = (char)signal;

	/* If the pipe is full, it is readable already. */
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

/* The console takes prefixes and limits from a configuration. */
static enum exit_status load_console_config(const char *path, struct cfg **config)
{
	if (path)
		return configuration_load(path, config);
	return cfg_defaults(config) ? STATUS_FAILED : STATUS_FINE;
}

static enum exit_status run_console(const struct options *options)
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

	enum exit_status status = load_console_config(options->config, &config);
	if (status)
		return status;
	if (!options->config) /* one person at a keyboard needs no rate limits */
		config->limits = (struct cfg_limits){0};
	/* Informational log lines would stand between the messages. */
	bot_log_set_level(BOT_LOG_WARNING);
	status = STATUS_FAILED;
	if (store_access_open(options->store ? options->store : ":memory:", &store)) {
		if (!con_run(config, store, &console))
			status = STATUS_FINE;
		bot_store_close(store);
	}
	cfg_destroy(config);
	return status;
}

static enum exit_status run(const struct options *options)
{
	const char *config = options->config ? options->config : DEFAULT_CONFIG;

	switch (options->mode) {
	case MODE_HELP:
		options_print_help(stdout);
		return STATUS_FINE;
	case MODE_VERSION:
		printf("engarde-bot %s\n", ENGARDE_VERSION);
		return STATUS_FINE;
	case MODE_CHECK_CONFIG:
		return configuration_check(config);
	case MODE_REGISTRATION:
		return configuration_write_registration(config);
	case MODE_CONSOLE:
		return run_console(options);
	case MODE_BACKUP:
		return backup_create(config, options->subject);
	case MODE_RESTORE:
		return backup_restore(config, options->subject);
	case MODE_EXPORT:
		return personal_data_export(config, options->subject);
	case MODE_ERASE:
		return personal_data_erase(config, options->subject, options->force);
	case MODE_HEALTH:
		return monitoring_ask_health(config);
	case MODE_SETUP:
		return setup_run(&(struct setup_options){
			.config = config,
			.user = options->user,
			.homeserver = options->homeserver,
			.store = options->store,
			.token = options->token,
			.oauth = options->oauth,
			.force = options->force,
			.stop = stop_pipe[0],
		});
	case MODE_LOGIN:
		return login_run(config, stop_pipe[0]);
	case MODE_RUN:
		break;
	}
	if (!options->core_dumps)
		privilege_hide_memory();
	return daemon_run(config, stop_pipe[0]);
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
