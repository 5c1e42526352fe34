#include "engine/lab/outlook_check.h"

#include "engine/command/duel.h"
#include "engine/command/program.h"
#include "engine/opponent/live_round.h"
#include "engine/opponent/luck.h"
#include "engine/opponent/position.h"

/* A round with the strategy of each decision, and with one decision that was chosen at random. */
struct sheet {
	struct eg_live_round live;
	struct eg_strategy strategies[EG_PLIES_MAX];
	enum eg_seat seats[EG_PLIES_MAX];
	uint8_t chosen;
};

static bool decide(struct outlook_check *check, struct sheet *sheet)
{
	struct eg_live_round *live = &sheet->live;
	uint8_t index = live->open.action_count;
	struct eg_strategy *strategy = &sheet->strategies[index];
	uint64_t seed = eg_dice_roll(&check->dice);

	sheet->seats[index] = live->position.round.to_act;
	return eg_live_round_consider(live, &check->player, seed, strategy) == EG_OK &&
	       eg_live_round_play(live, eg_strategy_draw(strategy, seed)) == EG_OK;
}

static bool play(struct outlook_check *check, enum eg_seat first, struct sheet *sheet)
{
	struct eg_live_round *live = &sheet->live;
	uint8_t deck[EG_DECK];

	random_deck(&check->dice, deck);
	if (eg_live_round_begin(live, &check->rules, first, deck) != EG_OK)
		return false;
	while (!eg_live_round_is_over(live))
		if (!decide(check, sheet))
			return false;
	sheet->chosen = (uint8_t)eg_dice_below(&check->dice, live->open.action_count);
	return true;
}

/* Adds up White's luck from the chosen decision on. */
static bool add_luck(const struct sheet *sheet, double *luck)
{
	*luck = 0;
	for (size_t i = sheet->chosen; i < sheet->live.open.action_count; i++) {
		float chosen;
		float drawn;

		if (eg_luck_choice(&sheet->live.open, i, &sheet->strategies[i], &chosen) != EG_OK ||
			eg_luck_draw(&sheet->live.open, i, &drawn) != EG_OK)
			return false;
		*luck += (double)chosen + (double)drawn;
	}
	return true;
}

/* Writes the outlook of the seat before the chosen decision. */
static bool look(const struct sheet *sheet, enum eg_seat seat, float *points)
{
	const struct eg_open_round *open = &sheet->live.open;
	struct eg_witness witness;

	return eg_witness_round(&witness, &open->rules, open->first, open->deck, open->actions,
		       sheet->chosen, seat) == EG_OK &&
	       eg_outlook_seat(&witness, points) == EG_OK;
}

static bool judge(struct outlook_check *check, const struct sheet *sheet)
{
	enum eg_seat seat = sheet->seats[sheet->chosen];
	double white = (double)eg_points(&sheet->live.position.round.result, EG_WHITE);
	double result = seat == EG_WHITE ? white : 1 - white;
	struct eg_open_round before = sheet->live.open;
	double luck;
	float to_act;
	float waiting;
	float open;

	before.action_count = sheet->chosen;
	if (!add_luck(sheet, &luck) || !look(sheet, seat, &to_act) ||
		!look(sheet, eg_opponent(seat), &waiting) ||
		eg_outlook_open(&before, &open) != EG_OK)
		return false;
	double own_luck = seat == EG_WHITE ? luck : -luck;

	calibration_add(&check->outlooks[TO_ACT], (double)to_act, result, own_luck);
	calibration_add(&check->outlooks[WAITING], (double)waiting, 1 - result, -own_luck);
	calibration_add(&check->outlooks[OPEN], (double)open, white, luck);
	return true;
}

bool outlook_check_play(struct outlook_check *check)
{
	for (uint64_t i = 0; i < check->rounds; i++) {
		struct sheet sheet;

		progress_show(i, check->rounds);
		if (!play(check, i % 2 == 0 ? EG_WHITE : EG_BLACK, &sheet) || !judge(check, &sheet))
			return false;
	}
	progress_show(check->rounds, check->rounds);
	return true;
}
