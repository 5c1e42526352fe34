#include "bot/base/attempt.h"

#include "bot/base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* An object that ends with an attempt. */
struct bot_owned {
	struct bot_owned *next;
	void *object;
	void (*destroy)(void *object);
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

void bot_scratch_own(void *object, void (*destroy)(void *object))
{
	struct bot_owned *owned;

	assert(running);
	if (!object)
		return;
	owned = bot_malloc(sizeof(*owned));
	*owned = (struct bot_owned){running->owned, object, destroy};
	running->owned = owned;
}

void *bot_scratch(size_t size)
{
	void *memory = bot_calloc(1, size);

	bot_scratch_own(memory, free);
	return memory;
}
