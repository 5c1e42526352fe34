/*
 * In each run another write of the store fails, or the process is killed during this write.
 * Afterwards the store must have all committed batches and no part of any other batch. The store
 * must also work again.
 */
#include "bot/base/attempt.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/rounds.h"
#include "tests/support/cmocka.h"
#include "tests/support/faulty_vfs.h"
#include "tests/support/temp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BATCHES 3

/* Each batch has this many outbox rows of a kilobyte, so that a commit needs many writes. */
#define BULK 24

static struct temp temp;

static int begin(void **state)
{
	(void)state;
	return temp_init(&temp);
}

static int end(void **state)
{
	(void)state;
	faulty_vfs_plan(FAULT_NONE, 0);
	return temp_finish(&temp);
}

/*
 * Stores the batch with this number, counted from 1. After batch n, the sync token is n, and the
 * store has n matches with one round each, and n * BULK outbox rows.
 */
static void write_batch(struct bot_store *store, int number)
{
	static const uint8_t deck[EG_DECK] = {
		1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5};
	struct bot_match match = {
		.status = BOT_PLAYING,
		.room = "!a:x",
		.player = {"@w:x", "@b:x"},
		.rules = {{EG_BASIC, EG_FINAL_POSITION}, 1, EG_WHITE, {0}},
	};
	char token[16];
	char body[1000];
	memset(body, 'x', sizeof(body));
	body[sizeof(body) - 1] = '\0';
	snprintf(token, sizeof(token), "%d", number);
	bot_must(bot_store_begin(store));
	bot_store_match_add(store, &match);
	bot_store_round_add(store, match.id, 1, deck);
	for (int i = 0; i < BULK; i++) {
		struct bot_letter letter = {
			.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = body, .txn = token};
		bot_outbox_add(store, &letter, NULL);
	}
	bot_must(bot_store_set(store, "next_batch", token));
	bot_must(bot_store_commit(store));
}

static enum bot_error attempt_batch(struct bot_store *store, int number)
{
	BOT_ATTEMPT(write_batch(store, number));
}

static enum bot_error batch(struct bot_store *store, int number)
{
	enum bot_error error = attempt_batch(store, number);

	if (error)
		bot_store_rollback(store);
	return error;
}

/*
 * Returns the number of the store's last batch. Asserts that the store has exactly the data of the
 * batches up to this number.
 */
static int look(struct bot_store *store)
{
	char *token = NULL;
	struct bot_match listed[BATCHES + 1];
	struct bot_match_filter all = {.status = BOT_PLAYING};
	struct eg_match state;
	enum bot_error error = bot_store_get(store, "next_batch", &token);
	assert_true(error == BOT_OK || error == BOT_NOT_FOUND);
	int number = token ? atoi(token) : 0;
	free(token);
	size_t rows = bot_outbox_size(store);
	assert_int_equal(rows, number * BULK);
	size_t matches = bot_store_match_find(store, &all, listed, BATCHES + 1);
	assert_int_equal(matches, number);
	for (size_t i = 0; i < matches; i++) {
		bot_store_replay(store, &listed[i], &state, NULL);
		assert_int_equal(state.rounds, 1);
	}
	return number;
}

/*
 * Works as the daemon does: opens the store, commits batches, tries failed batches again, and
 * closes the store.
 */
static int work(int report)
{
	struct bot_store *store = NULL;
	int done = 0;
	if (bot_store_open(temp.path, &store))
		return 0;
	for (int tries = 0; done < BATCHES && tries < 2 * BATCHES; tries++) {
		if (batch(store, done + 1))
			continue;
		done++;
		if (report >= 0 && write(report, "c", 1) != 1)
			_exit(1);
	}
	bot_store_close(store);
	return done;
}

static void assert_sound(int committed)
{
	struct bot_store *store = NULL;
	faulty_vfs_plan(FAULT_NONE, 0);
	assert_int_equal(bot_store_open(temp.path, &store), BOT_OK);
	int number = look(store);
	/* A batch may be in the store although its commit returned an error. */
	assert_in_range(number, committed, BATCHES);
	if (number < BATCHES)
		assert_int_equal(batch(store, number + 1), BOT_OK);
	look(store);
	bot_store_close(store);
}

static void fail_everywhere(enum fault fault)
{
	int at = 0;
	bool came = true;
	while (came) {
		assert_int_equal(begin(NULL), 0);
		faulty_vfs_plan(fault, ++at);
		int committed = work(-1);
		came = faulty_vfs_came();
		if (!came)
			assert_int_equal(committed, BATCHES);
		assert_sound(committed);
		assert_int_equal(end(NULL), 0);
	}
	assert_true(at > 20);
	print_message("%d changes\n", at - 1);
}

static void test_one_failed_write_loses_no_committed_batch(void **state)
{
	(void)state;
	fail_everywhere(FAULT_ONCE);
}

static void test_full_disk_loses_no_committed_batch(void **state)
{
	(void)state;
	fail_everywhere(FAULT_FULL);
}

static void test_broken_disk_loses_no_committed_batch(void **state)
{
	(void)state;
	fail_everywhere(FAULT_STAYS);
}

/*
 * Runs work() in another process until the fault kills that process. Returns how many commits the
 * process reported.
 */
static int work_until_killed(int at, bool *killed)
{
	int pipe_of[2], status = 0, committed = 0;
	char byte;
	assert_int_equal(pipe(pipe_of), 0);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(pipe_of[0]);
		faulty_vfs_plan(FAULT_KILL, at);
		_exit(work(pipe_of[1]) == BATCHES ? 0 : 1);
	}
	close(pipe_of[1]);
	while (read(pipe_of[0], &byte, 1) == 1)
		committed++;
	close(pipe_of[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	*killed = WIFSIGNALED(status);
	assert_true(*killed || WEXITSTATUS(status) == 0);
	return committed;
}

static void test_kill_loses_no_committed_batch(void **state)
{
	(void)state;
	bool killed = true;
	int at = 0;
	while (killed) {
		assert_int_equal(begin(NULL), 0);
		assert_sound(work_until_killed(++at, &killed));
		assert_int_equal(end(NULL), 0);
	}
	assert_true(at > 20);
	print_message("%d changes\n", at - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_failed_write_loses_no_committed_batch),
		cmocka_unit_test(test_full_disk_loses_no_committed_batch),
		cmocka_unit_test(test_broken_disk_loses_no_committed_batch),
		cmocka_unit_test(test_kill_loses_no_committed_batch),
	};
	if (!faulty_vfs_register())
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
