/*
 * What the commands say to the person at the terminal, on standard error: the questions of setup,
 * and messages about a step that failed. The answers are lines of standard input. `stop` is a
 * descriptor that becomes readable if setup has to stop. Without an answer, each function that asks
 * says that setup wrote nothing, and returns false.
 */
#ifndef BOT_DAEMON_PROMPT_H
#define BOT_DAEMON_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a person at a terminal can answer questions. */
bool prompt_is_interactive(void);

/*
 * Reads an answer of at most `size` - 1 bytes into `line`. `otherwise` is the default answer, which
 * the question shows and which an empty line means; or NULL.
 */
bool prompt_ask(const char *question, const char *otherwise, char *line, size_t size, int stop);

/* Asks a question whose default answer is no. Returns whether the answer is yes. */
bool prompt_confirm(const char *question, int stop);

/*
 * Asks for a secret. The terminal does not show what the person types. If standard input is not a
 * terminal, only reads the secret.
 */
bool prompt_ask_secret(const char *question, char *line, size_t size, int stop);

/* Writes "engarde-bot: WHAT: WHY" to standard error. Always returns false. */
bool complain(const char *what, const char *why);

/* Like complain; the reason is what bot_errno_text says about errno. */
bool complain_errno(const char *path);

#endif
