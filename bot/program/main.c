/*
 * engarde-bot: puts the parts together. The host knows no chat platform and the adapters don't
 * know each other; only this program knows them all.
 */
#include "adapters/console/console.h"
#include "bot/log.h"
#include "bot/program/backup.h"
#include "bot/program/check.h"
#include "bot/program/guard.h"
#include "bot/program/health.h"
#include "bot/program/login.h"
#include "bot/program/open.h"
#include "bot/program/options.h"
#include "bot/program/person.h"
#include "bot/program/serve.h"
#include "bot/program/setup.h"
#include "config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static enum status write_registration(const char *path)
{
	struct cfg *config;
	enum status status = STATUS_CONFIG;

	if (cfg_load(path, stderr, &config))
		return STATUS_CONFIG;
	if (!cfg_registration_write(config, stderr)) {
		printf("%s: written. Give it to the homeserver (Synapse: "
		       "app_service_config_files), restart that, and start the bot\n",
			config->service.registration_file);
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
		return status_of_config(error);
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
	if (open_store(options->store ? options->store : ":memory:", stderr, &store)) {
		if (!con_run(config, store, &console))
			status = STATUS_FINE;
		bot_store_close(store);
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
	case MODE_REGISTRATION:
		return write_registration(config);
	case MODE_CONSOLE:
		return run_console(options);
	case MODE_BACKUP:
		return backup(config, options->subject);
	case MODE_RESTORE:
		return restore(config, options->subject);
	case MODE_EXPORT:
		return export_person(config, options->subject);
	case MODE_ERASE:
		return erase_person(config, options->subject, options->force);
	case MODE_HEALTH:
		return health(config);
	case MODE_SETUP:
		return setup(&(struct setup_wishes){
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
		return login(config, stop_pipe[0]);
	case MODE_RUN:
		break;
	}
	if (!options->core_dumps)
		guard_memory();
	return serve(config, stop_pipe[0]);
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
