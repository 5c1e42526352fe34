/* Questions to the person at the terminal, on standard error; the answers are standard input. */
#ifndef BOT_TERMINAL_H
#define BOT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether both standard input and standard error are terminals, so that a person can answer. */
bool terminal_is_interactive(void);

/*
 * Shows a question and reads a line of at most `size` - 1 bytes. The question also shows
 * `otherwise`, which is the answer if the line is empty. If `otherwise` is NULL, the line may be
 * empty. Returns false if there is no line, if the line is too long or has a NUL byte, or if a
 * signal interrupts.
 */
bool terminal_ask(const char *question, const char *otherwise, char *line, size_t size);

/*
 * Does the same for a secret, without a default, and does not show what the person types. If
 * standard input is no terminal, it shows no question. The caller wipes `line`.
 */
bool terminal_ask_secret(const char *question, char *line, size_t size);

#endif
