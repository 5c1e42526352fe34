/*
 * What the coach says in thousands of random positions of all rule sets. The engine checks each
 * sentence: the test plays the actions that the sentence is about, and looks at what follows.
 */
#include "bot/text/coach.h"
#include "tests/support/cmocka.h"
#include "tests/support/rule_sets.h"

#include <string.h>

#define ROUNDS 20000

static uint32_t seed = 1;

static uint32_t draw(uint32_t below)
{
	seed = seed * 1664525U + 1013904223U;
	return (seed >> 8) % below;
}

static void shuffle(uint8_t deck[EG_DECK])
{
	for (uint8_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(i % EG_VALUES + 1);
	for (uint32_t i = EG_DECK - 1; i > 0; i--) {
		uint32_t j = draw(i + 1);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
}

static struct eg_round after(const struct eg_round *round, struct eg_action action)
{
	struct eg_round next = *round;

	assert_int_equal(eg_round_play(&next, action), EG_OK);
	return next;
}

static bool can(const struct eg_round *round, enum eg_kind kind)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	for (size_t i = 0; i < count; i++)
		if (legal[i].kind == kind)
			return true;
	return false;
}

static bool can_attack(const struct eg_round *round)
{
	return can(round, EG_ATTACK) || can(round, EG_ADVANCE_ATTACK);
}

static bool wins(const struct eg_round *round, enum eg_seat seat, enum eg_reason reason)
{
	return round->phase == EG_OVER && round->result.winner == seat &&
	       round->result.reason == reason;
}

static bool ends_by_count(const struct eg_round *round)
{
	return round->phase == EG_OVER &&
	       (round->result.reason == EG_CARDS || round->result.reason == EG_POSITION ||
		       round->result.reason == EG_DRAW);
}

/* Calls `check` with the round after each legal action. */
static void each(const struct eg_round *round, void (*check)(const struct eg_round *next))
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	for (size_t i = 0; i < count; i++) {
		struct eg_round next = after(round, legal[i]);

		check(&next);
	}
}

static void is_ended_by_count(const struct eg_round *next)
{
	assert_true(ends_by_count(next));
}

static void is_ended_by_position(const struct eg_round *next)
{
	assert_true(ends_by_count(next) && next->result.reason != EG_CARDS);
}

/* Either the round goes on, or the other player can't move. */
static void is_saved(const struct eg_round *next)
{
	assert_true(next->phase != EG_OVER || next->result.reason == EG_NO_MOVE);
}

static void is_last_lunge(const struct eg_round *next)
{
	assert_true(next->phase == EG_LAST_LUNGE || ends_by_count(next));
	if (next->phase == EG_LAST_LUNGE)
		assert_true(next->hand[next->to_act][eg_round_distance(next)] > 0);
}

/* The attack wins the round, unless the other player answers with as many cards of this value. */
static struct eg_round check_attack(const struct eg_round *round, const struct bot_coach_tip *tip)
{
	const struct eg_action attack = {.kind = EG_ATTACK, .card = tip->card, .count = tip->count};
	enum eg_seat seat = round->to_act;
	struct eg_round next = after(round, attack);

	assert_int_equal(tip->card, eg_round_distance(round));
	if (next.phase != EG_DEFEND) {
		assert_true(wins(&next, seat, EG_TOUCH));
		return next;
	}
	assert_int_equal(next.attack.count, tip->count);
	assert_true(
		can(&next, EG_PARRY) == (next.hand[eg_opponent(seat)][tip->card] >= tip->count));
	assert_false(can(&next, EG_RETREAT));
	return next;
}

/* After each advance-and-attack the other player must parry or retreat, or has lost. */
static void check_indirect(const struct eg_round *round)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count = eg_round_legal(round, legal);

	assert_false(can(round, EG_ATTACK));
	assert_true(can(round, EG_ADVANCE_ATTACK));
	for (size_t i = 0; i < count; i++) {
		struct eg_round next = after(round, legal[i]);

		if (legal[i].kind != EG_ADVANCE_ATTACK)
			continue;
		assert_int_equal(legal[i].move + legal[i].card, eg_round_distance(round));
		assert_true(next.phase == EG_DEFEND || wins(&next, round->to_act, EG_TOUCH));
	}
}

static void check_parry(const struct eg_round *round)
{
	struct eg_round next = after(round, (struct eg_action){.kind = EG_PARRY});

	assert_true(next.phase == EG_TURN && next.to_act == round->to_act);
}

