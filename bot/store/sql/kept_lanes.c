#include "bot/store/sql/kept_lanes.h"

#include "bot/base/memory.h"
#include "bot/base/utf8.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define ROW_MOST 16384 /* bytes of a row that the store keeps, with its texts */
#define TEXTS    11

static size_t lane_place(bool private, const char *to)
{
	return bot_text_hash(BOT_TEXT_HASH_START ^ (uint32_t) private, to) % BOT_KEPT_LANES;
}

/* Returns where the pointer to a row is, or where it would be added. */
static struct bot_kept_row **row_link(struct bot_store *store, int64_t id)
{
	struct bot_kept_row **link = &store->kept_rows[id % BOT_KEPT_ROW_PLACES];

	while (*link && (*link)->row.id != id)
		link = &(*link)->next_in_place;
	return link;
}

static void free_row(struct bot_store *store, struct bot_kept_row *row)
{
	*row_link(store, row->row.id) = row->next_in_place;
	store->kept_bytes -= row->size;
	free(row);
}

static void free_lane(struct bot_store *store, struct bot_kept_lane *lane)
{
	while (lane->first) {
		struct bot_kept_row *row = lane->first;

		lane->first = row->next;
		free_row(store, row);
	}
	store->kept_lanes[lane_place(lane->private, lane->to)] = NULL;
	free(lane);
}

struct bot_kept_lane *bot_kept_lane_find(
	const struct bot_store *store, bool private, const char *to)
{
	struct bot_kept_lane *lane = store->kept_lanes[lane_place(private, to)];

	return lane && lane->private == private && strcmp(lane->to, to) == 0 ? lane : NULL;
}

void bot_kept_lane_begin(struct bot_store *store, bool private, const char *to)
{
	struct bot_kept_lane **place = &store->kept_lanes[lane_place(private, to)];
	size_t size = strlen(to) + 1;

	if (*place)
		free_lane(store, *place);
	*place = bot_malloc(sizeof(**place) + size);
	(*place)->first = NULL;
	(*place)->private = private;
	memcpy((*place)->to, to, size);
}

void bot_kept_lane_forget(struct bot_store *store, bool private, const char *to)
{
	struct bot_kept_lane *lane = bot_kept_lane_find(store, private, to);

	if (lane)
		free_lane(store, lane);
}

void bot_kept_lanes_forget(struct bot_store *store)
{
	for (size_t i = 0; i < BOT_KEPT_LANES; i++)
		if (store->kept_lanes[i])
			free_lane(store, store->kept_lanes[i]);
}

/* Lists the texts of a row. */
static void list_texts(struct bot_outbox_row *row, const char **texts[TEXTS])
{
	const char **const list[TEXTS] = {&row->to, &row->txn, &row->body, &row->html,
		&row->mentions, &row->edits, &row->via, &row->choices, &row->thread, &row->answers,
		&row->reactions};

	memcpy(texts, list, sizeof(list));
}

/* Copies a row together with its texts. Returns NULL if the texts are long or damaged. */
static struct bot_kept_row *copy_row(const struct bot_kept_row *row)
{
	struct bot_kept_row copy = *row, *made;
	const char **texts[TEXTS];
	size_t size = sizeof(copy);
	char *end;

	list_texts(&copy.row, texts);
	for (size_t i = 0; i < TEXTS; i++) {
		if (*texts[i] && !bot_utf8_is_valid(*texts[i]))
			return NULL; /* only rows that are read are found to be damaged */
		size += *texts[i] ? strlen(*texts[i]) + 1 : 0;
	}
	if (size > ROW_MOST)
		return NULL;
	made = bot_malloc(size);
	*made = copy;
	made->size = size;
	made->next_in_place = NULL;
	end = (char *)(made + 1);
	list_texts(&made->row, texts);
	for (size_t i = 0; i < TEXTS; i++) {
		const char *text = *texts[i];

		if (!text)
			continue;
		*texts[i] = end;
		end = stpcpy(end, text) + 1;
	}
	return made;
}

/*
 * Finds the place of a new row: no other row of the lane is newer. Returns NULL if it has too many.
 */
static struct bot_kept_row **find_end(struct bot_kept_lane *lane, bool optional)
{
	struct bot_kept_row **link = &lane->first;
	size_t count = 0;

	for (; *link && (optional || !(*link)->row.optional); count++)
		link = &(*link)->next;
	return count < BOT_KEPT_LANE_ROWS ? link : NULL;
}

void bot_kept_row_add(struct bot_store *store, const struct bot_kept_row *row)
{
	struct bot_kept_lane *lane = bot_kept_lane_find(store, row->row.private, row->row.to);
	struct bot_kept_row **link = lane ? find_end(lane, row->row.optional) : NULL;
	struct bot_kept_row *copy;

	if (!lane)
		return;
	copy = link && store->kept_bytes < BOT_KEPT_BYTES ? copy_row(row) : NULL;
	if (!copy) {
		free_lane(store, lane);
		return;
	}
	copy->lane = lane;
	copy->next = *link;
	*link = copy;
	*row_link(store, copy->row.id) = copy;
	store->kept_bytes += copy->size;
}

