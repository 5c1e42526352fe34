#include "bot/store/settings.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"
#include "bot/store/sql/rows.h"

#include <string.h>

static const char *const scopes[] = {[BOT_OF_ROOM] = "room", [BOT_OF_USER] = "user"};

void bot_store_set_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, const char *value)
{
	if (value && strlen(value) >= BOT_SETTING_SIZE)
		bot_fail(BOT_INVALID);
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_SETTING_GET, id, key, scope});
	if (value)
		bot_query_write(BOT_QUERY(
			store, BOT_SQL_SETTING_SET, scopes[scope], bot_id(id), key, value));
	else
		bot_query_write(
			BOT_QUERY(store, BOT_SQL_SETTING_UNSET, scopes[scope], bot_id(id), key));
}

static void get_value(struct bot_query *query, void *value)
{
	bot_query_get_string(query, value, BOT_SETTING_SIZE);
}

bool bot_store_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE])
{
	const struct bot_kept_query kept = {BOT_SQL_SETTING_GET, id, key, scope};
	bool found;

	if (bot_kept_find(store, &kept, &found, value, BOT_SETTING_SIZE))
		return found;
	found = bot_query_get(
		BOT_QUERY(store, BOT_SQL_SETTING_GET, scopes[scope], id, key), get_value, value);
	bot_kept_add(store, &kept, found, value, BOT_SETTING_SIZE);
	return found;
}

size_t bot_store_lobby_count(struct bot_store *store, bool played)
{
	return bot_query_count(BOT_QUERY(store, BOT_SQL_SETTING_LOBBY_COUNT, played));
}

size_t bot_store_lobby_list(struct bot_store *store, bool played, size_t skipped,
	char (*rooms)[BOT_ID_SIZE], size_t size)
{
	return bot_query_list(
		BOT_QUERY(store, BOT_SQL_SETTING_LOBBY, played, (int64_t)skipped, bot_limit(size)),
		bot_row_id, rooms, sizeof(*rooms));
}

void bot_store_room_left(struct bot_store *store, const char *room, int64_t when)
{
	char digits[BOT_DIGITS + 1];
	bot_kept_drop_all(store);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_ROOM_LEFT);
	bot_query_digits(query, when, digits);
	bot_query_id(query, room);
	bot_query_write(query);
}

void bot_store_room_entered(struct bot_store *store, const char *room)
{
	bot_kept_drop_all(store);
	bot_query_change_text(store, BOT_SQL_ROOM_ENTERED, room);
}

static void set_value(struct bot_store *store, const char *key, const char *value)
{
	if (value)
		bot_query_write(BOT_QUERY(store, BOT_SQL_VALUE_SET, key, value));
	else
		bot_query_write(BOT_QUERY(store, BOT_SQL_VALUE_UNSET, key));
}

enum bot_error bot_store_set(struct bot_store *store, const char *key, const char *value)
{
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_VALUE_GET, key, NULL, 0});
	BOT_ATTEMPT(set_value(store, key, value));
}

/* Runs and ends a query that returns one text or none (NULL), which the caller frees. */
static char *take_text(struct bot_query *query)
{
	char *text = bot_query_one(query) ? bot_query_copy_text(query) : NULL;

	bot_query_end(query);
	return text;
}

static char *find_text(struct bot_store *store, const char *key)
{
	const struct bot_kept_query kept = {BOT_SQL_VALUE_GET, key, NULL, 0};
	char copy[BOT_KEPT_SIZE];
	bool found;

	if (bot_kept_find(store, &kept, &found, copy, sizeof(copy)))
		return found ? bot_strdup(copy) : NULL;
	char *text = take_text(BOT_QUERY(store, kept.sql, key));
	bot_kept_add(store, &kept, text != NULL, text, text ? strlen(text) + 1 : 0);
	return text;
}

static void give(char *text, char **taken)
{
	bot_need(text != NULL);
	*taken = text;
}

enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value)
{
	BOT_ATTEMPT(give(find_text(store, key), value));
}

enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key)
{
	BOT_ATTEMPT(give(take_text(BOT_QUERY(store, BOT_SQL_VALUE_KEY, after, before)), key));
}

#define KEPT BOT_DAY

