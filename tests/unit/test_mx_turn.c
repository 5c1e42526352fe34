/* Whose turn it is among the lanes of the outbox. */
#include "adapters/matrix/turn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct mx_head matches[] = {
	{MX_NEWS, false, "!a:x"}, {MX_NEWS, false, "!b:x"}, {MX_NEWS, true, "@a:x"}};
static struct mx_head chatter[] = {{MX_CHATTER, false, "!a:x"}, {MX_CHATTER, false, "!c:x"},
	{MX_CHATTER, true, "@c:x"}, {MX_CHATTER, true, "@d:x"}};

/* Serves the one among the heads that comes before all others. */
static const struct mx_head *serve(
	struct mx_turns *turns, const struct mx_head *const *heads, size_t count)
{
	const struct mx_head *first = heads[0];

	for (size_t i = 1; i < count; i++)
		if (mx_turns_before(turns, heads[i], first))
			first = heads[i];
	mx_turns_serve(turns, first);
	mx_turns_next(turns);
	return first;
}

static void test_lanes_of_a_kind_come_in_turn(void **state)
{
	const struct mx_head *heads[COUNT(chatter)];
	struct mx_turns turns = {0};
	(void)state;

	for (size_t i = 0; i < COUNT(chatter); i++)
		heads[i] = &chatter[COUNT(chatter) - 1 - i];
	for (size_t i = 0; i < 3 * COUNT(chatter); i++)
		assert_ptr_equal(
			serve(&turns, heads, COUNT(chatter)), &chatter[i % COUNT(chatter)]);
}

static void test_lane_that_comes_and_goes_does_not_begin_the_round_anew(void **state)
{
	const struct mx_head *heads[] = {&chatter[0], &chatter[1], &chatter[2]};
	struct mx_turns turns = {0};
	(void)state;

	assert_ptr_equal(serve(&turns, heads, 3), &chatter[0]);
	assert_ptr_equal(serve(&turns, heads, 2), &chatter[1]);
	assert_ptr_equal(serve(&turns, heads, 3), &chatter[2]);
	assert_ptr_equal(serve(&turns, heads + 1, 2), &chatter[1]);
}

static void test_boards_are_revised_every_twelfth_time_where_there_is_else_to_say(void **state)
{
	static const struct mx_head boards[] = {
		{MX_REVISED, false, "!d:x"}, {MX_REVISED, false, "!e:x"}};
	const struct mx_head *heads[] = {
		&boards[0], &boards[1], &matches[0], &matches[1], &chatter[0]};
	struct mx_turns turns = {0};
	(void)state;

	for (size_t i = 0; i < 48; i++) {
		const struct mx_head *head = serve(&turns, heads, COUNT(heads));

		assert_int_equal(head->urgency == MX_REVISED, i % 12 == 5);
		if (head->urgency == MX_REVISED)
			assert_ptr_equal(head, &boards[i / 12 % 2]);
	}
	assert_int_equal(serve(&turns, heads, 2)->urgency, MX_REVISED);
}

static void test_matches_come_first_and_chatter_every_fourth_time(void **state)
{
	const struct mx_head *heads[COUNT(matches) + COUNT(chatter)];
	size_t served[2][8] = {0}, chats = 0;
	struct mx_turns turns = {0};
	(void)state;

	for (size_t i = 0; i < COUNT(matches); i++)
		heads[i] = &matches[i];
	for (size_t i = 0; i < COUNT(chatter); i++)
		heads[COUNT(matches) + i] = &chatter[i];
	for (size_t i = 0; i < 48; i++) {
		const struct mx_head *head = serve(&turns, heads, COUNT(heads));

		bool chats_now = head->urgency == MX_CHATTER;

		assert_int_equal(chats_now, i % 4 == 3);
		chats += chats_now;
		served[chats_now][head - (chats_now ? chatter : matches)]++;
	}
	assert_int_equal(chats, 12);
	for (size_t i = 0; i < COUNT(matches); i++)
		assert_int_equal(served[false][i], 12);
	for (size_t i = 0; i < COUNT(chatter); i++)
		assert_int_equal(served[true][i], 3);
}

static void test_longest_id_is_served(void **state)
{
	char id[BOT_ID_SIZE];
	struct mx_head head = {true, false, id}, other = {MX_CHATTER, false, "!b:x"};
	struct mx_turns turns = {0};
	(void)state;

	memset(id, 'a', sizeof(id) - 1);
	id[0] = '!';
	id[sizeof(id) - 1] = '\0';
	mx_turns_serve(&turns, &head);
	assert_false(mx_turns_before(&turns, &head, &other));
	assert_string_equal(turns.last[true].to, id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes_of_a_kind_come_in_turn),
		cmocka_unit_test(test_lane_that_comes_and_goes_does_not_begin_the_round_anew),
		cmocka_unit_test(
			test_boards_are_revised_every_twelfth_time_where_there_is_else_to_say),
		cmocka_unit_test(test_matches_come_first_and_chatter_every_fourth_time),
		cmocka_unit_test(test_longest_id_is_served),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
