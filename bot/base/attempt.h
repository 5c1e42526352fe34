/*
 * How the host and the store fail. The host changes nothing but rows of the store, in one
 * transaction, and the adapter rolls this transaction back after any failure. So nothing that the
 * host computes after its first failure can be seen, and a function of the host or of the store
 * that fails does not return: it ends the attempt in which it runs.
 *
 * An attempt is one call of the adapter, from the function of bot/host/ that the adapter calls. The
 * host's functions return their results. Memory that they need goes with the attempt, however it
 * ends: see bot_scratch. An adapter may fail in the same way where it works in a transaction; a
 * call of the host is then an attempt of its own.
 */
#ifndef BOT_BASE_ATTEMPT_H
#define BOT_BASE_ATTEMPT_H

#include "bot/base/error.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

struct bot_attempt {
	jmp_buf failed;
	volatile enum bot_error error;    /* changes between setjmp and longjmp, as `owned` does */
	struct bot_attempt *outer;        /* the attempt in which this one runs, or NULL */
	struct bot_owned *volatile owned; /* what ends with this attempt */
};

/*
 * The whole body of a function that returns enum bot_error: runs a statement as an attempt. Returns
 * BOT_OK, or the error with which bot_fail ended the statement. Attempts can be nested; then
 * bot_fail ends the inner one.
 */
#define BOT_ATTEMPT(statement)                                                                     \
	struct bot_attempt attempt;                                                                \
	bot_attempt_begin(&attempt);                                                               \
	if (setjmp(attempt.failed) == 0) {                                                         \
		statement;                                                                         \
	}                                                                                          \
	return bot_attempt_end(&attempt)

/* Only BOT_ATTEMPT calls these two functions. */
void bot_attempt_begin(struct bot_attempt *attempt);
enum bot_error bot_attempt_end(struct bot_attempt *attempt);

/* Ends the attempt with this error, which is not BOT_OK. Outside an attempt, the process aborts. */
_Noreturn void bot_fail(enum bot_error error);

/* Ends the attempt if a function has failed. */
static inline void bot_must(enum bot_error error)
{
	if (error)
		bot_fail(error);
}

/* Ends the attempt with BOT_NOT_FOUND if a function has not found what must be there. */
static inline void bot_need(bool found)
{
	if (!found)
		bot_fail(BOT_NOT_FOUND);
}

/*
 * Returns whether a function has found what it looked for, or says yes: true for BOT_OK, false for
 * BOT_NOT_FOUND. Any other error ends the attempt.
 */
static inline bool bot_found(enum bot_error error)
{
	if (error && error != BOT_NOT_FOUND)
		bot_fail(error);
	return !error;
}

/* Like bot_found, but what the store holds damaged (BOT_STORE_CORRUPT) is not found either. */
static inline bool bot_sound(enum bot_error error)
{
	return error != BOT_STORE_CORRUPT && bot_found(error);
}

/* Returns memory, all zero, that is freed when the attempt ends. */
void *bot_scratch(size_t size);
/* Like bot_scratch. Before it frees the memory, calls `finish` with it. */
void *bot_scratch_object(size_t size, void (*finish)(void *object));
/* Destroys an object when the attempt ends. `object` may be NULL. */
void bot_scratch_own(void *object, void (*destroy)(void *object));

#endif
