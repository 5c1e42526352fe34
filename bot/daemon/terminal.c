#include "bot/daemon/terminal.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

bool terminal_is_interactive(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Reads byte by byte: stdio would keep a copy of a secret in its buffer. */
static bool read_line(char *line, size_t size)
{
	size_t length = 0;
	char byte;
	ssize_t got;

	while ((got = read(STDIN_FILENO, &byte, 1)) == 1 && byte != '\n')
		if (length < size)
			line[length++] = byte;
	if (got < 0 || (got == 0 && length == 0) || length >= size) {
		sodium_memzero(line, size);
		return false;
	}
	line[length] = '\0';
	return !memchr(line, '\0', length);
}

bool terminal_ask(const char *question, const char *otherwise, char *line, size_t size)
{
	if (otherwise)
		fprintf(stderr, "%s [%s]: ", question, otherwise);
	else
		fprintf(stderr, "%s: ", question);
	if (!read_line(line, size))
		return false;
	if (!*line && otherwise && strlen(otherwise) < size)
		stpcpy(line, otherwise);
	return true;
}

bool terminal_ask_secret(const char *question, char *line, size_t size)
{
	struct termios before, silent;
	bool terminal = tcgetattr(STDIN_FILENO, &before) == 0;
	bool fine;

	if (terminal) {
		silent = before;
		silent.c_lflag &= ~(tcflag_t)ECHO;
		silent.c_lflag |= ECHONL;
		/* The flush drops what was typed before the question: the terminal showed it. */
		if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent))
			return false;
		fprintf(stderr, "%s: ", question);
	}
	fine = read_line(line, size); /* a signal ends it, so the terminal is always restored */
	if (terminal)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
	return fine;
}