/* The year whose days off are counted began before the end of the last days off. */
#define DAYS_OFF_KEPT (365 * BOT_DAY)

static const char *const bot_question_kind_names[] = {
	[BOT_ASKS_YES] = "yes",
	[BOT_ASKS_NUMBER] = "number",
	[BOT_ASKS_ACCEPT] = "accept",
	[BOT_ASKS_CHOICE] = "choice",
	[BOT_ASKS_TOUCHES] = "touches",
	[BOT_ASKS_TIME] = "time",
	[BOT_ASKS_PERSON] = "person",
	[BOT_ASKS_ROOM] = "room",
};

BOT_ROW_FUNCTIONS(question, QUESTIONS)

void bot_store_ask(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *question)
{
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_QUESTION_GET, user, room, 0});
	bot_query_write(bind_question(
		BOT_QUERY(store, BOT_SQL_QUESTION_SET, bot_id(user), bot_id(room)), question));
}

void bot_store_prune_settings(struct bot_store *store, int64_t now)
{
	bot_query_change(store, BOT_SQL_QUESTION_PRUNE, now - KEPT);
	bot_query_write(BOT_QUERY(
		store, BOT_SQL_DAYS_OFF_PRUNE, now - DAYS_OFF_KEPT, (int64_t)BOT_QUERY_IDS));
}

bool bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question)
{
	const struct bot_kept_query kept = {BOT_SQL_QUESTION_GET, user, room, 0};
	bool found;

	if (bot_kept_find(store, &kept, &found, question, sizeof(*question)))
		return found;
	found = bot_query_get(
		BOT_QUERY(store, BOT_SQL_QUESTION_GET, user, room), get_question, question);
	if (!found) /* nothing else is small and asked for again and again */
		bot_kept_add(store, &kept, false, NULL, 0);
	return found;
}

void bot_store_close_question(
	struct bot_store *store, const char *user, const char *room, int64_t now)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_QUESTION_CLOSE, user, room, now));
}

BOT_ROW_FUNCTIONS(days_off, DAYS_OFF)

void bot_days_off_save(struct bot_store *store, const char *user, const struct bot_days_off *off)
{
	store->known.nobody_away = false;
	bot_query_write(bind_days_off(BOT_QUERY(store, BOT_SQL_DAYS_OFF_SAVE, bot_id(user)), off));
}

bool bot_days_off_get(struct bot_store *store, const char *user, struct bot_days_off *off)
{
	return bot_query_get(BOT_QUERY(store, BOT_SQL_DAYS_OFF_GET, user), get_days_off, off);
}

bool bot_days_off_next(struct bot_store *store, int64_t since, char user[BOT_ID_SIZE])
{
	return bot_query_get(
		BOT_QUERY(store, BOT_SQL_DAYS_OFF_NEXT, user, since), bot_row_id, user);
}

/* Whether anybody is away, or has announced it. */
static bool exist(struct bot_store *store, int64_t now)
{
	store->known.nobody_away = store->known.nobody_away ||
				   !bot_query_true(BOT_QUERY(store, BOT_SQL_DAYS_OFF_EXIST, now));
	return !store->known.nobody_away;
}

bool bot_days_off_next_planned(
	struct bot_store *store, int64_t now, char user[BOT_ID_SIZE], int64_t *planned)
{
	if (!exist(store, now))
		return false;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_DAYS_OFF_PLANNED, now);
	if (bot_query_one(query)) {
		bot_query_get_id(query, user);
		*planned = bot_query_get_int(query, 0, INT64_MAX);
	}
	return bot_query_end(query);
}

int64_t bot_days_off_rest(struct bot_store *store, const char *user, int64_t now)
{
	struct bot_days_off off;

	return exist(store, now) && bot_days_off_get(store, user, &off) && off.until > now
		       ? off.until - now
		       : 0;
}

int bot_days_off_of_season(struct bot_store *store, const char *user)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_DAYS_OFF_OF_SEASON, user);
	int days = bot_query_one(query) ? (int)bot_query_get_int(query, -1, UINT8_MAX) : 0;

	bot_need(bot_query_end(query));
	return days;
}

void bot_days_off_count(struct bot_store *store, const char *user, int days)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_DAYS_OFF_COUNT, user, days));
}
