#include "bot/host/edits.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/challenge/publication.h"
#include "bot/host/command_run.h"
#include "bot/host/once.h"
#include "bot/host/reactions.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/play/days_off.h"
#include "bot/show/hand.h"
#include "bot/store/events.h"

#include <sodium.h>
#include <string.h>

/* Each obeyed command adds a mark to the store, so a mark has only a part of its hash. */
#define MARK_BYTES   12
#define MARK_VARIANT sodium_base64_VARIANT_URLSAFE_NO_PADDING
#define MARK_SIZE    (1 + sodium_base64_ENCODED_LEN(MARK_BYTES, MARK_VARIANT))

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
static void make_mark(const struct bot_message *message, enum outcome outcome, char mark[MARK_SIZE])
{
	static const char names[] = {
		[REFUSED] = 'r', [OBEYED] = 'o', [TOLD] = 't', [KNOWN] = 'k', [REMOVED] = 'x'};
	bool of_anybody = outcome == KNOWN || outcome == REMOVED;
	const char *parts[] = {message->edits ? message->edits : message->event, message->room,
		of_anybody ? "" : message->sender};
	unsigned char hash[crypto_generichash_BYTES_MIN];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		crypto_generichash_update(
			&state, (const unsigned char *)parts[i], strlen(parts[i]) + 1);
	crypto_generichash_final(&state, hash, sizeof(hash));
	mark[0] = names[outcome];
	sodium_bin2base64(mark + 1, MARK_SIZE - 1, hash, MARK_BYTES, MARK_VARIANT);
}

/* Notes what became of a command. Returns whether this was noted already. */
static bool note(struct bot_host *host, const struct bot_message *message, enum outcome outcome)
{
	char mark[MARK_SIZE];

	make_mark(message, outcome, mark);
	return bot_store_handled(host->store, mark);
}

static bool had(struct bot_host *host, const struct bot_message *message, enum outcome outcome)
{
	char mark[MARK_SIZE];

	make_mark(message, outcome, mark);
	return bot_store_is_handled(host->store, mark);
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

/*
 * Whether the removal counts. Most removed events are none that the bot has handled. After a
 * restart the adapter may report a removal again.
 */
static bool counts(struct bot_host *host, const char *event, const char *user)
{
	return bot_store_is_handled(host->store, event) && !bot_bans_hold_for(host, user);
}

static void withdraw(struct bot_host *host, const struct bot_message *message)
{
	const struct bot_call call = {.host = host, .message = message};
	char command[BOT_QUESTION_SIZE];

	bot_reaction_read_removed(&call, command);
	if (command[0] && !bot_once_is_again(host->store, message->sender, message->event))
		bot_command_obey(host, message, command);
}

/* Each reaction counts against the rate limits, so its removal need not. */
void bot_edits_handle_withdrawal(
	struct bot_host *host, const char *room, bool private, const char *event, const char *user)
{
	const struct bot_message message = {.event = event,
		.room = room,
		.sender = user,
		.text = "",
		.private = private,
		.kind = BOT_REACTION};

	if (!counts(host, event, user))
		return;
	bot_days_off_update_clocks(host);
	withdraw(host, &message);
}

/* How many messages of a challenge or of a turn the bot sends again after their removal. */
#define AGAIN_MOST 1

/* Sends the choices of the turn again, if the removed message showed the choices of this turn. */
static void show_choices_again(
	struct bot_host *host, const struct bot_match *match, const struct bot_post *post)
{
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	bot_match_load(&loaded, host, match);
	enum eg_seat seat = loaded.state.round.to_act;
	if (bot_turn_number(&loaded.state) != post->turn)
		return;
	bot_page_init(&page, loaded.own[seat]);
	bot_show_hand(&loaded, &page, bot_position_seen_by(&loaded, seat), BOT_QUIET);
}

static void send_again(struct bot_host *host, const struct bot_post *post)
{
	struct bot_match match;

	if (!bot_store_match_get(host->store, post->match, &match))
		return;
	/* The moderators of another room need not show the challenges of this one. */
	if (!post->private && strcmp(post->to, match.room) != 0)
		return;
	if (post->role == BOT_POST_CHALLENGE && match.status == BOT_CHALLENGE)
		bot_challenge_publish_again(host, &match);
	else if (post->turn != 0 && match.status == BOT_PLAYING)
		show_choices_again(host, &match, post);
}

/*
 * Whether the message lists choices. The bot removes such a message itself if it is a poll. The
 * post of the poll then stays as it is, so that a late vote still belongs to its turn.
 */
static bool is_list(struct bot_host *host, const char *event)
{
	struct bot_post post = {0};
	return bot_store_post_by_event(host->store, event, &post) && post.turn != 0;
}

void bot_edits_handle_removal(
	struct bot_host *host, bool private, const char *to, const char *event, bool by_bot)
{
	struct bot_post post;

	if (by_bot && is_list(host, event))
		return;
	if (!bot_store_post_removed(host->store, private, to, event, &post) || by_bot ||
		post.match == 0)
		return;
	size_t removed = bot_store_posts_removed(host->store, &post);
	bot_days_off_update_clocks(host);
	if (removed <= AGAIN_MOST)
		send_again(host, &post);
}
