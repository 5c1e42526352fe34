/* The names of all rule sets, to go through them. */
#ifndef TESTS_SUPPORT_RULE_SETS_H
#define TESTS_SUPPORT_RULE_SETS_H

#include "engine/engarde.h"

/* The members of an array of strings. */
#define RULE_SET_NAME(NAME, name, level, final_retreat) #name,
#define ALL_RULE_SETS                                   EG_RULE_SETS(RULE_SET_NAME)

#endif
