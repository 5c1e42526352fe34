#include "bot/program/written.h"

#include "bot/program/file.h"

#include <errno.h>
#include <grp.h>
#include <jansson.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SERVICE "engarde" /* the user and group of the packaged service */

static bool complain(const char *path)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", path, strerror(errno));
	return false;
}

bool written_is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

static char *join(const char *first, const char *second)
{
	char *text = malloc(strlen(first) + strlen(second) + 1);

	if (text)
		stpcpy(stpcpy(text, first), second);
	return text;
}

/* The configuration names it wherever the bot is started: a whole path. */
static char *find_secret_path(const struct written *written)
{
	char *folder = file_folder(written->config);
	char path[4096] = "";
	size_t length;

	if (!folder || (folder[0] != '/' && !getcwd(path, sizeof path))) {
		free(folder);
		return NULL;
	}
	length = strlen(path);
	snprintf(path + length, sizeof path - length, "%s%s/%s", length ? "/" : "", folder,
		written->way == WRITTEN_TOKEN ? "access-token" : "password");
	free(folder);
	return strdup(path);
}

/* A JSON string is a YAML string, whatever is in it. */
static bool put(FILE *out, const char *key, const char *value)
{
	json_t *text = json_string(value);
	bool fine;

	fputs(key, out);
	fine = text && json_dumpf(text, out, JSON_ENCODE_ANY) == 0;
	fputc('\n', out);
	json_decref(text);
	return fine;
}

static bool print_config(const struct written *written, FILE *out)
{
	static const char *const keys[] = {
		[WRITTEN_PASSWORD] = "  password_file: ",
		[WRITTEN_TOKEN] = "  access_token_file: ",
		[WRITTEN_OAUTH] = "  login: ",
	};

	fputs("# Written by engarde-bot setup. engarde.yaml(5) has all that can be said here.\n"
	      "matrix:\n",
		out);
	if (!put(out, "  homeserver: ", written->homeserver) ||
		!put(out, "  user: ", written->user) ||
		!put(out, keys[written->way],
			written->way == WRITTEN_OAUTH ? "oauth" : written->secret_path))
		return false;
	return !written->store || put(out, "store: ", written->store);
}

/* Root's configuration is to be read by the service, whose group may be there. */
static bool let_service_read(const char *path)
{
	const struct group *group = geteuid() == 0 ? getgrnam(SERVICE) : NULL;

	if (geteuid() != 0)
		return true;
	if (!group)
		return chmod(path, 0644) == 0; /* there is no secret in it */
	return chown(path, (uid_t)-1, group->gr_gid) == 0;
}

static bool write_config(const struct written *written)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool fine = out && print_config(written, out);

	if (out && fclose(out))
		fine = false;
	unlink(written->fresh_config);
	fine = fine && file_write(written->fresh_config, text, size, 0640) &&
	       let_service_read(written->fresh_config);
	free(text);
	return fine || complain(written->fresh_config);
}

static bool write_secret(const struct written *written)
{
	if (written->way == WRITTEN_OAUTH)
		return true;
	unlink(written->fresh_secret);
	return file_write(written->fresh_secret, written->secret, strlen(written->secret), 0600) ||
	       complain(written->fresh_secret);
}

static bool make_folder(const char *path, mode_t mode)
{
	char *folder = file_folder(path);
	bool fine = folder && (mkdir(folder, mode) == 0 || errno == EEXIST);

	if (!fine)
		complain(folder ? folder : path);
	free(folder);
	return fine;
}

bool written_folder(const char *store)
{
	char *folder = file_folder(store);
	bool new = folder && !written_is_there(folder);
	bool fine = make_folder(store, 0700);
	const struct passwd *service = fine && new &&geteuid() == 0 ? getpwnam(SERVICE) : NULL;

	if (service && chown(folder, service->pw_uid, service->pw_gid))
		fine = complain(folder);
	free(folder);
	return fine;
}

void written_give(const char *path)
{
	static const char *const parts[] = {"", "-wal", "-shm"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *part = join(path, parts[i]);

		if (part && written_is_there(part) && !file_give_to_folder(part))
			complain(part);
		free(part);
	}
}

bool written_prepare(struct written *written, struct cfg **config)
{
	if (!make_folder(written->config, 0755))
		return false;
	written->secret_path = find_secret_path(written);
	if (written->secret_path)
		written->fresh_secret = join(written->secret_path, ".new");
	written->fresh_config = join(written->config, ".new");
	if (!written->fresh_secret || !written->fresh_config)
		return complain(written->config);
	return write_config(written) && write_secret(written) &&
	       cfg_load(written->fresh_config, stderr, config) == CFG_OK;
}

static bool put_in_place(char **fresh, const char *path, const char *mode)
{
	char *old = join(path, ".old");
	bool there = written_is_there(path);
	bool fine = old && (!there || rename(path, old) == 0) && rename(*fresh, path) == 0 &&
		    file_sync_folder(path);

	if (fine) {
		printf("%s is written (%s).\n", path, mode);
		free(*fresh);
		*fresh = NULL;
	} else {
		complain(path);
	}
	free(old);
	return fine;
}

bool written_finish(struct written *written)
{
	return (written->way == WRITTEN_OAUTH ||
		       put_in_place(&written->fresh_secret, written->secret_path,
			       "for its owner only")) &&
	       put_in_place(&written->fresh_config, written->config, "without any secret");
}

void written_drop(struct written *written)
{
	if (written->fresh_secret)
		unlink(written->fresh_secret);
	if (written->fresh_config)
		unlink(written->fresh_config);
	free(written->fresh_secret);
	free(written->fresh_config);
	free(written->secret_path);
}
