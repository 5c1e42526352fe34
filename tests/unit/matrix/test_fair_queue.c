/* The order in which the fair queue serves the lanes of the outbox. */
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/outbox_row.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct mx_party parties[8];
static struct mx_service services[16];

static struct mx_queue_entry matches[] = {
	{MX_PRIORITY_MATCH, false, "!a:x", &parties[0], &services[0]},
	{MX_PRIORITY_MATCH, false, "!b:x", &parties[0], &services[1]},
	{MX_PRIORITY_MATCH, true, "@a:x", &parties[0], &services[2]}};
static struct mx_queue_entry others[] = {
	{MX_PRIORITY_OTHER, false, "!a:x", &parties[0], &services[3]},
	{MX_PRIORITY_OTHER, false, "!c:x", &parties[0], &services[4]},
	{MX_PRIORITY_OTHER, true, "@c:x", &parties[0], &services[5]},
	{MX_PRIORITY_OTHER, true, "@d:x", &parties[0], &services[6]}};
static struct mx_queue_entry practice[] = {
	{MX_PRIORITY_PRACTICE, false, "!a:x", &parties[0], &services[7]},
	{MX_PRIORITY_PRACTICE, true, "@p:x", &parties[0], &services[8]}};
static struct mx_queue_entry boards[] = {
	{MX_PRIORITY_LATER, false, "!d:x", &parties[0], &services[9]},
	{MX_PRIORITY_LATER, false, "!e:x", &parties[0], &services[10]}};

/* Forgets all services. */
static int begin(void **state)
{
	(void)state;
	memset(parties, 0, sizeof(parties));
	memset(services, 0, sizeof(services));
	return 0;
}

/* Starts a request of the first lane in the order of the queue. Returns this lane. */
static const struct mx_queue_entry *start(
	struct mx_fair_queue *queue, const struct mx_queue_entry *const *entries, size_t count)
{
	const struct mx_queue_entry *first = entries[0];

	for (size_t i = 1; i < count; i++)
		if (mx_fair_queue_before(queue, entries[i], first))
			first = entries[i];
	mx_fair_queue_serve(queue, first);
	return first;
}

/* Starts a request of the first lane, and ends the slot, because its row was sent. */
static const struct mx_queue_entry *serve(
	struct mx_fair_queue *queue, const struct mx_queue_entry *const *entries, size_t count)
{
	const struct mx_queue_entry *first = start(queue, entries, count);

	mx_fair_queue_end_slot(queue);
	return first;
}

UNIT_TEST_FROM(begin, NULL, test_lanes_of_one_priority_take_turns)
{
	const struct mx_queue_entry *entries[COUNT(others)];
	struct mx_fair_queue queue = {0};

	for (size_t i = 0; i < COUNT(others); i++)
		entries[i] = &others[COUNT(others) - 1 - i];
	for (size_t i = 0; i < 3 * COUNT(others); i++)
		assert_ptr_equal(serve(&queue, entries, COUNT(others)), &others[i % COUNT(others)]);
}

UNIT_TEST_FROM(begin, NULL, test_lane_that_empties_and_fills_again_is_not_served_out_of_turn)
{
	const struct mx_queue_entry *entries[] = {&others[0], &others[1], &others[2]};
	struct mx_fair_queue queue = {0};

	assert_ptr_equal(serve(&queue, entries, 3), &others[0]);
	assert_ptr_equal(serve(&queue, entries, 2), &others[1]);
	assert_ptr_equal(serve(&queue, entries, 3), &others[2]);
	assert_ptr_equal(serve(&queue, entries + 1, 2), &others[1]);
}

/* Whatever the number of lanes, each has its turn if a rate limit refuses every second request. */
UNIT_TEST_FROM(begin, NULL, test_lane_that_a_rate_limit_refuses_keeps_its_turn)
{
	const struct mx_queue_entry *entries[] = {&others[0], &others[1], &others[2]};

	for (size_t count = 2; count <= COUNT(entries); count++) {
		struct mx_fair_queue queue = {0};

		begin(state);
		for (size_t i = 0; i < 12; i++) {
			const struct mx_queue_entry *entry = serve(&queue, entries, count);

			assert_ptr_equal(entry, &others[i % count]);
			mx_fair_queue_refuse(&queue, start(&queue, entries, count));
		}
	}
}

UNIT_TEST_FROM(begin, NULL, test_lane_that_is_always_refused_does_not_hold_up_others)
{
	const struct mx_queue_entry *entries[] = {&others[0], &others[1]};
	struct mx_fair_queue queue = {0};
	size_t served = 0;

	for (size_t i = 0; i < 12; i++) {
		const struct mx_queue_entry *entry = start(&queue, entries, 2);

		if (entry == &others[0]) {
			mx_fair_queue_refuse(&queue, entry);
		} else {
			mx_fair_queue_end_slot(&queue);
			served++;
		}
	}
	assert_int_equal(served, 2);
}

