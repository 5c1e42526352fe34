#include "tests/support/cmocka.h"

enum { TESTS_MAX = 128 }; /* of one program */

static struct CMUnitTest tests[TESTS_MAX];
static int lines[TESTS_MAX];
static size_t count;
static CMFixtureFunction group_set_up, group_tear_down;

/* gcc runs the constructors of a file in any order, so each test is put in its place. */
void test_register(const char *name, CMUnitTestFunction test, CMFixtureFunction set_up,
	CMFixtureFunction tear_down, int line)
{
	size_t place = count;

	assert_true(count < TESTS_MAX);
	for (; place > 0 && lines[place - 1] > line; place--) {
		tests[place] = tests[place - 1];
		lines[place] = lines[place - 1];
	}
	tests[place] = (struct CMUnitTest){
		.name = name, .test_func = test, .setup_func = set_up, .teardown_func = tear_down};
	lines[place] = line;
	count++;
}

void test_register_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
	group_set_up = set_up;
	group_tear_down = tear_down;
}

/* Runs all tests, or those whose name fits the pattern, such as "*_twice". */
int main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	/* cmocka_run_group_tests takes only an array whose length the compiler knows. */
	return _cmocka_run_group_tests("tests", tests, count, group_set_up, group_tear_down);
}
