#include "bot/match/action_list.h"

#include <string.h>

int64_t bot_action_list_turn(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}

enum bot_error bot_action_list_is_current(const struct bot_call *call,
	const struct bot_loaded_match *loaded, const struct eg_match_view *view, bool *current)
{
	const char *event = call->message->reply_to;
	struct bot_post post = {0};
	enum bot_error error = BOT_OK;

	if (event)
		error = bot_store_post_by_event(call->host->store, event, &post);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*current = post.turn == 0 ||
		   (post.match == loaded->match.id && post.turn == bot_action_list_turn(view));
	return BOT_OK;
}

static const char key[] = "choices";

enum bot_error bot_action_list_is_poll(struct bot_host *host, const char *user, bool *poll)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, key, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*poll = strcmp(value, "poll") == 0;
	return BOT_OK;
}

enum bot_error bot_action_list_set_poll(struct bot_host *host, const char *user, bool poll)
{
	return bot_store_set_setting(host->store, BOT_OF_USER, user, key, poll ? "poll" : "list");
}
