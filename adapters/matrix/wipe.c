/*
 * The memory of libcurl and jansson. Tokens and passwords pass through it, which neither wipes:
 * what they give back is wiped here. And jansson's parser does not stand it when there is none
 * (2.14, lex_save): it goes on without the byte that it could not keep, and fails an assertion or
 * writes past its buffer. So the process ends then, and says so; the store is as it was committed
 * last.
 */
#include "adapters/matrix/matrix.h"

#include <curl/curl.h>
#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *get_or_end(size_t size)
{
	void *memory = malloc(size);

	if (memory)
		return memory;
	fputs("engarde-bot: out of memory\n", stderr);
	_Exit(EXIT_FAILURE);
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
	json_set_alloc_funcs(get_or_end, wipe_and_free);
	return sodium_init() >= 0 &&
	       curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, wipe_and_realloc,
		       strdup, calloc) == CURLE_OK;
}
