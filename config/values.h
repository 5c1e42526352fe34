/*
 * The values of a struct cfg, by the table of keys. values.c also has cfg_defaults, cfg_destroy and
 * cfg_reload of config.h.
 */
#ifndef CONFIG_VALUES_H
#define CONFIG_VALUES_H

#include "config/keys.h"

/* Returns the address of the value that is `offset` bytes behind the beginning of *config. */
void *cfg_value_at(struct cfg *config, size_t offset);

/* Replaces the list of this key by a list of `count` items, each of which is NULL. */
void cfg_list_make(struct cfg *config, const struct cfg_key *key, unsigned count);

#endif
