#include "bot/match/commands.h"
#include "bot/match/match_display.h"
#include "bot/match/loaded_match.h"
#include "bot/text/words.h"

#include <string.h>

static enum bot_error is_own(const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	*yes = bot_match_seat(match, call->message->sender) != EG_NOBODY;
	return BOT_OK;
}

/* Runs `board picture on` or `off`, with which a moderator chooses for the room. */
static enum bot_error set_pictures(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const char *value = bot_words_in_english(call->words.word[2]);
	bool on = strcmp(value, "on") == 0;

	if (!on && strcmp(value, "off") != 0)
		return bot_reply_usage(call);
	if (message->private)
		return bot_reply(call, BOT_MSG_ROOM_ONLY, (struct bot_args){0});
	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	enum bot_error error = bot_display_set_pictures(call->host, message->room, on);
	if (error)
		return error;
	return bot_reply(
		call, on ? BOT_MSG_PICTURES_ON : BOT_MSG_PICTURES_OFF, (struct bot_args){0});
}

/*
 * Shows the board. In the match's room it becomes the board that the bot edits after each action; a
 * picture, or an answer in private, does not.
 */
enum bot_error bot_run_board(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, is_own, .others = true, .none = BOT_MSG_NO_BOARD};
	const struct bot_message *message = call->message;
	bool picture = call->words.count > 1;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_loaded_match loaded;
	struct eg_match_view view;
	struct bot_page page;
	bool found;

	if (picture && strcmp(bot_words_in_english(call->words.word[1]), "picture") != 0)
		return bot_reply_usage(call);
	if (call->words.count > 2)
		return set_pictures(call);
	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&loaded.match, message->sender);
	bot_page_init(&page, message->private ? loaded.own[seat] : loaded.lang);
	if (!message->private && !picture)
		return bot_display_board(&loaded, &page, true);
	eg_match_view(&loaded.state, EG_NOBODY, &view);
	bot_render_board(&page, &loaded.cast, &view, true);
	if (picture)
		return bot_display_picture(&loaded, &view, letter, &page);
	return bot_whisper_page(call, &page, loaded.match.id);
}

enum bot_error bot_run_hand(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	struct bot_page page;
	enum eg_seat seat;
	bool found;

	enum bot_error error = bot_match_select_own(call, &loaded, &seat, &found);
	if (error || !found)
		return error;
	/* Asking for the hand re-enables the notice that messages don't reach the player. */
	loaded.match.reached[seat] = true;
	error = bot_store_match_save(call->host->store, &loaded.match);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[seat]);
	return bot_display_hand(&loaded, &page, seat, BOT_QUIET);
}
