#include "engine/engarde.h"

#include <string.h>

#define CHOICE_PLACES (3 * EG_VALUES + 3)

/* x is missing, because it is notation. */
static const char letters[] = "abcdefghijklmnopqrstuvwyz";
_Static_assert(EG_CHOICES_MAX < sizeof(letters), "each choice has a letter");

/*
 * Returns the place of an action in the list: the kinds in the order of this function, and within
 * a kind the smallest move first. Attacks with the same move stay in the order of the view.
 */
static unsigned place_of(struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ATTACK:
		return 0;
	case EG_ADVANCE_ATTACK:
		return action.move;
	case EG_PARRY:
		return EG_VALUES + 1;
	case EG_ADVANCE:
		return EG_VALUES + 1 + action.move;
	case EG_RETREAT:
		return 2 * EG_VALUES + 1 + action.move;
	case EG_PASS:
		break;
	}
	return CHOICE_PLACES - 1;
}

size_t eg_view_choices(const struct eg_view *view, struct eg_action choices[EG_LEGAL_MAX])
{
	size_t count = 0;

	for (unsigned place = 0; place < CHOICE_PLACES; place++)
		for (size_t i = 0; i < view->legal_count; i++)
			if (place_of(view->legal[i]) == place)
				choices[count++] = view->legal[i];
	return count;
}

size_t eg_choices_line(const struct eg_action *choices, size_t count)
{
	size_t line = 1;

	while (line < count && choices[line].kind == choices[0].kind)
		line++;
	return line;
}

char eg_choice_letter(size_t index)
{
	return letters[index];
}

size_t eg_choice_index(char letter)
{
	size_t index = 0;

	while (index < EG_CHOICES_MAX && letters[index] != letter)
		index++;
	return index;
}

bool eg_view_fits(
	const struct eg_view *view, struct eg_action action, const uint8_t cards[EG_VALUES + 1])
{
	uint8_t used[EG_VALUES + 1] = {0};
	size_t total = 0, last = 0;

	if (action.kind == EG_PARRY) {
		action.card = view->attack.card;
		action.count = view->attack.count;
	}
	used[action.move] = 1;
	used[action.card] = (uint8_t)(used[action.card] + action.count);
	used[0] = 0; /* the index of a field that the action does not use */
	for (size_t value = 1; value <= EG_VALUES; value++) {
		total += cards[value];
		if (cards[value] > 0)
			last = value;
	}
	return total == 1 ? used[last] > 0 : memcmp(used, cards, sizeof(used)) == 0;
}
