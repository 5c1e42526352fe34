#include "bot/daemon/store_move.h"

#include "adapters/matrix/e2ee/key_files.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "bot/store/files.h"
#include "bot/store/move.h"
#include "config/address.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Checks the URL of a database, and takes the privileges of a file's owner. */
static bool prepare(const char *store)
{
	const char *fault = cfg_is_server_url(store) ? cfg_server_url_fault(store) : NULL;

	if (fault) /* without the URL, which may have a password */
		fprintf(stderr, "move-store: the URL of the database %s\n", fault);
	return !fault && (bot_store_is_url(store) || privilege_drop_for_store(store));
}

static bool explain_failure(
	const char *from, const char *to, const struct bot_move *move, enum bot_error error)
{
	if (move->has_rows)
		fprintf(stderr,
			"%s: is not empty (see its table %s); name a new file or an empty "
			"database\n",
			to, move->table);
	else
		fprintf(stderr, "%s: can't be copied to %s: table %s: %s; %s is empty again\n",
			from, to, move->table, bot_error_text(error), to);
	return false;
}

static bool copy(const char *from, const char *to, struct bot_move *move)
{
	struct bot_store *old = NULL, *new = NULL;
	bool fine = store_access_open(from, "", &old) && store_access_open(to, "", &new);

	if (fine) {
		enum bot_error error = bot_store_move(old, new, move);
		fine = !error || explain_failure(from, to, move, error);
	}
	bot_store_close(old);
	bot_store_close(new);
	return fine;
}

/* Names the files beside the old store that belong to the account, not to the store. */
static void name_files(const char *from)
{
	char path[MX_KEY_PATH_SIZE];

	if (bot_store_is_url(from))
		return;
	if (access(mx_key_files_recovery_key(from, path), F_OK) == 0)
		printf("- %s has the recovery key of the account: name it in the configuration as "
		       "encryption.recovery_key_file.\n",
			path);
	if (access(mx_key_files_device_keys(from, path), F_OK) == 0)
		printf("- %s has the keys of the bot's device, and does not move: with the new "
		       "store the bot begins as a new device, which its recovery key signs.\n",
			path);
}

static void tell_rest(const char *from, const char *to, const struct bot_move *move)
{
	printf("%" PRId64 " rows of %zu tables are in %s. Each was read back and is the same.\n"
	       "What is left to do:\n"
	       "- Write in the configuration: store: \"%s\"\n",
		move->rows, move->tables, to, to);
	name_files(from);
	printf("- Start the bot. Never start it with %s again: it would go on from what it knew "
	       "before the move. Delete that store when you no longer need it.\n",
		from);
}

enum exit_status store_move(const char *from, const char *to)
{
	struct bot_move move = {.rows = 0};

	if (!prepare(from) || !prepare(to))
		return STATUS_FAILED;
	if (strcmp(from, to) == 0) {
		fprintf(stderr, "%s: the old and the new store are the same\n", from);
		return STATUS_FAILED;
	}
	if (bot_store_probe(from) == BOT_NOT_FOUND) {
		fprintf(stderr, "%s: there is no store\n", from);
		return STATUS_FAILED;
	}
	bool is_new = bot_store_probe(to) == BOT_NOT_FOUND;
	if (copy(from, to, &move)) {
		tell_rest(from, to, &move);
		return STATUS_FINE;
	}
	if (is_new && !bot_store_is_url(to))
		bot_store_remove(to);
	return STATUS_FAILED;
}
