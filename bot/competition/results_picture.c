#include "bot/competition/results_picture.h"

#include "bot/base/attempt.h"
#include "bot/club/elimination.h"
#include "bot/club/season.h"
#include "bot/competition/loading.h"
#include "bot/competition/sheet_text.h"
#include "bot/match/loading.h"
#include "bot/picture/picture.h"
#include "bot/show/picture.h"
#include "bot/text/typography.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 64
#define LIST_SIZE 2048
#define NOTHING   "\xE2\x80\x93" /* U+2013 EN DASH: does not count */

_Static_assert(BOT_SHEETS_POOLS >= BOT_POOLS_MOST && BOT_SHEETS_POOL >= BOT_POOL_MOST &&
		       BOT_SHEETS_ROUNDS == BOT_TABLEAU_ROUNDS &&
		       BOT_SHEETS_BOUTS == BOT_ENTRANTS_MOST / 2,
	"the sheets have room for the largest night");
_Static_assert(BOT_SHEETS_POOLS >= BOT_DIVISIONS_MOST && BOT_SHEETS_POOL >= BOT_DIVISION_MOST,
	"the sheets have room for the largest season");

/* What differs between the pictures of a club night and of a season. */
struct design {
	const char *file;             /* how the name of the file begins */
	enum bot_msg title;           /* of the picture */
	enum bot_msg pool, only_pool; /* the title of one of several pools, and of the only one */
	uint8_t podium;               /* the pool that has the podium; 0: any fencer may be on it */
	/* Lists the standings of a pool, and its fencers in their order. Returns how many. */
	size_t (*list)(struct bot_contest *contest, uint8_t pool, struct bot_standing *standings,
		const struct bot_entrant **fencers);
};

/* The sheets and their texts. Too large for the stack. */
struct drawn {
	struct bot_sheets sheets;
	const struct design *design;
	struct bot_contest *contest;
	const struct bot_lang *lang;
	char label[BOT_CONTEST_ROWS][BOT_LABEL_SIZE];
	char title[TEXT_SIZE], third[TEXT_SIZE], head[3][TEXT_SIZE];
	char pool[BOT_SHEETS_POOLS][TEXT_SIZE], round[BOT_SHEETS_ROUNDS][TEXT_SIZE];
};

static const char *name_of(const struct drawn *drawn, const struct bot_entrant *entrant)
{
	return entrant ? drawn->label[entrant - drawn->contest->entrant] : NULL;
}

static const char *write(
	const struct drawn *drawn, enum bot_msg msg, int64_t round, char text[TEXT_SIZE])
{
	bot_page_string(drawn->lang, msg, &(struct bot_args){.round = round}, text, TEXT_SIZE);
	return text;
}

/* Writes what a fencer has reached in a bout: V5 for a victory, 3 for a defeat. */
static void write_mark(const struct bot_bout *bout, size_t side, char mark[BOT_SHEETS_MARK])
{
	if (!bout || bout->state != BOT_BOUT_ENDED)
		mark[0] = '\0';
	else if (bout->winner == BOT_BOUT_NOBODY)
		memcpy(mark, NOTHING, sizeof(NOTHING));
	else
		snprintf(mark, BOT_SHEETS_MARK, "%s%u", bout->winner == side ? "V" : "",
			bout->touches[side] % 100U);
}

/* The podium */

static bool may_be_placed(const struct drawn *drawn, size_t i)
{
	uint8_t podium = drawn->design->podium;

	return podium == 0 || drawn->contest->entrant[i].pool == podium;
}

static void fill_podium(struct drawn *drawn)
{
	struct bot_sheets *sheets = &drawn->sheets;
	uint8_t place[BOT_CONTEST_ROWS];

	bot_night_places(drawn->contest, place);
	for (unsigned at = 1; at <= 3; at++)
		for (size_t i = 0; i < drawn->contest->entrants; i++) {
			if (place[i] != at || !may_be_placed(drawn, i) ||
				sheets->placed == BOT_SHEETS_PLACES)
				continue;
			struct bot_sheets_place *next = &sheets->place[sheets->placed++];

			next->name = drawn->label[i];
			snprintf(next->number, sizeof(next->number), "%u.", at);
		}
}

/* The pools */

static const struct bot_bout *find_pool_bout(
	const struct bot_contest *contest, uint8_t one, uint8_t other, size_t *side)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		const struct bot_bout *bout = &contest->bout[i];

		*side = bout->entrant[1] == one;
		if (bout->round == 0 && bout->entrant[*side] == one &&
			bout->entrant[1 - *side] == other)
			return bout;
	}
	return NULL;
}

