/* The order in which the fair queue serves the lanes of the outbox. */
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/outbox_row.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct mx_lane_head matches[] = {{MX_PRIORITY_MATCH, false, "!a:x"},
	{MX_PRIORITY_MATCH, false, "!b:x"}, {MX_PRIORITY_MATCH, true, "@a:x"}};
static struct mx_lane_head others[] = {{MX_PRIORITY_OTHER, false, "!a:x"},
	{MX_PRIORITY_OTHER, false, "!c:x"}, {MX_PRIORITY_OTHER, true, "@c:x"},
	{MX_PRIORITY_OTHER, true, "@d:x"}};

/* Starts a request of the first lane in the order of the queue. Returns the head of this lane. */
static const struct mx_lane_head *start(
	struct mx_fair_queue *queue, const struct mx_lane_head *const *heads, size_t count)
{
	const struct mx_lane_head *first = heads[0];

	for (size_t i = 1; i < count; i++)
		if (mx_fair_queue_before(queue, heads[i], first))
			first = heads[i];
	mx_fair_queue_serve(queue, first);
	return first;
}

/* Starts a request of the first lane, and ends the round, because its row was sent. */
static const struct mx_lane_head *serve(
	struct mx_fair_queue *queue, const struct mx_lane_head *const *heads, size_t count)
{
	const struct mx_lane_head *first = start(queue, heads, count);

	mx_fair_queue_end_round(queue);
	return first;
}

static void test_lanes_of_one_priority_take_turns(void **state)
{
	const struct mx_lane_head *heads[COUNT(others)];
	struct mx_fair_queue queue = {0};
	(void)state;

	for (size_t i = 0; i < COUNT(others); i++)
		heads[i] = &others[COUNT(others) - 1 - i];
	for (size_t i = 0; i < 3 * COUNT(others); i++)
		assert_ptr_equal(serve(&queue, heads, COUNT(others)), &others[i % COUNT(others)]);
}

static void test_lane_that_empties_and_fills_again_is_not_served_out_of_turn(void **state)
{
	const struct mx_lane_head *heads[] = {&others[0], &others[1], &others[2]};
	struct mx_fair_queue queue = {0};
	(void)state;

	assert_ptr_equal(serve(&queue, heads, 3), &others[0]);
	assert_ptr_equal(serve(&queue, heads, 2), &others[1]);
	assert_ptr_equal(serve(&queue, heads, 3), &others[2]);
	assert_ptr_equal(serve(&queue, heads + 1, 2), &others[1]);
}

/* Whatever the number of lanes, each has its turn if a rate limit refuses every second request. */
static void test_lane_that_a_rate_limit_refuses_keeps_its_turn(void **state)
{
	const struct mx_lane_head *heads[] = {&others[0], &others[1], &others[2]};
	(void)state;

	for (size_t count = 2; count <= COUNT(heads); count++) {
		struct mx_fair_queue queue = {0};

		for (size_t i = 0; i < 12; i++) {
			const struct mx_lane_head *head = serve(&queue, heads, count);

			assert_ptr_equal(head, &others[i % count]);
			mx_fair_queue_refuse(&queue, start(&queue, heads, count));
		}
	}
}

static void test_lane_that_is_always_refused_does_not_hold_up_others(void **state)
{
	const struct mx_lane_head *heads[] = {&others[0], &others[1]};
	struct mx_fair_queue queue = {0};
	size_t served = 0;
	(void)state;

	for (size_t i = 0; i < 12; i++) {
		const struct mx_lane_head *head = start(&queue, heads, 2);

		if (head == &others[0]) {
			mx_fair_queue_refuse(&queue, head);
		} else {
			mx_fair_queue_end_round(&queue);
			served++;
		}
	}
	assert_int_equal(served, 4);
}

static void test_edits_take_one_round_of_twelve_while_other_rows_wait(void **state)
{
	static const struct mx_lane_head boards[] = {
		{MX_PRIORITY_LATER, false, "!d:x"}, {MX_PRIORITY_LATER, false, "!e:x"}};
	const struct mx_lane_head *heads[] = {
		&boards[0], &boards[1], &matches[0], &matches[1], &others[0]};
	struct mx_fair_queue queue = {0};
	(void)state;

	for (size_t i = 0; i < 48; i++) {
		const struct mx_lane_head *head = serve(&queue, heads, COUNT(heads));

		assert_int_equal(head->priority == MX_PRIORITY_LATER, i % 12 == 5);
		if (head->priority == MX_PRIORITY_LATER)
			assert_ptr_equal(head, &boards[i / 12 % 2]);
	}
	assert_int_equal(serve(&queue, heads, 2)->priority, MX_PRIORITY_LATER);
}

static const struct mx_lane_head practice[] = {
	{MX_PRIORITY_PRACTICE, false, "!a:x"}, {MX_PRIORITY_PRACTICE, true, "@p:x"}};

