#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/reader_zone.h"
#include "bot/commands/private_form.h"
#include "bot/commands/reaction_trust.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/selection.h"
#include "bot/play/finish_page.h"
#include "bot/play/plan.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/show/picture.h"
#include "bot/text/coach.h"
#include "bot/text/words.h"

#include <strings.h>

/* If the player is to act, shows their hand once more, in the form that they have chosen. */
static void show_turn(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	BOT_PAGE(page);

	if (loaded->state.round.to_act != seat || loaded->cast.paused)
		return;
	bot_match_begin_private(loaded, seat, &page);
	bot_show_hand(loaded, &page, bot_position_seen_by(loaded, seat), BOT_RING);
}

/* Confirms the form. Also tells a player who taps if their taps play nothing yet. */
static void confirm_form(const struct bot_call *call, enum bot_choices_form form)
{
	static const enum bot_msg says[BOT_CHOICES_FORMS] = {
		[BOT_CHOICES_LIST] = BOT_MSG_CHOICES_LIST,
		[BOT_CHOICES_POLL] = BOT_MSG_CHOICES_POLL,
		[BOT_CHOICES_TAPS] = BOT_MSG_CHOICES_TAPS,
	};

	bot_whisper(call, says[form], (struct bot_args){0});
	if (form == BOT_CHOICES_TAPS &&
		!bot_reaction_trust_plays_in_private(call->host, call->message->sender))
		bot_whisper(call, BOT_MSG_CHOICES_TAPS_OFF, (struct bot_args){0});
}

void bot_run_choices(struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};
	const char *name = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	enum bot_choices_form form = bot_choices_form_find(name);

	if (form == BOT_CHOICES_FORMS) {
		bot_ask_for_option(call, BOT_MSG_CHOICES_WHICH, 1, "list poll taps");
		return;
	}
	bot_choices_form_choose(call->host, call->message->sender, form);
	confirm_form(call, form);
	bot_match_load_each_of_player(call->host, &filter, show_turn);
}

void bot_run_coach(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? bot_words_in_english(call->words.word[1]) : "";
	bool on = strcasecmp(word, "on") == 0;

	if (!on && strcasecmp(word, "off") != 0) {
		bot_ask_for_option(call, BOT_MSG_COACH_WHICH, 1, "on off");
		return;
	}
	bot_coaching_choose(call->host, call->message->sender, on);
	bot_whisper(call, on ? BOT_MSG_COACH_ON : BOT_MSG_COACH_OFF, (struct bot_args){0});
}

/* Explains that a player can't take an action back, and what they can do instead. */
void bot_run_undo(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	enum eg_seat seat;

	if (!bot_match_select_own(call, &loaded, &seat))
		return;
	bot_reply(call,
		loaded.match.practice == BOT_NO_PRACTICE ? BOT_MSG_UNDO : BOT_MSG_UNDO_PRACTICE,
		(struct bot_args){.id = loaded.match.id,
			.name = bot_match_name_in_answer(call, &loaded, eg_opponent(seat))});
}

static bool is_own(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_seat(match, call->message->sender) != EG_NOBODY;
}

/*
 * Runs `board picture on` or `off`: a moderator chooses whether the bot sends pictures in a room.
 */
static void set_pictures(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const char *value = bot_words_in_english(call->words.word[2]);
	bool on = strcasecmp(value, "on") == 0;

	if (!on && strcasecmp(value, "off") != 0) {
		bot_ask_for_option(call, BOT_MSG_PICTURES_WHICH, 2, "on off");
		return;
	}
	if (message->private) {
		bot_reply_room_only(call);
		return;
	}
	if (!bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	bot_picture_set_wanted(call->host, message->room, on);
	bot_reply(call, on ? BOT_MSG_PICTURES_ON : BOT_MSG_PICTURES_OFF, (struct bot_args){0});
}

/*
 * Finds the ended match that the command shows: the one that the sender means or, if no match is
 * being played, neither in the room nor (in private) by the sender, the one that ended last. Both
 * are those that `record` shows, too.
 */
static bool find_ended(const struct bot_call *call, struct bot_loaded_match *loaded)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = BOT_PLAYING};
	struct bot_store *store = call->host->store;
	struct bot_match match;
	int64_t id = 0;
	size_t count = 0;

	bool found = bot_record_find(call, &id, &match) && match.ended > 0;
	if (id == 0) {
		count = bot_store_match_find(store, &filter, &match, 1);
		found = count == 0 &&
			bot_store_match_last(store, filter.room, filter.player, &match);
	}
	if (!found)
		return false;
	bot_match_load(loaded, call->host, &match);
	bot_position_replay(loaded);
	return true;
}

/* Finds the match whose board the command shows. Returns false after telling the sender why. */
static bool find_board(const struct bot_call *call, struct bot_loaded_match *loaded)
{
	static const struct bot_match_selector selector = {
		bot_match_is_played, is_own, .others = true, .none = BOT_MSG_NO_BOARD};

	return find_ended(call, loaded) || bot_match_select(call, &selector, loaded);
}

