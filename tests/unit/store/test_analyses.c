/* Tests how the store keeps analyses, the queue of analyses, and the requests for them. */
#include "bot/store/sqlite/connection.h"
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a match that has ended, and returns its id. */
static int64_t add(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!r:x", "@a:x", "@b:x");

	match.status = BOT_ENDED;
	match.ended = 7;
	bot_store_match_add(store, &match);
	return match.id;
}

static void assert_next(struct bot_store *store, int64_t match, size_t waiting)
{
	struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST] = {{0}};
	size_t count = 99;

	assert_int_equal(bot_store_analyses_waiting(store, list, &count), BOT_OK);
	assert_int_equal(count, waiting);
	assert_int_equal(list[0].match, match);
}

STORE_TEST(test_analyses_leave_the_queue_in_their_order)
{
	struct bot_store *store = *state;
	int64_t first = add(store), second = add(store);
	char *text = NULL;

	assert_next(store, 0, 0);
	assert_int_equal(bot_store_analysis_get(store, first, &text), BOT_NOT_FOUND);
	assert_int_equal(bot_store_analysis_queue(store, second), BOT_OK);
	assert_int_equal(bot_store_analysis_queue(store, first), BOT_OK);
	assert_next(store, second, 2);
	assert_int_equal(bot_store_analysis_get(store, second, &text), BOT_OK);
	assert_null(text);
	assert_int_equal(bot_store_analysis_finish(store, second, "1 result"), BOT_OK);
	assert_next(store, first, 1);
	assert_int_equal(bot_store_analysis_get(store, second, &text), BOT_OK);
	assert_string_equal(text, "1 result");
	free(text);
	assert_int_equal(bot_store_analysis_forget(store, first), BOT_OK);
	assert_next(store, 0, 0);
	assert_int_equal(bot_store_analysis_queue(store, second), BOT_OK); /* once more */
	assert_next(store, second, 1);
}

STORE_TEST(test_analysis_without_a_match_or_a_bound_is_refused)
{
	struct bot_store *store = *state;
	int64_t match = add(store);
	char *text = calloc(1, BOT_ANALYSIS_TEXT_MAX + 2);

	assert_int_equal(bot_store_analysis_finish(store, match, "x"), BOT_NOT_FOUND);
	assert_int_equal(bot_store_analysis_queue(store, match), BOT_OK);
	assert_int_equal(bot_store_analysis_finish(store, match, ""), BOT_INVALID);
	memset(text, 'x', BOT_ANALYSIS_TEXT_MAX);
	assert_int_equal(bot_store_analysis_finish(store, match, text), BOT_OK);
	text[BOT_ANALYSIS_TEXT_MAX] = 'x';
	assert_int_equal(bot_store_analysis_finish(store, match, text), BOT_INVALID);
	free(text);
}

static struct bot_analysis_request request(bool private, const char *to, const char *thread)
{
	struct bot_analysis_request request = {.private = private, .post = 5};

	snprintf(request.to, sizeof(request.to), "%s", to);
	snprintf(request.thread, sizeof(request.thread), "%s", thread);
	return request;
}

static void ask(struct bot_store *store, int64_t match, struct bot_analysis_request request)
{
	assert_int_equal(bot_store_analysis_ask(store, match, &request), BOT_OK);
}

static size_t count_requests(
	struct bot_store *store, int64_t match, struct bot_analysis_request list[4])
{
	size_t count = 99;

	assert_int_equal(bot_store_analysis_requests(store, match, list, 4, &count), BOT_OK);
	return count;
}

