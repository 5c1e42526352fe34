/*
 * Tests that an adapter gets the same rows whether the store keeps them in memory or reads them:
 * two stores get the same random changes of their outbox, and one of them forgets its rows after
 * each change.
 */
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/test_store.h"

#include "bot/store/sql/kept_lanes.h"

#include <stdio.h>
#include <string.h>

#define STEPS 4000
#define LANES 4 /* two rooms, and two users */
#define TEXT  1024
#define POSTS 8 /* few, so that most changes meet rows that wait */

struct pair {
	struct bot_store *keeps, *reads;
	uint64_t random;
	int64_t match[2];
	int64_t post[POSTS]; /* the newest posts; 0 if there is none */
	unsigned posts, letters, kept;
};

static unsigned draw(struct pair *pair, unsigned most)
{
	pair->random = pair->random * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(pair->random >> 33) % most;
}

static const char *lane_name(unsigned lane)
{
	static const char *const names[LANES] = {"!a:x", "!b:x", "@ann:x", "@bob:x"};

	return names[lane];
}

static bool is_private(unsigned lane)
{
	return lane >= 2;
}

static bool write_row(void *self, const struct bot_outbox_row *row)
{
	char *text = self;
	int used = snprintf(text, TEXT, "%lld %d %d %s %s %s %s %d %s %s %s ", (long long)row->id,
		row->kind, row->private, row->to, row->txn, row->body ? row->body : "-",
		row->html ? row->html : "-", row->ring, row->mentions ? row->mentions : "-",
		row->edits ? row->edits : "-", row->via ? row->via : "-");

	snprintf(text + used, TEXT - (size_t)used,
		"%s %s %s %s %s %s %s %lld %d %d %lld %d %d %d %d",
		row->choices ? row->choices : "-", row->thread ? row->thread : "-",
		row->answers ? row->answers : "-", row->commitment ? row->commitment : "-",
		row->reactions ? row->reactions : "-", row->challenged ? row->challenged : "-",
		row->file.name ? row->file.name : "-", (long long)row->match, row->practice,
		row->followed, (long long)row->made, row->waiting_hand, row->board, row->optional,
		row->clear);
	return false;
}

static bool take_id(void *self, const struct bot_outbox_row *row)
{
	*(int64_t *)self = row->id;
	return false;
}

static int64_t first_id(struct pair *pair, unsigned lane)
{
	int64_t id = 0;

	bot_outbox_first(pair->reads, is_private(lane), lane_name(lane), take_id, &id);
	return id;
}

static void assert_same_rows(struct pair *pair)
{
	for (unsigned i = 0; i < LANES; i++) {
		char kept[TEXT] = "none", read[TEXT] = "none";

		pair->kept += bot_kept_lane_find(pair->keeps, is_private(i), lane_name(i)) != NULL;
		bot_outbox_first(pair->keeps, is_private(i), lane_name(i), write_row, kept);
		bot_outbox_first(pair->reads, is_private(i), lane_name(i), write_row, read);
		assert_string_equal(kept, read);
	}
}

static void add(struct pair *pair, const struct bot_letter *letter)
{
	int64_t keeps = 0, reads = 0;

	assert_int_equal(bot_outbox_add(pair->keeps, letter, &keeps),
		bot_outbox_add(pair->reads, letter, &reads));
	assert_int_equal(keeps, reads);
	if (keeps && !letter->edits && !letter->optional)
		pair->post[pair->posts++ % POSTS] = keeps;
}

static struct bot_letter begin_letter(struct pair *pair, unsigned lane)
{
	static char txn[BOT_TXN_SIZE], body[16];

	snprintf(txn, sizeof(txn), "t%u", ++pair->letters);
	snprintf(body, sizeof(body), "text %u", pair->letters);
	return (struct bot_letter){.private = is_private(lane),
		.to = lane_name(lane),
		.body = body,
		.txn = txn,
		.made = pair->letters,
		.match = pair->match[draw(pair, 2)]};
}