static void check_defence(const struct eg_round *round, const struct bot_coach_tip *tip)
{
	bool parry = can(round, EG_PARRY), retreat = can(round, EG_RETREAT);

	assert_int_equal(round->phase, EG_DEFEND);
	assert_int_equal(tip->card, round->attack.card);
	assert_int_equal(tip->count, round->attack.count);
	assert_int_equal(tip->card, eg_round_distance(round));
	if (tip->msg == BOT_MSG_COACH_RETREAT || tip->msg == BOT_MSG_COACH_RETREAT_LAST ||
		tip->msg == BOT_MSG_COACH_LAST) {
		assert_true(!parry && retreat && round->attack.indirect);
		each(round, tip->msg == BOT_MSG_COACH_RETREAT ? is_saved
			    : tip->msg == BOT_MSG_COACH_LAST  ? is_ended_by_count
							      : is_ended_by_position);
		return;
	}
	assert_true(parry);
	if (tip->msg == BOT_MSG_COACH_PARRY_LAST) {
		each(round, is_ended_by_count);
		return;
	}
	if (tip->msg == BOT_MSG_RULES_STUCK) {
		struct eg_round next = after(round, (struct eg_action){.kind = EG_PARRY});

		assert_true(wins(&next, eg_opponent(round->to_act), EG_NO_MOVE));
		return;
	}
	assert_int_equal(retreat, tip->msg == BOT_MSG_COACH_PARRY_OR_RETREAT);
	assert_true(!retreat || round->attack.indirect);
	check_parry(round);
}

/* The player's move draws the last card, and no attack is possible. */
static void check_last(const struct eg_round *round, const struct bot_coach_tip *tip)
{
	if (round->phase == EG_DEFEND) {
		check_defence(round, tip);
		return;
	}
	assert_false(can_attack(round));
	assert_int_equal(round->rules.level == EG_BASIC, tip->msg == BOT_MSG_COACH_LAST_BASIC);
	each(round, tip->msg == BOT_MSG_COACH_LAST ? is_ended_by_count : is_last_lunge);
}

static void check_tip(const struct eg_round *round, const struct bot_coach_tip *tip)
{
	switch ((int)tip->msg) {
	case BOT_MSG_COACH_PARRY:
	case BOT_MSG_COACH_PARRY_LAST:
	case BOT_MSG_COACH_PARRY_OR_RETREAT:
	case BOT_MSG_RULES_STUCK:
	case BOT_MSG_COACH_RETREAT:
	case BOT_MSG_COACH_RETREAT_LAST:
		check_defence(round, tip);
		return;
	case BOT_MSG_COACH_LUNGE: {
		uint8_t distance = eg_round_distance(round);
		struct eg_round next = after(
			round, (struct eg_action){.kind = EG_ATTACK, .card = distance, .count = 1});

		assert_int_equal(round->phase, EG_LAST_LUNGE);
		assert_true(wins(&next, round->to_act, EG_TOUCH));
		next = after(round, (struct eg_action){.kind = EG_PASS});
		assert_true(ends_by_count(&next) && next.result.reason != EG_CARDS);
		return;
	}
	case BOT_MSG_COACH_TOUCH:
	case BOT_MSG_COACH_SURE: {
		struct eg_round next = check_attack(round, tip);

		assert_true(wins(&next, round->to_act, EG_TOUCH));
		return;
	}
	case BOT_MSG_COACH_ATTACK:
		check_attack(round, tip);
		return;
	case BOT_MSG_COACH_INDIRECT:
		check_indirect(round);
		return;
	case BOT_MSG_COACH_LAST:
	case BOT_MSG_COACH_LAST_BASIC:
		check_last(round, tip);
		return;
	case BOT_MSG_COACH_FAR:
		assert_true(
			eg_round_distance(round) > (round->rules.level == EG_ADVANCED ? 10 : 5));
		assert_false(can_attack(round));
		return;
	case BOT_MSG_COACH_NOTHING:
	case BOT_MSG_COACH_NOTHING_ADVANCED:
	case BOT_MSG_COACH_NOTHING_FAR: {
		uint8_t distance = eg_round_distance(round);
		bool far = tip->msg == BOT_MSG_COACH_NOTHING_FAR;

		assert_false(can_attack(round));
		assert_in_range(distance, far ? 6 : 1, far ? 10 : 5);
		if (tip->msg == BOT_MSG_COACH_NOTHING)
			assert_true(round->rules.level != EG_ADVANCED || distance == 1);
		return;
	}
	default:
		fail_msg("no sentence of the coach: %d", (int)tip->msg);
	}
}

