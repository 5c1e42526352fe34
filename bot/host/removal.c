#include "bot/host/removal.h"

#include "bot/challenge/publication.h"
#include "bot/match/loading.h"
#include "bot/match/turn_number.h"
#include "bot/play/clocks.h"
#include "bot/show/hand.h"

#include <string.h>

/* How many messages of a challenge or of a turn the bot sends again after their removal. */
#define AGAIN_MOST 1

/* Sends the choices of the turn again, if the removed message showed the choices of this turn. */
static enum bot_error show_choices_again(
	struct bot_host *host, const struct bot_match *match, const struct bot_post *post)
{
	struct bot_loaded_match loaded;
	struct eg_match_view view;
	struct bot_page page;

	enum bot_error error = bot_match_load(&loaded, host, match);
	if (error)
		return error;
	enum eg_seat seat = loaded.state.round.to_act;
	eg_match_view(&loaded.state, seat, &view);
	if (bot_turn_number(&view) != post->turn)
		return BOT_OK;
	bot_page_init(&page, loaded.own[seat]);
	return bot_show_hand(&loaded, &page, seat, BOT_QUIET);
}

static enum bot_error send_again(struct bot_host *host, const struct bot_post *post)
{
	struct bot_match match;

	enum bot_error error = bot_store_match_get(host->store, post->match, &match);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	/* The moderators of another room need not show the challenges of this one. */
	if (!post->private && strcmp(post->to, match.room) != 0)
		return BOT_OK;
	if (post->role == BOT_POST_CHALLENGE && match.status == BOT_CHALLENGE)
		return bot_challenge_publish_again(host, &match);
	if (post->turn != 0 && match.status == BOT_PLAYING)
		return show_choices_again(host, &match, post);
	return BOT_OK;
}

/*
 * Finds out whether the message lists choices. The bot removes such a message itself if it is a
 * poll. The post of the poll then stays as it is, so that a late vote still belongs to its turn.
 */
static enum bot_error is_list(struct bot_host *host, const char *event, bool *list)
{
	struct bot_post post = {0};
	enum bot_error error = bot_store_post_by_event(host->store, event, &post);

	*list = !error && post.turn != 0;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_removal_handle(
	struct bot_host *host, bool private, const char *to, const char *event, bool by_bot)
{
	struct bot_post post;
	size_t removed = 0;
	bool list = false;

	enum bot_error error = by_bot ? is_list(host, event, &list) : BOT_OK;
	if (error || list)
		return error;
	error = bot_store_post_removed(host->store, private, to, event, &post);
	if (error || by_bot || post.match == 0)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_store_posts_removed(host->store, &post, &removed);
	if (!error)
		error = bot_clocks_update(host);
	return error || removed > AGAIN_MOST ? error : send_again(host, &post);
}
