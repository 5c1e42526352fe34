/*
 * An open store: what it keeps in memory, whichever database it has. driver.h connects it to its
 * database. Only the folders of the store, and tests, include this header.
 */
#ifndef BOT_STORE_SQL_STORE_STATE_H
#define BOT_STORE_SQL_STORE_STATE_H

#include "bot/store/causes.h"
#include "bot/store/changes.h"
#include "bot/store/database.h"
#include "bot/store/upkeep.h"

/* The SQL statements of the store, by name. statements.def has their texts. */
enum bot_sql {
#define STATEMENT(name, sql) BOT_SQL_##name,
#include "bot/store/sql/statements.def"
	BOT_SQL_COUNT
};

/*
 * Rows of the outbox, by their ids. The store keeps such a set only in memory, because a set in the
 * file would need a commit before each request.
 */
struct bot_row_set {
	int64_t *row;
	size_t count;
};

/* The lanes of the outbox whose rows may have changed: see bot/store/outbox_rows.h. */
struct bot_lanes {
	struct bot_lane {
		bool private;
		char to[BOT_ID_SIZE];
	} * lane;
	size_t count, capacity;
	bool all; /* any lane may have changed, so `lane` is not complete */
};

/* See bot/store/causes.h. */
struct bot_key {
	unsigned char bytes[BOT_KEY_SIZE];
	bool known;
	bool kept; /* the key is in the file; else the next transaction writes it */
};

/* The tables of bot/store/sql/recent_rows.h. */
enum bot_recent_table { BOT_RECENT_EVENTS, BOT_RECENT_TXNS, BOT_RECENT_TABLES };

/* The hashes of the rows of such a table. */
struct bot_recent {
	uint64_t *places;  /* NULL before the rows are read */
	size_t size;       /* how many places there are, a power of 2 */
	size_t count;      /* how many of them are taken */
	int64_t newest;    /* the highest number of a row, also in the current transaction */
	int64_t committed; /* the highest number before this transaction */
	unsigned char key[16];
};

/* The places of the table in which kept_answers.h keeps answers. */
#define BOT_KEPT_PLACES 1024
/*
 * The most lanes that kept_lanes.h keeps, the most memory of their rows, and the places of a table.
 */
#define BOT_KEPT_LANES      4096
#define BOT_KEPT_BYTES      (8 << 20)
#define BOT_KEPT_ROW_PLACES 1024

struct bot_driver;

struct bot_store {
	const struct bot_driver *driver;
	struct bot_damage damage;     /* the damaged rows that the store found last; damage.room is
					 always empty */
	char detail[256];             /* see bot_store_detail */
	bool disk_full;               /* see bot_store_disk_is_full */
	char names_seen[BOT_ID_SIZE]; /* the last user whose name bot_store_prune looked at */
	struct bot_key key;
	struct bot_cause cause; /* the cause of what the current transaction does */
	struct {                /* see bot_store_note_time */
		bool known;
		int64_t host, wall;
	} time;
	struct bot_row_set sending; /* what an adapter may have sent without getting an answer */
	struct bot_row_set done;    /* those of them that the current transaction removes */
	int64_t sent_before;        /* an earlier process may have sent any row up to this id */
	struct bot_row_set delayed; /* see bot_outbox_delayed */
	struct bot_lanes lanes;
	struct bot_recent recent[BOT_RECENT_TABLES];
	struct bot_kept_answer *kept[BOT_KEPT_PLACES];       /* see bot/store/sql/kept_answers.h */
	struct bot_kept_lane *kept_lanes[BOT_KEPT_LANES];    /* see bot/store/sql/kept_lanes.h */
	struct bot_kept_row *kept_rows[BOT_KEPT_ROW_PLACES]; /* owned by their lanes */
	size_t kept_bytes;                                   /* of all these rows */
	/*
	 * What the store remembers of its tables, so that it asks no query. All false means "ask".
	 */
	struct bot_known {
		bool no_bans;            /* see bot_store_has_any_ban */
		bool no_competitions;    /* see bot_competition_next */
		bool never_competitions; /* see bot_competition_shown */
		bool nobody_away;        /* see bot_days_off_rest */
		bool no_weekly_nights;   /* see bot_weekly_night_next */
	} known;
	bool watched;                   /* the store collects the changes */
	struct bot_changes uncommitted; /* the changes of the current transaction */
	struct bot_changes committed;
	uint64_t change_number;    /* see bot_store_change_number */
	bool keys_changed;         /* the current transaction has changed keys of the device */
	uint64_t keys_undone;      /* see bot_device_keys_undone */
	void (*serve)(void *self); /* see bot_store_on_wait; may be NULL */
	void *served;              /* its argument */
	int64_t waits;             /* see bot_store_waits */
};

/*
 * Notes damaged rows for bot_store_set_aside: those of a match, or a row of the outbox. The other
 * id is 0. Always returns BOT_STORE_CORRUPT.
 */
static inline enum bot_error bot_damage_note(struct bot_store *store, int64_t match, int64_t row)
{
	store->damage = (struct bot_damage){.match = match, .row = row};
	return BOT_STORE_CORRUPT;
}

/* These four functions are in database.c. */

/*
 * Reads from the database what the store keeps in memory. A driver calls this function when it has
 * opened a store.
 */
BOT_MUST_USE enum bot_error bot_store_load(struct bot_store *store);

/*
 * Forgets what the store keeps in memory of the tables, when the database may have other rows now.
 * Everything counts as changed, and each lane may have rows. Asks the database nothing.
 */
void bot_store_forget(struct bot_store *store);

/* The same, and reads again what bot_store_load reads. */
BOT_MUST_USE enum bot_error bot_store_reload(struct bot_store *store);

/* Frees what the store keeps in memory, but not the store itself. */
void bot_store_finish(struct bot_store *store);

/* The rest is in changes.c: it notes which matches a transaction changes (bot/store/changes.h). */

/*
 * Note that the current transaction changes this match, or any match. Each function of the store
 * that changes what people see of a match calls one of these two.
 */
void bot_change_note(struct bot_store *store, int64_t match);
void bot_change_note_any(struct bot_store *store);

/* Notes that the current transaction changes a plan (as in bot_changes), and no more of a match. */
void bot_change_note_plan(struct bot_store *store, int64_t plan);

/* Notes that the current transaction changes this competition. */
void bot_change_note_competition(struct bot_store *store, int64_t competition);

/* Call this after a commit. After a rollback, clear store->uncommitted. */
void bot_changes_commit(struct bot_store *store);

/*
 * Empties the counts, and leaves the array as it is: it is large, and most transactions change no
 * match.
 */
void bot_changes_clear(struct bot_changes *changes);

#endif
