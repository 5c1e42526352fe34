#include "bot/daemon/unit_access.h"

#include "bot/base/durable_file.h"
#include "bot/base/memory.h"
#include "bot/daemon/options.h"
#include "bot/daemon/prompt.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT      "engarde-bot.service"
#define STATE     "/var/lib/engarde" /* StateDirectory of the units */
#define PATH_SIZE 128

/* The units that write to the store's folder: the bot, and the daily backup. */
static const char *const units[] = {UNIT, "engarde-bot-backup.service"};
#define UNITS (sizeof(units) / sizeof(*units))

/* Writes the path of a file in the folder of the unit's drop-ins, or of the folder itself. */
static void name_drop_in(const char *unit, const char *file, char path[PATH_SIZE])
{
	snprintf(path, PATH_SIZE, "/etc/systemd/system/%s.d%s", unit, file);
}

/* Returns whether the path is the folder, or is in it. */
static bool is_within(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	return strncmp(path, folder, length) == 0 && (!path[length] || path[length] == '/');
}

bool unit_access_uses(const char *config)
{
	static const char *const files[] = {"/etc/systemd/system/" UNIT,
		"/usr/local/lib/systemd/system/" UNIT, "/usr/lib/systemd/system/" UNIT,
		"/lib/systemd/system/" UNIT};
	bool exists = false;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		exists |= access(files[i], F_OK) == 0;
	return exists && strcmp(config, DEFAULT_CONFIG) == 0;
}

const char *unit_access_fault(const char *config, const char *store)
{
	/* The unit has ProtectHome=yes and PrivateTmp=yes. */
	static const char *const hidden[] = {"/home", "/root", "/run/user", "/tmp", "/var/tmp"};

	if (!unit_access_uses(config))
		return NULL;
	if (store[0] != '/')
		return "name the store by its whole path, because the service starts in another "
		       "folder";
	if (strstr(store, "//") || strstr(store, "/./") || strstr(store, "/../"))
		return "write the path of the store without \"//\", \"/./\" and \"/../\"";
	if (strrchr(store, '/') == store)
		return "put the store into a folder of its own, such as /srv/engarde, because the "
		       "service may write to the store's whole folder";
	for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
		if (is_within(store, hidden[i]))
			return "systemd hides this folder from the service; put the store into "
			       "another one, such as /srv/engarde";
	/* In a unit file, such a path would need quotes and escapes. */
	if (store[strcspn(store, " \t\n\"'\\%")])
		return "the path of the store must have no spaces, quotes, backslashes or percent "
		       "signs, because it is written into a file of systemd";
	return NULL;
}

/* Returns whether the line is ReadWritePaths with the folder, or with a folder above it. */
static bool line_permits(char *line, const char *folder)
{
	static const char key[] = "ReadWritePaths=", space[] = " \t\r\n";
	char *rest = NULL;

	if (strncmp(line, key, strlen(key)) != 0)
		return false;
	for (const char *path = strtok_r(line + strlen(key), space, &rest); path;
		path = strtok_r(NULL, space, &rest))
		if (is_within(folder, path + strspn(path, "-+")))
			return true;
	return false;
}

static bool file_permits(const char *path, const char *folder)
{
	FILE *file = fopen(path, "re");
	char line[4096];
	bool found = false;

	while (file && !found && fgets(line, sizeof(line), file))
		found = line_permits(line, folder);
	if (file)
		fclose(file);
	return found;
}

static bool is_permitted(const char *unit, const char *folder)
{
	char pattern[PATH_SIZE];
	glob_t files;
	bool found = false;

	name_drop_in(unit, "/*.conf", pattern);
	if (is_within(folder, STATE))
		return true;
	if (glob(pattern, 0, NULL, &files) != 0)
		return false;
	for (size_t i = 0; i < files.gl_pathc; i++)
		found |= file_permits(files.gl_pathv[i], folder);
	globfree(&files);
	return found;
}

static void explain_unit(const char *unit, const char *folder)
{
	if (!is_permitted(unit, folder))
		printf("%s: the systemd unit may not write to this folder; run \"systemctl edit "
		       "%s\", and write there:\n[Service]\nReadWritePaths=%s\n",
			folder, unit, folder);
}

void unit_access_explain(const char *config, const char *store)
{
	const char *why = unit_access_fault(config, store);
	char *folder;

	if (why)
		printf("%s: %s\n", store, why);
	if (why || !unit_access_uses(config))
		return;
	folder = bot_durable_file_folder(store);
	for (size_t i = 0; i < UNITS; i++)
		explain_unit(units[i], folder);
	free(folder);
}

#define WRITTEN "# Written by engarde-bot setup"

/* Removes a drop-in that an earlier setup has written. On failure sets errno. */
static bool remove_drop_in(const char *path)
{
	FILE *file = fopen(path, "re");
	char line[sizeof(WRITTEN)] = "";
	bool is_ours = file && fgets(line, sizeof(line), file) && strcmp(line, WRITTEN) == 0;

	if (!file)
		return errno == ENOENT;
	fclose(file);
	errno = EEXIST;
	return is_ours && unlink(path) == 0;
}

/* Writes the drop-in of the unit, unless the unit may write to the folder already. */
static bool permit(const char *unit, const char *folder)
{
	char parent[PATH_SIZE], path[PATH_SIZE], *text = NULL;
	size_t size = 0;
	FILE *out;
	bool fine;

	if (is_permitted(unit, folder))
		return true;
	name_drop_in(unit, "", parent);
	name_drop_in(unit, "/store.conf", path);
	out = bot_memory_or_exit(open_memstream(&text, &size));
	fprintf(out,
		WRITTEN ": the service may write to the folder of its "
			"store.\n[Service]\nReadWritePaths=%s\n",
		folder);
	fclose(out);
	fine = (mkdir(parent, 0755) == 0 || errno == EEXIST) && remove_drop_in(path) &&
	       bot_durable_file_write(path, text, size, 0644, (gid_t)-1);
	if (fine)
		printf("%s is written (the service may write to %s). If the service runs already: "
		       "systemctl daemon-reload\n",
			path, folder);
	else
		complain_errno(path);
	free(text);
	return fine;
}

bool unit_access_permit(const char *config, const char *store)
{
	char *folder;
	bool fine = true;

	if (geteuid() != 0 || !unit_access_uses(config))
		return true;
	folder = bot_durable_file_folder(store);
	for (size_t i = 0; i < UNITS; i++)
		fine = permit(units[i], folder) && fine;
	free(folder);
	return fine;
}
