#include "engine/engarde.h"

/* Returns how many spaces lie behind the player to act. */
static unsigned count_behind(const struct eg_view *view)
{
	if (view->to_act == EG_WHITE)
		return view->space[EG_WHITE] - 1U;
	return EG_SPACES - (unsigned)view->space[EG_BLACK];
}

/* Whether enough cards of the attack's value exist for both the attack and a parry. */
static bool may_be_parried(const struct eg_attack *attack)
{
	return 2 * attack->count <= EG_COPIES;
}

/*
 * Finds the only answer to an attack. A player who can't answer has lost the round already, so a
 * direct attack can be parried. The single retreat has to be of one space: each longer one needs
 * another card, and nobody knows which of them the player holds.
 */
static bool find_answer(const struct eg_view *view, struct eg_action *action)
{
	unsigned behind = count_behind(view);

	if (!view->attack.indirect || behind == 0)
		*action = (struct eg_action){.kind = EG_PARRY};
	else if (behind == 1 && !may_be_parried(&view->attack))
		*action = (struct eg_action){.kind = EG_RETREAT, .move = 1};
	else
		return false;
	return true;
}

bool eg_view_forced(const struct eg_view *view, struct eg_action *action)
{
	if (view->phase == EG_DEFEND)
		return find_answer(view, action);
	if (view->phase != EG_TURN || view->rules.level != EG_BASIC || view->distance > 1 ||
		count_behind(view) > 0)
		return false;
	*action = (struct eg_action){.kind = EG_ATTACK, .card = 1, .count = 1};
	return true;
}
