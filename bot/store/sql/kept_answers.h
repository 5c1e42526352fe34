/*
 * The answers of small queries that the bot runs again and again, such as the language of a room or
 * the name of a user. The store keeps an answer until it changes a row on which the answer may
 * depend. So each function that changes such rows drops the answers, before or after the change.
 * bot_store_rollback drops all of them, because they may come from the transaction that it undoes.
 */
#ifndef BOT_STORE_SQL_KEPT_ANSWERS_H
#define BOT_STORE_SQL_KEPT_ANSWERS_H

#include "bot/store/sql/store_state.h"

#include <stdint.h>

/* A query, by its statement and its parameters. */
struct bot_kept_query {
	enum bot_sql sql;
	const char *id, *key; /* may be NULL */
	int64_t number;
};

#define BOT_KEPT_SIZE 512 /* the most bytes of an answer that the store keeps */

/*
 * Finds the answer of a query. Returns false if the store does not keep it. Sets *found to
 * whether the query has found a row, and then copies the answer, which has at most `size` bytes.
 */
bool bot_kept_find(struct bot_store *store, const struct bot_kept_query *query, bool *found,
	void *answer, size_t size);

/*
 * Keeps the answer of a query, or that it has found nothing, perhaps in place of an answer that
 * nobody has asked for lately. Keeps nothing if the answer has more than BOT_KEPT_SIZE bytes.
 */
void bot_kept_add(struct bot_store *store, const struct bot_kept_query *query, bool found,
	const void *answer, size_t size);

struct bot_query;

/*
 * Finds the answer, or else runs the query and keeps its answer. Binds those of `id`, `key` and
 * `number` that are set, in this order. `get` gets the row, as for bot_query_get. `answer` has
 * `size` bytes; a size of 0 stands for an identifier, of which the store keeps only the text.
 */
bool bot_kept_get(struct bot_store *store, const struct bot_kept_query *kept,
	void (*get)(struct bot_query *query, void *answer), void *answer, size_t size);

/* Likewise for a query of one bool. Returns it, or `otherwise` if there is no row. */
bool bot_kept_bool(struct bot_store *store, const struct bot_kept_query *kept, bool otherwise);

/* Drops the answer of a query, or all answers. */
void bot_kept_drop(struct bot_store *store, const struct bot_kept_query *query);
void bot_kept_drop_all(struct bot_store *store);

#define BOT_TEXT_HASH_START UINT32_C(2166136261)
#define BOT_TEXT_HASH_PRIME UINT32_C(16777619)

/* Continues a hash with a text. FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static inline uint32_t bot_text_hash(uint32_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * BOT_TEXT_HASH_PRIME;
	return hash;
}

#endif
