/* Asking the person at the terminal. */
#ifndef BOT_PROGRAM_ASK_H
#define BOT_PROGRAM_ASK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Shows a question and reads a line of at most `size` - 1 bytes. An empty line is `otherwise`,
 * which is shown with the question (NULL: there is none, and the line may be empty). False: there
 * is no line, or it is too long, or a signal came.
 */
bool ask_line(const char *question, const char *otherwise, char *line, size_t size);

/* The same for a secret: nothing is shown of what is typed. */
bool ask_secret(const char *question, char *line, size_t size);

/* Whether a person is there to be asked. */
bool ask_is_possible(void);

#endif
