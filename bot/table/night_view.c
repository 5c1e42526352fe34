#include "bot/table/night_view.h"

#include "bot/base/attempt.h"
#include "bot/club/contest.h"
#include "bot/club/elimination.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/loading.h"
#include "bot/competition/sheet_text.h"
#include "bot/table/competition_view.h"
#include "bot/table/match_view.h"
#include "bot/table/position.h"

/* JSON of the sheets of a club night: its fencers, its pools and its tableau. */

#define NOBODY (-1) /* instead of the index of a fencer */

struct shown {
	const struct bot_reader *reader;
	struct bot_contest *contest;
	struct bot_tableau tableau; /* only if there are bouts of the tableau */
};

static json_t *number(int64_t value)
{
	return json_integer(value);
}

/* The fencers */

static const char *const states[] = {
	[BOT_ENTRANT_SIGNED_UP] = "signed_up",
	[BOT_ENTRANT_PRESENT] = "present",
	[BOT_ENTRANT_ABSENT] = "absent",
	[BOT_ENTRANT_WITHDRAWN] = "withdrawn",
	[BOT_ENTRANT_EXCLUDED] = "withdrawn", /* the moderator's reason is nobody else's concern */
};

static void append_fencer(
	const struct shown *shown, const struct bot_entrant *entrant, uint8_t final, json_t *all)
{
	char label[BOT_LABEL_SIZE];

	bot_entrant_label(shown->reader->host, entrant, label);
	json_t *json = json_object();
	json_object_set_new(json, "name", bot_text_json(label));
	json_object_set_new(json, "state", json_string(states[entrant->state]));
	json_object_set_new(json, "rank", number(entrant->rank));
	json_object_set_new(json, "final", number(final));
	json_array_append_new(all, json);
}

static void add_fencers(const struct shown *shown, json_t *json)
{
	struct bot_contest *contest = shown->contest;
	uint8_t places[BOT_CONTEST_ROWS] = {0};
	json_t *all = json_array();

	if (contest->competition.stage == BOT_STAGE_ENDED && bot_night_is_decided(contest))
		bot_night_places(contest, places);
	json_object_set_new(json, "fencers", all);
	for (size_t i = 0; i < contest->entrants; i++)
		append_fencer(shown, &contest->entrant[i], places[i], all);
}

/* The bouts */

static int64_t index_of(const struct shown *shown, uint8_t entrant)
{
	const struct bot_entrant *found = bot_contest_entrant(shown->contest, entrant);

	return found ? found - shown->contest->entrant : NOBODY;
}

/* Makes the JSON of a bout. `bout` is NULL if the bout is not there yet, or is a bye. */
static json_t *bout_json(const struct bot_bout *bout, json_t *one, json_t *other)
{
	static const char *const bout_states[] = {[BOT_BOUT_WAITS] = "waits",
		[BOT_BOUT_FENCED] = "fenced",
		[BOT_BOUT_ENDED] = "ended"};
	bool ended = bout && bout->state == BOT_BOUT_ENDED && bout->winner != BOT_BOUT_NOBODY;
	json_t *json = json_object();

	json_object_set_new(json, "fencers", json_pack("[o, o]", one, other));
	json_object_set_new(
		json, "state", json_string(bout_states[bout ? bout->state : BOT_BOUT_WAITS]));
	json_object_set_new(json, "winner", ended ? number(bout->winner) : json_null());
	if (ended)
		json_object_set_new(
			json, "touches", json_pack("[i, i]", bout->touches[0], bout->touches[1]));
	if (bout && bout->state == BOT_BOUT_FENCED)
		json_object_set_new(json, "match", number(bout->match));
	return json;
}

/* The pools */

static json_t *row_json(const struct shown *shown, const struct bot_entrant *entrant,
	const struct bot_standing *standings, size_t count)
{
	json_t *json = json_object();
	size_t i = 0;

	while (i < count && &shown->contest->entrant[standings[i].entrant] != entrant)
		i++;
	json_object_set_new(json, "fencer", number(entrant - shown->contest->entrant));
	if (i == count)
		return json;
	bot_competition_view_add_standing(&standings[i], i + 1, json);
	return json;
}

