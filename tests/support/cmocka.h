/*
 * cmocka, with the headers of the C library that must come before it. A test includes this header
 * after those of the project and before those of the system.
 *
 * A test is registered where it is written, and support/main.c runs all tests of a program in the
 * order of their lines:
 *
 *	UNIT_TEST(test_empty_list_has_no_end)
 *	{
 *		assert_null(...);
 *	}
 */
#ifndef TESTS_SUPPORT_CMOCKA_H
#define TESTS_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Begins a test without a state. */
#define UNIT_TEST(name) UNIT_TEST_FROM(NULL, NULL, name)

/* Begins a test with a set-up and a tear-down of its own, or NULL. Its body has `state`. */
#define UNIT_TEST_FROM(set_up, tear_down, name)                                                    \
	static void name(void **state);                                                            \
	__attribute__((constructor)) static void name##_register(void)                             \
	{                                                                                          \
		test_register(#name, name, set_up, tear_down, __LINE__);                           \
	}                                                                                          \
	static void name(void **state __attribute__((unused)))

/* Gives all tests of the program a set-up before the first, and a tear-down after the last. */
#define UNIT_TEST_GROUP(set_up, tear_down)                                                         \
	__attribute__((constructor)) static void test_group(void)                                  \
	{                                                                                          \
		test_register_group(set_up, tear_down);                                            \
	}

void test_register(const char *name, CMUnitTestFunction test, CMFixtureFunction set_up,
	CMFixtureFunction tear_down, int line);
void test_register_group(CMFixtureFunction set_up, CMFixtureFunction tear_down);

#endif
