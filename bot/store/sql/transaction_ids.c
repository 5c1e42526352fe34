#include "bot/store/sql/transaction_ids.h"

#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/keyed_hash.h"
#include "bot/store/sql/recent_rows.h"

#include <string.h>

/* The first part of an id follows from the row, and the second part from the first. */
#define ROW_BYTES  12
#define MARK_BYTES 4
_Static_assert(2 * (ROW_BYTES + MARK_BYTES) + 1 == BOT_TXN_SIZE, "an id is written in hexadecimal");

/* One cause never makes so many rows of a kind for one lane. */
#define ROWS_MOST 64

static void add_mark(const struct bot_store *store, unsigned char id[ROW_BYTES + MARK_BYTES])
{
	unsigned char mark[crypto_generichash_BYTES_MIN];
	struct bot_hash hash;

	bot_hash_begin(&hash, store, "transaction mark", sizeof(mark));
	bot_hash_bytes(&hash, id, ROW_BYTES);
	bot_hash_end(&hash, mark);
	memcpy(id + ROW_BYTES, mark, MARK_BYTES);
}

static void derive(struct bot_store *store, const struct bot_letter *letter, int number,
	char txn[BOT_TXN_SIZE])
{
	unsigned char row[crypto_generichash_BYTES_MIN], id[ROW_BYTES + MARK_BYTES];
	struct bot_hash hash;

	bot_hash_begin(&hash, store, "transaction", sizeof(row));
	bot_hash_bytes(&hash, bot_cause_hash(store), BOT_KEY_SIZE);
	bot_hash_number(&hash, letter->kind);
	bot_hash_number(&hash, letter->private);
	bot_hash_text(&hash, letter->to);
	bot_hash_number(&hash, number);
	bot_hash_end(&hash, row);
	memcpy(id, row, ROW_BYTES);
	add_mark(store, id);
	sodium_bin2hex(txn, BOT_TXN_SIZE, id, sizeof(id));
}

/* Returns whether the id was made with the store's key. */
static bool is_own(const struct bot_store *store, const char *txn)
{
	unsigned char id[ROW_BYTES + MARK_BYTES], own[ROW_BYTES + MARK_BYTES];
	size_t size = 0;

	if (!store->key.known || strlen(txn) != BOT_TXN_SIZE - 1 ||
		sodium_hex2bin(id, sizeof(id), txn, BOT_TXN_SIZE - 1, NULL, &size, NULL) != 0 ||
		size != sizeof(id))
		return false;
	memcpy(own, id, sizeof(own));
	add_mark(store, own);
	return memcmp(own, id, sizeof(own)) == 0;
}

/* What the store knows of an id. */
struct known {
	int64_t number;          /* of its row, or 0 if only `made` is known */
	bool made;               /* the store has made a row with this id */
	char event[BOT_ID_SIZE]; /* the event of an echo that came before the row, or empty */
};

static bool find(struct bot_store *store, const char *txn, struct known *known)
{
	const struct bot_kept_query kept = {.sql = BOT_SQL_TXN_GET, .id = txn};
	bool found;

	*known = (struct known){0};
	if (bot_kept_find(store, &kept, &found, &known->made, sizeof(known->made))) {
		/* The echo of a row comes once. */
		bot_kept_drop(store, &kept);
		return found;
	}
	if (!bot_recent_find(store, BOT_RECENT_TXNS, txn, &known->number))
		return false;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_TXN_GET, known->number);
	if (bot_query_one(query)) {
		known->made = bot_query_get_bool(query);
		bot_query_get_opt_id(query, known->event);
	}
	return bot_query_end(query);
}

/* Keeps that the store has made a row with an id, because the row's echo asks for it. */
static void keep_made(struct bot_store *store, const char *txn)
{
	bool made = true;

	bot_kept_add(store, &(struct bot_kept_query){.sql = BOT_SQL_TXN_GET, .id = txn}, true,
		&made, sizeof(made));
}

/* Adds an id that the store does not know. */
static void add(struct bot_store *store, const char *txn, bool made, const char *event)
{
	bot_recent_add(
		store, BOT_RECENT_TXNS, txn, BOT_QUERY(store, BOT_SQL_TXN_ADD, txn, made, event));
}

/* Without a cause or a key, the id is random. Then a row that is made again is sent again. */
static void make_random(char txn[BOT_TXN_SIZE])
{
	unsigned char bytes[(BOT_TXN_SIZE - 1) / 2];

	randombytes_buf(bytes, sizeof(bytes));
	sodium_bin2hex(txn, BOT_TXN_SIZE, bytes, sizeof(bytes));
}

void bot_txn_make(struct bot_store *store, const struct bot_letter *letter, char txn[BOT_TXN_SIZE],
	char event[BOT_ID_SIZE])
{
	struct known known;
	bool found;
	int number = 0;

	*event = '\0';
	if (!store->cause.known || !store->key.known) {
		make_random(txn);
		return;
	}
	do {
		derive(store, letter, number, txn);
		found = find(store, txn, &known);
	} while (found && known.made && ++number < ROWS_MOST);
	if (!found) {
		add(store, txn, true, NULL);
		keep_made(store, txn);
	} else if (known.made) {
		make_random(txn);
	} else {
		memcpy(event, known.event, BOT_ID_SIZE);
		bot_query_change(store, BOT_SQL_TXN_MADE, known.number);
	}
}

enum bot_echo bot_txn_note_echo(struct bot_store *store, const char *txn, const char *event)
{
	struct known known;

	if (find(store, txn, &known))
		return BOT_ECHO_KNOWN;
	if (!is_own(store, txn)) /* hashing takes longer than finding */
		return BOT_ECHO_FOREIGN;
	add(store, txn, false, event);
	return BOT_ECHO_UNKNOWN;
}
