#include "bot/table/night_view.h"

#include "bot/base/attempt.h"
#include "bot/club/elimination.h"
#include "bot/competition/sheet_text.h"
#include "bot/night/letters.h"
#include "bot/table/competition_view.h"
#include "bot/table/night_sheets.h"
#include "bot/table/position.h"

static json_t *number(int64_t value)
{
	return json_integer(value);
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
	const struct bot_competition *competition = &shown->night->competition;

	if (competition->stage < BOT_STAGE_POOLS) {
		bot_competition_view_add_time(shown, "starts", competition->starts, json);
		return;
	}
	json_object_set_new(json, "starts", json_null());
	if (competition->resumes > 0 && competition->stage != BOT_STAGE_ENDED)
		bot_competition_view_add_time(shown, "resumes", competition->resumes, json);
}

/* The night of a room */

bool bot_night_view_exists(struct bot_host *host, const char *room)
{
	return bot_competition_view_exists(host, room, BOT_KIND_NIGHT);
}

static void write_night(struct bot_shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->night->competition;

	json_object_set_new(json, "stage", stage_json(competition->stage));
	bot_competition_view_add_terms(competition, json);
	set_times(shown, json);
	bot_night_sheets_add(shown->reader, shown->night, json);
}

json_t *bot_night_view(const struct bot_reader *reader, const char *room)
{
	return bot_competition_view(reader, room, BOT_KIND_NIGHT, write_night);
}

/* The reader's part */

/* Finds the bout that the entrant fences now, else the one that they fence next, or NULL. */
static const struct bot_bout *find_own(struct bot_night *night, uint8_t entrant)
{
	const struct bot_bout *bout = bot_night_current_bout(night, entrant);

	for (size_t i = 0; !bout && i < night->bouts; i++) {
		const struct bot_bout *other = &night->bout[i];

		if (other->state == BOT_BOUT_WAITS &&
			(other->entrant[0] == entrant || other->entrant[1] == entrant))
			bout = other;
	}
	return bout;
}

/* Sets where the bout is fenced: the number of the pool, or the name of its part of the tableau. */
static void set_where(const struct bot_shown *shown, const struct bot_bout *bout, json_t *json)
{
	char name[BOT_ROUND_NAME_SIZE];

	if (!bout)
		return;
	if (bout->round == 0) {
		json_object_set_new(json, "pool", number(bout->place));
		return;
	}
	if (bout == bot_night_third_place_bout(shown->night))
		bot_page_string(
			shown->reader->lang, BOT_MSG_NIGHT_THIRD_PLACE, NULL, name, sizeof(name));
	else
		bot_sheet_round_name(
			shown->night, bout->round, shown->reader->lang, name, sizeof(name));
	json_object_set_new(json, "round", bot_text_json(name));
}

static void write_own(struct bot_shown *shown, json_t *json)
{
	struct bot_night *night = shown->night;
	const struct bot_entrant *entrant = bot_night_find(night, shown->reader->user);
	const struct bot_bout *bout = NULL;
	struct bot_page page;

	bot_page_init(&page, shown->reader->lang);
	json_object_set_new(json, "stage", stage_json(night->competition.stage));
	set_times(shown, json);
	if (entrant && night->competition.stage > BOT_STAGE_CHECK_IN)
		bout = find_own(night, entrant->number);
	if (bout && bout->state == BOT_BOUT_FENCED)
		json_object_set_new(json, "match", number(bout->match));
	else if (entrant && night->competition.stage > BOT_STAGE_CHECK_IN)
		bot_letter_add_next(shown->reader->host, night, entrant, &page);
	json_object_set_new(json, "text", bot_text_json(page.body.data));
	set_where(shown, bout, json);
}

json_t *bot_night_view_own(const struct bot_reader *reader)
{
	int64_t id;

	if (!bot_found(bot_competition_of_user(reader->host->store, reader->user, &id)))
		return NULL;
	return bot_competition_view_of(reader, id, write_own);
}
