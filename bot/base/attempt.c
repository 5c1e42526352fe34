#include "bot/base/attempt.h"

#include "bot/base/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>

/* What ends with an attempt. */
struct bot_owned {
	struct bot_owned *next;
	void *object;
	void (*destroy)(void *object); /* may be NULL */
	alignas(max_align_t) unsigned char memory[];
};

static struct bot_attempt *running; /* the innermost attempt */

void bot_attempt_begin(struct bot_attempt *attempt)
{
	attempt->error = BOT_OK;
	attempt->owned = NULL;
	attempt->outer = running;
	running = attempt;
}

enum bot_error bot_attempt_end(struct bot_attempt *attempt)
{
	assert(running == attempt);
	running = attempt->outer;
	while (attempt->owned) {
		struct bot_owned *owned = attempt->owned;

		attempt->owned = owned->next;
		if (owned->destroy)
			owned->destroy(owned->object);
		free(owned);
	}
	return attempt->error;
}

_Noreturn void bot_fail(enum bot_error error)
{
	assert(error);
	if (!running)
		abort();
	running->error = error;
	longjmp(running->failed, 1);
}

static struct bot_owned *add(size_t memory, void (*destroy)(void *object))
{
	struct bot_owned *owned = bot_calloc(1, sizeof(*owned) + memory);

	assert(running);
	owned->next = running->owned;
	owned->object = owned->memory;
	owned->destroy = destroy;
	running->owned = owned;
	return owned;
}

void bot_scratch_own(void *object, void (*destroy)(void *object))
{
	if (object)
		add(0, destroy)->object = object;
}

void *bot_scratch_object(size_t size, void (*finish)(void *object))
{
	return add(size, finish)->memory;
}

void *bot_scratch(size_t size)
{
	return add(size, NULL)->memory;
}
