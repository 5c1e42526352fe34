#include "bot/archive/collection.h"

#include "bot/archive/record.h"
#include "bot/base/attempt.h"

#include <string.h>

/* Adds a record, and an empty line before it. Returns false if the file would become too large. */
static bool append(struct bot_collection *collection, const char *record)
{
	size_t length = strlen(record), gap = collection->size > 0;

	if (collection->size + gap + length > BOT_FILE_MAX)
		return false;
	if (gap)
		collection->text[collection->size] = '\n';
	memcpy(collection->text + collection->size + gap, record, length + 1);
	collection->size += gap + length;
	collection->matches++;
	return true;
}

/* Leaves out a match that has no record: it was never dealt, or an id has strange bytes. */
static void add_match(
	struct bot_host *host, const struct bot_match *match, struct bot_collection *collection)
{
	char *record;
	bool proven;

	bot_record_write(host, match, &record, &proven);
	if (record && !append(collection, record))
		collection->older = match->id;
}

void bot_collection_write(struct bot_host *host, const char *user, const struct bot_match *from,
	struct bot_collection *collection)
{
	struct bot_match *matches = bot_scratch((BOT_COLLECTION_MATCHES + 1) * sizeof(*matches));
	struct bot_collection written = {.text = bot_scratch(BOT_FILE_MAX + 1)};
	size_t count = 0;

	bot_must(bot_store_match_own(
		host->store, user, from, matches, BOT_COLLECTION_MATCHES + 1, &count));
	for (size_t i = 0; written.older == 0 && i < count; i++) {
		if (i == BOT_COLLECTION_MATCHES)
			written.older = matches[i].id;
		else
			add_match(host, &matches[i], &written);
	}
	if (written.matches == 0)
		written.text = NULL;
	*collection = written;
}
