#include "bot/base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The second number in /proc/self/statm is the resident memory in pages; see proc(5). */
int64_t bot_process_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	char line[128] = "";
	const char *second = NULL;

	if (file && fgets(line, sizeof(line), file))
		second = strchr(line, ' ');
	if (file)
		fclose(file);
	return second ? strtoll(second, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}