/*
 * Exchanges the cards that the player can't see, and asserts that the coach says the same: it knows
 * nothing about the other hand.
 */
static void check_ignorance(
	const struct eg_round *round, const struct eg_view *view, const struct eg_strategy *judged)
{
	struct bot_page page, other_page;
	struct eg_round other = *round;
	struct eg_view other_view;
	enum eg_seat seat = eg_opponent(round->to_act);

	if (other.drawn == EG_DECK)
		return;
	uint8_t top = other.deck[other.drawn];
	for (uint8_t card = 1; card <= EG_VALUES; card++) {
		if (other.hand[seat][card] == 0 || card == top)
			continue;
		other.hand[seat][card]--;
		other.hand[seat][top]++;
		other.deck[other.drawn] = card;
		break;
	}
	eg_round_view(&other, round->to_act, &other_view);
	bot_page_init(&page, &bot_langs[0]);
	bot_coach_say(&page, view, judged);
	bot_page_init(&other_page, &bot_langs[0]);
	bot_coach_say(&other_page, &other_view, judged);
	assert_string_equal(page.body.data, other_page.body.data);
	assert_null(strpbrk(page.body.data, "{}\n"));
}

/* Returns a strategy that draws the chances of the legal actions. */
static struct eg_strategy judge(const struct eg_view *view)
{
	struct eg_strategy judged = {.count = view->legal_count};
	float sum = 0;

	memcpy(judged.legal, view->legal, sizeof(judged.legal));
	for (size_t i = 0; i < judged.count; i++)
		sum += judged.chances[i] = (float)(1 + draw(1000)) * (float)(1 + draw(1000));
	for (size_t i = 0; i < judged.count; i++)
		judged.chances[i] /= sum;
	return judged;
}

/* The judge plays the action at least this often, and no action that is not recommended. */
static void check_is_favourite(
	const struct eg_strategy *judged, const struct bot_coach_tip *tip, size_t place, float most)
{
	unsigned better = 0;
	float chance = -1;

	for (size_t i = 0; i < judged->count; i++)
		if (eg_action_equal(judged->legal[i], tip->action[place]))
			chance = judged->chances[i];
	for (size_t i = 0; i < judged->count; i++)
		better += judged->chances[i] > chance;
	assert_true(chance >= most);
	assert_true(better <= place);
}

/* What an action leaves the player: computed here once more, from the rules of the game. */
struct left {
	int ground, distance;
	int cards; /* of an attack */
	uint8_t hand[EG_VALUES + 1];
};

static struct left leave(const struct eg_view *view, struct eg_action action)
{
	struct eg_attack used = {action.card, action.count, false};
	struct left left = {.distance = view->distance, .cards = action.count};
	int white = view->space[EG_WHITE], black = view->space[EG_BLACK];

	if (action.kind == EG_PARRY)
		used = view->attack;
	memcpy(left.hand, view->hand, sizeof(left.hand));
	left.hand[used.card] = (uint8_t)(left.hand[used.card] - used.count);
	left.ground = view->seat == EG_WHITE ? white - 1 : EG_SPACES - black;
	if (action.move) {
		int steps = action.kind == EG_RETREAT ? -action.move : action.move;

		left.hand[action.move]--;
		left.ground += steps;
		left.distance -= steps;
	}
	return left;
}

/* Cards of this hand that are equal to the distance. */
static int equal(const uint8_t *hand, int distance)
{
	return distance >= 1 && distance <= EG_VALUES ? hand[distance] : 0;
}

/* Of how many unseen cards an advance would be answered by a direct attack. */
static int answered(const struct eg_view *view, const struct left *left)
{
	int cards = 0;

	for (int step = 1; step <= EG_VALUES; step++)
		cards += equal(left->hand, left->distance - step) > 0 ? view->unseen[step] : 0;
	return cards;
}

static int different(const struct left *left)
{
	int values = 0;

	for (int value = 1; value <= EG_VALUES; value++)
		values += left->hand[value] > 0;
	return values;
}

/* How much of what this reason praises the player has after the action. */
static int praised(const struct eg_view *view, struct eg_action action, enum eg_why why)
{
	struct left left = leave(view, action);
	bool attack = action.kind == EG_ATTACK || action.kind == EG_ADVANCE_ATTACK;
	bool move = action.kind == EG_ADVANCE || action.kind == EG_RETREAT;

	switch ((int)why) {
	case EG_WHY_GROUND:
	case EG_WHY_END_POSITION:
		return left.ground;
	case EG_WHY_END_CARDS:
	case EG_WHY_PARRY_SPENT:
		return equal(left.hand, left.distance);
	case EG_WHY_EASY_TARGET:
		return -equal(view->unseen, left.distance);
	case EG_WHY_READY:
		return answered(view, &left);
	case EG_WHY_VARIETY:
		return different(&left);
	case EG_WHY_RARE_CARD:
		return move ? view->unseen[action.move] : 0;
	case EG_WHY_WEAK_ATTACK:
		return left.cards;
	case EG_WHY_DEAR_ATTACK:
		return attack ? -left.cards : -EG_DECK;
	default:
		return 0;
	}
}

