/* Helpers that write configuration files into a temporary folder and load them. */
#ifndef TESTS_SUPPORT_SETTINGS_H
#define TESTS_SUPPORT_SETTINGS_H

#include "config/config.h"

#include <sys/types.h>

#define SETTINGS_ACCOUNT                                                                           \
	"matrix:\n  homeserver: https://example.org/\n  user: \"@engarde:example.org\"\n"

/*
 * Set-up and tear-down of a group of tests. The set-up creates the folder and removes secrets from
 * the environment. The tear-down removes the folder.
 */
int settings_setup(void **state);
int settings_teardown(void **state);

extern char settings_folder[];

/* Writes a file in the folder and returns its path. The path is valid until the next call. */
const char *settings_write(const char *name, const char *text, mode_t mode);

/* Loads the file for a bot that can encrypt. Returns the messages; the caller frees them. */
char *settings_load(const char *path, enum cfg_error wanted, struct cfg **config);

/* Loads a file that must give no message. */
struct cfg *settings_load_text(const char *text);

void settings_assert_said(const char *text, const char *part);

#endif