static void write_results(
	const struct bot_standing *standing, size_t place, char result[3][BOT_SHEETS_RESULT])
{
	int indicator = bot_ranking_indicator(standing);

	if (standing->withdrawn) {
		for (size_t i = 0; i < 3; i++)
			memcpy(result[i], NOTHING, sizeof(NOTHING));
		return;
	}
	snprintf(result[0], BOT_SHEETS_RESULT, "%d/%d", standing->victories % 100,
		standing->bouts % 100);
	snprintf(result[1], BOT_SHEETS_RESULT, "%s%d",
		indicator < 0   ? BOT_MINUS
		: indicator > 0 ? "+"
				: "",
		abs(indicator) % 1000);
	snprintf(result[2], BOT_SHEETS_RESULT, "%u", (unsigned)(place % 100));
}

static void fill_row(const struct drawn *drawn, struct bot_sheets_pool *pool, size_t row,
	const struct bot_entrant *const *fencers, const struct bot_standing *standings,
	size_t count)
{
	const struct bot_entrant *fencer = fencers[row];

	pool->size = row + 1;
	pool->name[row] = drawn->label[fencer - drawn->contest->entrant];
	for (size_t i = 0; i < BOT_SHEETS_POOL && fencers[i]; i++) {
		size_t side = 0;
		const struct bot_bout *bout =
			find_pool_bout(drawn->contest, fencer->number, fencers[i]->number, &side);

		write_mark(i == row ? NULL : bout, side, pool->cell[row][i]);
	}
	for (size_t i = 0; i < count; i++)
		if (&drawn->contest->entrant[standings[i].entrant] == fencer)
			write_results(&standings[i], i + 1, pool->result[row]);
}

static const char *write_title(struct drawn *drawn, uint8_t number)
{
	const struct design *design = drawn->design;

	return write(drawn,
		bot_contest_pools(drawn->contest) == 1 ? design->only_pool : design->pool, number,
		drawn->pool[number - 1]);
}

static void fill_pool(struct drawn *drawn, uint8_t number)
{
	struct bot_sheets_pool *pool = &drawn->sheets.pool[number - 1];
	const struct bot_entrant *fencers[BOT_SHEETS_POOL] = {NULL};
	struct bot_standing standings[BOT_CONTEST_ROWS];

	pool->title = write_title(drawn, number);
	size_t count = drawn->design->list(drawn->contest, number, standings, fencers);
	for (size_t row = 0; row < BOT_SHEETS_POOL && fencers[row]; row++)
		fill_row(drawn, pool, row, fencers, standings, count);
}

static void fill_pools(struct drawn *drawn)
{
	static const enum bot_msg heads[] = {
		BOT_MSG_WEB_NIGHT_VICTORIES, BOT_MSG_WEB_NIGHT_INDICATOR, BOT_MSG_WEB_NIGHT_PLACE};
	struct bot_sheets *sheets = &drawn->sheets;
	const uint8_t found = bot_contest_pools(drawn->contest);
	const uint8_t pools = found < BOT_SHEETS_POOLS ? found : BOT_SHEETS_POOLS;

	for (size_t i = 0; i < 3; i++)
		sheets->head[i] = write(drawn, heads[i], 0, drawn->head[i]);
	sheets->pools = pools;
	for (uint8_t pool = 1; pool <= pools; pool++)
		fill_pool(drawn, pool);
}

/* The tableau */

static void fill_bout(const struct drawn *drawn, const struct bot_bout *bout,
	const struct bot_entrant *const fencers[2], struct bot_sheets_bout *filled)
{
	for (size_t i = 0; i < 2; i++) {
		filled->name[i] = name_of(drawn, fencers[i]);
		filled->won[i] = bout && bout->state == BOT_BOUT_ENDED && bout->winner == i;
		write_mark(bout, i, filled->mark[i]);
	}
}

static void fill_round(struct drawn *drawn, const struct bot_tableau *tableau, size_t number)
{
	struct bot_sheets_round *round = &drawn->sheets.round[number];

	bot_sheet_round_name(drawn->contest, (uint8_t)(number + 1), drawn->lang,
		drawn->round[number], TEXT_SIZE);
	round->title = drawn->round[number];
	round->bouts = bot_tableau_bouts(tableau, number);
	for (size_t i = 0; i < round->bouts; i++) {
		const struct bot_entrant *fencers[2];
		uint8_t rank[2];

		bot_tableau_pair(tableau, number, i, rank);
		for (size_t j = 0; j < 2; j++)
			fencers[j] =
				rank[j] < tableau->fencers
					? bot_contest_ranked_entrant(drawn->contest, rank[j] + 1U)
					: NULL;
		fill_bout(drawn, bot_night_find_bout(drawn->contest, number, i), fencers,
			&round->bout[i]);
	}
}

