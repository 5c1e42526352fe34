#include "bot/daemon/privilege.h"

#include "bot/base/durable_file.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define LINKS_MAX 40             /* the most symbolic links on one path, as in Linux */
#define PATH_SIZE (2 * PATH_MAX) /* bytes of a path in which links are replaced */

/*
 * The user who decides where a path leads. If a folder or a link on the path belongs to another
 * user than root, this user can make the path lead to another file.
 */
struct path_owner {
	uid_t user; /* 0 if only root decides where the path leads */
	gid_t group;
	bool shared; /* everybody can make files in the last folder on the path, as in /tmp */
};

static bool can_group_or_others_write(const struct stat *status)
{
	return (status->st_mode & S_IWOTH) || ((status->st_mode & S_IWGRP) && status->st_gid != 0);
}

/*
 * Looks at a folder, link or file of root. Returns false if other users can change it. But a folder
 * with the sticky bit, such as /tmp, is allowed: other users can't replace the files of root in it.
 */
static bool check_mode(const struct stat *status, struct path_owner *owner)
{
	bool folder = S_ISDIR(status->st_mode);
	bool has_mode = folder || S_ISREG(status->st_mode); /* the mode of a link has no effect */
	bool open = has_mode && can_group_or_others_write(status);

	if (folder)
		owner->shared = open;
	if (!open || (folder && status->st_mode & S_ISVTX))
		return true;
	errno = EPERM;
	return false;
}

/* Calls lstat(2) for the first `end` bytes of the path. */
static bool look_at(char *path, size_t end, struct stat *status)
{
	char after = path[end];
	bool exists;

	path[end] = '\0';
	exists = lstat(path, status) == 0;
	path[end] = after;
	return exists;
}

/*
 * Replaces the link that ends at `end` by its target. An absolute target replaces the path before
 * the link, too. On failure, for example if it is one link too many, sets errno and returns false.
 */
static bool replace_link(char path[PATH_SIZE], size_t end, unsigned links)
{
	char target[PATH_MAX], rest[PATH_SIZE];
	ssize_t size;
	char *start;

	stpcpy(rest, path + end);
	path[end] = '\0';
	size = readlink(path, target, sizeof(target) - 1);
	if (size < 0)
		return false;
	target[size] = '\0';
	start = target[0] == '/' ? path : strrchr(path, '/') + 1;
	if (links > LINKS_MAX ||
		(size_t)(start - path) + (size_t)size + strlen(rest) >= PATH_SIZE) {
		errno = ELOOP;
		return false;
	}
	stpcpy(stpcpy(start, target), rest);
	return true;
}

/*
 * Follows an absolute path from the root folder, name by name, until a folder, link or file does
 * not belong to root or does not exist. Changes `path` where it follows links. All that it has
 * passed belongs to root, and no other user can replace it, so nothing of it changes between
 * lstat(2) and the next step. On failure sets errno and returns false.
 */
static bool follow(char path[PATH_SIZE], struct path_owner *owner)
{
	struct stat status;
	unsigned links = 0;

	for (size_t end = 1;;) { /* the end of the part that is looked at; first the root folder */
		if (!look_at(path, end, &status))
			return errno == ENOENT;
		if (status.st_uid != 0) {
			owner->user = status.st_uid;
			owner->group = status.st_gid;
			return true;
		}
		if (!check_mode(&status, owner))
			return false;
		if (S_ISLNK(status.st_mode)) {
			if (!replace_link(path, end, ++links))
				return false;
			end = 0; /* the new path begins at the root folder, too */
		} else if (!S_ISDIR(status.st_mode)) {
			return true;
		}
		end += strspn(path + end, "/");
		if (!path[end])
			return true;
		end += strcspn(path + end, "/");
	}
}

