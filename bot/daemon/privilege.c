#include "bot/daemon/privilege.h"

#include "bot/daemon/durable_file.h"
#include "bot/daemon/path_owner.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
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

/* Sets the groups of the process to the owner's. Sets *group to the owner's primary group. */
static bool take_groups(const struct path_owner *owner, gid_t *group)
{
	const struct passwd *user = getpwuid(owner->user);

	*group = user ? user->pw_gid : owner->group;
	return (user ? initgroups(user->pw_name, *group) : setgroups(0, NULL)) == 0;
}

/* Whether the process is this user now, and can't become root again. */
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
		privilege_hide_memory(); /* it may hold root's secrets and open files */
		return true;
	}
	fprintf(stderr, "%s: can't go on as the user %lu, who can change what this leads to: %s\n",
		path, (unsigned long)owner->user, strerror(errno));
	return false;
}

bool privilege_drop(const char *path)
{
	struct path_owner owner;

	if (geteuid() != 0)
		return true;
	return path_owner_find(path, &owner) && (owner.user == 0 || become(path, &owner));
}

bool privilege_drop_for_store(const char *store)
{
	struct path_owner owner;
	char *folder;
	bool fine;

	if (geteuid() != 0 || strcmp(store, ":memory:") == 0)
		return true;
	folder = durable_file_folder(store);
	fine = folder && path_owner_find(folder, &owner);
	if (fine && owner.user != 0) {
		fine = become(folder, &owner);
	} else if (fine && owner.shared) {
		fprintf(stderr,
			"%s: everybody can make files there; root needs a folder of its own"
			" for the store\n",
			folder);
		fine = false;
	}
	free(folder);
	return fine;
}

/* Root's own groups, while the process acts as another user. */
struct root_groups {
	gid_t group, *groups;
	int count;
};

/* Restores root's rights. If that fails, the process must not go on. */
static void become_root_again(struct root_groups *saved)
{
	if (seteuid(0) || setegid(saved->group) || setgroups((size_t)saved->count, saved->groups))
		abort();
	free(saved->groups);
}

/* Takes another user's rights until become_root_again. False: errno has the reason. */
static bool act_as(const struct path_owner *owner, struct root_groups *saved)
{
	gid_t group;

	*saved = (struct root_groups){.group = getegid(), .count = getgroups(0, NULL)};
	saved->groups = calloc((size_t)saved->count + 1, sizeof *saved->groups);
	if (!saved->groups || getgroups(saved->count, saved->groups) != saved->count) {
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
 * Opens a regular file. The flags keep open(2) from waiting for a pipe's writer and from taking a
 * terminal. In a folder like /tmp somebody may have made a hard link to root's file.
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

	if (geteuid() == 0 && !path_owner_find(path, &owner)) {
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

	if (geteuid() == 0 && !path_owner_find(path, &owner))
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
	/* The kernel ignores the limit if it pipes core dumps to a program. */
	prctl(PR_SET_DUMPABLE, 0);
#endif
}