/*
 * Whatever the number of lanes, each has its turn if a rate limit refuses three of four requests.
 */
UNIT_TEST_FROM(begin, NULL, test_lane_that_is_mostly_refused_is_served_in_turn)
{
	const struct mx_queue_entry *entries[] = {&others[0], &others[1], &others[2]};
	struct mx_fair_queue queue = {0};

	begin(state);
	for (size_t i = 0; i < 12; i++) {
		for (size_t k = 0; k < 3; k++) {
			const struct mx_queue_entry *entry = start(&queue, entries, COUNT(entries));

			assert_ptr_equal(entry, &others[i % COUNT(entries)]);
			mx_fair_queue_refuse(&queue, entry);
		}
		assert_ptr_equal(
			serve(&queue, entries, COUNT(entries)), &others[i % COUNT(entries)]);
	}
}

UNIT_TEST_FROM(begin, NULL, test_edits_take_one_round_of_twelve_while_other_rows_wait)
{
	const struct mx_queue_entry *entries[] = {
		&boards[0], &boards[1], &matches[0], &matches[1], &others[0]};
	struct mx_fair_queue queue = {0};

	for (size_t i = 0; i < 48; i++) {
		const struct mx_queue_entry *entry = serve(&queue, entries, COUNT(entries));

		assert_int_equal(entry->priority == MX_PRIORITY_LATER, i % 12 == 5);
		if (entry->priority == MX_PRIORITY_LATER)
			assert_ptr_equal(entry, &boards[i / 12 % 2]);
	}
	assert_int_equal(serve(&queue, entries, 2)->priority, MX_PRIORITY_LATER);
}

/*
 * The priorities that the queue serves in twelve slots, one in each slot. Rows of all priorities
 * wait, except edits.
 */
static const enum mx_priority order[] = {MX_PRIORITY_MATCH, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
	MX_PRIORITY_OTHER, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
	MX_PRIORITY_PRACTICE, MX_PRIORITY_MATCH, MX_PRIORITY_OTHER, MX_PRIORITY_MATCH,
	MX_PRIORITY_PRACTICE};

UNIT_TEST_FROM(begin, NULL, test_matches_come_first_then_practice_then_other_rows)
{
	static const size_t kinds[] = {[MX_PRIORITY_MATCH] = COUNT(matches),
		[MX_PRIORITY_PRACTICE] = COUNT(practice),
		[MX_PRIORITY_OTHER] = COUNT(others)};
	const struct mx_queue_entry *entries[COUNT(matches) + COUNT(practice) + COUNT(others)];
	size_t served[MX_PRIORITY_LATER] = {0}, each[COUNT(entries)] = {0}, count = 0;
	struct mx_fair_queue queue = {0};

	for (size_t i = 0; i < COUNT(others); i++)
		entries[count++] = &others[i];
	for (size_t i = 0; i < COUNT(practice); i++)
		entries[count++] = &practice[i];
	for (size_t i = 0; i < COUNT(matches); i++)
		entries[count++] = &matches[i];
	for (size_t i = 0; i < 144; i++) {
		const struct mx_queue_entry *entry = serve(&queue, entries, count);

		assert_int_equal(entry->priority, order[i % 12]);
		served[entry->priority]++;
		for (size_t k = 0; k < count; k++)
			each[k] += entries[k] == entry;
	}
	assert_int_equal(served[MX_PRIORITY_MATCH], 96);
	assert_int_equal(served[MX_PRIORITY_PRACTICE], 24);
	assert_int_equal(served[MX_PRIORITY_OTHER], 24);
	for (size_t k = 0; k < count; k++)
		assert_int_equal(
			each[k], served[entries[k]->priority] / kinds[entries[k]->priority]);
	/*
	 * If no row of a match between people waits, the queue serves rows of practice matches
	 * before other rows.
	 */
	queue = (struct mx_fair_queue){0};
	assert_int_equal(serve(&queue, entries, COUNT(others) + COUNT(practice))->priority,
		MX_PRIORITY_PRACTICE);
}

/* Makes the entries of `count` lanes that belong to one party. */
static void make_lanes(struct mx_queue_entry *entries, char ids[][48], size_t count, size_t party)
{
	for (size_t i = 0; i < count; i++) {
		snprintf(ids[i], sizeof(ids[i]), "!%zu%zu", party, i);
		entries[i] = (struct mx_queue_entry){
			MX_PRIORITY_OTHER, false, ids[i], &parties[party], &services[i + 1]};
	}
}

