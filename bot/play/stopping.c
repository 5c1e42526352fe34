#include "bot/play/stopping.h"

#include "bot/base/attempt.h"

/*
 * The most moderators that the bot notes for a match. In a room with more of them, the others can't
 * stop it.
 */
#define MOST 64

struct note {
	struct bot_store *store;
	int64_t match;
	size_t count;
	enum bot_error error;
};

static void take(void *taker, const char *user)
{
	struct note *note = taker;

	if (!note->error && note->count++ < MOST)
		note->error = bot_store_moderator_add(note->store, note->match, user);
}

void bot_stopping_note_moderators(const struct bot_loaded_match *loaded)
{
	const struct bot_port *port = loaded->host->port;
	struct note note = {.store = loaded->host->store, .match = loaded->match.id};

	if (bot_match_may_be_rated(&loaded->match) && port->each_moderator)
		port->each_moderator(port->self, loaded->match.room, take, &note);
	bot_must(note.error);
}

bool bot_stopping_is_allowed(const struct bot_loaded_match *loaded, const char *user)
{
	bool allowed = true;

	if (bot_match_may_be_rated(&loaded->match) && loaded->match.status == BOT_PLAYING)
		bot_must(
			bot_store_moderated(loaded->host->store, loaded->match.id, user, &allowed));
	return allowed;
}
