#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/match/lesson.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/selection.h"
#include "bot/play/automatic.h"
#include "bot/play/match_life.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/hand.h"
#include "bot/text/wish.h"
#include "bot/text/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The list of choices that the player answers. */
struct list {
	bool current;     /* false if it is the list of another turn or match, or of a lesson */
	uint32_t letters; /* see bot_post */
};

/*
 * Finds the list that the player answers: the message they reply to, or else the newest list. If a
 * server can have written the reply, it never chooses another list: the bot can only say that the
 * list is an old one.
 */
static void find_list(const struct bot_call *call, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct list *list)
{
	const char *event = call->message->reply_to;
	struct bot_store *store = call->host->store;
	int64_t turn = bot_turn_number(view);
	struct bot_post post = {0};

	if (event)
		bot_store_post_by_event(store, event, &post);
	*list = (struct list){.current = true, .letters = BOT_LETTERS_FROM_A};
	if (post.turn != 0 || post.role == BOT_POST_LESSON) {
		list->current = post.match == loaded->match.id && post.turn == turn;
		list->letters = post.letters;
		if (!call->message->reply_forgeable)
			return;
	}
	bot_store_list_letters(store, loaded->match.id, turn, &list->letters);
}

/*
 * Reads what the player wants. Only the meaning of a letter and of cards depends on the list, so
 * `list` is filled in only for these. Returns false if the words mean nothing here.
 */
static bool read_wish(const struct bot_call *call, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_wish *wish, struct list *list)
{
	*list = (struct list){.current = true, .letters = BOT_LETTERS_FROM_A};
	if (bot_wish_read_action(&call->words, wish))
		return true;
	find_list(call, loaded, view, list);
	return bot_wish_read_choice(
		&call->words, list->letters, call->message->kind == BOT_VOTE, wish);
}

/*
 * Sends the player the page, with a list of the choices in chosen[], or of all choices if `chosen`
 * is NULL.
 */
static void send_list(const struct bot_call *call, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_page *page, const bool *chosen)
{
	const uint32_t letters = bot_list_letters(loaded, view);

	bot_render_choices(page, &view->round, letters, chosen);
	bot_send(call->host,
		(struct bot_letter){.private = true,
			.to = call->message->sender,
			.match = loaded->match.id,
			.letters = letters,
			.turn = bot_turn_number(view)},
		page, NULL);
}

/*
 * Tells the player in private why no action fits, and shows their hand and the choices. `wish` is
 * NULL if the bot could not understand what the player wrote. A homeserver reads a reaction, so the
 * answer to one is a single list as that of ask_which: whether they hold the card stays secret.
 */
static void explain(const struct bot_call *call, struct bot_loaded_match *loaded,
	const struct bot_wish *wish, const struct eg_match_view *view)
{
	BOT_PAGE(page);

	if (bot_call_refuse(call))
		return;
	bot_match_begin_private(loaded, view->round.seat, &page);
	bot_wish_explain(&page, wish, &call->words, &view->round);
	bot_page_line(&page);
	if (call->message->kind == BOT_REACTION)
		send_list(call, loaded, view, &page, NULL);
	else
		bot_show_hand(loaded, &page, view, BOT_QUIET);
}

/* Asks the player which of the choices in chosen[] they mean: all fit what the player wrote. */
static void ask_which(const struct bot_call *call, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, const bool chosen[EG_LEGAL_MAX])
{
	BOT_PAGE(page);

	if (bot_call_refuse(call))
		return;
	bot_match_begin_private(loaded, view->round.seat, &page);
	bot_page_say(&page, BOT_MSG_FITS, NULL);
	send_list(call, loaded, view, &page, chosen);
}

/*
 * In a practice match the opponent answers at once, so the player could send many actions in a
 * short time. Therefore the rate limit applies to actions in practice matches, but not to actions
 * in other matches.
 */
static void play(struct bot_call *call, struct bot_loaded_match *loaded, struct eg_action action)
{
	const struct bot_message *message = call->message;
	bool practice = loaded->match.practice != BOT_NO_PRACTICE;
	bool typed_in_private =
		message->private && message->kind == BOT_WRITTEN && !message->answer;

	if (call->mute && practice)
		return;
	call->played = !practice;
	bot_held_hand_note_place(call->host, message->sender, message->answer != NULL);
	bot_match_play(loaded, action, typed_in_private);
}

/*
 * Says that the action, which has a question mark, is legal, and asks whether to play it. Only in
 * private, since it tells of the hand.
 */
static void ask_whether_to_play(
	const struct bot_call *call, const struct bot_loaded_match *loaded, struct eg_action action)
{
	char notation[EG_ACTION_SIZE], command[BOT_QUESTION_SIZE];

	assert(call->message->private);
	eg_action_print(action, notation);
	snprintf(command, sizeof(command), "%s #%" PRId64, notation, loaded->match.id);
	bot_ask(call, BOT_MSG_ACTION_POSSIBLE, (struct bot_args){0}, command);
}

static void act(
	struct bot_call *call, struct bot_loaded_match *loaded, const struct eg_match_view *view)
{
	bool chosen[EG_LEGAL_MAX] = {false};
	struct eg_action only = {0};
	struct list list;
	struct bot_wish wish;