/*
 * Shows the board. If the match is being played, a new text board in the match's room becomes the
 * board that the bot edits after each action. A picture, or an answer in private, never becomes
 * this board.
 */
void bot_run_board(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	bool picture = call->words.count > 1;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	if (picture && bot_words_mean(call->words.word[1], "link")) {
		bot_run_board_link(call);
		return;
	}
	if (picture && !bot_words_mean(call->words.word[1], "picture")) {
		bot_reply_wrong(call, BOT_MSG_BOARD_WHICH, 1);
		return;
	}
	if (call->words.count > 2) {
		set_pictures(call);
		return;
	}
	if (!find_board(call, &loaded))
		return;
	bool open = loaded.match.status == BOT_PLAYING;
	enum eg_seat seat = bot_match_seat(&loaded.match, message->sender);
	bot_page_init(&page, message->private ? loaded.own[seat] : loaded.lang);
	if (!message->private && picture && open) {
		bot_show_pictured_board(&loaded);
		return;
	}
	if (!message->private && open) {
		bot_show_board(&loaded, &page, true);
		return;
	}
	if (message->private)
		bot_reader_localise(call->host, message->sender, &loaded.until);
	if (message->private && open)
		bot_show_last_actions(&page, &loaded, &loaded.state);
	bot_board_add(&page, &loaded.cast, &loaded.state, open);
	if (picture && open) {
		bot_picture_post(&loaded, letter, &page);
		return;
	}
	if (picture) {
		bot_picture_send(&loaded, &loaded.state, letter, &page);
		return;
	}
	if (message->private) {
		bot_whisper_page(call, &page, loaded.match.id);
		return;
	}
	letter.match = loaded.match.id;
	bot_send(call->host, letter, &page, NULL);
}

/* Adds that the match changes the ratings of its players, or why not. */
static void explain_rating(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	const struct bot_match *match = &loaded->match;
	bool open = match->status == BOT_PLAYING;

	if (bot_finish_explain_unrated(loaded, page))
		return;
	bot_page_say(page,
		open || match->rated         ? BOT_MSG_RATED
		: match->winner == EG_NOBODY ? BOT_MSG_UNRATED_ENDED
					     : BOT_MSG_MATCH_UNRATED,
		NULL);
}

void bot_run_counts(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	if (!find_board(call, &loaded))
		return;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RATED_WHICH,
		&(struct bot_args){.id = loaded.match.id,
			.white = loaded.cast.name[EG_WHITE],
			.black = loaded.cast.name[EG_BLACK]});
	bot_page_say(&page, BOT_MSG_SENTENCE_SPACE, NULL);
	explain_rating(&loaded, &page);
	bot_reply_page(call, &page);
}

void bot_run_hand(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	BOT_PAGE(page);
	enum eg_seat seat;
	bool held;

	if (bot_held_hand_read(&call->words, &held)) {
		bot_held_hand_choose(call, held);
		return;
	}
	if (call->words.count > 1) {
		enum bot_private_form form = bot_private_form_asked(&call->words);

		if (form == BOT_FORM_CONFIGURED)
			bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
		else
			bot_private_form_choose(call, form);
		return;
	}
	if (!bot_match_select_own(call, &loaded, &seat))
		return;
	/*
	 * The bot assumes that it can reach the player again. If this private message does not
	 * reach the player either, the bot tells the room so once more.
	 */
	loaded.match.reached[seat] = true;
	if (call->message->proven && call->host->port->confirm_identity)
		call->host->port->confirm_identity(call->host->port->self, call->message->sender);
	bot_store_match_save(call->host->store, &loaded.match);
	bot_page_init(&page, loaded.own[seat]);
	if (bot_plan_say(&loaded, seat, &page))
		bot_page_line(&page);
	bot_show_hand(&loaded, &page, bot_position_seen_by(&loaded, seat), BOT_QUIET);
}

static bool is_practice(const struct bot_call *call, const struct bot_match *match)
{
	return bot_match_is_played(call, match) && match->practice != BOT_NO_PRACTICE;
}

/* The bot always sends the advice in private, because it reveals the player's cards. */
void bot_run_hint(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		is_practice, .none = BOT_MSG_NO_PRACTICE};
	struct bot_loaded_match loaded;
	BOT_PAGE(page);

	if (!bot_match_select(call, &selector, &loaded))
		return;
	struct eg_strategy judged = bot_practice_opponent_judge(&loaded);
	bot_page_init(&page, loaded.own[EG_WHITE]);
	bot_coach_hint(&page, loaded.match.id,
		&bot_position_seen_by(&loaded, loaded.state.round.to_act)->round, &judged);
	bot_whisper_page(call, &page, loaded.match.id);
}
