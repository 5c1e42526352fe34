#include "bot/daemon/reload.h"

#include "bot/base/log.h"
#include "config/reload.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int signalled = -1; /* the end of the pipe to which the handler writes */

static void on_signal(int signal)
{
	int saved = errno;

	(void)signal;
	/* If the pipe is full, it is readable already. */
	if (write(signalled, "", 1) < 0)
		errno = saved;
	errno = saved;
}

static bool catch (void (*handler)(int signal))
{
	return sigaction(SIGHUP, &(struct sigaction){.sa_handler = handler}, NULL) == 0;
}

bool reload_init(
	struct reload *reload, const char *path, struct cfg *config, const struct systemd *systemd)
{
	*reload = (struct reload){.path = path, .config = config, .systemd = systemd};
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

void reload_set_log(const struct cfg *config)
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

/* Each line of the text is a fault. */
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
		reload_set_log(reload->config);
		bot_log_write(
			BOT_LOG_INFO, "reloaded", BOT_LOG_FIELDS({"file", .text = reload->path}));
	}
	free(faults);
}

static void dispatch(void *self)
{
	const struct reload *reload = self;
	char bytes[16];
	bool asked = false;

	while (read(reload->pipe[0], bytes, sizeof bytes) > 0)
		asked = true;
	if (!asked)
		return;
	systemd_reloading(reload->systemd);
	read_again(reload);
	systemd_reloaded(reload->systemd);
}

struct bot_loop_source reload_loop_source(struct reload *reload)
{
	return (struct bot_loop_source){
		.self = reload, .descriptor = reload->pipe[0], .dispatch = dispatch};
}
