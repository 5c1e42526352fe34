#include "tests/support/settings.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char settings_folder[] = "/tmp/engarde-config-XXXXXX";

const char *settings_write(const char *name, const char *text, mode_t mode)
{
	static char path[128];
	snprintf(path, sizeof(path), "%s/%s", settings_folder, name);
	remove(path);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
	return path;
}

char *settings_load(const char *path, enum cfg_error wanted, struct cfg **config)
{
	char *said = NULL;
	size_t size;
	FILE *errors = open_memstream(&said, &size);
	assert_non_null(errors);
	assert_int_equal(cfg_load(path, true, errors, config), wanted);
	fclose(errors);
	return said;
}

struct cfg *settings_load_text(const char *text)
{
	struct cfg *config = NULL;
	char *said = settings_load(settings_write("engarde.yaml", text, 0644), CFG_OK, &config);
	assert_string_equal(said, "");
	free(said);
	return config;
}

void settings_assert_said(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" doesn't say \"%s\"", text, part);
}

int settings_setup(void **state)
{
	(void)state;
	unsetenv("ENGARDE_PASSWORD");
	unsetenv("ENGARDE_ACCESS_TOKEN");
	return mkdtemp(settings_folder) ? 0 : -1;
}

int settings_teardown(void **state)
{
	(void)state;
	char path[128];
	snprintf(path, sizeof(path), "%s/engarde.yaml", settings_folder);
	remove(path);
	snprintf(path, sizeof(path), "%s/password", settings_folder);
	remove(path);
	return rmdir(settings_folder);
}
