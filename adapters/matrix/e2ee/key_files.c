#include "adapters/matrix/e2ee/key_files.h"

#include <stdio.h>

const char *mx_key_files_recovery_key(const char *store, char path[MX_KEY_PATH_SIZE])
{
	snprintf(path, MX_KEY_PATH_SIZE, "%s.recovery-key", store);
	return path;
}

const char *mx_key_files_device_keys(const char *store, char path[MX_KEY_PATH_SIZE])
{
	snprintf(path, MX_KEY_PATH_SIZE, "%s.crypto", store);
	return path;
}