	if (!read_wish(call, loaded, view, &wish, &list)) {
		if (!call->mute)
			explain(call, loaded, NULL, view);
		return;
	}
	if (!list.current) {
		bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
		return;
	}
	size_t count = bot_wish_mark(&wish, &view->round, chosen, &only);
	if (count == 1 && !call->words.question) {
		play(call, loaded, only);
		return;
	}
	if (call->mute)
		return;
	if (count == 1) {
		ask_whether_to_play(call, loaded, only);
		return;
	}
	if (count == 0)
		count = bot_wish_mark_indirect(&wish, &view->round, chosen);
	if (count > 0)
		ask_which(call, loaded, view, chosen);
	else
		explain(call, loaded, &wish, view);
}

static bool is_legal(const struct eg_view *view, struct eg_action action)
{
	for (size_t i = 0; i < view->legal_count; i++)
		if (eg_action_equal(view->legal[i], action))
			return true;
	return false;
}

/*
 * Whether the words fit a choice that the sender has in the match. If several of their lists wait,
 * the letter or the action of one of them need not say which.
 */
static bool suits(const struct bot_call *call, const struct bot_match *match)
{
	bool chosen[EG_LEGAL_MAX] = {false};
	struct bot_loaded_match loaded;
	struct eg_action only;
	struct bot_wish wish;
	struct list list;

	bot_match_load(&loaded, call->host, match);
	const struct eg_match_view *view =
		bot_position_seen_by(&loaded, bot_match_seat(match, call->message->sender));
	return read_wish(call, &loaded, view, &wish, &list) && list.current &&
	       bot_wish_mark(&wish, &view->round, chosen, &only) > 0;
}

/*
 * Finds the match in which the sender acts, and what they see of it. Returns false if they can't
 * act there now; the bot has then told them why.
 */
static bool find_turn(const struct bot_call *call, struct bot_loaded_match *loaded,
	const struct eg_match_view **view)
{
	enum eg_seat seat;

	if (!bot_match_select_suited(call, suits, loaded, &seat))
		return false;
	*view = bot_position_seen_by(loaded, seat);
	if (loaded->cast.paused) {
		if (!bot_call_refuse(call))
			bot_whisper(
				call, BOT_MSG_PAUSED, (struct bot_args){.id = loaded->match.id});
		return false;
	}
	if (loaded->state.round.to_act == seat)
		return true;
	bot_whisper(call, BOT_MSG_NOT_YOUR_TURN,
		(struct bot_args){
			.id = loaded->match.id, .name = loaded->named[eg_opponent(seat)].alone});
	return false;
}

void bot_run_action(struct bot_call *call)
{
	struct bot_loaded_match loaded;
	const struct eg_match_view *view;

	enum bot_lesson_claim claim = bot_lesson_claim(call);
	if (claim == BOT_CLAIMS_ANSWER && call->words.question)
		bot_ask_whether_meant(call);
	else if (claim == BOT_CLAIMS_ANSWER)
		bot_learn_answer(call);
	else if (claim == BOT_CLAIMS_OLD)
		bot_lesson_claim_refuse(call);
	else if (find_turn(call, &loaded, &view))
		act(call, &loaded, view);
}

void bot_run_exact_action(struct bot_call *call)
{
	const char *notation = call->words.word[0];
	struct bot_loaded_match loaded;
	const struct eg_match_view *view;
	struct eg_action action;

	if (!find_turn(call, &loaded, &view))
		return;
	if (eg_action_parse(notation, strlen(notation), &action) || !is_legal(&view->round, action))
		bot_whisper(call, BOT_MSG_WHY_OTHER, (struct bot_args){0});
	else
		play(call, &loaded, action);
}

void bot_run_chosen_action(struct bot_call *call)
{
	struct bot_post post = {0};
	struct bot_lesson_progress progress;

	bool found = bot_store_post_by_event(call->host->store, call->message->reply_to, &post);
	if (found)
		progress = bot_lesson_progress_get(call->host, call->message->sender);
	if (found && post.id == progress.post) {
		bot_learn_answer(call);
		return;
	}
	if (post.turn == 0) {
		bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
		return;
	}
	call->words.id = post.match;
	bot_run_action(call);
}

/* Says what is set. */
static void show(const struct bot_call *call)
{
	bool on = bot_automatic_wanted(call->host, call->message->sender);

	bot_reply(call, on ? BOT_MSG_AUTO_ON : BOT_MSG_AUTO_IS_OFF, (struct bot_args){0});
}

/* Plays the actions that have become due: in all matches in which the sender's action is forced. */
static void play_forced(const struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};

	bot_match_load_each_of_player(call->host, &filter, bot_match_play_forced);
}

void bot_run_auto(struct bot_call *call)
{
	const char *user = call->message->sender, *word = call->words.word[1];

	if (call->words.count == 1) {
		show(call);
		return;
	}
	bool on = bot_words_mean(word, "on");
	if (!on && !bot_words_mean(word, "off")) {
		bot_ask_for_option(call, BOT_MSG_AUTO_WHICH, 1, "on off");
		return;
	}
	bot_automatic_choose(call->host, user, on);
	bot_reply(call, on ? BOT_MSG_AUTO_ON : BOT_MSG_AUTO_OFF, (struct bot_args){0});
	if (on)
		play_forced(call);
}
