/* Reads the rules of a policy list from the state of its room. */
#ifndef ADAPTERS_MATRIX_POLICY_POLICY_STATE_H
#define ADAPTERS_MATRIX_POLICY_POLICY_STATE_H

#include <jansson.h>
#include <stdbool.h>

#define MX_POLICY_RULES_MOST 50000 /* the most rules of a list */

/* Returns whether state events of this type are rules about users or servers. */
bool mx_policy_is_rule(const char *type);

/*
 * Returns the rules in the state of a room, an array of events that strangers wrote, as a text in
 * the form of bot_policy_rules_init, which the caller frees. The text is the same for the same
 * rules in another order. Leaves out rules that recommend no ban, and those whose entity is empty,
 * too long for an id, not UTF-8, or has control characters. Returns NULL if there are more than
 * MX_POLICY_RULES_MOST rules.
 */
char *mx_policy_read_state(const json_t *state);

#endif
