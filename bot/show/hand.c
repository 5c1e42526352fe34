#include "bot/show/hand.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/reader_zone.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/introduction.h"
#include "bot/show/picture.h"
#include "bot/text/coach.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

/* Held hands */

#define HELD         "hand"         /* the user's setting: "page", "chat", or not set */
#define PLACE        "acts in"      /* the user's setting: "chat" or "page", or not set */
#define HELD_LONGEST INT64_C(30000) /* milliseconds for which a hand may be held back */

bool bot_held_hand_read(const struct bot_words *words, bool *held)
{
	if (words->count != 2 || words->id != 0)
		return false;
	*held = bot_words_mean(words->word[1], "page");
	return *held || bot_words_mean(words->word[1], "chat");
}

void bot_held_hand_choose(struct bot_call *call, bool held)
{
	if (!bot_web_link_is_available(call->host)) {
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
		return;
	}
	bot_store_set_setting(call->host->store, BOT_OF_USER, call->message->sender, HELD,
		held ? "page" : "chat");
	if (call->message->answer)
		bot_reply(call, held ? BOT_MSG_TAP_HAND_PAGE : BOT_MSG_TAP_HAND_CHAT,
			(struct bot_args){0});
	else
		bot_whisper(
			call, held ? BOT_MSG_HAND_PAGE : BOT_MSG_HAND_CHAT, (struct bot_args){0});
}

bool bot_held_hand_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_store_setting(host->store, BOT_OF_USER, user, HELD, value);
	return strcmp(value, "chat") != 0;
}

/* Whether the user's last action came from the chat, as far as the bot has noted it. */
static bool acts_in_chat(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_store_setting(host->store, BOT_OF_USER, user, PLACE, value);
	return strcmp(value, "chat") == 0;
}

void bot_held_hand_note_place(struct bot_host *host, const char *user, bool on_page)
{
	if (host->open_tables.is_open && acts_in_chat(host, user) == on_page)
		bot_store_set_setting(
			host->store, BOT_OF_USER, user, PLACE, on_page ? "page" : "chat");
}

static bool may_hold(const struct bot_loaded_match *loaded, const char *user)
{
	const struct bot_open_tables *tables = &loaded->host->open_tables;

	if (!tables->is_open || !tables->is_open(tables->self, user) ||
		!bot_held_hand_wanted(loaded->host, user) || acts_in_chat(loaded->host, user))
		return false;
	/* The bot could not send the hand later to a player who is not in their private room. */
	return bot_store_has_joined(loaded->host->store, user);
}

/* Returns how long a hand may be held back if a turn takes `clock` milliseconds; 0: no clock. */
static int64_t hold_time(int64_t clock)
{
	return clock > 0 && clock / 10 < HELD_LONGEST ? clock / 10 : HELD_LONGEST;
}

/*
 * Holds back the hand of the player whose turn has begun, if they want this and their table is
 * open. Returns whether the hand is held back; if not, the caller must send the hand.
 */
static bool hold_hand(struct bot_loaded_match *loaded)
{
	const char *user = loaded->match.player[loaded->state.round.to_act];
	struct bot_host *host = loaded->host;
	int64_t id = loaded->match.id;

	if (!may_hold(loaded, user))
		return false;
	bot_outbox_drop_hands(host->store, user, id); /* a hand of an earlier turn */
	bot_clock_start_now(loaded);
	int64_t clock = bot_match_clock(&loaded->match, loaded->state.round.to_act);
	bot_timer_set(loaded, BOT_TIMER_HELD, host->time + hold_time(clock));
	return true;
}

/* The coach */

#define COACH "coach" /* key of the user's setting: "on", "off", or not set */

bool bot_coaching_wanted(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	if (bot_store_setting(host->store, BOT_OF_USER, user, COACH, value))
		return strcmp(value, "on") == 0;
	return !bot_store_match_finished(host->store, user);
}

/*
 * Tells the user, once, that the coach has ended with their first match: the function then writes
 * the setting as if the user had turned the coach off.
 */