static void fill_third(struct drawn *drawn)
{
	const struct bot_bout *bout = bot_night_third_place_bout(drawn->contest);

	if (!bout)
		return;
	const struct bot_entrant *const fencers[2] = {
		bot_contest_entrant(drawn->contest, bout->entrant[0]),
		bot_contest_entrant(drawn->contest, bout->entrant[1])};
	drawn->sheets.third.title = write(drawn, BOT_MSG_NIGHT_THIRD_PLACE, 0, drawn->third);
	fill_bout(drawn, bout, fencers, &drawn->sheets.third.bout);
}

static void fill_tableau(struct drawn *drawn)
{
	struct bot_tableau tableau;

	if (!bot_night_has_tableau(drawn->contest))
		return;
	bot_night_tableau(drawn->contest, &tableau);
	drawn->sheets.rounds = tableau.rounds;
	for (size_t round = 0; round < tableau.rounds; round++)
		fill_round(drawn, &tableau, round);
	fill_third(drawn);
}

/* The designs */

/* Lists the fencers of a pool in the order of its sheet. */
static size_t list_pool(struct bot_contest *contest, uint8_t pool, struct bot_standing *standings,
	const struct bot_entrant **fencers)
{
	size_t count = 0;

	for (uint8_t place = 1; place <= BOT_POOL_MOST; place++)
		for (size_t i = 0; i < contest->entrants; i++) {
			const struct bot_entrant *entrant = &contest->entrant[i];

			if (entrant->pool == pool && entrant->place == place &&
				count < BOT_SHEETS_POOL)
				fencers[count++] = entrant;
		}
	return bot_contest_standings(contest, pool, standings);
}

/* Lists the fencers of a division in the order of its table. */
static size_t list_division(struct bot_contest *contest, uint8_t division,
	struct bot_standing *standings, const struct bot_entrant **fencers)
{
	size_t count = bot_season_standings(contest, division, true, standings);

	for (size_t i = 0; i < count && i < BOT_SHEETS_POOL; i++)
		fencers[i] = &contest->entrant[standings[i].entrant];
	return count;
}

static const struct design designs[] = {
	[BOT_KIND_NIGHT] = {"night", BOT_MSG_WEB_NIGHT, BOT_MSG_WEB_NIGHT_POOL,
		BOT_MSG_WEB_NIGHT_POOL, 0, list_pool},
	[BOT_KIND_SEASON] = {"season", BOT_MSG_WEB_SEASON, BOT_MSG_WEB_SEASON_DIVISION,
		BOT_MSG_WEB_SEASON_TABLE, 1, list_division},
};

/* The picture */

static void fill(struct bot_host *host, struct drawn *drawn)
{
	const struct bot_contest *contest = drawn->contest;

	for (size_t i = 0; i < contest->entrants; i++)
		bot_entrant_label(host, &contest->entrant[i], drawn->label[i]);
	drawn->sheets.title = write(drawn, drawn->design->title, 0, drawn->title);
	fill_podium(drawn);
	fill_tableau(drawn);
	fill_pools(drawn);
}

/* Writes what the picture shows, for people who don't see it. */
static void describe(const struct drawn *drawn, struct bot_page *page)
{
	char list[LIST_SIZE], command[BOT_WORDS_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	for (size_t i = 0; i < drawn->sheets.placed; i++) {
		bot_text_add(&text, i > 0 ? BOT_BETWEEN : "");
		bot_text_add(&text, drawn->sheets.place[i].number);
		bot_text_add(&text, " ");
		bot_text_add(&text, drawn->sheets.place[i].name);
	}
	struct bot_args args =
		bot_kind_args(drawn->lang, drawn->contest->competition.kind, command);
	args.words = list;
	bot_page_init(page, drawn->lang);
	bot_page_say(page, BOT_MSG_CONTEST_PICTURE, &args);
}

/* Draws the picture and sends it, unless it is too large for a message. */
static void send(struct bot_host *host, const struct drawn *drawn)
{
	const struct bot_competition *competition = &drawn->contest->competition;
	struct bot_letter letter = {.kind = BOT_OUT_FILE, .to = competition->room};
	struct bot_picture picture;
	char file[TEXT_SIZE];
	BOT_PAGE(page);

	if (!bot_picture_sheets(&drawn->sheets, &picture))
		return;
	bot_scratch_own(picture.data, free);
	snprintf(file, sizeof(file), "%s-%" PRId64 ".png", drawn->design->file, competition->id);
	letter.file = (struct bot_file){file, "image/png", picture.data, picture.size};
	describe(drawn, &page);
	if (picture.size <= BOT_FILE_MAX)
		bot_send(host, letter, &page, NULL);
}

void bot_results_picture_send(
	struct bot_host *host, struct bot_contest *contest, const struct bot_lang *lang)
{

	bool refused = bot_picture_refused(host, contest->competition.room);

	if (refused)
		return;
	struct drawn *drawn = bot_scratch(sizeof(*drawn));
	drawn->design = &designs[contest->competition.kind];
	drawn->contest = contest;
	drawn->lang = lang;
	fill(host, drawn);
	send(host, drawn);
}
