#include "bot/store/sql/kept_answers.h"

#include "bot/base/memory.h"
#include "bot/store/sql/query.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define PLACE_MOST 8 /* the most answers of one place */

struct bot_kept_answer {
	struct bot_kept_answer *next; /* of the same place, used longer ago */
	enum bot_sql sql;
	int64_t number;
	bool found;
	size_t size; /* the bytes of the answer */
	char *key;   /* an empty text stands for NULL */
	char *answer;
	char id[]; /* the key and the answer follow */
};

static const char *id_of(const struct bot_kept_query *query)
{
	return query->id ? query->id : "";
}

static const char *key_of(const struct bot_kept_query *query)
{
	return query->key ? query->key : "";
}

/* If people choose ids that have the same place, the store keeps fewer answers. */
static struct bot_kept_answer **place(struct bot_store *store, const struct bot_kept_query *query)
{
	uint32_t hash =
		(BOT_TEXT_HASH_START ^ (uint32_t)query->sql ^ (uint32_t)query->number * 65599) *
		BOT_TEXT_HASH_PRIME;

	hash = bot_text_hash(bot_text_hash(hash, id_of(query)), key_of(query));
	return &store->kept[hash % BOT_KEPT_PLACES];
}

static bool answers(const struct bot_kept_answer *kept, const struct bot_kept_query *query)
{
	return kept->sql == query->sql && kept->number == query->number &&
	       strcmp(kept->id, id_of(query)) == 0 && strcmp(kept->key, key_of(query)) == 0;
}

/* Takes the answer of a query out of the list of its place. Returns NULL if the list lacks it. */
static struct bot_kept_answer *take(
	struct bot_kept_answer **list, const struct bot_kept_query *query)
{
	struct bot_kept_answer *kept;

	while (*list && !answers(*list, query))
		list = &(*list)->next;
	kept = *list;
	if (kept)
		*list = kept->next;
	return kept;
}

static void push(struct bot_kept_answer **list, struct bot_kept_answer *kept)
{
	kept->next = *list;
	*list = kept;
}

bool bot_kept_find(struct bot_store *store, const struct bot_kept_query *query, bool *found,
	void *answer, size_t size)
{
	struct bot_kept_answer **list = place(store, query), *kept = take(list, query);

	if (!kept)
		return false;
	push(list, kept);
	*found = kept->found;
	assert(kept->size <= size);
	(void)size;
	if (kept->found)
		memcpy(answer, kept->answer, kept->size);
	return true;
}

/* Wipes the answer, too: it may be a secret of an adapter. */
static void free_answer(struct bot_kept_answer *kept)
{
	if (kept)
		sodium_memzero(kept->answer, kept->size);
	free(kept);
}

/* Drops the answers of a place except those that were used last. */
static void drop_from(struct bot_kept_answer **list, size_t keep)
{
	while (*list && keep-- > 0)
		list = &(*list)->next;
	while (*list) {
		struct bot_kept_answer *kept = *list;

		*list = kept->next;
		free_answer(kept);
	}
}

void bot_kept_add(struct bot_store *store, const struct bot_kept_query *query, bool found,
	const void *answer, size_t size)
{
	struct bot_kept_answer **list = place(store, query), *kept;
	size_t id = strlen(id_of(query)) + 1, key = strlen(key_of(query)) + 1;

	if (size > BOT_KEPT_SIZE)
		return;
	size = found ? size : 0;
	free_answer(take(list, query));
	drop_from(list, PLACE_MOST - 1);
	kept = bot_malloc(sizeof(*kept) + id + key + size);
	kept->sql = query->sql;
	kept->number = query->number;
	kept->found = found;
	kept->size = size;
	memcpy(kept->id, id_of(query), id);
	kept->key = kept->id + id;
	memcpy(kept->key, key_of(query), key);
	kept->answer = kept->key + key;
	if (size > 0)
		memcpy(kept->answer, answer, size);
	push(list, kept);
}

bool bot_kept_get(struct bot_store *store, const struct bot_kept_query *kept,
	void (*get)(struct bot_query *query, void *answer), void *answer, size_t size)
{
	bool found;

	if (bot_kept_find(store, kept, &found, answer, size ? size : BOT_ID_SIZE))
		return found;
	struct bot_query *query = BOT_QUERY(store, kept->sql);
	if (kept->id)
		bot_query_text(query, kept->id);
	if (kept->key)
		bot_query_text(query, kept->key);
	if (kept->number)
		bot_query_int(query, kept->number);
	found = bot_query_get(query, get, answer);
	bot_kept_add(store, kept, found, answer, size || !found ? size : strlen(answer) + 1);
	return found;
}

static void get_bool(struct bot_query *query, void *value)
{
	*(bool *)value = bot_query_get_bool(query);
}

bool bot_kept_bool(struct bot_store *store, const struct bot_kept_query *kept, bool otherwise)
{
	bool value = otherwise;

	bot_kept_get(store, kept, get_bool, &value, sizeof(value));
	return value;
}

void bot_kept_drop(struct bot_store *store, const struct bot_kept_query *query)
{
	free_answer(take(place(store, query), query));
}

void bot_kept_drop_all(struct bot_store *store)
{
	for (size_t i = 0; i < BOT_KEPT_PLACES; i++)
		drop_from(&store->kept[i], 0);
}
