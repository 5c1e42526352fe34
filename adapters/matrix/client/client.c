#include "adapters/matrix/client/client.h"

#include "adapters/matrix/client/json_memory.h"
#include "bot/base/memory.h"

#include <curl/curl.h>
#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define BIG_BLOCK (512 << 10) /* bytes */

static void wipe_and_free(void *memory)
{
	if (memory)
		sodium_memzero(memory, malloc_usable_size(memory));
	free(memory);
}

static void *wipe_and_realloc(void *memory, size_t size)
{
	size_t before = memory ? malloc_usable_size(memory) : 0;
	void *new = bot_malloc(size);

	if (before > 0)
		memcpy(new, memory, before < size ? before : size);
	wipe_and_free(memory);
	return new;
}

static void *allocate_json(size_t size)
{
	void *memory = mx_json_memory_allocate(size);

	return memory ? memory : bot_malloc(size);
}

static void free_json(void *memory)
{
	if (!mx_json_memory_free(memory))
		wipe_and_free(memory);
}

bool mx_init(void)
{
#ifdef __GLIBC__
	/*
	 * This turns off the fast bins of glibc, so that glibc joins neighbouring small blocks as
	 * soon as they are freed. Then the heap keeps no small holes.
	 */
	mallopt(M_MXFAST, 0);
	/* Bigger blocks come from the system, and go back to it, without holes in the heap. */
	mallopt(M_MMAP_THRESHOLD, BIG_BLOCK);
	mallopt(M_TRIM_THRESHOLD, BIG_BLOCK);
#endif
	json_set_alloc_funcs(allocate_json, free_json);
	return sodium_init() >= 0 &&
	       curl_global_init_mem(CURL_GLOBAL_DEFAULT, bot_malloc, wipe_and_free,
		       wipe_and_realloc, bot_strdup, bot_calloc) == CURLE_OK;
}

const char *mx_error_text(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return "no error";
	case MX_STORE_FAILED:
		return "the store can't be used";
	case MX_NOT_LEADER:
		return "the store has changed without this process; it can start again at once";
	case MX_CANNOT_LISTEN:
		return "can't listen for the homeserver";
	case MX_BAD_CONFIG:
		return "the homeserver's address, the account or the password is not right";
	case MX_BAD_KEYS:
		return "the bot's encryption keys can't be used; the error above says why";
	case MX_NOT_SIGNED:
		return "the account's cross-signing identity can't sign the bot's device; the "
		       "error device_not_signed above says why and what helps";
	case MX_LOGIN_REFUSED:
		return "the homeserver refuses the log-in";
	case MX_LOGGED_OUT:
		return "the homeserver has ended the session";
	case MX_NO_ANSWER:
		return "the homeserver does not answer as it should; try again later";
	case MX_INTERRUPTED:
		return "interrupted";
	}
	return "unknown error";
}
