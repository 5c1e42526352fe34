/* engarde-bot export, engarde-bot erase: one person's data. */
#ifndef BOT_PROGRAM_PERSON_H
#define BOT_PROGRAM_PERSON_H

#include "bot/program/status.h"

#include <stdbool.h>

/* Writes all that is known of the user to standard output, as JSON; the bot may run. */
enum status export_person(const char *config, const char *user);

/*
 * Forgets the user, while the bot does not run; without `force` only where he plays in no match.
 */
enum status erase_person(const char *config, const char *user, bool force);

#endif
