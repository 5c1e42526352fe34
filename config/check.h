/* Checks that libcyaml's schema can't express: ranges, forms, and which keys go together. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include "config/report.h"

/* Reports every fault of a configuration that was read and has its defaults. */
void cfg_check(const struct cfg *config, struct report *report);

#endif
