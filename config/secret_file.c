#include "config/secret_file.h"

#include "bot/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

bool secret_is_token(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] <= ' ' || bytes[i] > '~')
			return false;
	return true;
}

char *secret_copy(const char *bytes, size_t size)
{
	char *copy = bot_memory_or_exit(sodium_malloc(size + 1));

	memcpy(copy, bytes, size);
	copy[size] = '\0';
	return copy;
}

/*
 * Finds the systemd credential with the name of the file. systemd copies files that the service may
 * not read itself into $CREDENTIALS_DIRECTORY (systemd.exec(5), LoadCredential=). Ignores a
 * credential of at most one byte, which is only a placeholder. The systemd unit must name a
 * credential of each kind, but a bot needs only one of them.
 */
static bool find_credential(const char *file, char *path, size_t size)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	const char *slash = strrchr(file, '/');
	struct stat status;
	int length;

	if (!folder)
		return false;
	length = snprintf(path, size, "%s/%s", folder, slash ? slash + 1 : file);
	return length > 0 && (size_t)length < size && !stat(path, &status) && status.st_size > 1;
}

/* Opens a file for reading. Does not wait if the file is a named pipe that nobody writes to. */
static FILE *open_file(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	FILE *file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;

	if (!file && descriptor >= 0)
		close(descriptor);
	return file;
}

/*
 * A file to which every user has access. Container engines mount secrets read-only, by default with
 * such a mode, in a container that has no other users: there nobody can change the mode.
 */
static bool may_be_open_to_all(FILE *file, const char *path, FILE *errors)
{
	struct statvfs system;
	bool fixed = fstatvfs(fileno(file), &system) == 0 && (system.f_flag & ST_RDONLY);

	fprintf(errors, "%s: every user of this machine has access to it; ", path);
	if (fixed)
		fputs("the bot accepts that, because the file can't be changed here; if other "
		      "users can get here, give the secret the mode 0400 where it is mounted ("
		      "Docker, Podman: mode; Kubernetes: defaultMode)\n",
			errors);
	else
		fprintf(errors,
			"run: chmod 600 %s (if nothing changes its mode, as with a file of Docker "
			"Desktop, mount it read-only; as a secret of Docker or Podman, give it "
			"mode and uid, and in Kubernetes defaultMode)\n",
			path);
	return fixed;
}

/* Whether the open file may contain a secret. If not, writes why to `errors`. */
static bool check_file(FILE *file, const char *path, FILE *errors)
{
	struct stat status;

	if (fstat(fileno(file), &status)) {
		fprintf(errors, "%s: can't be examined: %s\n", path, strerror(errno));
		return false;
	}
	if (S_ISDIR(status.st_mode)) {
		fprintf(errors, "%s: is a folder; name a file that contains only the secret\n",
			path);
		return false;
	}
	if (!S_ISREG(status.st_mode)) {
		fprintf(errors,
			"%s: is not a regular file; name a file that contains only the "
			"secret\n",
			path);
		return false;
	}
	/*
	 * The file's group may have access, so that the service's user can read a file that belongs
	 * to root.
	 */
	return !(status.st_mode & S_IRWXO) || may_be_open_to_all(file, path, errors);
}

static void explain_unopened(const char *named, const char *hint, FILE *errors)
{
	if (errno == EACCES)
		fprintf(errors,
			"%s: can't be opened: %s; the bot runs as the user %lu: make this user the "
			"owner of the file (of a secret of Docker or Podman: uid), or give it a "
			"group of this user and the mode 0440 (in Kubernetes: fsGroup and "
			"defaultMode)\n",
			named, strerror(errno), (unsigned long)geteuid());
	else
		fprintf(errors, "%s: can't be opened: %s; %s\n", named, strerror(errno), hint);
}

/* Reads without stdio's buffer, because a copy of the secret would stay in the buffer. */
static size_t read_unbuffered(FILE *file, char *bytes, size_t size)
{
	setvbuf(file, NULL, _IONBF, 0);
	return fread(bytes, 1, size, file);
}

enum cfg_error secret_file_read(
	const char *named, const char *hint, FILE *errors, struct secret_file *secret)
{
	FILE *file;
	bool fine;

	if (!find_credential(named, secret->path, sizeof(secret->path)))
		snprintf(secret->path, sizeof(secret->path), "%s", named);
	file = open_file(secret->path);
	if (!file) {
		explain_unopened(named, hint, errors);
		return CFG_NO_SECRET;
	}
	fine = check_file(file, secret->path, errors);
	if (fine)
		secret->size = read_unbuffered(file, secret->bytes, sizeof(secret->bytes));
	fclose(file);
	return fine ? CFG_OK : CFG_NO_SECRET;
}