/* Writes the absolute form of a path. On failure sets errno and returns false. */
static bool make_absolute(const char *path, char absolute[PATH_SIZE])
{
	size_t length;

	absolute[0] = '\0';
	if (path[0] != '/' && !getcwd(absolute, PATH_MAX))
		return false;
	length = strlen(absolute);
	if (length + 1 + strlen(path) >= PATH_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	stpcpy(stpcpy(absolute + length, "/"), path);
	return true;
}

/*
 * Finds the first folder, link or file on the path that does not belong to root. Sets *owner to its
 * owner. The search ends at a name that does not exist. On failure, for example if a whole group
 * can change a folder, writes the reason to standard error and returns false.
 */
static bool find_owner(const char *path, struct path_owner *owner)
{
	char absolute[PATH_SIZE];
	bool fine;

	*owner = (struct path_owner){0};
	fine = make_absolute(path, absolute) && follow(absolute, owner);
	if (!fine)
		fprintf(stderr, "%s: root can't use this path safely: %s\n", path,
			errno == EPERM ? "a group or every user may write to a file or folder on "
					 "it; run chmod go-w for that file or folder"
				       : strerror(errno));
	return fine;
}

/* Whether the process now has this user id and group id, and can't become root again. */
static bool has_become(uid_t user, gid_t group)
{
	return getuid() == user && geteuid() == user && getgid() == group && getegid() == group &&
	       setuid(0) != 0 && seteuid(0) != 0;
}

/* Takes the user id and all groups of the owner for good. `path` is only for the message. */
static bool become(const char *path, const struct path_owner *owner)
{
	const struct passwd *user = getpwuid(owner->user);
	gid_t group = user ? user->pw_gid : owner->group;

	if ((user ? initgroups(user->pw_name, group) : setgroups(0, NULL)) == 0 &&
		setgid(group) == 0 && setuid(owner->user) == 0 && has_become(owner->user, group)) {
		privilege_hide_memory(); /* the memory may still hold root's secrets */
		return true;
	}
	fprintf(stderr,
		"%s: user %lu decides where this path leads, but root can't become this user: %s\n",
		path, (unsigned long)owner->user, strerror(errno));
	return false;
}

bool privilege_drop(const char *path)
{
	struct path_owner owner;

	if (geteuid() != 0)
		return true;
	return find_owner(path, &owner) && (owner.user == 0 || become(path, &owner));
}

bool privilege_become_service(void)
{
	const struct passwd *service = getpwnam(PRIVILEGE_SERVICE);

	if (geteuid() != 0 || !service)
		return true;
	return become(PRIVILEGE_SERVICE,
		&(struct path_owner){.user = service->pw_uid, .group = service->pw_gid});
}

bool privilege_drop_for_store(const char *store)
{
	struct path_owner owner;
	char *folder;
	bool fine;

	if (geteuid() != 0 || strcmp(store, ":memory:") == 0)
		return true;
	folder = bot_durable_file_folder(store);
	fine = find_owner(folder, &owner);
	if (fine && owner.user != 0) {
		fine = become(folder, &owner);
	} else if (fine && owner.shared) {
		fprintf(stderr,
			"%s: every user can make files in this folder; root needs a folder of its "
			"own for the store\n",
			folder);
		fine = false;
	}
	free(folder);
	return fine;
}

bool privilege_drop_for_file(const char *path, const char *store)
{
	char absolute[PATH_SIZE];
	struct path_owner owner = {0};

	if (geteuid() != 0)
		return true;
	bool is_for_root =
		make_absolute(path, absolute) && follow(absolute, &owner) && owner.user == 0;
	if (is_for_root && !owner.shared)
		return true;
	if (!privilege_drop_for_store(store))
		return false;
	if (is_for_root || geteuid() != 0)
		return true;
	fprintf(stderr,
		"%s: other users decide where this path leads; name a file in a folder that only "
		"root can change\n",
		path);
	return false;
}

bool privilege_run_in_child(bool (*work)(void *self), void *self)
{
	int status = 0;
	pid_t child, ended;

	if (geteuid() != 0)
		return work(self);
	fflush(stdout);
	child = fork();
	if (child == 0)
		exit(work(self) ? EXIT_SUCCESS : EXIT_FAILURE);
	if (child < 0) {
		perror("engarde-bot");
		return false;
	}
	do
		ended = waitpid(child, &status, 0);
	while (ended < 0 && errno == EINTR);
	return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

void privilege_hide_memory(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#ifdef __linux__
	/* RLIMIT_CORE is not enough: the kernel ignores it if a program collects the core dumps. */
	prctl(PR_SET_DUMPABLE, 0);
#endif
}
