/*
 * Random sequences of letters, edits, answers, lost answers, given-up rows, rolled-back batches and
 * restarts, checked against a model. The test also keeps the first row of each lane as an adapter
 * does, and compares these rows with the store. The test prints the seed of a failed sequence;
 * ENGARDE_SEED=N runs only the sequence with this seed.
 *
 * Each letter has a number. The number is also the letter's text and transaction id, so the test
 * knows which letter has arrived.
 */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/temp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES   3
#define POSTS   64
#define LETTERS 1024
#define BATCHES 60

static const char *const lanes[LANES] = {"!a:x", "!b:x", "@c:x"};
static const bool private[LANES] = {false, false, true};

struct letter {
	int lane;
	int post; /* the index of the letter's post in the model, or -1 if it has no post */
	bool edit;
	bool rolled_back;
	bool given_up;
};

/*
 * What the host has added to the outbox. After a rolled-back batch the test restores the old model.
 */
struct model {
	int letters;
	int posts;
	struct letter letter[LETTERS];
	struct {
		int64_t id;
		int lane;
		int newest; /* the letter whose text the post should show */
	} post[POSTS];
};

/* What the homeserver has received. When the bot rolls a batch back, this does not change. */
struct server {
	bool has[LETTERS];
	/* the letter whose event this letter edits, or -1 if this letter is not an edit */
	int edited[LETTERS];
	int shows[LETTERS]; /* the letter whose text the event shows */
	int last[LANES];
};

static uint32_t seed;
static uint32_t first_seed; /* of the sequence that runs */

static uint32_t below(uint32_t limit)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % limit;
}

static void add(struct bot_store *store, struct model *model, int index)
{
	char text[BOT_TXN_SIZE];
	int number = model->letters++;
	struct letter *letter = &model->letter[number];
	bool edit = index >= 0 && index < model->posts;
	*letter = (struct letter){.post = index, .edit = edit};
	letter->lane = edit ? model->post[index].lane : (int)below(LANES);
	snprintf(text, sizeof(text), "%d", number);
	struct bot_letter out = {
		.kind = edit ? BOT_OUT_EDIT : BOT_OUT_MESSAGE,
		.to = lanes[letter->lane],
		.private = private[letter->lane],
		.body = text,
		.txn = text,
		.edits = edit ? model->post[index].id : 0,
	};
	int64_t id = 0;
	assert_true(bot_outbox_add(store, &out, index < 0 ? NULL : &id));
	if (index < 0)
		return;
	if (edit)
		assert_int_equal(id, model->post[index].id);
	else
		model->posts++;
	model->post[index].id = id;
	model->post[index].lane = letter->lane;
	model->post[index].newest = number;
}

static void add_some(struct bot_store *store, struct model *model)
{
	uint32_t what = below(10);
	if (what < 2)
		add(store, model, -1);
	else if (what < 4 && model->posts < POSTS)
		add(store, model, model->posts);
	else if (model->posts > 0)
		add(store, model, (int)below((uint32_t)model->posts));
}

struct head {
	int64_t row;
	int number;
	int edits; /* the letter that this row edits, or -1 if this row is not an edit */
};

struct heads {
	size_t count;
	struct head head[LANES];
	const struct model *model;
};

static bool take(void *self, const struct bot_outbox_row *row)
{
	struct heads *heads = self;
	assert_true(heads->count < LANES);
	struct head *head = &heads->head[heads->count++];
	*head = (struct head){row->id, atoi(row->txn), row->edits ? atoi(row->edits + 1) : -1};
	assert_in_range(head->number, 0, heads->model->letters - 1);
	const struct letter *letter = &heads->model->letter[head->number];
	assert_string_equal(row->body, row->txn);
	assert_string_equal(row->to, lanes[letter->lane]);
	assert_int_equal(row->private, private[letter->lane]);
	assert_int_equal(row->kind == BOT_OUT_EDIT, head->edits >= 0);
	return true;
}

/*
 * Makes the homeserver receive a PUT request. If an earlier request had the same transaction id,
 * the new request is a repetition and changes nothing.
 */
static void put(struct server *server, const struct model *model, const struct head *head)
{
	const struct letter *letter = &model->letter[head->number];
	if (server->has[head->number]) {
		assert_int_equal(server->edited[head->number], head->edits);
		return;
	}
	assert_true(head->number > server->last[letter->lane]);
	server->last[letter->lane] = head->number;
	server->has[head->number] = true;
	server->edited[head->number] = head->edits;
	if (head->edits < 0) {
		server->shows[head->number] = head->number;
		return;
	}
	assert_true(server->has[head->edits]);
	assert_int_equal(server->edited[head->edits], -1);
	assert_int_equal(model->letter[head->edits].post, letter->post);
	server->shows[head->edits] = head->number;
}

/* Sends the first row of each lane to the homeserver. Some of these rows get lost at random. */
static struct heads send(struct bot_store *store, struct server *server, struct model *model)
{
	struct heads heads = {.model = model};
	bot_outbox_heads(store, take, &heads);
	for (size_t i = 0; i < heads.count; i++)
		if (below(4) > 0)
			put(server, model, &heads.head[i]);
	return heads;
}

/* Reports the result of a lane's first row, unless the homeserver's answer gets lost. */
static void answer(struct bot_store *store, const struct server *server, struct model *model,
	const struct head *head)
{
	char event[16];
	if (server->has[head->number]) {
		snprintf(event, sizeof(event), "$%d", head->number);
		if (below(8) > 0)
			bot_outbox_done(store, head->row, event);
	} else if (below(3) == 0) {
		model->letter[head->number].given_up = true;
		bot_outbox_done(store, head->row, NULL);
	}
}