static void say_end(struct bot_host *host, const char *user, struct bot_page *page)
{
	char value[BOT_SETTING_SIZE];

	if (bot_store_setting(host->store, BOT_OF_USER, user, COACH, value))
		return;
	bot_page_say_below(page, BOT_MSG_COACH_OFF, NULL);
	bot_store_set_setting(host->store, BOT_OF_USER, user, COACH, "off");
}

void bot_coaching_add(struct bot_loaded_match *loaded, const char *user,
	const struct eg_match_view *view, struct bot_page *page)
{
	bool practice = loaded->match.practice != BOT_NO_PRACTICE;
	struct eg_strategy judged;

	if (!bot_coaching_wanted(loaded->host, user)) {
		say_end(loaded->host, user, page);
		return;
	}
	if (practice)
		judged = bot_practice_opponent_judge(loaded);
	bot_page_line(page);
	bot_coach_say(page, &view->round, practice ? &judged : NULL);
	/* In their first turn a player also learns how to turn the coach off. */
	if (view->rounds == 1 && view->round.plies < 2)
		bot_page_say(page, BOT_MSG_COACH_ENDS, NULL);
}

void bot_coaching_choose(struct bot_host *host, const char *user, bool wanted)
{
	bot_store_set_setting(host->store, BOT_OF_USER, user, COACH, wanted ? "on" : "off");
}

/* The form of the choices */

#define CHOICES "choices" /* the key of a user's setting */

static const char *const names[BOT_CHOICES_FORMS] = {
	[BOT_CHOICES_LIST] = "list",
	[BOT_CHOICES_POLL] = "poll",
	[BOT_CHOICES_TAPS] = "taps",
};

enum bot_choices_form bot_choices_form_find(const char *name)
{
	enum bot_choices_form form = BOT_CHOICES_LIST;

	while (form < BOT_CHOICES_FORMS && strcasecmp(names[form], name) != 0)
		form++;
	return form;
}

enum bot_choices_form bot_choices_form_chosen(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_store_setting(host->store, BOT_OF_USER, user, CHOICES, value);
	enum bot_choices_form form = bot_choices_form_find(value);
	return form == BOT_CHOICES_FORMS ? BOT_CHOICES_LIST : form;
}

void bot_choices_form_choose(struct bot_host *host, const char *user, enum bot_choices_form form)
{
	bot_store_set_setting(host->store, BOT_OF_USER, user, CHOICES, names[form]);
}

/* Sends the player a poll of their choices. Its question begins with the news in `page`. */
static void send_poll(const struct bot_loaded_match *loaded, struct bot_letter letter,
	struct bot_page *page, const struct eg_match_view *view)
{
	BOT_PAGE(answers);

	bot_page_init(&answers, page->lang);
	bot_render_question(page, &loaded->cast, view);
	bot_render_answers(&answers, &view->round);
	letter.choices = answers.body.data;
	bot_send(loaded->host, letter, page, NULL);
}

/* Sends a hand as bot_show_hand does. `role` is the role of a message without choices. */
static void send_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	const struct eg_match_view *own, enum bot_ring ring, enum bot_post_role role)
{
	struct bot_letter letter = {.private = true,
		.to = loaded->match.player[own->round.seat],
		.ring = ring,
		.match = loaded->match.id};
	enum bot_choices_form form = BOT_CHOICES_LIST;

	if (own->round.legal_count > 0)
		letter.turn = bot_turn_number(own);
	else
		letter.role = role;
	if (letter.turn) {
		bot_timer_clear(loaded, BOT_TIMER_HELD);
		form = bot_choices_form_chosen(loaded->host, letter.to);
		letter.letters = bot_list_letters(loaded, own);
		bot_close_older_lists(loaded, own->round.seat);
	}
	bot_outbox_drop_hands(loaded->host->store, letter.to, loaded->match.id);
	if (letter.turn && ring == BOT_RING)
		letter.ring = bot_turn_notice_choose(loaded);
	/*
	 * Some clients can't show polls. So the answer to the command `hand`, which passes
	 * BOT_QUIET, is always a list. A poll also rings in quiet hours.
	 */
	if (form == BOT_CHOICES_POLL && letter.ring != BOT_QUIET) {
		send_poll(loaded, letter, page, own);
		return;
	}
	bot_render_hand(page, &loaded->cast, own, loaded->match.unseen);
	if (letter.turn) {
		bot_render_choices(page, &own->round, letter.letters, NULL);
		bot_coaching_add(loaded, letter.to, own, page);
	}
	if (form == BOT_CHOICES_TAPS)
		letter.reactions = BOT_REACTION_CARDS;
	bot_send(loaded->host, letter, page, NULL);
}

