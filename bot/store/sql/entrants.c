#include "bot/store/entrants.h"

#include "bot/store/sql/query.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const char *const entrant_states[] = {
	[BOT_ENTRANT_SIGNED_UP] = "signed up",
	[BOT_ENTRANT_PRESENT] = "present",
	[BOT_ENTRANT_ABSENT] = "absent",
	[BOT_ENTRANT_WITHDRAWN] = "withdrawn",
	[BOT_ENTRANT_EXCLUDED] = "excluded",
};

static const char *const bout_states[] = {
	[BOT_BOUT_WAITS] = "waits",
	[BOT_BOUT_FENCED] = "fenced",
	[BOT_BOUT_ENDED] = "ended",
};

static const char *const winners[] = {"one", "other", [BOT_BOUT_NOBODY] = "nobody"};

enum bot_error bot_entrant_save(
	struct bot_store *store, int64_t competition, const struct bot_entrant *entrant)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_ENTRANT_SAVE);
	bot_query_int(&query, competition);
	bot_query_int(&query, entrant->number);
	bot_query_id(&query, entrant->user);
	bot_query_id(&query, entrant->event);
	bot_query_int(&query, entrant->joined);
	bot_query_text(&query, entrant_states[entrant->state]);
	bot_query_int(&query, entrant->pool);
	bot_query_int(&query, entrant->place);
	bot_query_int(&query, entrant->rank);
	bot_query_int(&query, entrant->forfeits);
	bot_query_int(&query, entrant->forfeited);
	bot_query_int(&query, entrant->at_once);
	bot_query_int(&query, entrant->days_away);
	return bot_query_write(&query);
}

enum bot_error bot_bout_save(
	struct bot_store *store, int64_t competition, const struct bot_bout *bout)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_BOUT_SAVE);
	bot_query_int(&query, competition);
	bot_query_int(&query, bout->number);
	bot_query_int(&query, bout->round);
	bot_query_int(&query, bout->place);
	bot_query_int(&query, bout->entrant[0]);
	bot_query_int(&query, bout->entrant[1]);
	bot_query_int(&query, bout->match);
	bot_query_text(&query, bout_states[bout->state]);
	bot_query_int(&query, bout->touches[0]);
	bot_query_int(&query, bout->touches[1]);
	bot_query_text(&query, winners[bout->winner]);
	bot_query_int(&query, bout->again);
	return bot_query_write(&query);
}

enum bot_error bot_entrant_remove(struct bot_store *store, int64_t competition, const char *user)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_ENTRANT_REMOVE, competition, user));
}

static uint8_t get_byte(struct bot_query *query)
{
	return (uint8_t)bot_query_get_int(query, 0, UINT8_MAX);
}

enum bot_error bot_entrants_clear(struct bot_store *store, int64_t competition)
{
	return bot_query_change(store, BOT_SQL_ENTRANTS_CLEAR, competition);
}

enum bot_error bot_entrant_list(struct bot_store *store, int64_t competition,
	struct bot_entrant *entrants, size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_ENTRANT_LIST, competition, bot_limit(size));
	while (bot_query_row(query)) {
		struct bot_entrant *entrant = &entrants[found++];

		entrant->number = get_byte(query);
		bot_query_get_id(query, entrant->user);
		bot_query_get_id(query, entrant->event);
		entrant->joined = bot_query_get_int(query, 0, INT64_MAX);
		entrant->state = (enum bot_entrant_state)bot_query_get_name(
			query, entrant_states, COUNT(entrant_states));
		entrant->pool = get_byte(query);
		entrant->place = get_byte(query);
		entrant->rank = get_byte(query);
		entrant->forfeits = get_byte(query);
		entrant->forfeited = bot_query_get_int(query, 0, INT64_MAX);
		entrant->at_once = get_byte(query);
		entrant->days_away = get_byte(query);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}

enum bot_error bot_bout_list(struct bot_store *store, int64_t competition, struct bot_bout *bouts,
	size_t size, size_t *count)
{
	size_t found = 0;

	struct bot_query *query = BOT_QUERY(store, BOT_SQL_BOUT_LIST, competition, bot_limit(size));
	while (bot_query_row(query)) {
		struct bot_bout *bout = &bouts[found++];

		bout->number = (uint16_t)bot_query_get_int(query, 1, UINT16_MAX);
		bout->round = get_byte(query);
		bout->place = get_byte(query);
		bout->entrant[0] = get_byte(query);
		bout->entrant[1] = get_byte(query);
		bout->match = bot_query_get_int(query, 0, INT64_MAX);
		bout->state = (enum bot_bout_state)bot_query_get_name(
			query, bout_states, COUNT(bout_states));
		bout->touches[0] = get_byte(query);
		bout->touches[1] = get_byte(query);
		bout->winner = (uint8_t)bot_query_get_name(query, winners, COUNT(winners));
		bout->again = get_byte(query);
	}
	enum bot_error error = bot_query_end(query);
	if (!error)
		*count = found;
	return error;
}
