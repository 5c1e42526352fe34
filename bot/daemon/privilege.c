#include "bot/daemon/privilege.h"

#include "bot/base/durable_file.h"
#include "bot/base/memory.h"

#include <errno.h>
#include <fcntl.h>
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

#define LINKS_MAX 40 /* the most symbolic links on one path, as in Linux */
#define WAY_MAX   (2 * PATH_MAX)

/*
 * The user who decides where a path leads. Root follows a path step by step. If a folder or a link
 * on the path belongs to another user, this user can make the path lead to another file.
 */
struct path_owner {
	uid_t user; /* 0 if only root decides where the path leads */
	gid_t group;
	bool shared; /* everybody can make files in the last folder on the path, as in /tmp */
};

struct walk {
	int folder;         /* the folder that the walk has reached */
	char rest[WAY_MAX]; /* the rest of the path */
	unsigned links;
	struct path_owner *owner;
	bool over;
};

/* Moves the first name from walk->rest to `name`. Returns false if walk->rest has no more names. */
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

/*
 * Looks at the owner of one folder, link or file. If the owner is not root, the walk is over. If
 * root is the owner, returns false if other users can change the folder or file. But a folder with
 * the sticky bit, such as /tmp, is allowed.
 */
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
		return true; /* ignore the mode of a link, because it has no effect */
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

/* Continues the walk at the target of the link `name`. */
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
 * Goes to the next name. After fstatat, no other user can replace a file of root before this
 * function opens it. Either only root can change the folder that the walk has reached, or the
 * folder has the sticky bit, as /tmp has.
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

/*
 * Finds the first folder, link or file on the path that does not belong to root. Sets *owner to its
 * owner. The search ends at a name that does not exist. On failure, for example if a whole group
 * can change a folder, writes the reason to standard error and returns false.
 */
static bool find_owner(const char *path, struct path_owner *owner)
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
			errno == EPERM ? "a group or every user may write to a file or folder on "
					 "it; run chmod go-w for that file or folder"
				       : strerror(errno));
	if (walk.folder >= 0)
		close(walk.folder);
	return fine;
}

/* Gives the process the groups of the owner. Sets *group to the owner's primary group. */
static bool take_groups(const struct path_owner *owner, gid_t *group)
{
	const struct passwd *user = getpwuid(owner->user);

	*group = user ? user->pw_gid : owner->group;
	return (user ? initgroups(user->pw_name, *group) : setgroups(0, NULL)) == 0;
}

/* Whether the process now has this user id and group id, and can't become root again. */
static bool has_become(uid_t user, gid_t group)
{
	return getuid() == user && geteuid() == user && getgid() == group && getegid() == group &&
	       setuid(0) != 0 && seteuid(0) != 0;
}

static bool become(const char *path, const struct path_owner *owner)
{
	gid_t group;

	if (take_groups(owner, &group) && setgid(group) == 0 && setuid(owner->user) == 0 &&
		has_become(owner->user, group)) {
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

	return geteuid() == 0 && service &&
	       become(PRIVILEGE_SERVICE,
		       &(struct path_owner){.user = service->pw_uid, .group = service->pw_gid});
}

bool privilege_drop_for_store(const char *store)
{
	struct path_owner owner;
	char *folder;
	bool fine;

	if (geteuid() != 0 || strcmp(store, ":memory:") == 0)
		return true;
	folder = durable_file_folder(store);
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

/* The groups of root, saved while the process acts as another user. */
struct root_groups {
	gid_t group, *groups;
	int count;
};

/* Restores root's rights. Ends the process if that fails. */
static void become_root_again(struct root_groups *saved)
{
	if (seteuid(0) || setegid(saved->group) || setgroups((size_t)saved->count, saved->groups))
		abort();
	free(saved->groups);
}

/*
 * Takes another user's rights until the caller calls become_root_again. On failure sets errno and
 * returns false.
 */
static bool act_as(const struct path_owner *owner, struct root_groups *saved)
{
	gid_t group;

	*saved = (struct root_groups){.group = getegid(), .count = getgroups(0, NULL)};
	saved->groups = bot_calloc((size_t)saved->count + 1, sizeof *saved->groups);
	if (getgroups(saved->count, saved->groups) != saved->count) {
		free(saved->groups);
		return false;
	}
	if (take_groups(owner, &group) && setegid(group) == 0 && seteuid(owner->user) == 0)
		return true;
	int why = errno;
	become_root_again(saved);
	errno = why;
	return false;
}

/*
 * Opens a regular file. With O_NONBLOCK, open(2) does not wait for the writer of a pipe. If the
 * file is a terminal, O_NOCTTY keeps it from becoming the controlling terminal of the process.
 * Refuses hard links in a shared folder such as /tmp, where anybody may have made a link to a file
 * of root.
 */
static int open_file(const char *path, int flags, bool shared)
{
	int file = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
	struct stat status;

	if (file < 0)
		return -1;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
		(!shared || status.st_nlink == 1))
		return file;
	close(file);
	errno = EINVAL;
	return -1;
}

int privilege_open(const char *path, int flags)
{
	struct path_owner owner = {0};
	struct root_groups saved;
	int file;

	if (geteuid() == 0 && !find_owner(path, &owner)) {
		errno = EPERM;
		return -1;
	}
	if (owner.user == 0)
		return open_file(path, flags, owner.shared);
	if (!act_as(&owner, &saved))
		return -1;
	file = open_file(path, flags, false);
	int why = errno;
	become_root_again(&saved);
	errno = why;
	return file;
}

void privilege_unlink(const char *path)
{
	struct path_owner owner = {0};
	struct root_groups saved;

	if (geteuid() == 0 && !find_owner(path, &owner))
		return;
	if (owner.user == 0) {
		unlink(path);
		return;
	}
	if (!act_as(&owner, &saved))
		return;
	unlink(path);
	become_root_again(&saved);
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
