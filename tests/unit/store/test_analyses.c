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

	size_t count = bot_store_analyses_waiting(store, list);
	assert_int_equal(count, waiting);
	assert_int_equal(list[0].match, match);
}

STORE_TEST(test_analyses_leave_the_queue_in_their_order)
{
	int64_t first = add(store), second = add(store);
	char *text = NULL;

	assert_next(store, 0, 0);
	assert_false(bot_store_analysis_get(store, first, &text));
	bot_store_analysis_queue(store, second);
	bot_store_analysis_queue(store, first);
	assert_next(store, second, 2);
	assert_true(bot_store_analysis_get(store, second, &text));
	assert_null(text);
	bot_store_analysis_finish(store, second, "1 result");
	assert_next(store, first, 1);
	assert_true(bot_store_analysis_get(store, second, &text));
	assert_string_equal(text, "1 result");
	free(text);
	bot_store_analysis_forget(store, first);
	assert_next(store, 0, 0);
	bot_store_analysis_queue(store, second); /* once more */
	assert_next(store, second, 1);
}

STORE_TEST(test_analysis_without_a_match_or_a_bound_is_refused)
{
	int64_t match = add(store);
	char *text = calloc(1, BOT_ANALYSIS_TEXT_MAX + 2);

	assert_false(bot_store_analysis_finish(store, match, "x"));
	bot_store_analysis_queue(store, match);
	assert_false(bot_store_analysis_finish(store, match, ""));
	memset(text, 'x', BOT_ANALYSIS_TEXT_MAX);
	assert_true(bot_store_analysis_finish(store, match, text));
	text[BOT_ANALYSIS_TEXT_MAX] = 'x';
	assert_false(bot_store_analysis_finish(store, match, text));
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
	bot_store_analysis_ask(store, match, &request);
}

static size_t count_requests(
	struct bot_store *store, int64_t match, struct bot_analysis_request list[4])
{
	size_t count;

	assert_true(bot_store_analysis_requests(store, match, list, 4, &count));
	return count;
}

STORE_TEST(test_match_has_one_request_for_each_place)
{
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
	bot_store_analysis_request_end(store, match, &list[1]);
	assert_int_equal(count_requests(store, match, list), 1);
	assert_string_equal(list[0].to, "!r:x");
	assert_int_equal(count_requests(store, other, list), 1);
	const struct bot_analysis_request nowhere = request(true, "", "");

	assert_error(bot_store_analysis_ask(store, match, &nowhere), BOT_INVALID);
}

static size_t count_asked(struct bot_store *store, const char *asker)
{
	return bot_store_analyses_asked(store, asker);
}

STORE_TEST(test_matches_for_which_a_user_waits_are_counted)
{
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
	bot_store_person_erase(store, "@a:x", "@erased:x");
	assert_int_equal(count_asked(store, "@a:x"), 0);
	assert_int_equal(count_requests(store, other, list), 1);
	assert_string_equal(list[0].asker, "");
}

STORE_TEST(test_analysis_is_deleted_with_its_match)
{
	int64_t match = add(store);

	bot_store_analysis_queue(store, match);
	bot_store_analysis_finish(store, match, "{}");
	ask(store, match, request(false, "!r:x", ""));
	bot_store_forget_matches(store, 7);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 0);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM analyses"), 0);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM analysis_requests"), 0);
}

/* The message of a request moves with its room, so the request moves too. */
STORE_TEST(test_request_moves_with_its_room)
{
	int64_t match = add(store);
	struct bot_analysis_request list[4];

	ask(store, match, request(false, "!r:x", "$thread"));
	ask(store, match, request(true, "@a:x", ""));
	bot_store_room_moved(store, "!r:x", "!new:x");
	assert_int_equal(count_requests(store, match, list), 2);
	assert_string_equal(list[0].to, "!new:x");
	assert_string_equal(list[0].thread, ""); /* the thread stays in the old room */
	assert_string_equal(list[1].to, "@a:x");
}

/* The match keeps its analysis for the opponent: the analysis names no player. */
STORE_TEST(test_request_of_an_erased_user_is_deleted)
{
	int64_t match = add(store);
	struct bot_analysis_request list[4];

	bot_store_analysis_queue(store, match);
	ask(store, match, request(true, "@a:x", ""));
	ask(store, match, request(true, "@b:x", ""));
	bot_store_person_erase(store, "@a:x", "@erased:x");
	assert_int_equal(count_requests(store, match, list), 1);
	assert_string_equal(list[0].to, "@b:x");
	assert_next(store, match, 1);
}
