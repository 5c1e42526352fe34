#include "bot/host/edits.h"

#include "bot/base/attempt.h"
#include "bot/host/command_run.h"
#include "bot/store/events.h"

#include <sodium.h>
#include <string.h>

#define HASH_BYTES 16

/* What became of a command. */
enum outcome {
	REFUSED,
	OBEYED,
	TOLD, /* the bot has said that an edit changes nothing */
	/* The last two name no sender, because somebody else can remove the sender's message. */
	KNOWN, /* the bot has refused the command of some sender */
	REMOVED,
};

/*
 * Writes the mark that stands among the handled events if a command had this outcome. It is a hash
 * of the event, the room and, except for the last two outcomes, the sender. So only an edit by the
 * same person in the same room finds it, and the store keeps nothing about the person.
 */
static void make_mark(
	const struct bot_message *message, enum outcome outcome, char mark[2 * HASH_BYTES + 2])
{
	static const char names[] = {
		[REFUSED] = 'r', [OBEYED] = 'o', [TOLD] = 't', [KNOWN] = 'k', [REMOVED] = 'x'};
	bool of_anybody = outcome == KNOWN || outcome == REMOVED;
	const char *parts[] = {message->edits ? message->edits : message->event, message->room,
		of_anybody ? "" : message->sender};
	unsigned char hash[HASH_BYTES];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		crypto_generichash_update(
			&state, (const unsigned char *)parts[i], strlen(parts[i]) + 1);
	crypto_generichash_final(&state, hash, sizeof(hash));
	mark[0] = names[outcome];
	sodium_bin2hex(mark + 1, 2 * HASH_BYTES + 1, hash, sizeof(hash));
}

/* Notes what became of a command. Returns whether this was noted already. */
static bool note(struct bot_host *host, const struct bot_message *message, enum outcome outcome)
{
	char mark[2 * HASH_BYTES + 2];
	bool again = false;

	make_mark(message, outcome, mark);
	bot_must(bot_store_handled(host->store, mark, &again));
	return again;
}

static bool had(struct bot_host *host, const struct bot_message *message, enum outcome outcome)
{
	char mark[2 * HASH_BYTES + 2];
	bool noted = false;

	make_mark(message, outcome, mark);
	bot_must(bot_store_is_handled(host->store, mark, &noted));
	return noted;
}

static void run(struct bot_host *host, const struct bot_message *message, const char *text)
{
	bool refused = bot_command_run(host, message, text);

	if (refused)
		note(host, message, KNOWN);
	note(host, message, refused ? REFUSED : OBEYED);
}

/* Says once that the edit changes nothing. */
static void tell(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};

	if (note(host, message, TOLD))
		return;
	call.lang = bot_language_of_message(host, message);
	bot_reply(&call, BOT_MSG_EDIT_LATE, (struct bot_args){0});
}

void bot_edits_run(struct bot_host *host, const struct bot_message *message, const char *text)
{
	if (!message->edits) {
		run(host, message, text);
		return;
	}
	if (had(host, message, REMOVED))
		return;
	if (had(host, message, OBEYED))
		tell(host, message);
	else if (had(host, message, REFUSED))
		run(host, message, text);
}

void bot_edits_note_removed(struct bot_host *host, const char *room, const char *event)
{
	const struct bot_message message = {.event = event, .room = room};

	if (had(host, &message, KNOWN))
		note(host, &message, REMOVED);
}
