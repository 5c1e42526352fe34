#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *bot_memory_or_exit(void *memory)
{
	if (memory)
		return memory;
	fputs("engarde-bot: out of memory\n", stderr);
	_Exit(EXIT_FAILURE);
}

void *bot_malloc(size_t size)
{
	return bot_memory_or_exit(malloc(size > 0 ? size : 1));
}

void *bot_calloc(size_t count, size_t size)
{
	return bot_memory_or_exit(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *bot_realloc(void *memory, size_t size)
{
	return bot_memory_or_exit(realloc(memory, size > 0 ? size : 1));
}

char *bot_strdup(const char *string)
{
	return bot_memory_or_exit(strdup(string));
}

char *bot_strndup(const char *string, size_t most)
{
	return bot_memory_or_exit(strndup(string, most));
}
