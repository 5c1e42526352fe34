#include "bot/competition/loading.h"

#include "bot/base/attempt.h"
#include "bot/competition/lots.h"

#define LABELS_SIZE 2600 /* bytes for the labels of all entrants in one list */

static bool all_fencers_exist(struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++)
		for (size_t j = 0; j < 2; j++)
			if (!bot_contest_entrant(contest, contest->bout[i].entrant[j]))
				return false;
	return true;
}

/* Lists the entrants of both halves. Returns false if a row is damaged. */
static bool list_entrants(struct bot_store *store, struct bot_contest *contest)
{
	contest->entrants = 0;
	for (size_t half = 0; half < 2; half++) {
		int64_t id = bot_competition_half_id(&contest->competition, half);
		size_t count = 0;

		if (id != 0 && !bot_entrant_list(store, id, contest->entrant + contest->entrants,
				       BOT_CONTEST_ROWS - contest->entrants, &count))
			return false;
		contest->entrants += count;
	}
	return true;
}

/* Whether the store has the competition, and no row of it is damaged. */
static bool load(struct bot_host *host, int64_t id, struct bot_contest *contest)
{
	struct bot_store *store = host->store;

	return bot_competition_get(store, id, &contest->competition) &&
	       list_entrants(store, contest) &&
	       bot_bout_list(store, bot_competition_half_id(&contest->competition, 0),
		       contest->bout, BOT_CONTEST_BOUTS, &contest->bouts) &&
	       all_fencers_exist(contest) && bot_lots_draw(contest);
}

struct bot_contest *bot_competition_load(struct bot_host *host, int64_t id)
{
	struct bot_contest *contest = bot_scratch(sizeof(*contest));

	return load(host, id, contest) ? contest : NULL;
}

struct bot_contest *bot_competition_load_last(
	struct bot_host *host, const char *room, enum bot_competition_kind kind)
{
	struct bot_competition last;

	if (!bot_competition_find(host->store, room, kind, &last))
		return NULL;
	return bot_competition_load(host, last.id);
}

static bool is_same_entrant(const struct bot_entrant *a, const struct bot_entrant *b)
{
	return a->number == b->number && a->state == b->state && a->pool == b->pool &&
	       a->place == b->place && a->rank == b->rank && a->forfeits == b->forfeits &&
	       a->forfeited == b->forfeited && a->at_once == b->at_once;
}

static bool is_same_bout(const struct bot_bout *a, const struct bot_bout *b)
{
	return a->number == b->number && a->match == b->match && a->state == b->state &&
	       a->touches[0] == b->touches[0] && a->touches[1] == b->touches[1] &&
	       a->winner == b->winner && a->again == b->again;
}

bool bot_competition_has_changed(
	const struct bot_contest *contest, const struct bot_contest *before)
{
	bool same = contest->competition.stage == before->competition.stage &&
		    contest->entrants == before->entrants && contest->bouts == before->bouts;

	for (size_t i = 0; same && i < contest->entrants; i++)
		same = is_same_entrant(&contest->entrant[i], &before->entrant[i]);
	for (size_t i = 0; same && i < contest->bouts; i++)
		same = is_same_bout(&contest->bout[i], &before->bout[i]);
	return !same;
}

bool bot_competition_load_other_half(struct bot_host *host,
	const struct bot_competition *competition, struct bot_competition *other)
{
	if (competition->partner == 0 ||
		!bot_competition_get(host->store, competition->partner, other))
		return false;
	other->stage = competition->stage;
	other->starts = competition->starts;
	other->due = competition->due;
	other->ends = competition->ends;
	other->agreed = competition->agreed;
	other->ended = competition->ended;
	return true;
}

void bot_competition_save_halves(struct bot_host *host, const struct bot_competition *competition)
{
	struct bot_competition other;

	bot_competition_save(host->store, competition);
	if (bot_competition_load_other_half(host, competition, &other))
		bot_competition_save(host->store, &other);
}

void bot_competition_save_entrant(
	struct bot_host *host, const struct bot_contest *contest, const struct bot_entrant *entrant)
{
	const struct bot_competition *competition = &contest->competition;
	size_t half = bot_competition_half_of_entrant(competition, entrant->number);

	bot_entrant_save(host->store, bot_competition_half_id(competition, half), entrant);
}

void bot_competition_save_changes(
	struct bot_host *host, const struct bot_contest *contest, const struct bot_contest *before)
{
	int64_t first = bot_competition_half_id(&contest->competition, 0);
	int64_t second = bot_competition_half_id(&contest->competition, 1);

	bot_competition_save_halves(host, &contest->competition);
	for (size_t i = 0; i < contest->entrants; i++)
		if (i >= before->entrants ||
			!is_same_entrant(&contest->entrant[i], &before->entrant[i]))
			bot_competition_save_entrant(host, contest, &contest->entrant[i]);
	for (size_t i = 0; i < contest->bouts; i++)
		if (i >= before->bouts || !is_same_bout(&contest->bout[i], &before->bout[i]))
			bot_bout_save(host->store, first, &contest->bout[i]);
	bool closes = before->competition.stage < BOT_STAGE_POOLS &&
		      contest->competition.stage >= BOT_STAGE_POOLS;
	if (closes)
		bot_entrants_clear(host->store, first);
	if (closes && second != 0)
		bot_entrants_clear(host->store, second);
}

void bot_entrant_label(
	struct bot_host *host, const struct bot_entrant *entrant, char label[BOT_LABEL_SIZE])
{
	bot_name_label(host->store, entrant->user, label);
}

double bot_entrant_rating(struct bot_host *host, const struct bot_entrant *entrant)
{
	struct bot_rating found;

	if (!bot_rating_get(host->store, NULL, entrant->user, &found))
		return 0;
	return found.glicko.rating - 2 * found.glicko.deviation;
}

/*
 * Returns how many bytes a label may have in a list. The message at the end of a season has the
 * most labels: each fencer is in a table, and a quarter of two divisions is named again.
 */
static size_t find_most(const struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += bot_entrant_takes_part(&contest->entrant[i]) ||
			 contest->entrant[i].pool > 0;
	return LABELS_SIZE / (count > 0 ? count : 1);
}

void bot_entrant_add_label(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, struct bot_text *text)
{
	char label[BOT_LABEL_SIZE], cut[BOT_LABEL_SIZE];
	size_t most = find_most(contest);

	bot_entrant_label(host, entrant, label);
	struct bot_text fitting = bot_text_in(cut, most < sizeof(cut) ? most : sizeof(cut));
	bot_text_add(&fitting, label);
	bot_text_show_cut(&fitting);
	bot_text_add(text, cut);
}
