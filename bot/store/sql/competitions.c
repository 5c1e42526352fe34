#include "bot/store/competitions.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/rows.h"
#include "bot/store/sql/store_state.h"

#include <string.h>

const char *const bot_competition_kind_names[] = {
	[BOT_KIND_NIGHT] = "night",
	[BOT_KIND_SEASON] = "season",
	[BOT_KIND_TEAM] = "team",
};

static const char *const bot_stage_names[] = {
	[BOT_STAGE_SIGN_UP] = "sign-up",
	[BOT_STAGE_CHECK_IN] = "check-in",
	[BOT_STAGE_POOLS] = "pools",
	[BOT_STAGE_TABLEAU] = "tableau",
	[BOT_STAGE_ENDED] = "ended",
};

BOT_ROW_FUNCTIONS(competition, COMPETITIONS)

static void get(struct bot_query *query, void *to)
{
	struct bot_competition *row = to;

	*row = (struct bot_competition){.rules.first = EG_NOBODY};
	row->id = bot_query_get_int(query, 1, INT64_MAX);
	get_competition(query, row);
}

void bot_competition_add(struct bot_store *store, struct bot_competition *competition)
{
	store->known.no_competitions = store->known.never_competitions = false;
	competition->id = bot_query_add(
		bind_competition(BOT_QUERY(store, BOT_SQL_COMPETITION_ADD), competition));
	bot_change_note_competition(store, competition->id);
}

void bot_competition_save(struct bot_store *store, const struct bot_competition *competition)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_COMPETITION_SAVE);

	store->known.no_competitions = false;
	bot_change_note_competition(store, competition->id);
	bind_competition(query, competition);
	bot_query_int(query, competition->id);
	bot_need(bot_query_write_one(query));
}

bool bot_competition_get(struct bot_store *store, int64_t id, struct bot_competition *competition)
{
	return bot_query_get_sound(BOT_QUERY(store, BOT_SQL_COMPETITION_GET, id), get, competition);
}

static enum bot_competition_kind get_kind(struct bot_query *query)
{
	return (enum bot_competition_kind)bot_query_get_name(
		query, bot_competition_kind_names, BOT_NAMES(bot_competition_kind_names));
}

enum bot_competition_kind bot_competition_kind(struct bot_store *store, int64_t id)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_COMPETITION_KIND, id);
	enum bot_competition_kind kind = BOT_KIND_NIGHT;

	if (bot_query_one(query))
		kind = get_kind(query);
	return bot_query_end_sound(query) ? kind : BOT_KIND_NIGHT;
}

bool bot_competition_find(struct bot_store *store, const char *room, enum bot_competition_kind kind,
	struct bot_competition *competition)
{
	const char *name = bot_competition_kind_names[kind];
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_COMPETITION_FIND, room, name);
	bool goes_on = bot_query_one(query);

	if (goes_on)
		get(query, competition);
	return bot_query_end_sound(query) ||
	       (!goes_on &&
		       bot_query_get_sound(BOT_QUERY(store, BOT_SQL_COMPETITION_LAST, room, name),
			       get, competition));
}

/* Whether there is any competition. */
static bool exist(struct bot_store *store)
{
	store->known.never_competitions =
		store->known.never_competitions ||
		!bot_query_true(BOT_QUERY(store, BOT_SQL_COMPETITIONS_EXIST));
	return !store->known.never_competitions;
}

bool bot_competition_shown(struct bot_store *store, const char *room,
	enum bot_competition_kind kind, int64_t since, struct bot_competition *competition)
{
	struct bot_competition found = {.ended = 0};

	if (!exist(store) || !bot_competition_find(store, room, kind, &found) ||
		(found.ended > 0 && found.ended < since))
		return false;
	*competition = found;
	return true;
}

/* Whether any competition may be open. Each open one has a time at which it is due. */
static bool may_go_on(struct bot_store *store)
{
	enum bot_competition_kind kind;
	int64_t id, due;

	return bot_competition_next(store, &id, &kind, &due);
}

bool bot_competition_of_user(struct bot_store *store, const char *user, int64_t *id)
{
	return may_go_on(store) &&
	       bot_query_number(
		       BOT_QUERY(store, BOT_SQL_COMPETITION_OF_USER, user), 1, INT64_MAX, id);
}

bool bot_competition_is_elsewhere(
	struct bot_store *store, int64_t id, const char *user, int64_t from, int64_t to)
{
	return bot_query_true(BOT_QUERY(store, BOT_SQL_COMPETITION_ELSEWHERE, user, id, from, to));
}

size_t bot_competition_rooms_of(struct bot_store *store, const char *user,
	enum bot_competition_kind kind, char (*rooms)[BOT_ID_SIZE], size_t size)
{
	if (!may_go_on(store))
		return 0;
	return bot_query_list(BOT_QUERY(store, BOT_SQL_COMPETITION_ROOMS_OF, user,
				      bot_competition_kind_names[kind], bot_limit(size)),
		bot_row_id, rooms, sizeof(*rooms));
}

void bot_competition_give_up(struct bot_store *store, int64_t id, int64_t now)
{
	store->known.no_competitions = false;
	bot_change_note_competition(store, id);
	bot_query_write(BOT_QUERY(store, BOT_SQL_COMPETITION_GIVE_UP, id, now));
	bot_entrants_clear(store, id);
}