/* Counts the sentences with a reason, and those of which an action of the list has more. */
static void check_praise(const struct eg_view *view, const struct bot_coach_tip *tip,
	unsigned *reasons, unsigned *surpassed)
{
	bool more = false;

	if (tip->recommended != 1 || tip->why == EG_WHY_NONE)
		return;
	for (uint8_t i = 0; i < view->legal_count; i++)
		more |= praised(view, view->legal[i], tip->why) >
			praised(view, tip->action[0], tip->why);
	++*reasons;
	*surpassed += more;
}

/* The coach recommends what the judge plays most often, and nothing without a judge. */
static void check_recommendation(const struct eg_view *view, const struct eg_strategy *judged,
	const struct bot_coach_tip *tip)
{
	const struct bot_coach_tip silent = bot_coach_choose(view, NULL);
	bool explained = false;

	assert_int_equal(silent.msg, tip->msg);
	assert_int_equal(silent.recommended, 0);
	if (view->legal_count == 1) {
		assert_int_equal(tip->recommended, 0);
		return;
	}
	assert_in_range(tip->recommended, 1, 2);
	check_is_favourite(judged, tip, 0, 0);
	if (tip->recommended == 2) {
		check_is_favourite(judged, tip, 1, 0.25F);
		return;
	}
	for (uint8_t i = 0; i < view->legal_count; i++)
		if (!eg_action_equal(view->legal[i], tip->action[0]))
			explained |= eg_why_worse(view, view->legal[i], tip->action[0]) == tip->why;
	assert_true(tip->why == EG_WHY_NONE || explained);
}

UNIT_TEST(test_each_sentence_is_true_by_the_rules)
{
	static const char *const sets[] = {ALL_RULE_SETS};
	static const enum bot_msg all[] = {BOT_MSG_COACH_PARRY, BOT_MSG_COACH_PARRY_LAST,
		BOT_MSG_COACH_PARRY_OR_RETREAT, BOT_MSG_COACH_RETREAT, BOT_MSG_RULES_STUCK,
		BOT_MSG_COACH_RETREAT_LAST, BOT_MSG_COACH_LUNGE, BOT_MSG_COACH_TOUCH,
		BOT_MSG_COACH_SURE, BOT_MSG_COACH_ATTACK, BOT_MSG_COACH_INDIRECT,
		BOT_MSG_COACH_LAST, BOT_MSG_COACH_LAST_BASIC, BOT_MSG_COACH_FAR,
		BOT_MSG_COACH_NOTHING, BOT_MSG_COACH_NOTHING_ADVANCED, BOT_MSG_COACH_NOTHING_FAR};
	static unsigned said[BOT_MSG_COUNT];
	unsigned positions = 0, reasons = 0, surpassed = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		const char *set = sets[i % 4];
		uint8_t deck[EG_DECK];
		struct eg_rules rules;
		struct eg_round round;

		shuffle(deck);
		assert_int_equal(eg_rules_parse(set, strlen(set), &rules), EG_OK);
		assert_int_equal(eg_round_init(&round, &rules, draw(2), deck), EG_OK);
		for (; round.phase != EG_OVER; positions++) {
			struct eg_view view;

			eg_round_view(&round, round.to_act, &view);
			struct eg_strategy judged = judge(&view);
			struct bot_coach_tip tip = bot_coach_choose(&view, &judged);
			check_tip(&round, &tip);
			check_recommendation(&view, &judged, &tip);
			check_praise(&view, &tip, &reasons, &surpassed);
			check_ignorance(&round, &view, &judged);
			said[tip.msg]++;
			round = after(&round, view.legal[draw(view.legal_count)]);
		}
	}
	print_message("%u positions; %u sentences with a reason, of which an action of the list "
		      "surpasses %u\n",
		positions, reasons, surpassed);
	assert_int_equal(surpassed, 0);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		print_message("%u: %s\n", said[all[i]], bot_langs[0].messages[all[i]]);
		assert_true(said[all[i]] > 0);
	}
}
