#include "bot/match/play_commands.h"

#include "bot/match/match_display.h"
#include "bot/match/match_life.h"
#include "bot/match/practice_opponent.h"
#include "bot/text/pattern.h"
#include "bot/text/words.h"

#include <strings.h>

/*
 * What the player wrote: a number from a list of actions, or an action. The action may be
 * incomplete.
 */
struct wish {
	bool numbered;
	int64_t number;
	struct bot_pattern pattern;
};

static bool read_wish(const struct bot_words *words, struct wish *wish)
{
	*wish = (struct wish){0};
	wish->numbered =
		words->count == 1 && bot_words_number(words->word[0], INT64_MAX, &wish->number);
	return wish->numbered || bot_pattern_parse(words, &wish->pattern);
}

/*
 * Sets chosen[] to true for the legal actions that fit what the player wrote, and returns how many
 * fit. Sets *last to the index of the last action that fits.
 */
static size_t mark(const struct wish *wish, const struct eg_view *view, bool chosen[EG_LEGAL_MAX],
	size_t *last)
{
	size_t count = 0;

	for (size_t i = 0; i < view->legal_count; i++) {
		chosen[i] = wish->numbered ? wish->number == (int64_t)i + 1
					   : bot_pattern_fits(&wish->pattern, view, view->legal[i]);
		if (chosen[i])
			*last = i;
		count += chosen[i];
	}
	return count;
}

/*
 * Tells the player in private why no action fits, and shows their hand and the legal actions.
 * `wish` is NULL if the bot could not understand what the player wrote.
 */
static enum bot_error explain(
	struct bot_loaded_match *loaded, const struct wish *wish, const struct eg_match_view *view)
{
	struct bot_page page;

	bot_page_init(&page, loaded->own[view->round.seat]);
	if (!wish)
		bot_page_say(&page, BOT_MSG_ACTION_SYNTAX, NULL);
	else if (wish->numbered)
		bot_page_say(&page, BOT_MSG_NO_CHOICE, &(struct bot_args){.count = wish->number});
	else
		bot_pattern_explain(&page, &wish->pattern, &view->round);
	bot_page_line(&page);
	return bot_display_hand(loaded, &page, view->round.seat, BOT_QUIET);
}

/* Sends the player a list of the actions in chosen[], which all fit what the player wrote. */
static enum bot_error send_list(const struct bot_call *call, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, const bool chosen[EG_LEGAL_MAX])
{
	struct bot_page page;

	bot_page_init(&page, loaded->own[view->round.seat]);
	bot_page_say(&page, BOT_MSG_FITS, NULL);
	bot_render_choices(&page, &view->round, chosen);
	return bot_send(call->host,
		(struct bot_letter){.private = true,
			.to = call->message->sender,
			.match = loaded->match.id,
			.turn = bot_turn_number(view)},
		&page, NULL);
}

/*
 * In a practice match the opponent answers at once, so the player could send many actions in a
 * short time. Therefore the rate limit applies to actions in practice matches, but not to actions
 * in other matches.
 */
static enum bot_error play(
	struct bot_call *call, struct bot_loaded_match *loaded, struct eg_action action)
{
	bool practice = loaded->match.practice != BOT_NO_PRACTICE;

	if (call->mute && practice)
		return BOT_OK;
	call->played = !practice;
	return bot_match_play(loaded, action);
}

/*
 * Whether a number in this message may choose from the list of the current turn. Sets *current to
 * false only if the message replies to a list of another turn or match.
 */
static enum bot_error is_list_current(const struct bot_call *call,
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
		   (post.match == loaded->match.id && post.turn == bot_turn_number(view));
	return BOT_OK;
}

static enum bot_error act(
	struct bot_call *call, struct bot_loaded_match *loaded, const struct eg_match_view *view)
{
	bool chosen[EG_LEGAL_MAX] = {false};
	size_t only = 0;
	struct wish wish;
	bool current;

	if (!read_wish(&call->words, &wish))
		return call->mute ? BOT_OK : explain(loaded, NULL, view);
	enum bot_error error = is_list_current(call, loaded, view, &current);
	if (error)
		return error;
	if (wish.numbered && !current)
		return bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
	size_t count = mark(&wish, &view->round, chosen, &only);
	if (count == 1)
		return play(call, loaded, view->round.legal[only]);
	if (call->mute)
		return BOT_OK;
	if (count == 0 && !wish.numbered && wish.pattern.kind == EG_ATTACK && !wish.pattern.card) {
		/* no direct attack is legal, but the player may want to advance and attack */
		wish.pattern.kind = EG_ADVANCE_ATTACK;
		count = mark(&wish, &view->round, chosen, &only);
		wish.pattern.kind = EG_ATTACK;
	}
	if (count > 0)
		return send_list(call, loaded, view, chosen);
	return explain(loaded, &wish, view);
}

