/* The laws of bouts and fencers that hold at club nights and in seasons. */
#include "tests/sim/bout_laws.h"

#include "tests/sim/model.h"

#include <sodium.h>
#include <string.h>

#define FORFEITS 2                 /* who loses so many bouts by the clock is out */
#define SLACK    (30 * SIM_MINUTE) /* for what the bot reads late */

bool sim_fencer_is_present(const struct sim_fencer *fencer)
{
	return strcmp(fencer->state, "present") == 0;
}

/* Notes when a fencer has certainly lost a bout by the clock. */
static void note_forfeit(struct sim_fencer *fencer, const struct sim_model_match *match)
{
	size_t at = fencer->losses++;

	if (at == SIM_LOSSES)
		sim_break(SIM_FENCED, "%s has lost more bouts by the clock than a fencer can",
			sim->users[fencer->user].id);
	for (; at > 0 && fencer->lost[at - 1] > match->ended; at--)
		fencer->lost[at] = fencer->lost[at - 1];
	fencer->lost[at] = match->ended;
}

/*
 * Returns how many forfeits a fencer has at least: bouts that are lost within one turn's time count
 * as one. The bot's time stands still while it is down.
 */
static unsigned count_least(const struct sim_fencer *fencer)
{
	int64_t window = sim->night.clock + sim->night.downtime + SLACK, last = 0;
	unsigned count = 0;

	for (size_t i = 0; i < fencer->losses; i++) {
		if (count > 0 && fencer->lost[i] - last < window)
			continue;
		last = fencer->lost[i];
		count++;
	}
	return count;
}

/*
 * Returns a bit for each possible winner of a bout whose match has none (bit SIM_NOBODY: nobody).
 * Also notes the forfeits of fencers who did not come.
 */
static unsigned find_winners(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];
	const struct eg_match *state = &match->state;
	bool out[2] = {
		!sim_fencer_is_present(bout->fencer[0]), !sim_fencer_is_present(bout->fencer[1])};
	unsigned both = 3, nobody = bout->round == 0 ? 1 << SIM_NOBODY : both;
	unsigned remaining = out[0] != out[1] ? 1U << out[0] : out[0] ? both : 0;

	if (match->rounds > 0 && state->score[0] != state->score[1])
		return remaining | 1U << (state->score[1] > state->score[0]);
	if (match->rounds > 0)
		return remaining | (sim->night.season ? 1U << SIM_NOBODY : both);
	for (size_t i = 0; i < 2; i++)
		if (!stored->reached[i]) {
			bout->fencer[i]->most++;
			if (!out[0] && !out[1])
				note_forfeit(bout->fencer[i], match);
		}
	if (stored->reached[0] == stored->reached[1])
		return remaining | nobody;
	return remaining | 1U << stored->reached[1];
}

/* Checks a bout of the tableau that was not fenced, because a fencer had withdrawn. */
static void judge_walkover(const struct sim_bout *bout)
{
	if (bout->round == 0)
		return; /* the bout is annulled: see judge_pair */
	for (size_t i = 0; i < 2; i++)
		if (bout->winner != i && sim_fencer_is_present(bout->fencer[i]))
			sim_break(SIM_RANKED, "%s has lost a bout that was not fenced",
				sim->users[bout->fencer[i]->user].id);
}

/* Whether nobody came to a bout of the tableau, so that lots decided it without a touch. */
static bool is_lot(const struct sim_bout *bout)
{
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];

	return bout->round > 0 && stored->reached[0] == stored->reached[1] &&
	       bout->touches[0] == 0 && bout->touches[1] == 0;
}

void sim_bout_judge(const struct sim_bout *bout)
{
	const struct sim_model_match *match = &sim_model.match[bout->match];
	const struct sim_stored_match *stored = &sim_model.stored.match[bout->match];
	unsigned touches[2] = {match->state.score[0], match->state.score[1]}, may;
	bool won = strcmp(stored->winner, "nobody") != 0;

	if (bout->match == 0) {
		judge_walkover(bout);
		return;
	}
	if (match->player[0] != bout->fencer[0]->user || match->player[1] != bout->fencer[1]->user)
		sim_break(SIM_FENCED, "#%zu is the bout of two others", bout->match);
	may = won ? 1U << (strcmp(stored->winner, "black") == 0) : find_winners(bout);
	if (strcmp(stored->ending, "won") == 0)
		may = 1U << (match->state.winner == EG_BLACK);
	else if (bout->winner != SIM_NOBODY && (won || (match->rounds == 0 && !is_lot(bout))))
		touches[bout->winner] = sim->night.touches;
	if (strcmp(stored->ending, "forfeited") == 0) {
		size_t loser = may == 1 ? 1 : 0; /* bit 0: the first fencer has won */

		bout->fencer[loser]->most++;
		note_forfeit(bout->fencer[loser], match);
	}
	if (!(may >> bout->winner & 1) || touches[0] != bout->touches[0] ||
		touches[1] != bout->touches[1])
		sim_break(SIM_RANKED, "#%zu ended %u to %u (%s), the night has %u to %u: %zu wins",
			bout->match, touches[0], touches[1], stored->ending, bout->touches[0],
			bout->touches[1], bout->winner);
}

int sim_fencer_compare_level(const struct sim_fencer *a, const struct sim_fencer *b)
{
	unsigned own = a->victories * b->bouts, other = b->victories * a->bouts;

	if ((a->bouts == 0) != (b->bouts == 0))
		return a->bouts == 0 ? 1 : -1;
	if (own != other)
		return own > other ? -1 : 1;
	if (a->scored - a->received != b->scored - b->received)
		return a->scored - a->received > b->scored - b->received ? -1 : 1;
	return 0;
}

