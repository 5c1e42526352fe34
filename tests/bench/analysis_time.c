/*
 * usage: analysis_time RECORD
 * Analyses a record, and prints how much processor time the analysis took, and its longest step.
 */
#include "engine/analysis/analysis.h"
#include "tests/bench/processor_time.h"

#include <stdio.h>

static size_t read_record(const char *name, char *text, size_t size)
{
	FILE *file = fopen(name, "rb");
	size_t length = file ? fread(text, 1, size, file) : 0;

	if (file)
		fclose(file);
	return length;
}

int main(int argc, char **argv)
{
	static struct eg_analysis analysis;
	static char text[1 << 20];
	struct eg_record_fault fault;
	double start = processor_time();
	double before = start;
	double longest = 0;
	unsigned steps = 0;
	size_t size = argc == 2 ? read_record(argv[1], text, sizeof(text)) : 0;

	if (eg_analysis_init(&analysis, text, size, &fault) != EG_OK) {
		fprintf(stderr, "analysis_time: line %u: %s\n", fault.line, fault.reason);
		return 1;
	}
	for (bool on = true; on; steps++) {
		on = eg_analysis_step(&analysis);
		double after = processor_time();

		longest = after - before > longest ? after - before : longest;
		before = after;
	}
	printf("{\"rounds\":%u,\"actions\":%u,\"steps\":%u,\"seconds\":%.2f,\"longest ms\":%.2f}\n",
		analysis.round_count, analysis.decision_count, steps, before - start,
		1000 * longest);
	return 0;
}
