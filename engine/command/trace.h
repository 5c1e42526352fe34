/*
 * The trace format: a script is a line of JSON with a deck and actions. Reads scripts, plays their
 * actions and prints each state of the round. choose.h reads its lines of JSON with the functions
 * script_... and lines_answer, too. A line may have NULs.
 */
#ifndef ENGINE_COMMAND_TRACE_H
#define ENGINE_COMMAND_TRACE_H

#include "engine/engarde.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct script {
	json_t *root;    /* owns the actions */
	json_t *actions; /* an array of strings */
	struct eg_round round;
};

#define SCRIPT_ERROR_SIZE 120

/*
 * Reads a line and sets up its round. If the line is not a valid script, returns false and says why
 * in `error`, in ASCII that needs no escapes in JSON. If it returns true, the caller must call
 * script_finish.
 *
 * The line must have "deck" and "actions". The default of "first" is white, and the default of
 * "rules" is advanced with a final retreat by position. Ignores unknown members.
 */
bool script_init(
	struct script *script, const char *line, size_t size, char error[SCRIPT_ERROR_SIZE]);
void script_finish(struct script *script);

/*
 * Reads a line of JSON. If the line is not JSON, returns NULL and says why in `error`. Refuses an
 * object with two members of one name, because some JSON readers use the first of the two members,
 * and others use the second.
 */
json_t *script_parse(const char *line, size_t size, char error[SCRIPT_ERROR_SIZE]);

/*
 * Read members that the lines of choose.h have, too. Return NULL, or the reason why the member is
 * wrong.
 */
const char *script_rules(const json_t *object, struct eg_rules *rules);
const char *script_first(const json_t *member, enum eg_seat *first);

/* Answers a line, which has no line end. Returns false if the line was wrong. */
typedef bool line_answer(const char *line, size_t size, FILE *out, const void *data);

/*
 * Answers each line of `in`, and flushes `out` after each answer. The answer to a line that is too
 * long is an error in JSON. Returns false if any line was wrong.
 */
bool lines_answer(FILE *in, FILE *out, line_answer *answer, const void *data);

/* Answers one line, which has no line end. Returns false if the line is not a valid script. */
bool trace_line(const char *line, size_t size, FILE *out);

/* Answers each line of `in`. Returns false if any line is not a valid script. */
bool trace_stream(FILE *in, FILE *out);

#endif
