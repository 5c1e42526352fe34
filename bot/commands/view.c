#include "bot/commands/view.h"

#include "bot/call/question.h"
#include "bot/call/reader_zone.h"
#include "bot/commands/link.h"
#include "bot/commands/private_form.h"
#include "bot/commands/reaction_trust.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/selection.h"
#include "bot/play/match_life.h"
#include "bot/play/unrated.h"
#include "bot/show/board.h"
#include "bot/show/choices_setting.h"
#include "bot/show/hand.h"
#include "bot/show/held_hand.h"
#include "bot/show/picture.h"
#include "bot/text/coach.h"
#include "bot/text/words.h"

#include <strings.h>

/* If the player is to act, shows their hand once more, in the form that they have chosen. */
static enum bot_error show_turn(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_page page;

	if (loaded->state.round.to_act != seat || loaded->cast.paused)
		return BOT_OK;
	bot_match_begin_private(loaded, seat, &page);
	return bot_show_hand(loaded, &page, seat, BOT_RING);
}

/* Confirms the form. Also tells a player who taps if their taps play nothing yet. */
static enum bot_error confirm_form(const struct bot_call *call, enum bot_choices_form form)
{
	static const enum bot_msg says[BOT_CHOICES_FORMS] = {
		[BOT_CHOICES_LIST] = BOT_MSG_CHOICES_LIST,
		[BOT_CHOICES_POLL] = BOT_MSG_CHOICES_POLL,
		[BOT_CHOICES_TAPS] = BOT_MSG_CHOICES_TAPS,
	};
	bool play;

	enum bot_error error = bot_whisper(call, says[form], (struct bot_args){0});
	if (error || form != BOT_CHOICES_TAPS)
		return error;
	error = bot_reaction_trust_plays_in_private(call->host, call->message->sender, &play);
	if (error || play)
		return error;
	return bot_whisper(call, BOT_MSG_CHOICES_TAPS_OFF, (struct bot_args){0});
}

enum bot_error bot_run_choices(struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};
	const char *name = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	enum bot_choices_form form = bot_choices_form_find(name);

	if (form == BOT_CHOICES_FORMS)
		return bot_ask_for_option(call, BOT_MSG_CHOICES_WHICH, 1, "list poll taps");
	enum bot_error error = bot_choices_form_choose(call->host, call->message->sender, form);
	if (!error)
		error = confirm_form(call, form);
	return error ? error : bot_match_load_each_of_player(call->host, &filter, show_turn);
}

/* Explains that a player can't take an action back, and what they can do instead. */
enum bot_error bot_run_undo(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	enum eg_seat seat;
	bool found;

	enum bot_error error = bot_match_select_own(call, &loaded, &seat, &found);
	if (error || !found)
		return error;
	return bot_reply(call,
		loaded.match.practice == BOT_NO_PRACTICE ? BOT_MSG_UNDO : BOT_MSG_UNDO_PRACTICE,
		(struct bot_args){.id = loaded.match.id,
			.name = bot_match_name_in_answer(call, &loaded, eg_opponent(seat))});
}

static enum bot_error is_own(const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	*yes = bot_match_seat(match, call->message->sender) != EG_NOBODY;
	return BOT_OK;
}

/*
 * Runs `board picture on` or `off`: a moderator chooses whether the bot sends pictures in a room.
 */
static enum bot_error set_pictures(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const char *value = bot_words_in_english(call->words.word[2]);
	bool on = strcasecmp(value, "on") == 0;

	if (!on && strcasecmp(value, "off") != 0)
		return bot_ask_for_option(call, BOT_MSG_PICTURES_WHICH, 2, "on off");
	if (message->private)
		return bot_reply_room_only(call);
	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	enum bot_error error = bot_picture_set_wanted(call->host, message->room, on);
	if (error)
		return error;
	return bot_reply(
		call, on ? BOT_MSG_PICTURES_ON : BOT_MSG_PICTURES_OFF, (struct bot_args){0});
}

/*
 * Finds the match that the command shows if no match is being played, neither in the room nor (in
 * private) by the sender: the match that ended last, which `record` shows too. Sets *found to false
 * if a match is being played, if the sender means a certain match, or if no match has ended.
 */
static enum bot_error find_last(
	const struct bot_call *call, struct bot_loaded_match *loaded, bool *found)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = BOT_PLAYING};
	struct bot_store *store = call->host->store;
	struct bot_match match;
	int64_t id = call->words.id;
	size_t count = 0;

	*found = false;
	enum bot_error error = id == 0 ? bot_call_replied_match(call, &id) : BOT_OK;
	if (!error)
		error = bot_store_match_find(store, &filter, &match, 1, &count);
	if (error || id != 0 || count > 0)
		return error;
	error = bot_store_match_last(store, filter.room, filter.player, &match);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_match_load(loaded, call->host, &match);
	if (!error)
		error = bot_store_replay(store, &match, &loaded->state, &loaded->round);
	*found = !error;
	return error;
}

