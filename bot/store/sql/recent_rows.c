#include "bot/store/sql/recent_rows.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/*
 * A homeserver may deliver an event again after a retry, with an old sync token or in a timeline
 * gap, and an echo may come late. A busy homeserver needs hours to send so many events, and a busy
 * bot needs an hour to send so many messages. The rows take about eight megabytes in the file.
 */
#define KEPT 65536
/* The store deletes old rows each time it has added so many. */
#define PRUNE_EVERY 256

/*
 * The hashes of a table are in an array of places, which is never full. The upper bits of a hash
 * say where its place is; if that place is taken, the hash gets the next free one. The lower bits
 * of a place are those of the row's number. An empty place is 0.
 */
#define NUMBER_BITS  24
#define NUMBER_MASK  ((UINT64_C(1) << NUMBER_BITS) - 1)
#define PLACES_LEAST 1024

_Static_assert(KEPT < NUMBER_MASK / 4, "the lower bits of two kept numbers differ");
_Static_assert(sizeof(((struct bot_recent *)0)->key) == crypto_shorthash_KEYBYTES &&
		       sizeof(uint64_t) == crypto_shorthash_BYTES,
	"SipHash makes a place of a text");

static const struct {
	enum bot_sql next, has, prune;
} sql_of[] = {
	[BOT_RECENT_EVENTS] = {BOT_SQL_HANDLED_NEXT, BOT_SQL_HANDLED_HAS, BOT_SQL_HANDLED_PRUNE},
	[BOT_RECENT_TXNS] = {BOT_SQL_TXN_NEXT, BOT_SQL_TXN_HAS, BOT_SQL_TXN_PRUNE},
};

/* Strangers choose the ids of events, but not their places, because nobody knows the key. */
static uint64_t hash_text(const struct bot_recent *recent, const char *text)
{
	uint64_t hash;

	crypto_shorthash(
		(unsigned char *)&hash, (const unsigned char *)text, strlen(text), recent->key);
	hash &= ~NUMBER_MASK;
	return hash ? hash : ~NUMBER_MASK;
}

static size_t first_place(const struct bot_recent *recent, uint64_t hash)
{
	return hash >> NUMBER_BITS & (recent->size - 1);
}

static void put(struct bot_recent *recent, uint64_t place)
{
	size_t i = first_place(recent, place);

	while (recent->places[i] && recent->places[i] != place)
		i = (i + 1) & (recent->size - 1);
	recent->count += !recent->places[i];
	recent->places[i] = place;
}

/*
 * Returns the number of a row. It may be higher than the newest one if its transaction was rolled
 * back.
 */
static int64_t number_of(const struct bot_recent *recent, uint64_t place)
{
	uint64_t age = ((uint64_t)recent->newest - place) & NUMBER_MASK;

	return recent->newest - (int64_t)age + (age > NUMBER_MASK / 2 ? 1LL << NUMBER_BITS : 0);
}

/*
 * Whether a place is that of a row which the store still keeps. A rollback may bring rows back that
 * this transaction has deleted.
 */
static bool is_kept(const struct bot_recent *recent, uint64_t place)
{
	return place && number_of(recent, place) > recent->committed - KEPT;
}

/*
 * Makes a new array without the rows that the store no longer keeps, and with more places if need
 * be.
 */
static void rebuild(struct bot_recent *recent)
{
	struct bot_recent old = *recent;
	size_t kept = 0;

	for (size_t i = 0; i < old.size; i++)
		kept += is_kept(&old, old.places[i]);
	recent->count = 0;
	/* A little more than KEPT rows have twice as many places: a megabyte, and not two. */
	for (recent->size = PLACES_LEAST; recent->size / 8 * 5 < kept; recent->size *= 2)
		;
	recent->places = bot_calloc(recent->size, sizeof(*recent->places));
	for (size_t i = 0; i < old.size; i++)
		if (is_kept(&old, old.places[i]))
			put(recent, old.places[i]);
	free(old.places);
}

static void note(struct bot_recent *recent, const char *text, int64_t number)
{
	if (number > recent->newest)
		recent->newest = number;
	if (recent->count >= recent->size / 8 * 7)
		rebuild(recent);
	put(recent, hash_text(recent, text) | ((uint64_t)number & NUMBER_MASK));
}

/* Reads some rows whose numbers are higher than those read before. Returns false if there were
 * none. */
static bool read_next(
	struct bot_store *store, enum bot_recent_table table, struct bot_recent *recent)
{
	struct bot_query *query = BOT_QUERY(store, sql_of[table].next, recent->newest);
	bool more = false;

	while (bot_query_row(query)) {
		int64_t number = bot_query_get_int(query, 1, INT64_MAX);
		const char *text = bot_query_get_text(query);

		if (text)
			note(recent, text, number);
		more = true;
	}
	bot_query_end(query);
	return more;
}

static void read_all(
	struct bot_store *store, enum bot_recent_table table, struct bot_recent *recent)
{
	while (read_next(store, table, recent))
		;
}

/* An attempt of its own, because the hashes in `recent` have to be freed if it fails. */
static enum bot_error attempt_read(
	struct bot_store *store, enum bot_recent_table table, struct bot_recent *recent)
{
	BOT_ATTEMPT(read_all(store, table, recent));
}

static enum bot_error load(struct bot_store *store, enum bot_recent_table table)
{
	struct bot_recent *recent = &store->recent[table], read = {0};

	if (recent->places)
		return BOT_OK;
	randombytes_buf(read.key, sizeof(read.key));
	rebuild(&read);
	enum bot_error error = attempt_read(store, table, &read);
	read.committed = read.newest;
	if (error)
		free(read.places);
	else
		*recent = read;
	return error;
}

void bot_recent_load(struct bot_store *store)
{
	bot_must(load(store, BOT_RECENT_EVENTS));
	bot_must(load(store, BOT_RECENT_TXNS));
}

bool bot_recent_find(
	struct bot_store *store, enum bot_recent_table table, const char *text, int64_t *number)
{
	const struct bot_recent *recent = &store->recent[table];

	bot_must(load(store, table));
	uint64_t hash = hash_text(recent, text);
	for (size_t i = first_place(recent, hash); recent->places[i];
		i = (i + 1) & (recent->size - 1)) {
		if ((recent->places[i] & ~NUMBER_MASK) != hash)
			continue;
		*number = number_of(recent, recent->places[i]);
		if (bot_query_number(BOT_QUERY(store, sql_of[table].has, *number, text), 1,
			    INT64_MAX, number))
			return true;
		if (!recent->places) /* the connection was lost, and the hashes with it */
			return bot_recent_find(store, table, text, number);
	}
	return false;
}

void bot_recent_add(struct bot_store *store, enum bot_recent_table table, const char *text,
	struct bot_query *query)
{
	enum bot_error error = load(store, table);
	int64_t number = store->recent[table].newest + 1;

	if (!query->error)
		query->error = error;
	bot_query_int(query, number);
	bot_query_write(query);
	note(&store->recent[table], text, number);
	if (number % PRUNE_EVERY == 0)
		bot_query_change(store, sql_of[table].prune, number - KEPT);
}

void bot_recent_forget(struct bot_store *store)
{
	for (size_t i = 0; i < BOT_RECENT_TABLES; i++) {
		free(store->recent[i].places);
		store->recent[i] = (struct bot_recent){0};
	}
}

void bot_recent_end(struct bot_store *store, bool committed)
{
	for (size_t i = 0; i < BOT_RECENT_TABLES; i++) {
		struct bot_recent *recent = &store->recent[i];

		if (committed)
			recent->committed = recent->newest;
		else
			recent->newest = recent->committed;
	}
}
