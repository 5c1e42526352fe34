#include "bot/daemon/configuration.h"

#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "config/registration.h"

#include <stdio.h>

/* If only memory was short, the service manager should start the bot again. */
static enum exit_status status_of(enum cfg_error error)
{
	if (!error)
		return STATUS_FINE;
	return error == CFG_NO_MEMORY ? STATUS_FAILED : STATUS_CONFIG;
}

enum exit_status configuration_load(const char *path, struct cfg **config)
{
	if (!privilege_drop(path))
		return STATUS_CONFIG;
	return status_of(cfg_load(path, stderr, config));
}

enum exit_status configuration_load_secrets(const struct cfg *config, struct cfg_secrets *secrets)
{
	return status_of(cfg_secrets_init(secrets, config, stderr));
}

enum exit_status configuration_check(const char *path)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	enum exit_status status = configuration_load(path, &config);

	if (status)
		return status;
	/* Only root may be able to read the secrets, and store_access_check drops root's rights. */
	status = configuration_load_secrets(config, &secrets);
	if (!status)
		cfg_secrets_finish(&secrets);
	if (!store_access_check(config->store))
		status = STATUS_CONFIG;
	if (!status)
		printf("%s: the configuration is fine\n", path);
	cfg_destroy(config);
	return status;
}

enum exit_status configuration_write_registration(const char *path)
{
	struct cfg *config;
	const char *file;
	enum exit_status status = configuration_load(path, &config);

	if (status)
		return status;
	file = config->service.registration_file;
	status = STATUS_CONFIG;
	if ((!file || privilege_drop(file)) && !cfg_registration_write(config, stderr)) {
		printf("%s: written. Give it to the homeserver (Synapse: "
		       "app_service_config_files), restart that, and start the bot\n",
			file);
		status = STATUS_FINE;
	}
	cfg_destroy(config);
	return status;
}
