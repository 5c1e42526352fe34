/* What libcyaml's schema can't express: ranges, forms, what goes together; and the defaults. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include "config/report.h"

/* Reports every fault of a configuration that was read. */
void check_all(const struct cfg *config, struct report *report);

/* Gives what is absent from `places` its default. CFG_NO_MEMORY. */
enum cfg_error fill_defaults(struct cfg *config, const struct places *places)
	__attribute__((warn_unused_result));

#endif