static void add_message(struct pair *pair)
{
	static const enum bot_post_role roles[] = {
		BOT_POST_OTHER, BOT_POST_HAND, BOT_POST_WAITING_HAND};
	unsigned lane = draw(pair, LANES);
	struct bot_letter letter = begin_letter(pair, lane);

	letter.role = roles[draw(pair, 3)];
	letter.ring = draw(pair, 2) ? BOT_RING : BOT_QUIET;
	letter.html = draw(pair, 2) ? "<p>" : NULL;
	letter.optional = letter.private && draw(pair, 4) == 0;
	letter.turn = letter.private && draw(pair, 2) ? 3 : 0;
	letter.choices = draw(pair, 4) ? NULL : "a\nb";
	letter.commitment = draw(pair, 20) ? NULL : "c";
	letter.thread = letter.private ? NULL : "$t";
	letter.answers = "$u";
	add(pair, &letter);
}

static void add_change(struct pair *pair)
{
	unsigned lane = draw(pair, LANES);
	struct bot_letter letter = begin_letter(pair, lane);

	letter.kind = draw(pair, 4) ? BOT_OUT_EDIT : BOT_OUT_REMOVE;
	letter.optional = draw(pair, 2) || letter.kind == BOT_OUT_REMOVE;
	letter.edits = pair->post[draw(pair, POSTS)];
	if (letter.edits)
		add(pair, &letter);
}

static void add_other(struct pair *pair)
{
	unsigned lane = draw(pair, LANES);
	struct bot_letter letter = begin_letter(pair, lane);

	letter.kind = letter.private ? BOT_OUT_REACH : BOT_OUT_JOIN;
	letter.match = 0;
	letter.via = "x";
	add(pair, &letter);
}

static void send_row(struct pair *pair)
{
	int64_t id = first_id(pair, draw(pair, LANES));

	if (id == 0)
		return;
	bot_outbox_sending(pair->keeps, id);
	bot_outbox_sending(pair->reads, id);
}

static void finish_row(struct pair *pair)
{
	int64_t id = first_id(pair, draw(pair, LANES));
	char event[32];

	snprintf(event, sizeof(event), "$e%u:%lld", draw(pair, 1000), (long long)id);
	const char *sent = draw(pair, 5) ? event : NULL;
	bot_outbox_done(pair->keeps, id, sent);
	bot_outbox_done(pair->reads, id, sent);
}

static void see_row(struct pair *pair)
{
	unsigned lane = draw(pair, LANES);
	char txn[BOT_TXN_SIZE];

	snprintf(txn, sizeof(txn), "t%u", pair->letters - draw(pair, 8));
	assert_int_equal(
		bot_outbox_seen(pair->keeps, is_private(lane), lane_name(lane), txn, "$seen"),
		bot_outbox_seen(pair->reads, is_private(lane), lane_name(lane), txn, "$seen"));
}

static void drop_hands(struct pair *pair)
{
	unsigned lane = 2 + draw(pair, 2);
	int64_t match = pair->match[draw(pair, 2)];

	bot_outbox_drop_hands(pair->keeps, lane_name(lane), match);
	bot_outbox_drop_hands(pair->reads, lane_name(lane), match);
}

static void change_rarely(struct pair *pair)
{
	unsigned lane = draw(pair, LANES), which = draw(pair, 3);
	char room[32];

	snprintf(room, sizeof(room), "!p%u:x", draw(pair, 1000));
	if (which == 0 && !is_private(lane)) {
		bot_outbox_withdraw(pair->keeps, lane_name(lane));
		bot_outbox_withdraw(pair->reads, lane_name(lane));
	} else if (which == 1 && is_private(lane)) {
		bot_store_set_private_room(pair->keeps, lane_name(lane), room);
		bot_store_set_private_room(pair->reads, lane_name(lane), room);
	}
}

