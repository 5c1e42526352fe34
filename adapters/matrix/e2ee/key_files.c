#include "adapters/matrix/e2ee/key_files.h"

#include <stdio.h>

const char *mx_key_files_configured_key(const struct cfg *config, char path[MX_KEY_PATH_SIZE])
{
	if (!config->encryption.recovery_key_file)
		return cfg_own_file(config, ".recovery-key", path);
	snprintf(path, MX_KEY_PATH_SIZE, "%s", config->encryption.recovery_key_file);
	return path;
}

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
