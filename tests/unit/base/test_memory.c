#include "bot/base/memory.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

UNIT_TEST(test_no_memory_ends_the_process_with_a_message)
{
	char said[64] = "";
	int ends[2], status;
	pid_t child;

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

UNIT_TEST(test_size_of_zero_is_memory)
{
	void *memory = bot_malloc(0);

	assert_non_null(memory);
	memory = bot_realloc(memory, 0);
	assert_non_null(memory);
	free(memory);
	memory = bot_calloc(0, 0);
	assert_non_null(memory);
	free(memory);
}

UNIT_TEST(test_copies_are_equal)
{
	char *whole = bot_strdup("en garde"), *part = bot_strndup("en garde", 2);

	assert_string_equal(whole, "en garde");
	assert_string_equal(part, "en");
	whole = bot_realloc(whole, 100);
	assert_string_equal(whole, "en garde");
	free(whole);
	free(part);
}
