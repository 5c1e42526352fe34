#include "engine/action.h"

#include <string.h>

/* Which fields an action of each kind uses. */
static const struct {
	bool move;
	bool attack;
} uses[] = {
	[EG_ADVANCE] = {.move = true},
	[EG_RETREAT] = {.move = true},
	[EG_ATTACK] = {.attack = true},
	[EG_ADVANCE_ATTACK] = {.move = true, .attack = true},
	[EG_PARRY] = {0},
	[EG_PASS] = {0},
};

static const char pass[] = "pass";

/* True for 1 to 5; exactly zero when the field is not used. */
static bool field_fits(uint8_t field, bool used)
{
	return used ? field >= 1 && field <= EG_VALUES : field == 0;
}

bool eg_action_well_formed(struct eg_action action)
{
	if (action.kind >= sizeof(uses) / sizeof(uses[0]))
		return false;
	return field_fits(action.move, uses[action.kind].move) &&
	       field_fits(action.card, uses[action.kind].attack) &&
	       field_fits(action.count, uses[action.kind].attack);
}

bool eg_action_equal(struct eg_action a, struct eg_action b)
{
	return a.kind == b.kind && a.move == b.move && a.card == b.card && a.count == b.count;
}

static uint8_t card_value(char digit)
{
	return digit >= '1' && digit <= '0' + EG_VALUES ? (uint8_t)(digit - '0') : 0;
}

/* Reads one to five equal cards, all of the text. */
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