UNIT_TEST_FROM(begin, NULL, test_party_with_many_lanes_gets_no_more_turns_than_one_with_one)
{
	struct mx_queue_entry strangers[10],
		good = {MX_PRIORITY_OTHER, false, "!z", &parties[0], &services[0]};
	const struct mx_queue_entry *entries[11] = {&good};
	char ids[10][48];
	struct mx_fair_queue queue = {0};
	size_t each[10] = {0}, of_good = 0;

	make_lanes(strangers, ids, 10, 1);
	for (size_t i = 0; i < 10; i++)
		entries[i + 1] = &strangers[i];
	for (size_t i = 0; i < 40; i++) {
		const struct mx_queue_entry *entry = serve(&queue, entries, 11);

		of_good += entry == &good;
		if (entry != &good)
			each[entry - strangers]++;
	}
	assert_int_equal(of_good, 20);
	for (size_t i = 0; i < 10; i++)
		assert_int_equal(each[i], 2);
}

/* Whatever the number of other servers. */
UNIT_TEST_FROM(begin, NULL, test_own_homeserver_has_every_second_turn)
{
	struct mx_queue_entry own[2], strangers[6];
	const struct mx_queue_entry *entries[8];
	char ids[8][48];
	struct mx_fair_queue queue = {0};

	for (size_t i = 0; i < 8; i++) {
		struct mx_queue_entry *entry = i < 2 ? &own[i] : &strangers[i - 2];

		snprintf(ids[i], sizeof(ids[i]), "!%zu", i);
		parties[i].home = i < 2;
		*entry = (struct mx_queue_entry){
			MX_PRIORITY_OTHER, false, ids[i], &parties[i], &services[i]};
		entries[i] = entry;
	}
	for (size_t i = 0; i < 24; i++)
		assert_int_equal(serve(&queue, entries, 8)->party->home, i % 2 == 0);
}

UNIT_TEST_FROM(begin, NULL, test_party_that_asks_seldom_comes_before_those_that_ask_always)
{
	struct mx_queue_entry lanes[7];
	const struct mx_queue_entry *entries[7];
	char ids[7][48];
	struct mx_fair_queue queue = {0};

	for (size_t i = 0; i < 7; i++) {
		snprintf(ids[i], sizeof(ids[i]), "!%zu", i);
		snprintf(parties[i].name, sizeof(parties[i].name), "%zu.example", i);
		lanes[i] = (struct mx_queue_entry){
			MX_PRIORITY_OTHER, false, ids[i], &parties[i], &services[i]};
		entries[i] = &lanes[i];
	}
	for (size_t i = 0; i < 7; i++)
		assert_ptr_equal(serve(&queue, entries, 7), &lanes[i]);
	/* The last one has nothing to send for a while. */
	for (size_t i = 0; i < 60; i++)
		serve(&queue, entries, 6);
	assert_ptr_equal(serve(&queue, entries, 7), &lanes[6]);
}

/* New parties without end: those that wait are served all the same, and a new one soon. */
UNIT_TEST_FROM(begin, NULL, test_new_parties_hold_up_nobody_for_ever)
{
	struct mx_queue_entry waiting = {MX_PRIORITY_OTHER, false, "!w", &parties[0], &services[0]};
	struct mx_queue_entry fresh = {MX_PRIORITY_OTHER, false, "!f", &parties[1], &services[1]};
	const struct mx_queue_entry *entries[] = {&waiting, &fresh};
	struct mx_fair_queue queue = {0};
	size_t served = 0;

	for (size_t i = 0; i < 400; i++) {
		memset(&parties[1], 0, sizeof(parties[1]));
		parties[1].services[MX_PRIORITY_OTHER].last =
			mx_fair_queue_first_service(&queue, MX_PRIORITY_OTHER);
		served += serve(&queue, entries, 2) == &waiting;
	}
	assert_in_range(served, 40, 360);
}

/* Rows that can wait give way to all others, unless another row waits behind them. */
UNIT_TEST_FROM(begin, NULL, test_edits_and_ends_of_rounds_come_last_in_their_own_lane_only)
{
	static const struct {
		struct bot_outbox_row row;
		enum mx_priority priority;
	} cases[] = {
		{{.kind = BOT_OUT_EDIT, .match = 1}, MX_PRIORITY_LATER},
		{{.kind = BOT_OUT_EDIT, .match = 1, .followed = true}, MX_PRIORITY_MATCH},
		{{.match = 1, .waiting_hand = true}, MX_PRIORITY_LATER},
		{{.match = 1, .waiting_hand = true, .followed = true}, MX_PRIORITY_MATCH},
		{{.match = 1}, MX_PRIORITY_MATCH},
		{{.match = 1, .practice = true}, MX_PRIORITY_PRACTICE},
		{{.match = 0}, MX_PRIORITY_OTHER},
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(mx_outbox_row_priority(&cases[i].row), cases[i].priority);
}