/* Finds the match whose board the command shows. If *found is false, has told the sender why. */
static enum bot_error find_board(
	const struct bot_call *call, struct bot_loaded_match *loaded, bool *found)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, is_own, .others = true, .none = BOT_MSG_NO_BOARD};

	enum bot_error error = find_last(call, loaded, found);
	return error || *found ? error : bot_match_select(call, &selector, loaded, found);
}

/*
 * Shows the board. If the match is being played, a new text board in the match's room becomes the
 * board that the bot edits after each action. A picture, or an answer in private, never becomes
 * this board.
 */
enum bot_error bot_run_board(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	bool picture = call->words.count > 1;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_loaded_match loaded;
	struct eg_match_view view;
	struct bot_page page;
	bool found;

	if (picture && bot_words_mean(call->words.word[1], "link"))
		return bot_run_board_link(call);
	if (picture && !bot_words_mean(call->words.word[1], "picture"))
		return bot_reply_wrong(call, BOT_MSG_BOARD_WHICH, 1);
	if (call->words.count > 2)
		return set_pictures(call);
	enum bot_error error = find_board(call, &loaded, &found);
	if (error || !found)
		return error;
	bool open = loaded.match.status == BOT_PLAYING;
	enum eg_seat seat = bot_match_seat(&loaded.match, message->sender);
	bot_page_init(&page, message->private ? loaded.own[seat] : loaded.lang);
	if (!message->private && picture && open)
		return bot_show_pictured_board(&loaded);
	if (!message->private && open)
		return bot_show_board(&loaded, &page, true);
	if (message->private)
		error = bot_reader_localise(call->host, message->sender, &loaded.until);
	if (error)
		return error;
	eg_match_view(&loaded.state, EG_NOBODY, &view);
	bot_board_add(&page, &loaded.cast, &view, open);
	if (picture && open)
		return bot_picture_post(&loaded, letter, &page, NULL);
	if (picture)
		return bot_picture_send(&loaded, &view, letter, &page, NULL);
	if (message->private)
		return bot_whisper_page(call, &page, loaded.match.id);
	letter.match = loaded.match.id;
	return bot_send(call->host, letter, &page, NULL);
}

/* Adds that the match changes the ratings of its players, or why not. */
static void explain_rating(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;
	bool open = match->status == BOT_PLAYING;

	if (bot_unrated_explain(loaded, page))
		return;
	bot_page_say(page,
		open || match->rated         ? BOT_MSG_RATED
		: match->winner == EG_NOBODY ? BOT_MSG_UNRATED_ENDED
					     : BOT_MSG_MATCH_UNRATED,
		NULL);
}

enum bot_error bot_view_answer_rated(const struct bot_call *call)
{
	struct bot_loaded_match loaded;
	struct bot_page page;
	bool found;

	enum bot_error error = find_board(call, &loaded, &found);
	if (error || !found)
		return error;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RATED_WHICH,
		&(struct bot_args){.id = loaded.match.id,
			.white = loaded.cast.name[EG_WHITE],
			.black = loaded.cast.name[EG_BLACK]});
	bot_page_say(&page, BOT_MSG_SENTENCE_SPACE, NULL);
	explain_rating(&loaded, &page);
	return bot_reply_page(call, &page);
}

enum bot_error bot_run_hand(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	struct bot_page page;
	enum eg_seat seat;
	bool found, held;

	if (bot_held_hand_read(&call->words, &held))
		return bot_held_hand_choose(call, held);
	if (call->words.count > 1) {
		enum bot_private_form form = bot_private_form_asked(&call->words);

		return form == BOT_FORM_CONFIGURED ? bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1)
						   : bot_private_form_choose(call, form);
	}
	enum bot_error error = bot_match_select_own(call, &loaded, &seat, &found);
	if (error || !found)
		return error;
	/*
	 * The bot assumes that it can reach the player again. If this private message does not
	 * reach the player either, the bot tells the room so once more.
	 */
	loaded.match.reached[seat] = true;
	if (call->message->proven && call->host->port->confirm_identity)
		call->host->port->confirm_identity(call->host->port->self, call->message->sender);
	error = bot_store_match_save(call->host->store, &loaded.match);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[seat]);
	return bot_show_hand(&loaded, &page, seat, BOT_QUIET);
}

static bool is_practice(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && match->practice != BOT_NO_PRACTICE;
}

/* The bot always sends the advice in private, because it reveals the player's cards. */
enum bot_error bot_run_hint(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_practice, .none = BOT_MSG_NO_PRACTICE};
	struct eg_strategy judged;
	struct eg_match_view view;
	struct bot_loaded_match loaded;
	struct bot_page page;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	error = bot_practice_opponent_judge(&loaded, &judged);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[EG_WHITE]);
	eg_match_view(&loaded.state, loaded.state.round.to_act, &view);
	bot_coach_hint(&page, loaded.match.id, &view.round, &judged);
	return bot_whisper_page(call, &page, loaded.match.id);
}