static json_t *rows_json(const struct shown *shown, uint8_t pool)
{
	const struct bot_contest *contest = shown->contest;
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_contest_standings(shown->contest, pool, standings);
	json_t *rows = json_array();

	for (uint8_t place = 1; place <= BOT_POOL_MOST; place++)
		for (size_t i = 0; i < contest->entrants; i++)
			if (contest->entrant[i].pool == pool && contest->entrant[i].place == place)
				json_array_append_new(rows,
					row_json(shown, &contest->entrant[i], standings, count));
	return rows;
}

static json_t *pool_json(const struct shown *shown, uint8_t pool)
{
	const struct bot_contest *contest = shown->contest;
	json_t *bouts = json_array();

	for (size_t i = 0; i < contest->bouts; i++) {
		const struct bot_bout *bout = &contest->bout[i];

		if (bout->round == 0 && bout->place == pool)
			json_array_append_new(
				bouts, bout_json(bout, number(index_of(shown, bout->entrant[0])),
					       number(index_of(shown, bout->entrant[1]))));
	}
	return json_pack("{s:o, s:o}", "rows", rows_json(shown, pool), "bouts", bouts);
}

static void add_pools(const struct shown *shown, json_t *json)
{
	uint8_t pools = bot_contest_pools(shown->contest);
	json_t *all = json_array();

	for (uint8_t pool = 1; pool <= pools; pool++)
		json_array_append_new(all, pool_json(shown, pool));
	json_object_set_new(json, "pools", all);
}

/* The tableau */

static json_t *ranked_json(const struct shown *shown, uint8_t rank)
{
	const struct bot_entrant *entrant;

	if (rank == BOT_TABLEAU_OPEN)
		return json_null();
	entrant = rank == BOT_TABLEAU_NOBODY
			  ? NULL
			  : bot_contest_ranked_entrant(shown->contest, rank + 1U);
	return number(entrant ? entrant - shown->contest->entrant : NOBODY);
}

/* The bout for the third place, or NULL. */
static json_t *third_json(const struct shown *shown)
{
	const struct bot_bout *bout = bot_night_third_place_bout(shown->contest);
	char name[BOT_ROUND_NAME_SIZE];

	if (!bout)
		return NULL;
	bot_page_string(shown->reader->lang, BOT_MSG_NIGHT_THIRD_PLACE, NULL, name, sizeof(name));
	return json_pack("{s:o, s:[o]}", "name", bot_text_json(name), "bouts",
		bout_json(bout, number(index_of(shown, bout->entrant[0])),
			number(index_of(shown, bout->entrant[1]))));
}

static json_t *round_json(const struct shown *shown, size_t round)
{
	json_t *bouts = json_array();
	char name[BOT_ROUND_NAME_SIZE];

	for (size_t i = 0; i < bot_tableau_bouts(&shown->tableau, round); i++) {
		uint8_t fencer[2];

		bot_tableau_pair(&shown->tableau, round, i, fencer);
		json_array_append_new(bouts,
			bout_json(bot_night_find_bout(shown->contest, round, i),
				ranked_json(shown, fencer[0]), ranked_json(shown, fencer[1])));
	}
	bot_sheet_round_name(
		shown->contest, (uint8_t)(round + 1), shown->reader->lang, name, sizeof(name));
	return json_pack("{s:o, s:o}", "name", bot_text_json(name), "bouts", bouts);
}

static void add_rounds(struct shown *shown, json_t *json)
{
	json_t *all = json_array();

	json_object_set_new(json, "rounds", all);
	if (!bot_night_has_tableau(shown->contest))
		return;
	json_t *third = third_json(shown);
	bot_night_tableau(shown->contest, &shown->tableau);
	for (size_t round = 0; round < shown->tableau.rounds; round++)
		json_array_append_new(all, round_json(shown, round));
	if (third)
		json_array_insert_new(all, shown->tableau.rounds - 1U, third);
}

/* Adds the lists `fencers`, `pools` and `rounds` to the JSON of a night. */
static void add_sheets(const struct bot_reader *reader, struct bot_contest *contest, json_t *json)
{
	struct shown shown = {.reader = reader, .contest = contest};

	add_pools(&shown, json);
	add_rounds(&shown, json);
	add_fencers(&shown, json);
}

