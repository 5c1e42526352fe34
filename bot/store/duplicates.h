/*
 * Duplicates: a homeserver may deliver an event or an encrypted message twice. The store remembers
 * what the bot has handled already.
 */
#ifndef BOT_STORE_DUPLICATES_H
#define BOT_STORE_DUPLICATES_H

#include "bot/store/database.h"

/*
 * Notes that an event was handled. *again: it was noted before. The store remembers the last 65,536
 * events, which is more than any platform delivers twice after an old sync token or a retry.
 */
BOT_MUST_USE enum bot_error bot_store_handled(
	struct bot_store *store, const char *event, bool *again);

/*
 * Notes that the bot has read the message with this number in a sender's stream of encrypted
 * messages. *again: it was noted before, or the number is too old for the store to know. The store
 * remembers the last 1,024 numbers of each of a sender's last 1,000 streams.
 */
BOT_MUST_USE enum bot_error bot_store_numbered(struct bot_store *store, const char *sender,
	const char *stream, uint32_t number, bool *again);

#endif
