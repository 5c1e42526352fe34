#include "adapters/matrix/client/secret.h"

#include <curl/curl.h>
#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *or_exit(void *memory)
{
	if (memory)
		return memory;
	fputs("engarde-bot: out of memory\n", stderr);
	_Exit(EXIT_FAILURE);
}

static void *get(size_t size)
{
	return or_exit(malloc(size > 0 ? size : 1));
}

static void *get_zeroed(size_t count, size_t size)
{
	return or_exit(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

static char *get_copy(const char *string)
{
	return or_exit(strdup(string));
}

static void wipe_and_free(void *memory)
{
	if (memory)
		sodium_memzero(memory, malloc_usable_size(memory));
	free(memory);
}

static void *wipe_and_realloc(void *memory, size_t size)
{
	size_t before = memory ? malloc_usable_size(memory) : 0;
	void *new = get(size);

	if (before > 0)
		memcpy(new, memory, before < size ? before : size);
	wipe_and_free(memory);
	return new;
}

bool mx_init(void)
{
#ifdef __GLIBC__
	/*
	 * A parsed answer is a tree of many small blocks. Without fast bins, glibc joins
	 * neighbouring blocks as soon as they are freed.
	 */
	mallopt(M_MXFAST, 0);
#endif
	json_set_alloc_funcs(get, wipe_and_free);
	return sodium_init() >= 0 && curl_global_init_mem(CURL_GLOBAL_DEFAULT, get, wipe_and_free,
					     wipe_and_realloc, get_copy, get_zeroed) == CURLE_OK;
}
