/* A script of the trace format: one line of JSON that says what to play. */
#ifndef ENGARDE_SCRIPT_H
#define ENGARDE_SCRIPT_H

#include "engine/engarde.h"

#include <jansson.h>

struct script {
	json_t *root;    /* owns the actions */
	json_t *actions; /* an array of strings */
	struct eg_round round;
};

#define SCRIPT_ERROR_SIZE 120

/*
 * Reads a line and sets up its round. False when it is no valid script; `error` then says why, in
 * ASCII that JSON need not escape. After true, script_finish.
 *
 * "deck" and "actions" must be there; "first" is white, "rules" are advanced with a final retreat
 * by position, unless they say otherwise. Members that the format does not know are passed over.
 */
bool script_init(
	struct script *script, const char *line, size_t size, char error[SCRIPT_ERROR_SIZE]);
void script_finish(struct script *script);

/*
 * Reads a line of JSON; NULL when it is none, and `error` says why. Of two members with one name,
 * readers differ in which they take: refused.
 */
json_t *script_parse(const char *line, size_t size, char error[SCRIPT_ERROR_SIZE]);

/* Read members that other lines have in common with scripts. NULL, or what is wrong. */
const char *script_rules(const json_t *object, struct eg_rules *rules);
const char *script_first(const json_t *member, enum eg_seat *first);

#endif
