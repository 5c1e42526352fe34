/* Configuration files in a folder of the test's own, and what is said of them. */
#ifndef TESTS_SETTINGS_H
#define TESTS_SETTINGS_H

#include "config/config.h"

#include <sys/types.h>

#define SETTINGS_ACCOUNT                                                                           \
	"matrix:\n  homeserver: https://example.org/\n  user: \"@engarde:example.org\"\n"

/* For the group: makes the folder and removes it; the environment has no secrets. */
int settings_setup(void **state);
int settings_teardown(void **state);

extern char settings_folder[];

/* A file there; the path lives until the next call. */
const char *settings_write(const char *name, const char *text, mode_t mode);

/* Loads and returns what was said, which the caller frees. */
char *settings_load(const char *path, enum cfg_error wanted, struct cfg **config);

/* Loads what is fine, without a word. */
struct cfg *settings_load_text(const char *text);

void settings_assert_said(const char *text, const char *part);

#endif
