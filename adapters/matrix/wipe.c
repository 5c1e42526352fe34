/*
 * Tokens and passwords pass through the memory of libcurl and jansson, which don't wipe it: what
 * they give back is wiped here.
 */
#include "adapters/matrix/matrix.h"

#include <curl/curl.h>
#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static void wipe_and_free(void *memory)
{
	if (memory)
		sodium_memzero(memory, malloc_usable_size(memory));
	free(memory);
}

static void *wipe_and_realloc(void *memory, size_t size)
{
	size_t before = memory ? malloc_usable_size(memory) : 0;
	void *new = malloc(size);

	if (!new)
		return NULL;
	if (before > 0)
		memcpy(new, memory, before < size ? before : size);
	wipe_and_free(memory);
	return new;
}

bool mx_init(void)
{
	json_set_alloc_funcs(malloc, wipe_and_free);
	return sodium_init() >= 0 &&
	       curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, wipe_and_realloc,
		       strdup, calloc) == CURLE_OK;
}
