#include "bot/daemon/unit_access.h"

#include "bot/base/durable_file.h"
#include "bot/base/error.h"
#include "bot/base/memory.h"
#include "bot/daemon/options.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT    "engarde-bot.service"
#define STATE   "/var/lib/engarde" /* StateDirectory of the unit */
#define DROP_IN "/etc/systemd/system/" UNIT ".d"
#define FILE_OF DROP_IN "/store.conf"

/* Returns whether the path is the folder, or is in it. */
static bool is_within(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
}

static bool unit_uses(const char *config)
{
	static const char *const units[] = {"/etc/systemd/system/" UNIT,
		"/usr/local/lib/systemd/system/" UNIT, "/usr/lib/systemd/system/" UNIT,
		"/lib/systemd/system/" UNIT};
	bool exists = false;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		exists |= access(units[i], F_OK) == 0;
	return exists && strcmp(config, DEFAULT_CONFIG) == 0;
}

const char *unit_access_fault(const char *config, const char *store)
{
	/* The unit has ProtectHome=yes and PrivateTmp=yes. */
	static const char *const hidden[] = {"/home", "/root", "/run/user", "/tmp", "/var/tmp"};

	if (!unit_uses(config))
		return NULL;
	if (store[0] != '/')
		return "name the store by its whole path, because the service starts in another "
		       "folder";
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (is_within(store, hidden[i]))
			return "systemd hides this folder from the service; put the store into "
			       "another one, such as /srv/engarde";
	/* In a unit file, such a path would need quotes and escapes. */
	if (store[strcspn(store, " \t\n\"'\\%")])
		return "the path of the store must have no spaces, quotes, backslashes and percent "
		       "signs, because it is written into a file of systemd";
	return NULL;
}

/* Returns whether the drop-in file has a line ReadWritePaths with the folder. */
static bool file_permits(const char *path, const char *folder)
{
	FILE *file = fopen(path, "re");
	char line[4096];
	bool found = false;

	while (file && !found && fgets(line, sizeof line, file))
		found = strncmp(line, "ReadWritePaths=", 15) == 0 && strstr(line, folder);
	if (file)
		fclose(file);
	return found;
}

static bool is_permitted(const char *folder)
{
	glob_t files;
	bool found = false;

	if (is_within(folder, STATE))
		return true;
	if (glob(DROP_IN "/*.conf", 0, NULL, &files) != 0)
		return false;
	for (size_t i = 0; i < files.gl_pathc; i++)
		found |= file_permits(files.gl_pathv[i], folder);
	globfree(&files);
	return found;
}

void unit_access_explain(const char *config, const char *store)
{
	char *folder = durable_file_folder(store);
	const char *why = unit_access_fault(config, store);

	if (why)
		printf("%s: %s\n", store, why);
	else if (unit_uses(config) && !is_permitted(folder))
		printf("%s: the systemd unit may not write to this folder; run \"systemctl edit "
		       "engarde-bot\", and write there:\n[Service]\nReadWritePaths=%s\n",
			folder, folder);
	free(folder);
}

static bool complain(const char *path)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", path, bot_errno_text(errno));
	return false;
}

bool unit_access_permit(const char *config, const char *store)
{
	char *folder = durable_file_folder(store), *text = NULL;
	size_t size = 0;
	FILE *out;
	bool fine;

	if (geteuid() != 0 || !unit_uses(config) || is_permitted(folder)) {
		free(folder);
		return true;
	}
	out = bot_memory_or_exit(open_memstream(&text, &size));
	fprintf(out,
		"# Written by engarde-bot setup: the service may write to the folder of its "
		"store.\n[Service]\nReadWritePaths=%s\n",
		folder);
	fclose(out);
	fine = (mkdir(DROP_IN, 0755) == 0 || errno == EEXIST) &&
	       (unlink(FILE_OF) == 0 || errno == ENOENT) &&
	       durable_file_write(FILE_OF, text, size, 0644, (gid_t)-1);
	if (fine)
		printf("%s is written (the service may write to %s). If the service runs already: "
		       "systemctl daemon-reload\n",
			FILE_OF, folder);
	else
		complain(FILE_OF);
	free(text);
	free(folder);
	return fine;
}