/*
 * The priorities that the queue serves in twelve rounds, one in each round. Rows of all priorities
 * wait, except edits.
 */
static const enum mx_priority order[] = {MX_PRIORITY_MATCH, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
	MX_PRIORITY_OTHER, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
	MX_PRIORITY_PRACTICE, MX_PRIORITY_MATCH, MX_PRIORITY_OTHER, MX_PRIORITY_MATCH,
	MX_PRIORITY_PRACTICE};

static void test_matches_come_first_then_practice_then_other_rows(void **state)
{
	static const size_t kinds[] = {[MX_PRIORITY_MATCH] = COUNT(matches),
		[MX_PRIORITY_PRACTICE] = COUNT(practice),
		[MX_PRIORITY_OTHER] = COUNT(others)};
	const struct mx_lane_head *heads[COUNT(matches) + COUNT(practice) + COUNT(others)];
	size_t served[MX_PRIORITY_LATER] = {0}, each[COUNT(heads)] = {0}, count = 0;
	struct mx_fair_queue queue = {0};
	(void)state;

	for (size_t i = 0; i < COUNT(others); i++)
		heads[count++] = &others[i];
	for (size_t i = 0; i < COUNT(practice); i++)
		heads[count++] = &practice[i];
	for (size_t i = 0; i < COUNT(matches); i++)
		heads[count++] = &matches[i];
	for (size_t i = 0; i < 144; i++) {
		const struct mx_lane_head *head = serve(&queue, heads, count);

		assert_int_equal(head->priority, order[i % 12]);
		served[head->priority]++;
		for (size_t k = 0; k < count; k++)
			each[k] += heads[k] == head;
	}
	assert_int_equal(served[MX_PRIORITY_MATCH], 96);
	assert_int_equal(served[MX_PRIORITY_PRACTICE], 24);
	assert_int_equal(served[MX_PRIORITY_OTHER], 24);
	for (size_t k = 0; k < count; k++)
		assert_int_equal(each[k], served[heads[k]->priority] / kinds[heads[k]->priority]);
	/*
	 * If no row of a match between people waits, the queue serves rows of practice matches
	 * before other rows.
	 */
	queue = (struct mx_fair_queue){0};
	assert_int_equal(serve(&queue, heads, COUNT(others) + COUNT(practice))->priority,
		MX_PRIORITY_PRACTICE);
}

static void test_lane_with_the_longest_id_is_served(void **state)
{
	char id[BOT_ID_SIZE];
	struct mx_lane_head head = {MX_PRIORITY_OTHER, false, id},
			    other = {MX_PRIORITY_OTHER, false, "!b:x"};
	struct mx_fair_queue queue = {0};
	(void)state;

	memset(id, 'a', sizeof(id) - 1);
	id[0] = '!';
	id[sizeof(id) - 1] = '\0';
	mx_fair_queue_serve(&queue, &head);
	assert_false(mx_fair_queue_before(&queue, &head, &other));
	assert_string_equal(queue.last[MX_PRIORITY_OTHER].to, id);
}

/* Rows that can wait give way to all others, unless another row waits behind them. */
static void test_edits_and_ends_of_rounds_come_last_in_their_own_lane_only(void **state)
{
	static const struct {
		struct bot_outbox_row row;
		enum mx_priority priority;
	} cases[] = {
		{{.kind = BOT_OUT_EDIT, .match = 1}, MX_PRIORITY_LATER},
		{{.kind = BOT_OUT_EDIT, .match = 1, .followed = true}, MX_PRIORITY_MATCH},
		{{.match = 1, .round_end = true}, MX_PRIORITY_LATER},
		{{.match = 1, .round_end = true, .followed = true}, MX_PRIORITY_MATCH},
		{{.match = 1}, MX_PRIORITY_MATCH},
		{{.match = 1, .practice = true}, MX_PRIORITY_PRACTICE},
		{{.match = 0}, MX_PRIORITY_OTHER},
	};
	(void)state;

	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(mx_outbox_row_priority(&cases[i].row), cases[i].priority);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes_of_one_priority_take_turns),
		cmocka_unit_test(test_lane_that_empties_and_fills_again_is_not_served_out_of_turn),
		cmocka_unit_test(test_lane_that_a_rate_limit_refuses_keeps_its_turn),
		cmocka_unit_test(test_lane_that_is_always_refused_does_not_hold_up_others),
		cmocka_unit_test(test_edits_take_one_round_of_twelve_while_other_rows_wait),
		cmocka_unit_test(test_matches_come_first_then_practice_then_other_rows),
		cmocka_unit_test(test_edits_and_ends_of_rounds_come_last_in_their_own_lane_only),
		cmocka_unit_test(test_lane_with_the_longest_id_is_served),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