struct bot_kept_row *bot_kept_row_find(const struct bot_store *store, int64_t id)
{
	struct bot_kept_row *row = store->kept_rows[id % BOT_KEPT_ROW_PLACES];

	while (row && row->row.id != id)
		row = row->next_in_place;
	return row;
}

void bot_kept_row_remove(struct bot_store *store, int64_t id)
{
	struct bot_kept_row *row = bot_kept_row_find(store, id), **link;

	if (!row)
		return;
	link = &row->lane->first;
	while (*link != row)
		link = &(*link)->next;
	*link = row->next;
	free_row(store, row);
}

/* The store notes at most so many lanes. If more have changed, the adapter reads all lanes. */
#define LANES_MOST 1024

void bot_lane_note_all(struct bot_store *store)
{
	store->lanes.all = true;
	bot_kept_lanes_forget(store);
}

void bot_lane_note(struct bot_store *store, bool private, const char *to)
{
	bot_kept_lane_forget(store, private, to);
	bot_lane_note_kept(store, private, to);
}

/*
 * Notes the lane before the commit. If a rollback undoes the change, the adapter reads the lane in
 * vain, but does no harm.
 */
void bot_lane_note_kept(struct bot_store *store, bool private, const char *to)
{
	struct bot_lanes *lanes = &store->lanes;
	struct bot_lane *last = lanes->count > 0 ? &lanes->lane[lanes->count - 1] : NULL;

	if (last && last->private == private && strcmp(last->to, to) == 0)
		return;
	if (lanes->count == LANES_MOST)
		lanes->all = true;
	if (lanes->all)
		return;
	if (lanes->count == lanes->capacity) {
		lanes->capacity = lanes->capacity ? 2 * lanes->capacity : 64;
		lanes->lane = bot_realloc(lanes->lane, lanes->capacity * sizeof(*lanes->lane));
	}
	assert(lanes->lane); /* clang-tidy can't know that there is room for a lane */
	lanes->lane[lanes->count].private = private;
	stpcpy(lanes->lane[lanes->count++].to, to);
}

void bot_lanes_finish(struct bot_lanes *lanes)
{
	free(lanes->lane);
	*lanes = (struct bot_lanes){0};
}

static void take_all(
	struct bot_store *store, void (*take)(void *self, bool private, const char *to), void *self)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_OUTBOX_LANES);
	while (bot_query_row(query)) {
		int64_t row = bot_query_get_int(query, 1, INT64_MAX);
		bool private = bot_query_get_bool(query);
		char to[BOT_ID_SIZE];

		bot_query_get_id(query, to);
		if (query->error == BOT_STORE_CORRUPT)
			query->error = bot_damage_note(store, 0, row);
		if (!query->error)
			take(self, private, to);
	}
	bot_query_end(query);
}

bool bot_lanes_changed(
	struct bot_store *store, void (*take)(void *self, bool private, const char *to), void *self)
{
	struct bot_lanes *lanes = &store->lanes;
	bool all = lanes->all;

	assert(!store->driver->is_in_transaction(store));
	for (size_t i = 0; !all && i < lanes->count; i++)
		take(self, lanes->lane[i].private, lanes->lane[i].to);
	lanes->count = 0;
	if (all)
		take_all(store, take, self);
	lanes->all = false;
	return all;
}

/* Rows that may have been sent */

static int64_t *find(const struct bot_row_set *rows, int64_t row)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->row[i] == row)
			return &rows->row[i];
	return NULL;
}

bool bot_row_may_be_sent(const struct bot_store *store, int64_t row)
{
	return row <= store->sent_before || find(&store->sending, row);
}

void bot_row_is_done(struct bot_store *store, int64_t row)
{
	if (!store->driver->is_in_transaction(store))
		bot_row_set_remove(&store->sending, row);
	else if (find(&store->sending, row))
		bot_row_set_add(&store->done, row);
}

void bot_sent_rows_end(struct bot_store *store, bool committed)
{
	for (size_t i = 0; committed && i < store->done.count; i++)
		bot_row_set_remove(&store->sending, store->done.row[i]);
	store->done.count = 0;
}

bool bot_row_set_has(const struct bot_row_set *rows, int64_t row)
{
	return find(rows, row) != NULL;
}

void bot_row_set_add(struct bot_row_set *rows, int64_t row)
{
	if (find(rows, row))
		return;
	rows->row = bot_realloc(rows->row, (rows->count + 1) * sizeof(*rows->row));
	rows->row[rows->count++] = row;
}

void bot_row_set_remove(struct bot_row_set *rows, int64_t row)
{
	int64_t *found = find(rows, row);

	if (found)
		*found = rows->row[--rows->count];
}