void bot_show_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	const struct eg_match_view *own, enum bot_ring ring)
{
	send_hand(loaded, page, own, ring, BOT_POST_HAND);
}

void bot_show_waiting_hand(
	struct bot_loaded_match *loaded, struct bot_page *page, const struct eg_match_view *own)
{
	send_hand(loaded, page, own, BOT_QUIET, BOT_POST_WAITING_HAND);
}

void bot_tell_player(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args)
{
	const struct bot_letter letter = {.private = true,
		.to = loaded->match.player[seat],
		.ring = ring,
		.match = loaded->match.id};
	BOT_PAGE(page);

	args.id = loaded->match.id;
	bot_match_begin_private(loaded, seat, &page);
	bot_page_say(&page, msg, &args);
	bot_send(loaded->host, letter, &page, NULL);
}

/* If less time is left, that says enough beside the client's own clock. */
#define SOON BOT_HOUR

void bot_tell_player_time(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args, struct bot_instant until)
{
	const char *user = loaded->match.player[seat];
	const struct bot_letter letter = {
		.private = true, .to = user, .ring = ring, .match = loaded->match.id};
	bool soon = until.time - until.now < SOON;
	char text[BOT_INSTANT_SIZE], end[2 * BOT_INSTANT_SIZE] = "";
	BOT_PAGE(page);

	bot_reader_localise(loaded->host, user, &until);
	until.passing = true;
	bot_match_begin_private(loaded, seat, &page);
	bot_instant_write(page.lang, &until, text);
	args.id = loaded->match.id;
	args.until = text;
	args.clock = end;
	if (!soon)
		bot_page_string(page.lang, BOT_MSG_CLOCK_END, &args, end, sizeof(end));
	bot_page_say(&page, msg, &args);
	if (!soon)
		bot_reader_zone_hint(loaded->host, user, &page);
	bot_send(loaded->host, letter, &page, NULL);
}

void bot_show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown, const struct eg_match_view *own)
{
	enum eg_seat seat = own->round.seat;
	BOT_PAGE(page);

	if (loaded->match.private)
		bot_store_match_save(loaded->host->store, &loaded->match);
	else {
		bot_page_init(&page, loaded->lang);
		if (shown)
			bot_show_new_round(loaded, news, shown);
		else
			bot_show_board(loaded, &page, false);
	}
	bot_match_begin_private(loaded, seat, &page);
	if (shown && !news->round_end) /* the match begins */
		bot_introduction_before_match(loaded, seat, &page);
	if (!shown)
		bot_acknowledge_late(loaded, seat, news, &page);
	bot_news_add(&page, loaded, news, seat, 0);
	if (news->round_end) {
		bot_board_score(&page, &loaded->cast, own, seat);
		bot_page_line(&page);
	}
	if (shown || !hold_hand(loaded))
		bot_show_hand(loaded, &page, own, BOT_RING);
	if (shown && !news->round_end)
		bot_introduction_offer_table(loaded, seat);
	bot_picture_overtake(loaded);
}

void bot_show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own)
{
	enum eg_seat seat = own->round.seat;
	BOT_PAGE(page);

	bot_match_begin_private(loaded, seat, &page);
	bot_news_add(&page, loaded, news, seat, 0);
	bot_board_score(&page, &loaded->cast, own, seat);
	bot_page_line(&page);
	bot_show_waiting_hand(loaded, &page, own);
}

void bot_show_held_hand(struct bot_loaded_match *loaded, const struct eg_match_view *own)
{
	BOT_PAGE(page);

	if (loaded->cast.paused)
		return;
	bot_match_begin_private(loaded, own->round.seat, &page);
	bot_show_last_actions(&page, loaded, own);
	bot_show_hand(loaded, &page, own, BOT_RING);
}
