/*
 * Runs a fuzz target with the files in its arguments as inputs. Compilers without libFuzzer need
 * this program, so that every test run tries the seeds. To reproduce a crash, run the target with
 * the file that caused it.
 *
 * Under callgrind, its log says after each input how many instructions the process has run so far
 * (tests/growth/inputs.py). Without callgrind, VALGRIND_MONITOR_COMMAND does nothing.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_MONITOR_COMMAND(command) 0
#endif

static int replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = malloc(FUZZ_SIZE_MAX);
	size_t size = 0;

	if (file && data)
		size = fread(data, 1, FUZZ_SIZE_MAX, file);
	if (!file || !data || ferror(file)) {
		perror(path);
		free(data);
		return 1;
	}
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	(void)VALGRIND_MONITOR_COMMAND("status internal");
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = argc < 2;

	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	printf("%d inputs\n", argc - 1);
	return failed;
}
