#include "bot/base/memory.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_no_memory_ends_the_process_with_a_message(void **state)
{
	char said[64] = "";
	int ends[2], status;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		bot_memory_or_exit(NULL);
		_exit(EXIT_SUCCESS);
	}
	close(ends[1]);
	assert_true(read(ends[0], said, sizeof(said) - 1) > 0);
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
	assert_string_equal(said, "engarde-bot: out of memory\n");
}

static void test_size_of_zero_is_memory(void **state)
{
	void *memory = bot_malloc(0);

	(void)state;
	assert_non_null(memory);
	memory = bot_realloc(memory, 0);
	assert_non_null(memory);
	free(memory);
	memory = bot_calloc(0, 0);
	assert_non_null(memory);
	free(memory);
}

static void test_copies_are_equal(void **state)
{
	char *whole = bot_strdup("en garde"), *part = bot_strndup("en garde", 2);

	(void)state;
	assert_string_equal(whole, "en garde");
	assert_string_equal(part, "en");
	whole = bot_realloc(whole, 100);
	assert_string_equal(whole, "en garde");
	free(whole);
	free(part);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_memory_ends_the_process_with_a_message),
		cmocka_unit_test(test_size_of_zero_is_memory),
		cmocka_unit_test(test_copies_are_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
