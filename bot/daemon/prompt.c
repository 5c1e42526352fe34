#include "bot/daemon/prompt.h"

#include "bot/base/error.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

bool complain(const char *what, const char *why)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", what, why);
	return false;
}

bool complain_errno(const char *path)
{
	return complain(path, bot_errno_text(errno));
}

bool prompt_is_interactive(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Waits for standard input. Returns false if `stop` becomes readable first. */
static bool wait_for_input(int stop)
{
	struct pollfd waits[] = {
		{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
	int ready;

	do
		ready = poll(waits, 2, -1);
	while (ready < 0 && errno == EINTR);
	return ready > 0 && !waits[1].revents;
}

/*
 * Reads a line of at most `size` - 1 bytes from standard input. Does not use stdio, because stdio
 * would keep a copy of a secret in its buffer. Returns false if there is no line, if the line is
 * too long or has a NUL byte, or if `stop` becomes readable.
 */
static bool read_line(char *line, size_t size, int stop)
{
	size_t length = 0;
	char byte;
	ssize_t got;

	while ((got = wait_for_input(stop) ? read(STDIN_FILENO, &byte, 1) : -1) == 1 &&
		byte != '\n')
		if (length < size)
			line[length++] = byte;
	if (got < 0 || (got == 0 && length == 0) || length >= size) {
		sodium_memzero(line, size);
		return false;
	}
	line[length] = '\0';
	return !memchr(line, '\0', length);
}

bool prompt_ask(const char *question, const char *otherwise, char *line, size_t size, int stop)
{
	if (otherwise)
		fprintf(stderr, "%s [%s]: ", question, otherwise);
	else
		fprintf(stderr, "%s: ", question);
	if (!read_line(line, size, stop))
		return complain("setup", "nothing was written");
	if (!*line && otherwise && strlen(otherwise) < size)
		stpcpy(line, otherwise);
	return true;
}

bool prompt_confirm(const char *question, int stop)
{
	char line[16];

	return prompt_ask(question, "no", line, sizeof(line), stop) &&
	       (strcasecmp(line, "yes") == 0 || strcasecmp(line, "y") == 0 ||
		       complain("setup", "nothing was written"));
}

bool prompt_ask_secret(const char *question, char *line, size_t size, int stop)
{
	struct termios before, silent;
	bool terminal = tcgetattr(STDIN_FILENO, &before) == 0;
	bool fine;

	if (terminal) {
		silent = before;
		silent.c_lflag &= ~(tcflag_t)ECHO;
		silent.c_lflag |= ECHONL;
		/*
		 * TCSAFLUSH drops what the person typed before this call, because the terminal has
		 * shown these characters.
		 */
		if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent))
			return complain("setup", "nothing was written");
		fprintf(stderr, "%s: ", question);
	}
	fine = read_line(line, size, stop);
	if (terminal)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
	return fine || complain("setup", "nothing was written");
}
