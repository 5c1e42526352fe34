#include "bot/daemon/server_backup.h"

#include <stdio.h>

/* Writes the text as one word of a shell. */
static void print_word(const char *text)
{
	fputc('\'', stderr);
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", stderr);
		else
			fputc(*text, stderr);
	fputc('\'', stderr);
}

static void print_command(const char *command, const struct cfg *config)
{
	fprintf(stderr, "    %s --dbname=", command);
	print_word(config->store);
}

bool server_backup_explain_dump(const struct cfg *config, const char *to)
{
	char own[CFG_PATH_SIZE];

	fputs("The store is in a PostgreSQL database, so pg_dump makes the backup, also while the "
	      "bot runs:\n",
		stderr);
	/* The search_path may name any schema. */
	print_command(
		"pg_dump --format=custom --no-owner --exclude-table-data='*.device_keys'", config);
	fputs(" --file=", stderr);
	print_word(to);
	fprintf(stderr, "\nIn encrypted rooms, keep a copy of the recovery key (%s), too.\n",
		config->encryption.recovery_key_file ? config->encryption.recovery_key_file
						     : cfg_own_file(config, ".recovery-key", own));
	return false;
}

bool server_backup_explain_restore(const struct cfg *config, const char *file)
{
	fputs("The store is in a PostgreSQL database, so pg_restore replaces it. Stop the bot "
	      "first, and start it afterwards; the bot notices that the tables come from a "
	      "backup:\n",
		stderr);
	print_command("pg_restore --clean --if-exists --single-transaction --no-owner", config);
	fputc(' ', stderr);
	print_word(file);
	fputc('\n', stderr);
	return false;
}