/* Commits, or undoes what was changed since the last commit. */
static void end_transaction(struct pair *pair)
{
	bool commits = draw(pair, 4);
	struct bot_store *const stores[] = {pair->keeps, pair->reads};

	for (size_t i = 0; i < 2; i++) {
		if (commits)
			assert_int_equal(bot_store_commit(stores[i]), BOT_OK);
		else
			bot_store_rollback(stores[i]);
		assert_int_equal(bot_store_begin(stores[i]), BOT_OK);
	}
	if (!commits)
		memset(pair->post, 0, sizeof(pair->post));
}

static void change(struct pair *pair)
{
	static void (*const changes[])(struct pair * pair) = {add_message, add_message, add_change,
		add_change, add_other, send_row, finish_row, finish_row, finish_row, see_row,
		see_row, drop_hands, change_rarely, end_transaction};

	changes[draw(pair, sizeof(changes) / sizeof(*changes))](pair);
}

static void add_match(struct pair *pair, int i, enum bot_practice practice)
{
	struct bot_match match = memory_store_challenge("!a:x", "@ann:x", "@bob:x");

	match.practice = practice;
	bot_store_match_add(pair->keeps, &match);
	bot_store_match_add(pair->reads, &match);
	pair->match[i] = match.id;
}

STORE_TEST(test_kept_rows_are_those_of_the_store)
{
	struct pair pair = {.keeps = store, .random = 1};
	unsigned steps = test_store_is_server() ? STEPS / 10 : STEPS;

	assert_int_equal(test_store_open(&pair.reads), BOT_OK);
	assert_int_equal(bot_store_begin(pair.reads), BOT_OK);
	add_match(&pair, 0, BOT_NO_PRACTICE);
	add_match(&pair, 1, BOT_NO_PRACTICE + 1);
	assert_int_equal(bot_store_commit(pair.keeps), BOT_OK);
	assert_int_equal(bot_store_commit(pair.reads), BOT_OK);
	assert_int_equal(bot_store_begin(pair.keeps), BOT_OK);
	assert_int_equal(bot_store_begin(pair.reads), BOT_OK);
	for (unsigned i = 0; i < steps; i++) {
		change(&pair);
		bot_kept_lanes_forget(pair.reads);
		assert_same_rows(&pair);
	}
	assert_true(pair.kept > steps); /* of four lanes at each step */
	bot_store_close(pair.reads);
}

STORE_TEST(test_long_lane_is_forgotten)
{
	struct pair pair = {.keeps = store, .random = 1};
	int64_t first = 0, id = 0;

	bot_outbox_first(store, false, "!a:x", take_id, &first);
	for (unsigned i = 0; i < 2 * BOT_KEPT_LANE_ROWS; i++) {
		struct bot_letter letter = begin_letter(&pair, 0);

		assert_true(bot_outbox_add(store, &letter, NULL));
		bot_outbox_first(store, false, "!a:x", take_id, &id);
		first = first ? first : id;
		assert_int_equal(id, first);
		assert_true((i < BOT_KEPT_LANE_ROWS) ==
			    (bot_kept_lane_find(store, false, "!a:x") != NULL));
	}
}

STORE_TEST(test_lanes_are_forgotten_when_they_need_much_memory)
{
	struct pair pair = {.keeps = store, .random = 1};
	static char body[15000];
	const size_t most = BOT_KEPT_BYTES / sizeof(body) + 1;
	size_t kept = 0;
	char room[16];

	memset(body, 'a', sizeof(body) - 1);
	for (unsigned i = 0; i < 1000; i++) {
		struct bot_letter letter = begin_letter(&pair, 0);
		int64_t id = 0;

		snprintf(room, sizeof(room), "!%u:x", i);
		letter.to = room;
		letter.body = body;
		bot_outbox_first(store, false, room, take_id, &id);
		assert_true(bot_outbox_add(store, &letter, NULL));
	}
	for (unsigned i = 0; i < 1000; i++) {
		snprintf(room, sizeof(room), "!%u:x", i);
		kept += bot_kept_lane_find(store, false, room) != NULL;
	}
	assert_in_range(kept, most / 2, most);
}
