#include "engine/opponent/features.h"

#ifndef EG_SMALL_GAME
_Static_assert(EG_FEATURES_SIGHT == 3974, "the stored networks have so many rows");
_Static_assert(EG_FEATURES_BOTH == 9458, "the stored networks have so many rows");
_Static_assert(EG_OUTPUTS == 37, "the stored networks have so many outputs");
#endif

struct list {
	uint16_t *features;
	size_t count;
	size_t base;
};

static void add(struct list *list, size_t feature)
{
	list->features[list->count++] = (uint16_t)(list->base + feature);
}

/*
 * Whether the basic rules apply. There each attack is a touch, so these rules have separate
 * statements.
 */
static bool basic(const struct eg_sight *sight)
{
	return sight->rules.level == EG_BASIC;
}

/* Returns the number of the threat, in the order that the comment of EG_THREATS gives. */
static size_t threat(const struct eg_sight *sight)
{
	if (sight->phase == EG_LAST_LUNGE)
		return EG_THREATS - 1;
	return (size_t)sight->attack.count + (sight->attack.indirect ? EG_COPIES : 0);
}

static size_t rule_set(const struct eg_rules *rules)
{
	return (size_t)rules->level +
	       (rules->level == EG_ADVANCED && rules->final_retreat == EG_FINAL_CARDS);
}

/*
 * Adds one statement for each value. The statement names both the class of the distance (eg_near)
 * and the number of cards of this value.
 */
static void add_cards(struct list *list, size_t group, uint8_t distance, const uint8_t *cards)
{
	for (size_t value = 1; value <= EG_VALUES; value++)
		add(list, group + (eg_near(distance) * (size_t)EG_VALUES + value - 1U) * EG_COUNTS +
				  cards[value]);
}

/*
 * Adds a statement for each advance after which an attack is possible: how many cards of the hand
 * could then attack.
 */
static void add_combinations(struct list *list, size_t group, uint8_t distance, const uint8_t *hand)
{
	for (size_t move = 1; move <= EG_VALUES && move < distance; move++) {
		size_t reach = distance - move;

		if (hand[move] == 0 || reach > EG_VALUES)
			continue;
		size_t cards = hand[reach] - (size_t)(reach == move);
		add(list, group + ((move - 1) * EG_VALUES + reach - 1) * EG_COUNTS + cards);
	}
}

/*
 * Adds one statement for each value. The statement names the class of the distance, and how many
 * cards of this value each hand has: an attack with more cards than the other hand has can't be
 * parried.
 */
static void add_contests(
	struct list *list, uint8_t distance, const uint8_t *hand, const uint8_t *other)
{
	for (size_t value = 1; value <= EG_VALUES; value++) {
		size_t place = eg_near(distance) * (size_t)EG_VALUES + value - 1U;

		add(list, EG_GROUP_CONTEST + (place * EG_COUNTS + hand[value]) * EG_COUNTS +
				  other[value]);
	}
}

/*
 * Returns the number of the statement that says how many cards of the hand could parry the attack.
 */
static size_t parry(const struct eg_sight *sight, const uint8_t *hand)
{
	return threat(sight) * EG_COUNTS + hand[sight->attack.card];
}

size_t eg_features_sight(const struct eg_sight *sight, uint16_t features[EG_FEATURES_MAX])
{
	struct list list = {.base = basic(sight) ? EG_GROUP_SIGHT : 0};
	size_t end = sight->pile < EG_NEAR_END ? sight->pile : EG_NEAR_END - 1;
	size_t lead = (size_t)sight->room + EG_SPACES - 1 - sight->rival;

	list.features = features;
	add(&list, EG_GROUP_SITUATION + rule_set(&sight->rules) * EG_THREATS + threat(sight));
	add(&list, EG_GROUP_PILE + sight->pile);
	add(&list, (size_t)EG_GROUP_DISTANCE + sight->distance);
	add(&list, EG_GROUP_ROOM + sight->room);
	add(&list, (size_t)EG_GROUP_RIVAL + sight->rival);
	add_cards(&list, EG_GROUP_HAND, sight->distance, sight->hand);
	add_cards(&list, EG_GROUP_UNSEEN, sight->distance, sight->unseen);
	add(&list, EG_GROUP_PARRY + parry(sight, sight->hand));
	add_combinations(&list, EG_GROUP_COMBINATION, sight->distance, sight->hand);
	for (size_t i = 0; i < 3; i++)
		add(&list, EG_GROUP_MEMORY + i * (size_t)EG_MEMORY + sight->memory[i]);
	add(&list, EG_GROUP_CLOCK + sight->pile * (size_t)EG_NEAR + eg_near(sight->distance));
	add(&list, EG_GROUP_LEAD + lead * EG_NEAR_END + end);
	return list.count;
}

size_t eg_features_other(const struct eg_sight *sight, const uint8_t other[EG_VALUES + 1],
	uint16_t features[EG_FEATURES_MAX], size_t count)
{
	struct list list = {.count = count,
		.base = EG_FEATURES_SIGHT + (size_t)(basic(sight) ? EG_GROUP_OTHER : 0)};

	list.features = features;
	add_cards(&list, EG_GROUP_OTHER_HAND, sight->distance, other);
	add(&list, EG_GROUP_OTHER_PARRY + parry(sight, other));
	add_combinations(&list, EG_GROUP_OTHER_COMBINATION, sight->distance, other);
	add_contests(&list, sight->distance, sight->hand, other);
	return list.count;
}

size_t eg_action_output(struct eg_action action)
{
	switch ((enum eg_kind)action.kind) {
	case EG_ADVANCE:
		return action.move - 1U;
	case EG_RETREAT:
		return EG_VALUES + action.move - 1U;
	case EG_ATTACK:
		return 2U * EG_VALUES + action.count - 1U;
	case EG_ADVANCE_ATTACK:
		return 2U * EG_VALUES + EG_HAND + (action.move - 1U) * (EG_HAND - 1U) +
		       action.count - 1U;
	case EG_PARRY:
		return EG_OUTPUTS - 2;
	case EG_PASS:
		break;
	}
	return EG_OUTPUTS - 1;
}
