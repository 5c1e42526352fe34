/*
 * usage: snapshot_time STORE COPY
 * Copies an open store into a new file, as the backup of a running bot does, and prints how much
 * processor time the copy took, and its longest slice.
 */
#include "bot/store/files.h"
#include "bot/store/opening.h"
#include "tests/bench/processor_time.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct bot_store *store = NULL;
	struct bot_snapshot *snapshot = NULL;
	double longest = 0, whole = 0;
	unsigned slices = 0;
	bool done = false;
	enum bot_error error = argc == 3 ? bot_store_open(argv[1], &store) : BOT_INVALID;

	if (!error)
		error = bot_snapshot_create(store, argv[2], &snapshot);
	for (; !error && !done; slices++) {
		double before = processor_time();

		error = bot_snapshot_step(snapshot, &done);
		double spent = processor_time() - before;

		longest = spent > longest ? spent : longest;
		whole += spent;
	}
	bot_snapshot_destroy(snapshot);
	bot_store_close(store);
	if (error) {
		fprintf(stderr, "snapshot_time: %s\n", bot_error_text(error));
		return 1;
	}
	printf("{\"slices\":%u,\"seconds\":%.2f,\"longest ms\":%.2f}\n", slices, whole,
		1000 * longest);
	return 0;
}
