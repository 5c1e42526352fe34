#include "engine/rules.h"

#include <string.h>

/*
 * The rule sets by name. The final retreat matters only in the rule sets with advance-and-attacks.
 */
static const struct {
	const char *name;
	struct eg_rules rules;
} sets[] = {
	{"basic", {EG_BASIC, EG_FINAL_POSITION}},
	{"standard", {EG_STANDARD, EG_FINAL_POSITION}},
	{"advanced", {EG_ADVANCED, EG_FINAL_POSITION}},
	{"ferti", {EG_ADVANCED, EG_FINAL_CARDS}},
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

const char *eg_rules_name(const struct eg_rules *rules)
{
	if (rules->level == EG_ADVANCED && rules->final_retreat == EG_FINAL_CARDS)
		return "ferti";
	return sets[rules->level].name;
}

bool eg_rules_valid(const struct eg_rules *rules)
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