STORE_TEST(test_match_has_one_request_for_each_place)
{
	struct bot_store *store = *state;
	int64_t match = add(store), other = add(store);
	struct bot_analysis_request list[4];

	assert_int_equal(count_requests(store, match, list), 0);
	ask(store, match, request(false, "!r:x", "$thread"));
	ask(store, match, request(true, "@a:x", ""));
	ask(store, match, request(true, "@a:x", ""));
	ask(store, other, request(true, "@a:x", ""));
	assert_int_equal(count_requests(store, match, list), 2);
	assert_false(list[0].private);
	assert_string_equal(list[0].to, "!r:x");
	assert_string_equal(list[0].thread, "$thread");
	assert_int_equal(list[0].post, 5);
	assert_true(list[1].private);
	assert_string_equal(list[1].to, "@a:x");
	assert_string_equal(list[1].thread, "");
	assert_int_equal(bot_store_analysis_request_end(store, match, &list[1]), BOT_OK);
	assert_int_equal(count_requests(store, match, list), 1);
	assert_string_equal(list[0].to, "!r:x");
	assert_int_equal(count_requests(store, other, list), 1);
	const struct bot_analysis_request nowhere = request(true, "", "");

	assert_int_equal(bot_store_analysis_ask(store, match, &nowhere), BOT_INVALID);
}

static size_t count_asked(struct bot_store *store, const char *asker)
{
	size_t count = 99;

	assert_int_equal(bot_store_analyses_asked(store, asker, &count), BOT_OK);
	return count;
}

STORE_TEST(test_matches_for_which_a_user_waits_are_counted)
{
	struct bot_store *store = *state;
	int64_t match = add(store), other = add(store);
	struct bot_analysis_request asked = request(false, "!r:x", ""), list[4];

	strcpy(asked.asker, "@a:x");
	ask(store, match, request(true, "@b:x", ""));
	assert_int_equal(count_asked(store, "@a:x"), 0);
	ask(store, match, asked);
	strcpy(asked.to, "!s:x");
	ask(store, match, asked);
	assert_int_equal(count_asked(store, "@a:x"), 1);
	ask(store, other, asked);
	assert_int_equal(count_asked(store, "@a:x"), 2);
	assert_int_equal(count_requests(store, other, list), 1);
	assert_string_equal(list[0].asker, "@a:x");
	assert_int_equal(bot_store_person_erase(store, "@a:x", "@erased:x"), BOT_OK);
	assert_int_equal(count_asked(store, "@a:x"), 0);
	assert_int_equal(count_requests(store, other, list), 1);
	assert_string_equal(list[0].asker, "");
}

STORE_TEST(test_analysis_is_deleted_with_its_match)
{
	struct bot_store *store = *state;
	int64_t match = add(store);

	assert_int_equal(bot_store_analysis_queue(store, match), BOT_OK);
	assert_int_equal(bot_store_analysis_finish(store, match, "{}"), BOT_OK);
	ask(store, match, request(false, "!r:x", ""));
	assert_int_equal(bot_store_forget_matches(store, 7), BOT_OK);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 0);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM analyses"), 0);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM analysis_requests"), 0);
}

/* The message of a request moves with its room, so the request moves too. */
STORE_TEST(test_request_moves_with_its_room)
{
	struct bot_store *store = *state;
	int64_t match = add(store);
	struct bot_analysis_request list[4];

	ask(store, match, request(false, "!r:x", "$thread"));
	ask(store, match, request(true, "@a:x", ""));
	assert_int_equal(bot_store_room_moved(store, "!r:x", "!new:x"), BOT_OK);
	assert_int_equal(count_requests(store, match, list), 2);
	assert_string_equal(list[0].to, "!new:x");
	assert_string_equal(list[0].thread, ""); /* the thread stays in the old room */
	assert_string_equal(list[1].to, "@a:x");
}

/* The match keeps its analysis for the opponent: the analysis names no player. */
STORE_TEST(test_request_of_an_erased_user_is_deleted)
{
	struct bot_store *store = *state;
	int64_t match = add(store);
	struct bot_analysis_request list[4];

	assert_int_equal(bot_store_analysis_queue(store, match), BOT_OK);
	ask(store, match, request(true, "@a:x", ""));
	ask(store, match, request(true, "@b:x", ""));
	assert_int_equal(bot_store_person_erase(store, "@a:x", "@erased:x"), BOT_OK);
	assert_int_equal(count_requests(store, match, list), 1);
	assert_string_equal(list[0].to, "@b:x");
	assert_next(store, match, 1);
}
