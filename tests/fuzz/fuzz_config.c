/*
 * Fuzzes a configuration file: the program must read the whole file, or refuse it with a message.
 */
#define _GNU_SOURCE /* for memfd_create */
#include "config/config.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[32], *message = NULL;
	size_t length = 0;
	struct cfg *config = NULL;
	int file = memfd_create("engarde.yaml", MFD_CLOEXEC);
	FILE *errors = open_memstream(&message, &length);

	FUZZ_EXPECT(file >= 0 && errors);
	FUZZ_EXPECT(write(file, data, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	enum cfg_error error = cfg_load(path, true, errors, &config);
	fclose(errors);
	FUZZ_EXPECT(!error == (config != NULL));
	FUZZ_EXPECT(!error || length > 0);
	FUZZ_EXPECT(error || config->prefixes_count > 0);
	cfg_destroy(config);
	free(message);
	close(file);
	return 0;
}
