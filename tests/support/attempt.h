/* Asserts how an attempt of the host (bot/base/attempt.h) ends. */
#ifndef TESTS_SUPPORT_ATTEMPT_H
#define TESTS_SUPPORT_ATTEMPT_H

#include "bot/base/attempt.h"
#include "tests/support/cmocka.h"

/* No test reads what a statement that failed has written to a variable. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wclobbered"
#endif

/* Asserts that a statement fails with this error, or succeeds if it is BOT_OK. */
#define assert_error(statement, want)                                                              \
	do {                                                                                       \
		struct bot_attempt attempt;                                                        \
		bot_attempt_begin(&attempt);                                                       \
		if (setjmp(attempt.failed) == 0) {                                                 \
			statement;                                                                 \
		}                                                                                  \
		assert_int_equal(bot_attempt_end(&attempt), want);                                 \
	} while (0)

#endif
