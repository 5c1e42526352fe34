#include "bot/archive/collection.h"

#include "bot/archive/record.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Adds a record, and an empty line before it. Returns false if the file would become too large. */
static bool append(struct bot_collection *collection, const char *record)
{
	size_t length = strlen(record), gap = collection->size > 0;

	if (collection->size + gap + length > BOT_FILE_MAX)
		return false;
	collection->text = bot_realloc(collection->text, collection->size + gap + length + 1);
	if (gap)
		collection->text[collection->size] = '\n';
	memcpy(collection->text + collection->size + gap, record, length + 1);
	collection->size += gap + length;
	collection->matches++;
	return true;
}

/* Leaves out a match that has no record: it was never dealt, or an id has strange bytes. */
static enum bot_error add_match(
	struct bot_host *host, const struct bot_match *match, struct bot_collection *collection)
{
	char *record;
	bool proven;

	enum bot_error error = bot_record_write(host, match, &record, &proven);
	if (error)
		return error == BOT_INVALID ? BOT_OK : error;
	if (record && !append(collection, record))
		collection->older = match->id;
	free(record);
	return BOT_OK;
}

enum bot_error bot_collection_write(struct bot_host *host, const char *user,
	const struct bot_match *from, struct bot_collection *collection)
{
	struct bot_match *matches = bot_calloc(BOT_COLLECTION_MATCHES + 1, sizeof(*matches));
	struct bot_collection written = {0};
	size_t count = 0;

	enum bot_error error = bot_store_match_own(
		host->store, user, from, matches, BOT_COLLECTION_MATCHES + 1, &count);
	for (size_t i = 0; !error && written.older == 0 && i < count; i++) {
		if (i == BOT_COLLECTION_MATCHES)
			written.older = matches[i].id;
		else
			error = add_match(host, &matches[i], &written);
	}
	free(matches);
	if (error)
		free(written.text);
	else
		*collection = written;
	return error;
}
