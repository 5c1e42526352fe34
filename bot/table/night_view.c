#include "bot/table/night_view.h"

#include "bot/call/time.h"
#include "bot/club/elimination.h"
#include "bot/night/letters.h"
#include "bot/night/loading.h"
#include "bot/night/sheet.h"
#include "bot/table/night_sheets.h"
#include "bot/table/position.h"

#include <stdlib.h>

#define SHOWN_FOR (INT64_C(24) * 3600 * 1000) /* milliseconds after the end of a night */

/* The night that a view shows. */
struct shown {
	const struct bot_reader *reader;
	struct bot_night *night;
};

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
static enum bot_error set_times(const struct shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->night->competition;
	const struct bot_port *port = shown->reader->host->port;
	bool waits = competition->stage < BOT_STAGE_POOLS;
	bool pauses = competition->resumes > 0 && competition->stage != BOT_STAGE_ENDED;
	int64_t now = 0, wall = port->now(port->self);
	enum bot_error error = waits || pauses ? bot_time_now(shown->reader->host, &now) : BOT_OK;

	json_object_set_new(
		json, "starts", waits ? number(wall + competition->starts - now) : json_null());
	if (pauses)
		json_object_set_new(json, "resumes", number(wall + competition->resumes - now));
	return error;
}

/* The night of a room */

static enum bot_error find(
	const struct bot_host *host, const char *room, struct bot_competition *competition)
{
	const struct bot_port *port = host->port;
	enum bot_error error = bot_competition_shown(
		host->store, room, BOT_KIND_NIGHT, port->now(port->self) - SHOWN_FOR, competition);

	/* A damaged night ends by itself, and must not stop the board. */
	return error == BOT_STORE_CORRUPT ? BOT_NOT_FOUND : error;
}

enum bot_error bot_night_view_exists(struct bot_host *host, const char *room, bool *exists)
{
	struct bot_competition competition;
	enum bot_error error = find(host, room, &competition);

	*exists = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static enum bot_error write_night(struct shown *shown, json_t **json)
{
	const struct bot_competition *competition = &shown->night->competition;
	json_t *made = json_object();

	json_object_set_new(made, "stage", stage_json(competition->stage));
	json_object_set_new(made, "touches", number(competition->rules.touches));
	json_object_set_new(made, "level", json_string(eg_rules_name(&competition->rules.round)));
	json_object_set_new(made, "turn", number(competition->clock));
	enum bot_error error = set_times(shown, made);
	if (!error)
		error = bot_night_sheets_add(shown->reader, shown->night, made);
	if (error)
		json_decref(made);
	else
		*json = made;
	return error;
}

/* Calls `write` with the night `id`. Sets *json to NULL if its rows are damaged. */
static enum bot_error with_night(const struct bot_reader *reader, int64_t id,
	enum bot_error (*write)(struct shown *shown, json_t **json), json_t **json)
{
	struct shown shown = {.reader = reader};
	enum bot_error error = bot_night_load(reader->host, id, &shown.night);

	if (!error)
		error = write(&shown, json);
	else if (error == BOT_STORE_CORRUPT || error == BOT_NOT_FOUND)
		*json = NULL;
	free(shown.night);
	return error == BOT_STORE_CORRUPT || error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_night_view(const struct bot_reader *reader, const char *room, json_t **json)
{
	struct bot_competition competition;
	enum bot_error error = find(reader->host, room, &competition);

	*json = NULL;
	if (!error)
		error = with_night(reader, competition.id, write_night, json);
	if (!error || error == BOT_NOT_FOUND)
		*json = *json ? *json : json_null();
	return error == BOT_NOT_FOUND ? BOT_OK : error;
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
static void set_where(const struct shown *shown, const struct bot_bout *bout, json_t *json)
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

static enum bot_error write_own(struct shown *shown, json_t **json)
{
	struct bot_night *night = shown->night;
	const struct bot_entrant *entrant = bot_night_find(night, shown->reader->user);
	const struct bot_bout *bout = NULL;
	struct bot_page page;

	bot_page_init(&page, shown->reader->lang);
	json_t *made = json_pack("{s:o}", "stage", stage_json(night->competition.stage));
	enum bot_error error = set_times(shown, made);
	if (entrant && night->competition.stage > BOT_STAGE_CHECK_IN)
		bout = find_own(night, entrant->number);
	if (bout && bout->state == BOT_BOUT_FENCED)
		json_object_set_new(made, "match", number(bout->match));
	else if (!error && entrant && night->competition.stage > BOT_STAGE_CHECK_IN)
		error = bot_letter_add_next(shown->reader->host, night, entrant, &page);
	json_object_set_new(made, "text", bot_text_json(page.body.data));
	set_where(shown, bout, made);
	if (error)
		json_decref(made);
	else
		*json = made;
	return error;
}

enum bot_error bot_night_view_own(const struct bot_reader *reader, json_t **json)
{
	int64_t id;
	enum bot_error error = bot_competition_of_user(reader->host->store, reader->user, &id);

	*json = NULL;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return with_night(reader, id, write_own, json);
}
