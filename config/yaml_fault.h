/* Why libyaml can't parse a text, as a message for people. */
#ifndef CONFIG_YAML_FAULT_H
#define CONFIG_YAML_FAULT_H

#include "config/config.h"
#include "config/report.h"

#include <yaml.h>

/*
 * Reports the fault at which the parser has stopped. `text` is the whole text that it parses.
 * Returns CFG_INVALID, or CFG_NO_MEMORY if the parser has stopped because memory ran out.
 */
enum cfg_error yaml_fault_report(const yaml_parser_t *parser, const char *text,
	struct report *report) __attribute__((warn_unused_result));

#endif
