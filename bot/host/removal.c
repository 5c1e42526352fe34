#include "bot/host/removal.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/challenge/publication.h"
#include "bot/host/command_run.h"
#include "bot/host/once.h"
#include "bot/host/reactions.h"
#include "bot/match/loading.h"
#include "bot/match/turn_number.h"
#include "bot/play/clocks.h"
#include "bot/show/hand.h"
#include "bot/store/events.h"

#include <string.h>

/*
 * Whether the removal counts. Most removed events are none that the bot has handled. After a
 * restart the adapter may report a removal again.
 */
static bool counts(struct bot_host *host, const char *event, const char *user)
{
	bool handled = false;

	bot_must(bot_store_is_handled(host->store, event, &handled));
	return handled && !bot_bans_hold_for(host, user);
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
void bot_withdrawal_handle(
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
	bot_clocks_update(host);
	withdraw(host, &message);
}

/* How many messages of a challenge or of a turn the bot sends again after their removal. */
#define AGAIN_MOST 1

/* Sends the choices of the turn again, if the removed message showed the choices of this turn. */
static void show_choices_again(
	struct bot_host *host, const struct bot_match *match, const struct bot_post *post)
{
	struct bot_loaded_match loaded;
	struct eg_match_view view;
	struct bot_page page;

	bot_match_load(&loaded, host, match);
	enum eg_seat seat = loaded.state.round.to_act;
	eg_match_view(&loaded.state, seat, &view);
	if (bot_turn_number(&view) != post->turn)
		return;
	bot_page_init(&page, loaded.own[seat]);
	bot_show_hand(&loaded, &page, seat, BOT_QUIET);
}

static void send_again(struct bot_host *host, const struct bot_post *post)
{
	struct bot_match match;

	if (!bot_found(bot_store_match_get(host->store, post->match, &match)))
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
	return bot_found(bot_store_post_by_event(host->store, event, &post)) && post.turn != 0;
}

void bot_removal_handle(
	struct bot_host *host, bool private, const char *to, const char *event, bool by_bot)
{
	struct bot_post post;
	size_t removed = 0;

	if (by_bot && is_list(host, event))
		return;
	if (!bot_found(bot_store_post_removed(host->store, private, to, event, &post)) || by_bot ||
		post.match == 0)
		return;
	bot_must(bot_store_posts_removed(host->store, &post, &removed));
	bot_clocks_update(host);
	if (removed <= AGAIN_MOST)
		send_again(host, &post);
}