static json_t *stage_json(enum bot_stage stage)
{
	static const char *const stages[] = {
		[BOT_STAGE_SIGN_UP] = "sign-up",
		[BOT_STAGE_CHECK_IN] = "check-in",
		[BOT_STAGE_POOLS] = "pools",
		[BOT_STAGE_TABLEAU] = "tableau",
		[BOT_STAGE_ENDED] = "ended",
	};

	return json_string(stages[stage]);
}

/*
 * Sets when the night begins, in wall time, or null if it has begun; and when its pause ends, if it
 * pauses.
 */
static void set_times(const struct bot_shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->contest->competition;

	if (competition->stage < BOT_STAGE_POOLS) {
		bot_competition_view_add_time(shown, "starts", competition->starts, json);
		return;
	}
	json_object_set_new(json, "starts", json_null());
	if (competition->resumes > 0 && competition->stage != BOT_STAGE_ENDED)
		bot_competition_view_add_time(shown, "resumes", competition->resumes, json);
}

/* The night of a room */

static void write_night(struct bot_shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->contest->competition;

	json_object_set_new(json, "stage", stage_json(competition->stage));
	bot_competition_view_add_terms(competition, json);
	set_times(shown, json);
	add_sheets(shown->reader, shown->contest, json);
}

json_t *bot_night_view(const struct bot_reader *reader, const char *room)
{
	return bot_competition_view(reader, room, BOT_KIND_NIGHT, write_night);
}

/* The reader's part */

/* Finds the bout that the entrant fences now, else the one that they fence next, or NULL. */
static const struct bot_bout *find_own(struct bot_contest *contest, uint8_t entrant)
{
	const struct bot_bout *bout = bot_contest_bout_of(contest, entrant, BOT_BOUT_FENCED);

	return bout ? bout : bot_contest_bout_of(contest, entrant, BOT_BOUT_WAITS);
}

/* Sets where the bout is fenced: the number of the pool, or the name of its part of the tableau. */
static void set_where(const struct bot_shown *shown, const struct bot_bout *bout, json_t *json)
{
	char name[BOT_ROUND_NAME_SIZE];

	if (!bout)
		return;
	if (bout->round == 0) { /* a bout that decides a title is one of the only pool */
		json_object_set_new(
			json, "pool", number(bout->place != BOT_CONTEST_DECIDES ? bout->place : 1));
		return;
	}
	if (bout == bot_night_third_place_bout(shown->contest))
		bot_page_string(
			shown->reader->lang, BOT_MSG_NIGHT_THIRD_PLACE, NULL, name, sizeof(name));
	else
		bot_sheet_round_name(
			shown->contest, bout->round, shown->reader->lang, name, sizeof(name));
	json_object_set_new(json, "round", bot_text_json(name));
}

static void write_own(struct bot_shown *shown, json_t *json)
{
	struct bot_contest *contest = shown->contest;
	const struct bot_entrant *entrant = bot_contest_find(contest, shown->reader->user);
	const struct bot_bout *bout = NULL;
	BOT_PAGE(page);

	bot_page_init(&page, shown->reader->lang);
	json_object_set_new(json, "stage", stage_json(contest->competition.stage));
	set_times(shown, json);
	if (entrant && contest->competition.stage > BOT_STAGE_CHECK_IN)
		bout = find_own(contest, entrant->number);
	if (bout && bout->state == BOT_BOUT_FENCED)
		json_object_set_new(json, "match", number(bout->match));
	else if (entrant && contest->competition.stage > BOT_STAGE_CHECK_IN)
		bot_entrant_add_next(shown->reader->host, contest, entrant, &page);
	json_object_set_new(json, "text", bot_text_json(page.body.data));
	set_where(shown, bout, json);
}

json_t *bot_night_view_own(const struct bot_reader *reader)
{
	int64_t id;

	if (!bot_competition_of_user(reader->host->store, reader->user, &id))
		return NULL;
	return bot_competition_view_of(reader, id, write_own);
}
