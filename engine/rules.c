#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

/* The index is an enum eg_rule_set. */
static const struct {
	const char *name;
	struct eg_rules rules;
} sets[] = {
#define SET(NAME, name, level, final_retreat) {#name, {level, final_retreat}},
	EG_RULE_SETS(SET)
#undef SET
};

#define SETS (sizeof(sets) / sizeof(sets[0]))

enum eg_error eg_rules_parse(const char *name, size_t size, struct eg_rules *rules)
{
	for (size_t i = 0; i < SETS; i++)
		if (strlen(sets[i].name) == size && memcmp(sets[i].name, name, size) == 0) {
			*rules = sets[i].rules;
			return EG_OK;
		}
	return EG_SYNTAX;
}

static bool same(const struct eg_rules *a, const struct eg_rules *b)
{
	return a->level == b->level &&
	       (a->level != EG_ADVANCED || a->final_retreat == b->final_retreat);
}

enum eg_rule_set eg_rules_set(const struct eg_rules *rules)
{
	unsigned set = 0;

	while (!same(&sets[set].rules, rules))
		set++;
	return (enum eg_rule_set)set;
}

const char *eg_rules_name(const struct eg_rules *rules)
{
	return sets[eg_rules_set(rules)].name;
}

bool eg_rules_are_valid(const struct eg_rules *rules)
{
	return (unsigned)rules->level <= EG_ADVANCED &&
	       (unsigned)rules->final_retreat <= EG_FINAL_CARDS;
}

bool eg_seat_plays(enum eg_seat seat)
{
	return seat == EG_WHITE || seat == EG_BLACK;
}

enum eg_seat eg_opponent(enum eg_seat seat)
{
	static const enum eg_seat opponents[] = {EG_BLACK, EG_WHITE, EG_NOBODY};

	return opponents[seat];
}

const char *eg_seat_name(enum eg_seat seat)
{
	static const char *const names[] = {"white", "black", "nobody"};

	return names[seat];
}

const char *eg_reason_name(enum eg_reason reason)
{
	static const char *const names[] = {
		[EG_TOUCH] = "touch",
		[EG_NO_MOVE] = "no_move",
		[EG_CARDS] = "cards",
		[EG_POSITION] = "position",
		[EG_DRAW] = "draw",
	};

	return names[reason];
}
