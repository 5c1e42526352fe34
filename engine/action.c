#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

/* The ranges of the fields, by kind. The range of the attack is for both card and count. */
static const struct {
	uint8_t move_low, move_high;
	uint8_t attack_low, attack_high;
} ranges[] = {
	[EG_ADVANCE] = {1, EG_VALUES, 0, 0},
	[EG_RETREAT] = {1, EG_VALUES, 0, 0},
	[EG_ATTACK] = {0, 0, 1, EG_VALUES},
	[EG_ADVANCE_ATTACK] = {1, EG_VALUES, 1, EG_VALUES},
	[EG_PARRY] = {0, 0, 0, 0},
	[EG_PASS] = {0, 0, 0, 0},
};

static const char pass[] = "pass";

static bool is_between(uint8_t low, uint8_t field, uint8_t high)
{
	return low <= field && field <= high;
}

bool eg_action_is_well_formed(struct eg_action action)
{
	if (action.kind >= sizeof(ranges) / sizeof(ranges[0]))
		return false;
	uint8_t low = ranges[action.kind].attack_low;
	uint8_t high = ranges[action.kind].attack_high;

	return is_between(
		       ranges[action.kind].move_low, action.move, ranges[action.kind].move_high) &&
	       is_between(low, action.card, high) && is_between(low, action.count, high);
}

bool eg_action_equal(struct eg_action a, struct eg_action b)
{
	return a.kind == b.kind && a.move == b.move && a.card == b.card && a.count == b.count;
}

static uint8_t card_value(char digit)
{
	return digit >= '1' && digit <= '0' + EG_VALUES ? (uint8_t)(digit - '0') : 0;
}

/* Reads a text of one to five equal cards. */
static bool parse_attack(const char *text, size_t size, struct eg_action *action)
{
	if (size < 1 || size > EG_COPIES)
		return false;
	for (size_t i = 1; i < size; i++)
		if (text[i] != text[0])
			return false;
	action->card = card_value(text[0]);
	action->count = (uint8_t)size;
	return action->card != 0;
}

static bool parse_move(const char *text, size_t size, struct eg_action *action)
{
	if (size < 2)
		return false;
	action->kind = text[0] == '+' ? EG_ADVANCE : EG_RETREAT;
	action->move = card_value(text[1]);
	if (action->move == 0)
		return false;
	if (size == 2)
		return true;
	if (action->kind == EG_RETREAT || text[2] != 'x')
		return false;
	action->kind = EG_ADVANCE_ATTACK;
	return parse_attack(text + 3, size - 3, action);
}

static bool parse(const char *text, size_t size, struct eg_action *action)
{
	if (size == 0)
		return false;
	switch (text[0]) {
	case '+':
	case '-':
		return parse_move(text, size, action);
	case 'x':
		action->kind = EG_ATTACK;
		return parse_attack(text + 1, size - 1, action);
	case '=':
		action->kind = EG_PARRY;
		return size == 1;
	default:
		action->kind = EG_PASS;
		return size == sizeof(pass) - 1 && memcmp(text, pass, size) == 0;
	}
}

enum eg_error eg_action_parse(const char *text, size_t size, struct eg_action *action)
{
	struct eg_action read = {0};

	if (!parse(text, size, &read))
		return EG_SYNTAX;
	*action = read;
	return EG_OK;
}

size_t eg_action_print(struct eg_action action, char text[EG_ACTION_SIZE])
{
	char *end = text;

	if (action.kind == EG_PASS) {
		memcpy(text, pass, sizeof(pass));
		return sizeof(pass) - 1;
	}
	if (action.kind == EG_PARRY)
		*end++ = '=';
	if (action.move > 0) {
		*end++ = action.kind == EG_RETREAT ? '-' : '+';
		*end++ = (char)('0' + action.move);
	}
	if (action.count > 0)
		*end++ = 'x';
	for (uint8_t i = 0; i < action.count; i++)
		*end++ = (char)('0' + action.card);
	*end = '\0';
	return (size_t)(end - text);
}
