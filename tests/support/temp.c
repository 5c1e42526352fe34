#include "tests/support/temp.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int temp_init(struct temp *temp)
{
	const char *base = getenv("TMPDIR");
	snprintf(temp->dir, sizeof(temp->dir), "%s/engarde-test-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(temp->dir))
		return -1;
	snprintf(temp->path, sizeof(temp->path), "%s/store", temp->dir);
	return 0;
}

int temp_finish(struct temp *temp)
{
	DIR *dir = opendir(temp->dir);
	if (!dir)
		return -1;
	for (struct dirent *entry; (entry = readdir(dir));) {
		char path[sizeof(temp->dir) + sizeof(entry->d_name) + 1];
		snprintf(path, sizeof(path), "%s/%s", temp->dir, entry->d_name);
		if (entry->d_name[0] != '.')
			unlink(path);
	}
	closedir(dir);
	return rmdir(temp->dir);
}
