#include "bot/daemon/path_owner.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40 /* symbolic links on one path, as in Linux */
#define WAY_MAX   (2 * PATH_MAX)

struct walk {
	int folder;         /* the folder that the walk has reached */
	char rest[WAY_MAX]; /* the rest of the path */
	unsigned links;
	struct path_owner *owner;
	bool over;
};

/* Cuts the first name off the rest. False: nothing is left. */
static bool take_name(struct walk *walk, char name[WAY_MAX])
{
	const char *start = walk->rest + strspn(walk->rest, "/");
	size_t length = strcspn(start, "/");

	memcpy(name, start, length);
	name[length] = '\0';
	memmove(walk->rest, start + length, strlen(start + length) + 1);
	return length > 0;
}

static bool can_group_or_others_write(const struct stat *status)
{
	return (status->st_mode & S_IWOTH) || ((status->st_mode & S_IWGRP) && status->st_gid != 0);
}

/* Looks at the owner of one folder, link or file. False: more than one user can change it. */
static bool check_owner(struct walk *walk, const struct stat *status)
{
	bool folder = S_ISDIR(status->st_mode);

	if (status->st_uid != 0) {
		walk->owner->user = status->st_uid;
		walk->owner->group = status->st_gid;
		walk->over = true;
		return true;
	}
	if (!folder && !S_ISREG(status->st_mode))
		return true; /* the mode of a link means nothing */
	if (folder)
		walk->owner->shared = can_group_or_others_write(status);
	if (can_group_or_others_write(status) && !(folder && status->st_mode & S_ISVTX)) {
		errno = EPERM;
		return false;
	}
	return true;
}

static bool go_to(struct walk *walk, int folder)
{
	struct stat status;

	if (folder < 0)
		return false;
	if (walk->folder >= 0)
		close(walk->folder);
	walk->folder = folder;
	return fstat(folder, &status) == 0 && check_owner(walk, &status);
}

static bool go_to_root(struct walk *walk)
{
	return go_to(walk, open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/* Puts the target of the link in place of the link's name. */
static bool follow(struct walk *walk, const char *name)
{
	char target[WAY_MAX];
	ssize_t size = readlinkat(walk->folder, name, target, PATH_MAX);
	size_t length = size > 0 ? (size_t)size : 0;

	if (size < 0)
		return false;
	if (++walk->links > LINKS_MAX || length + 1 + strlen(walk->rest) >= sizeof target) {
		errno = ELOOP;
		return false;
	}
	target[length] = '\0';
	stpcpy(stpcpy(target + length, "/"), walk->rest);
	stpcpy(walk->rest, target);
	return target[0] != '/' || go_to_root(walk);
}

/*
 * Goes to the next name. Nobody can replace the file between fstatat and the step: only root can
 * change the folder that the walk has reached, or the folder is like /tmp and the file is root's.
 */
static bool step(struct walk *walk, const char *name)
{
	struct stat status;

	if (fstatat(walk->folder, name, &status, AT_SYMLINK_NOFOLLOW)) {
		walk->over = true;
		return errno == ENOENT;
	}
	if (S_ISDIR(status.st_mode))
		return go_to(walk, openat(walk->folder, name,
					   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
	if (!check_owner(walk, &status))
		return false;
	if (walk->over)
		return true;
	if (S_ISLNK(status.st_mode))
		return follow(walk, name);
	walk->over = true;
	return true;
}

static bool begin(struct walk *walk, const char *path)
{
	if (path[0] != '/' && !getcwd(walk->rest, PATH_MAX))
		return false;
	size_t length = strlen(walk->rest);

	if (length + 1 + strlen(path) >= sizeof walk->rest) {
		errno = ENAMETOOLONG;
		return false;
	}
	stpcpy(stpcpy(walk->rest + length, "/"), path);
	return go_to_root(walk);
}

bool path_owner_find(const char *path, struct path_owner *owner)
{
	struct walk walk = {.folder = -1, .owner = owner};
	char name[WAY_MAX];
	bool fine;

	*owner = (struct path_owner){0};
	fine = begin(&walk, path);
	while (fine && !walk.over && take_name(&walk, name))
		fine = step(&walk, name);
	if (!fine)
		fprintf(stderr, "%s: root can't use this path safely: %s\n", path,
			errno == EPERM ? "a group or everybody can change a file or folder on "
					 "the way; take that right away (chmod go-w)"
				       : strerror(errno));
	if (walk.folder >= 0)
		close(walk.folder);
	return fine;
}
