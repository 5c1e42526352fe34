#include "bot/host/edits.h"

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

static enum bot_error note(
	struct bot_host *host, const struct bot_message *message, enum outcome outcome, bool *again)
{
	char mark[2 * HASH_BYTES + 2];

	make_mark(message, outcome, mark);
	return bot_store_handled(host->store, mark, again);
}

static enum bot_error find(
	struct bot_host *host, const struct bot_message *message, enum outcome outcome, bool *had)
{
	char mark[2 * HASH_BYTES + 2];

	make_mark(message, outcome, mark);
	return bot_store_is_handled(host->store, mark, had);
}

static enum bot_error run(
	struct bot_host *host, const struct bot_message *message, const char *text)
{
	bool refused, again;

	enum bot_error error = bot_command_run(host, message, text, &refused);
	if (!error && refused)
		error = note(host, message, KNOWN, &again);
	return error ? error : note(host, message, refused ? REFUSED : OBEYED, &again);
}

/* Says once that the edit changes nothing. */
static enum bot_error tell(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};
	bool again;

	enum bot_error error = note(host, message, TOLD, &again);
	if (error || again)
		return error;
	error = bot_language_of_message(host, message, &call.lang);
	return error ? error : bot_reply(&call, BOT_MSG_EDIT_LATE, (struct bot_args){0});
}

enum bot_error bot_edits_run(
	struct bot_host *host, const struct bot_message *message, const char *text)
{
	bool refused = false, obeyed = false, removed = false;

	if (!message->edits)
		return run(host, message, text);
	enum bot_error error = find(host, message, OBEYED, &obeyed);
	if (!error)
		error = find(host, message, REFUSED, &refused);
	if (!error)
		error = find(host, message, REMOVED, &removed);
	if (error || removed)
		return error;
	if (obeyed)
		return tell(host, message);
	return refused ? run(host, message, text) : BOT_OK;
}

enum bot_error bot_edits_note_removed(struct bot_host *host, const char *room, const char *event)
{
	const struct bot_message message = {.event = event, .room = room};
	bool known, again;

	enum bot_error error = find(host, &message, KNOWN, &known);
	return error || !known ? error : note(host, &message, REMOVED, &again);
}
