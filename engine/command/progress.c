#include "engine/command/progress.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#define BAR 40

void progress_show(uint64_t done, uint64_t all)
{
	assert(all > 0);
	uint64_t percent = 100 * done / all;

	if (!isatty(STDERR_FILENO) || (done > 0 && 100 * (done - 1) / all == percent))
		return;
	fprintf(stderr, "\r[");
	for (uint64_t i = 0; i < BAR; i++)
		fputc(i * 100 < percent * BAR ? '#' : '.', stderr);
	fprintf(stderr, "] %3d %%%s", (int)percent, done == all ? "\n" : "");
}