int sim_fencer_compare(const struct sim_fencer *a, const struct sim_fencer *b)
{
	int order = sim_fencer_compare_level(a, b);

	if (order == 0 && a->direct != b->direct)
		return a->direct > b->direct ? -1 : 1;
	if (order == 0)
		order = b->scored - a->scored;
	return order != 0 ? order : (int)b->decided - (int)a->decided;
}

void sim_fencers_add_direct(struct sim_stored_night *night, sim_are_level *are_level)
{
	for (size_t i = 0; i < night->fencers; i++) {
		struct sim_fencer *fencer = &night->fencer[i];
		size_t level = 0, met = 0, won = 0;

		for (size_t j = 0; j < night->fencers; j++)
			level += are_level(night, fencer, &night->fencer[j]);
		for (size_t j = 0; j < night->bouts; j++) {
			const struct sim_bout *bout = &night->bout[j];

			if (bout->round != 0 || sim_bout_decides(bout) ||
				!are_level(night, fencer, bout->fencer[0]) ||
				!are_level(night, fencer, bout->fencer[1]) ||
				(bout->winner == SIM_NOBODY &&
					bout->touches[0] + bout->touches[1] == 0))
				continue;
			met++;
			won += bout->winner != SIM_NOBODY && bout->fencer[bout->winner] == fencer;
		}
		fencer->direct = met == level * (level - 1) / 2 ? (unsigned)won : 0;
	}
}

bool sim_bout_decides(const struct sim_bout *bout)
{
	return bout->round == 0 && bout->place == 0;
}

/* Returns the first fencer of the group, if nobody in it has withdrawn. */
static const struct sim_fencer *find_first(const struct sim_stored_night *night, unsigned group)
{
	const struct sim_fencer *first = NULL;

	for (size_t i = 0; i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		if (fencer->pool == 0 || (group > 0 && fencer->pool != group))
			continue;
		if (!sim_fencer_is_present(fencer))
			return NULL;
		if (fencer->rank == 1)
			first = fencer;
	}
	return first;
}

void sim_fencers_judge_decided(
	struct sim_stored_night *night, unsigned group, sim_are_level *are_level)
{
	const struct sim_fencer *first = find_first(night, group);
	size_t level = 0, bouts = 0;

	for (size_t i = 0; first && i < night->fencers; i++) {
		const struct sim_fencer *fencer = &night->fencer[i];

		level += first->bouts > 0 && are_level(night, first, fencer) &&
			 first->direct == fencer->direct && first->scored == fencer->scored;
	}
	for (size_t i = 0; i < night->bouts; i++) {
		const struct sim_bout *bout = &night->bout[i];

		if (!sim_bout_decides(bout))
			continue;
		bouts++;
		sim_saw(SIM_DECIDED);
		if (bout->winner != SIM_NOBODY)
			bout->fencer[bout->winner]->decided++;
	}
	if (first && bouts != level * (level - 1) / 2 && !sim_model.night_ended)
		sim_break(SIM_FENCED, "%zu who are level have %zu deciding bouts", level, bouts);
}

void sim_fencer_judge(const struct sim_fencer *fencer, int64_t over)
{
	const char *id = sim->users[fencer->user].id;

	if (fencer->pool == 0)
		return;
	if (fencer->forfeits < count_least(fencer) || fencer->forfeits > fencer->most)
		sim_break(SIM_RANKED, "%s has %u forfeits instead of %u to %u", id,
			fencer->forfeits, count_least(fencer), fencer->most);
	if (sim_fencer_is_present(fencer) && fencer->forfeits >= FORFEITS)
		sim_break(SIM_FENCED, "%s fences on after %u forfeits", id, fencer->forfeits);
	if (strcmp(fencer->state, "excluded") == 0 && !sim_model.excluded[fencer->user])
		sim_break(SIM_FENCED, "%s was excluded by nobody", id);
	if (strcmp(fencer->state, "withdrawn") == 0 && fencer->forfeits < FORFEITS &&
		!sim_model_is_out(fencer->user, over))
		sim_break(SIM_FENCED, "%s has withdrawn without a reason", id);
	if (fencer->forfeits >= FORFEITS)
		sim_saw(SIM_FORFEITED_TWICE);
}

/* Lots */

/* Writes the lot of a fencer with its highest byte first, so that memcmp compares two. */
static void draw(
	const struct sim_stored_night *night, const struct sim_fencer *fencer, unsigned char lot[8])
{
	unsigned char secret[32] = {0}, hash[32];
	size_t length = 0;

	if (sodium_base642bin(secret, sizeof(secret), night->secret, strlen(night->secret), NULL,
		    &length, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
		length != sizeof(secret))
		sim_break(SIM_RANKED, "%s is no secret", night->secret);
	crypto_generichash(hash, sizeof(hash), (const unsigned char *)fencer->event,
		strlen(fencer->event), secret, sizeof(secret));
	for (size_t i = 0; i < 8; i++)
		lot[i] = hash[7 - i];
}

int sim_fencer_compare_lots(const struct sim_stored_night *night, const struct sim_fencer *a,
	const struct sim_fencer *b)
{
	unsigned char one[8], other[8];

	draw(night, a, one);
	draw(night, b, other);
	return memcmp(one, other, sizeof(one));
}
