#include "engine/engarde.h"

#include <string.h>

#define CHOICE_LINES (2 * EG_VALUES + 3)

/* x is missing, because it is notation. */
static const char letters[] = "abcdefghijklmnopqrstuvwyz";
_Static_assert(EG_CHOICES_MAX < sizeof(letters), "each choice has a letter");

/*
 * Returns the place of an action's line in the list. The actions with a line of their own come
 * first; an advance and a retreat with the same card share a line.
 */
static unsigned line_of(struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ATTACK:
		return 0;
	case EG_ADVANCE_ATTACK:
		return action.move;
	case EG_PARRY:
		return EG_VALUES + 1;
	case EG_ADVANCE:
	case EG_RETREAT:
		return EG_VALUES + 1 + action.move;
	case EG_PASS:
		break;
	}
	return CHOICE_LINES - 1;
}

bool eg_choices_share_line(struct eg_action one, struct eg_action other)
{
	return line_of(one) == line_of(other);
}

size_t eg_view_choices(const struct eg_view *view, struct eg_action choices[EG_LEGAL_MAX])
{
	size_t count = 0;

	for (unsigned line = 0; line < CHOICE_LINES; line++)
		for (size_t i = 0; i < view->legal_count; i++)
			if (line_of(view->legal[i]) == line)
				choices[count++] = view->legal[i];
	return count;
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