enum bot_error bot_run_action(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	struct eg_match_view view;
	enum eg_seat seat;
	bool found;

	enum bot_error error = bot_match_select_own(call, &loaded, &seat, &found);
	if (error || !found)
		return error;
	if (loaded.cast.paused)
		return bot_whisper(call, BOT_MSG_PAUSED, (struct bot_args){.id = loaded.match.id});
	if (loaded.state.round.to_act != seat)
		return bot_whisper(call, BOT_MSG_NOT_YOUR_TURN,
			(struct bot_args){.id = loaded.match.id,
				.name = loaded.cast.name[eg_opponent(seat)]});
	eg_match_view(&loaded.state, seat, &view);
	return act(call, &loaded, &view);
}

/*
 * Plays the action that the player chose with a reaction or with a vote in a poll. The choice
 * belongs to the match whose list or poll the player answered.
 */
enum bot_error bot_run_chosen_action(struct bot_call *call)
{
	struct bot_post post = {0};

	enum bot_error error =
		bot_store_post_by_event(call->host->store, call->message->reply_to, &post);
	if (error && error != BOT_NOT_FOUND)
		return error;
	if (post.turn == 0)
		return bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
	call->words.id = post.match;
	return bot_run_action(call);
}

enum bot_error bot_run_choices(struct bot_call *call)
{
	const char *form = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	bool poll = strcasecmp(form, "poll") == 0;

	if (!poll && strcasecmp(form, "list") != 0)
		return bot_reply_usage(call);
	enum bot_error error = bot_display_set_polls(call->host, call->message->sender, poll);
	if (error)
		return error;
	return bot_whisper(
		call, poll ? BOT_MSG_CHOICES_POLL : BOT_MSG_CHOICES_LIST, (struct bot_args){0});
}

enum bot_error bot_run_resign(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	enum eg_seat seat;
	bool found;

	enum bot_error error = bot_match_select_own(call, &loaded, &seat, &found);
	if (error || !found)
		return error;
	return bot_match_end(&loaded, BOT_RESIGNED, eg_opponent(seat), BOT_MSG_MATCH_RESIGNED,
		(struct bot_args){.loser = loaded.cast.name[seat],
			.winner = loaded.cast.name[eg_opponent(seat)]});
}

static bool is_any(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	(void)match;
	return true;
}

enum bot_error bot_run_stop(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_any, .others = true, .none = BOT_MSG_NOTHING_TO_STOP};
	struct bot_loaded_match loaded;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	return bot_match_end(
		&loaded, BOT_STOPPED, EG_NOBODY, BOT_MSG_MATCH_STOPPED, (struct bot_args){0});
}

/* What a player may see */

static enum bot_error is_own(const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	*yes = bot_match_seat(match, call->message->sender) != EG_NOBODY;
	return BOT_OK;
}

/* Runs `board picture on` or `off`: a moderator chooses whether rounds begin with a picture. */
static enum bot_error set_pictures(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const char *value = bot_words_in_english(call->words.word[2]);
	bool on = strcasecmp(value, "on") == 0;

	if (!on && strcasecmp(value, "off") != 0)
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
 * Shows the board. In the match's room, the new message becomes the board that the bot edits after
 * each action. A picture, or an answer in private, never becomes this board.
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

	if (picture && strcasecmp(bot_words_in_english(call->words.word[1]), "picture") != 0)
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
	/*
	 * The bot assumes that it can reach the player again. If this private message does not
	 * reach the player either, the bot tells the room so once more.
	 */
	loaded.match.reached[seat] = true;
	error = bot_store_match_save(call->host->store, &loaded.match);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[seat]);
	return bot_display_hand(&loaded, &page, seat, BOT_QUIET);
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
	struct bot_advice advice;
	struct bot_loaded_match loaded;
	struct bot_page page;
	bool found;

	enum bot_error error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	error = bot_practice_opponent_advise(&loaded, &advice);
	if (error)
		return error;
	bot_page_init(&page, loaded.own[EG_WHITE]);
	bot_render_advice(&page, loaded.match.id, advice.action, advice.percent);
	return bot_whisper_page(call, &page, loaded.match.id);
}