/* The number of the first letter in each lane, or -1 if the lane is empty. */
struct first {
	int number[LANES];
};

static int find_lane(bool is_private, const char *to)
{
	int lane = 0;
	while (private[lane] != is_private || strcmp(lanes[lane], to) != 0)
		assert_true(++lane < LANES);
	return lane;
}

static void note_lane(void *self, bool is_private, const char *to)
{
	bool *changed = self;
	changed[find_lane(is_private, to)] = true;
}

static bool note_first(void *self, const struct bot_outbox_row *row)
{
	struct first *first = self;
	first->number[find_lane(row->private, row->to)] = atoi(row->txn);
	return false;
}

static bool note_head(void *self, const struct bot_outbox_row *row)
{
	(void)note_first(self, row);
	return true;
}

/* Reads only the lanes that have changed, and asserts that `first` then has all first rows. */
static void check_first_rows(struct bot_store *store, struct first *first)
{
	bool changed[LANES] = {false};
	struct first whole = {{-1, -1, -1}};
	bool all = bot_lanes_changed(store, note_lane, changed);
	for (int i = 0; i < LANES; i++) {
		if (!changed[i] && !all)
			continue;
		first->number[i] = -1;
		bot_outbox_first(store, private[i], lanes[i], note_first, first);
	}
	bot_outbox_heads(store, note_head, &whole);
	assert_memory_equal(first, &whole, sizeof(whole));
}

static struct first first_rows;

static void batch(
	struct bot_store *store, struct server *server, struct model *model, uint32_t letters)
{
	static struct model before;
	check_first_rows(store, &first_rows);
	struct heads heads = send(store, server, model);
	before = *model;
	assert_int_equal(bot_store_begin(store), BOT_OK);
	while (letters > 0 || heads.count > 0) {
		if (letters == 0 || (heads.count > 0 && below(2)))
			answer(store, server, model, &heads.head[--heads.count]);
		else if (letters-- && model->letters < LETTERS)
			add_some(store, model);
	}
	if (below(6) > 0) {
		assert_int_equal(bot_store_commit(store), BOT_OK);
		return;
	}
	bot_store_rollback(store);
	/*
	 * The rollback has removed the new letters and the answers from the store. The homeserver
	 * keeps what it has received.
	 */
	int used = model->letters;
	*model = before;
	for (int i = before.letters; i < used; i++)
		model->letter[i] = (struct letter){.rolled_back = true, .post = -1};
	model->letters = used;
}

/*
 * Asserts that no letter is lost: each has arrived, was given up, or was replaced by a newer edit
 * of its post. Asserts that each post has at most one message on the homeserver, which shows the
 * newest text.
 */
static void assert_arrived(const struct server *server, const struct model *model)
{
	int messages[POSTS] = {0};
	for (int i = 0; i < model->letters; i++) {
		const struct letter *letter = &model->letter[i];
		if (letter->rolled_back || letter->given_up)
			continue;
		if (letter->post < 0)
			assert_true(server->has[i]);
		else if (server->has[i] && server->edited[i] < 0)
			messages[letter->post]++;
		else if (!server->has[i])
			assert_true(model->post[letter->post].newest > i);
	}
	for (int i = 0; i < model->posts; i++) {
		int newest = model->post[i].newest, shown = server->edited[newest];
		assert_in_range(messages[i], 0, 1);
		if (model->letter[newest].given_up)
			continue;
		assert_true(server->has[newest]);
		assert_int_equal(server->shows[shown < 0 ? newest : shown], newest);
	}
}

static void drain(struct bot_store *store, struct server *server, struct model *model)
{
	size_t size = 1;
	for (int i = 0; i < 20 * LETTERS && size > 0; i++) {
		batch(store, server, model, 0);
		size = bot_outbox_size(store);
	}
	assert_int_equal(size, 0);
}

static void live(uint32_t from, const char *path)
{
	static struct model model;
	static struct server server;
	struct bot_store *store = NULL;
	bool memory = strcmp(path, ":memory:") == 0;
	seed = first_seed = from;
	memset(&model, 0, sizeof(model));
	memset(&server, 0, sizeof(server));
	for (int i = 0; i < LANES; i++)
		server.last[i] = -1;
	assert_int_equal(bot_store_open(path, &store), BOT_OK);
	for (int i = 0; i < BATCHES; i++) {
		batch(store, &server, &model, below(12));
		if (memory || below(8) > 0)
			continue;
		bot_store_close(store);
		assert_int_equal(bot_store_open(path, &store), BOT_OK);
	}
	drain(store, &server, &model);
	assert_arrived(&server, &model);
	bot_store_close(store);
}

static void run(uint32_t count, const char *path)
{
	const char *only = getenv("ENGARDE_SEED");
	uint32_t first = only ? (uint32_t)strtoul(only, NULL, 10) : 1;
	for (uint32_t i = first; i < first + (only ? 1 : count); i++) {
		live(i, path);
	}
}

static int print_seed(void **state)
{
	(void)state;
	print_message("last: ENGARDE_SEED=%u\n", (unsigned)first_seed);
	return 0;
}

UNIT_TEST_FROM(NULL, print_seed, test_no_letter_is_lost)
{
	run(300, ":memory:");
}

UNIT_TEST_FROM(NULL, print_seed, test_no_letter_is_lost_over_restarts)
{
	struct temp temp;
	for (uint32_t i = 0; i < 5; i++) {
		assert_int_equal(temp_init(&temp), 0);
		live(1000 + i, temp.path);
		assert_int_equal(temp_finish(&temp), 0);
	}
}