bool bot_competition_next(
	struct bot_store *store, int64_t *id, enum bot_competition_kind *kind, int64_t *due)
{
	if (store->known.no_competitions)
		return false;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_COMPETITION_NEXT);
	if (bot_query_one(query)) {
		*id = bot_query_get_int(query, 1, INT64_MAX);
		*kind = get_kind(query);
		*due = bot_query_get_int(query, 1, INT64_MAX);
	}
	store->known.no_competitions = query->error == BOT_NOT_FOUND;
	return bot_query_end(query);
}

void bot_competition_wake(struct bot_store *store, int64_t id)
{
	store->known.no_competitions = false;
	bot_query_change(store, BOT_SQL_COMPETITION_WAKE, id);
}

void bot_competition_leave(struct bot_store *store, const char *user, const char *room)
{
	/* The first statement needs the entrants that the second one deletes. */
	static const enum bot_sql steps[] = {
		BOT_SQL_COMPETITIONS_WAKE, BOT_SQL_ENTRANTS_DROP, BOT_SQL_ENTRANTS_WITHDRAW};

	if (!may_go_on(store))
		return;
	store->known.no_competitions = false;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		bot_query_write(BOT_QUERY(store, steps[i], user, room));
}

BOT_ROW_FUNCTIONS(honour, HONOURS)

void bot_honour_add(struct bot_store *store, const char *room, const struct bot_honour *honour)
{
	bot_query_write(bind_honour(BOT_QUERY(store, BOT_SQL_HONOUR_ADD, room), honour));
	bot_query_write(BOT_QUERY(store, BOT_SQL_HONOURS_TRIM, room, BOT_HONOURS_KEPT));
}

size_t bot_honour_list(
	struct bot_store *store, const char *room, struct bot_honour *honours, size_t size)
{
	return bot_query_list(BOT_QUERY(store, BOT_SQL_HONOUR_LIST, room, bot_limit(size)),
		get_honour, honours, sizeof(*honours));
}

BOT_ROW_FUNCTIONS(weekly_night, WEEKLY_NIGHTS)

static void get_weekly(struct bot_query *query, void *to)
{
	struct bot_weekly_night *row = to;

	*row = (struct bot_weekly_night){.rules.first = EG_NOBODY};
	get_weekly_night(query, row);
}

void bot_weekly_night_save(struct bot_store *store, const struct bot_weekly_night *weekly)
{
	store->known.no_weekly_nights = false;
	bot_query_write(bind_weekly_night(BOT_QUERY(store, BOT_SQL_WEEKLY_SAVE), weekly));
}

bool bot_weekly_night_get(
	struct bot_store *store, const char *room, struct bot_weekly_night *weekly)
{
	return bot_query_get_sound(BOT_QUERY(store, BOT_SQL_WEEKLY_GET, room), get_weekly, weekly);
}

bool bot_weekly_night_delete(struct bot_store *store, const char *room)
{
	return bot_query_write_one(BOT_QUERY(store, BOT_SQL_WEEKLY_DELETE, room));
}

bool bot_weekly_night_next(struct bot_store *store, char room[BOT_ID_SIZE], int64_t *due)
{
	if (store->known.no_weekly_nights)
		return false;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_WEEKLY_NEXT);
	if (bot_query_one(query)) {
		bot_query_get_id(query, room);
		*due = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	}
	store->known.no_weekly_nights = query->error == BOT_NOT_FOUND;
	return bot_query_end(query);
}

static const char *const bot_entrant_state_names[] = {
	[BOT_ENTRANT_SIGNED_UP] = "signed up",
	[BOT_ENTRANT_PRESENT] = "present",
	[BOT_ENTRANT_ABSENT] = "absent",
	[BOT_ENTRANT_WITHDRAWN] = "withdrawn",
	[BOT_ENTRANT_EXCLUDED] = "excluded",
};

static const char *const bot_bout_state_names[] = {
	[BOT_BOUT_WAITS] = "waits",
	[BOT_BOUT_FENCED] = "fenced",
	[BOT_BOUT_ENDED] = "ended",
};

static const char *const bot_bout_winner_names[] = {"one", "other", [BOT_BOUT_NOBODY] = "nobody"};

BOT_ROW_FUNCTIONS(entrant, ENTRANTS)

void bot_entrant_save(
	struct bot_store *store, int64_t competition, const struct bot_entrant *entrant)
{
	bot_query_write(bind_entrant(BOT_QUERY(store, BOT_SQL_ENTRANT_SAVE, competition), entrant));
}

BOT_ROW_FUNCTIONS(bout, BOUTS)

void bot_bout_save(struct bot_store *store, int64_t competition, const struct bot_bout *bout)
{
	bot_query_write(bind_bout(BOT_QUERY(store, BOT_SQL_BOUT_SAVE, competition), bout));
}

void bot_entrant_remove(struct bot_store *store, int64_t competition, const char *user)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_ENTRANT_REMOVE, competition, user));
}

void bot_entrants_clear(struct bot_store *store, int64_t competition)
{
	bot_query_change(store, BOT_SQL_ENTRANTS_CLEAR, competition);
}

bool bot_entrant_list(struct bot_store *store, int64_t competition, struct bot_entrant *entrants,
	size_t size, size_t *count)
{
	return bot_query_list_sound(
		BOT_QUERY(store, BOT_SQL_ENTRANT_LIST, competition, bot_limit(size)), get_entrant,
		entrants, sizeof(*entrants), count);
}

bool bot_bout_list(struct bot_store *store, int64_t competition, struct bot_bout *bouts,
	size_t size, size_t *count)
{
	return bot_query_list_sound(
		BOT_QUERY(store, BOT_SQL_BOUT_LIST, competition, bot_limit(size)), get_bout, bouts,
		sizeof(*bouts), count);
}
