#include "bot/program/reload.h"

#include "bot/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int signalled = -1; /* the end of the pipe that the handler writes to */

static void on_signal(int signal)
{
	int saved = errno;

	(void)signal;
	/* A full pipe is readable already. */
	if (write(signalled, "", 1) < 0)
		errno = saved;
	errno = saved;
}

static bool catch (void (*handler)(int signal))
{
	return sigaction(SIGHUP, &(struct sigaction){.sa_handler = handler}, NULL) == 0;
}

bool reload_init(
	struct reload *reload, const char *path, struct cfg *config, const struct notify *notify)
{
	*reload = (struct reload){.path = path, .config = config, .notify = notify};
	if (pipe(reload->pipe))
		return false;
	for (int i = 0; i < 2; i++)
		if (fcntl(reload->pipe[i], F_SETFL, O_NONBLOCK) ||
			fcntl(reload->pipe[i], F_SETFD, FD_CLOEXEC))
			return false;
	signalled = reload->pipe[1];
	return catch (on_signal);
}

void reload_finish(struct reload *reload)
{
	catch (SIG_IGN);
	close(reload->pipe[0]);
	close(reload->pipe[1]);
}

void reload_log(const struct cfg *config)
{
	bot_log_set_level((enum bot_log_level)config->log.level);
	bot_log_set_format((enum bot_log_format)config->log.format);
}

static void on_fixed(void *self, const char *path)
{
	(void)self;
	bot_log_write(
		BOT_LOG_WARNING, "reload_needs_restart", BOT_LOG_FIELDS({"key", .text = path}));
}

/* Each fault is a line. */
static void log_faults(char *text)
{
	char *rest = text;

	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		bot_log_write(
			BOT_LOG_ERROR, "reload_failed", BOT_LOG_FIELDS({"why", .text = line}));
}

static void read_again(const struct reload *reload)
{
	struct cfg *fresh = NULL;
	char *faults = NULL;
	size_t size = 0;
	FILE *errors = open_memstream(&faults, &size);
	enum cfg_error error;

	if (!errors)
		return;
	error = cfg_load(reload->path, errors, &fresh);
	fclose(errors);
	if (error) {
		log_faults(faults);
	} else {
		cfg_reload(reload->config, fresh, on_fixed, NULL);
		cfg_destroy(fresh);
		reload_log(reload->config);
		bot_log_write(
			BOT_LOG_INFO, "reloaded", BOT_LOG_FIELDS({"file", .text = reload->path}));
	}
	free(faults);
}

static void turn(void *self)
{
	const struct reload *reload = self;
	char bytes[16];
	bool asked = false;

	while (read(reload->pipe[0], bytes, sizeof bytes) > 0)
		asked = true;
	if (!asked)
		return;
	notify_reloading(reload->notify);
	read_again(reload);
	notify_reloaded(reload->notify);
}

struct bot_guest reload_guest(struct reload *reload)
{
	return (struct bot_guest){.self = reload, .descriptor = reload->pipe[0], .turn = turn};
}
