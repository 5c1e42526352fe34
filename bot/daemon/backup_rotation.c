#include "bot/daemon/backup_rotation.h"

#include "adapters/matrix/e2ee/key_files.h"
#include "bot/base/error.h"
#include "bot/base/memory.h"
#include "bot/store/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME_SIZE 40

static char *join(const char *folder, const char *name)
{
	char *path = bot_malloc(strlen(folder) + strlen(name) + 2);

	stpcpy(stpcpy(stpcpy(path, folder), "/"), name);
	return path;
}

char *backup_rotation_name(const char *folder)
{
	char name[NAME_SIZE], *path = NULL;
	struct stat status;
	struct tm utc;
	time_t now;

	if (stat(folder, &status) || !S_ISDIR(status.st_mode)) {
		fprintf(stderr, "%s: with --keep, name an existing folder for the backups\n",
			folder);
		return NULL;
	}
	for (;;) {
		now = time(NULL);
		strftime(name, sizeof(name), "engarde-%Y%m%dT%H%M%SZ.db", gmtime_r(&now, &utc));
		path = join(folder, name);
		if (access(path, F_OK) != 0)
			return path;
		free(path);
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	}
}

/* Whether the name has the form that backup_rotation_name gives to backups. */
static int is_backup(const struct dirent *entry)
{
	static const char form[] = "engarde-00000000T000000Z.db"; /* a 0 stands for a digit */

	if (strlen(entry->d_name) != sizeof(form) - 1)
		return 0;
	for (size_t i = 0; form[i]; i++)
		if (form[i] == '0' ? !isdigit((unsigned char)entry->d_name[i])
				   : entry->d_name[i] != form[i])
			return 0;
	return 1;
}

/* The order of the names is the order of the times. */
static int compare(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void delete_backup(const char *folder, const char *name)
{
	char key[MX_KEY_PATH_SIZE], *path = join(folder, name);

	if (bot_store_may_be_copy(path)) {
		unlink(path);
		unlink(mx_key_files_recovery_key(path, key));
	}
	if (access(path, F_OK) != 0)
		printf("%s: deleted, because newer backups are there\n", path);
	else
		fprintf(stderr, "%s: this old backup can't be deleted: %s\n", path,
			bot_errno_text(errno));
	free(path);
}

void backup_rotation_delete_old(const char *folder, unsigned kept)
{
	struct dirent **found = NULL;
	int count = scandir(folder, &found, is_backup, compare);

	if (count < 0) {
		fprintf(stderr, "%s: %s; no old backup was deleted\n", folder, strerror(errno));
		return;
	}
	for (int i = 0; i < count; i++) {
		if ((unsigned)(count - i) > kept)
			delete_backup(folder, found[i]->d_name);
		free(found[i]);
	}
	free(found);
}
