#include "bot/show/hand.h"

#include "bot/base/attempt.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/reader_zone.h"
#include "bot/match/loading.h"
#include "bot/match/timers.h"
#include "bot/match/turn_notice.h"
#include "bot/match/turn_number.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/choices_setting.h"
#include "bot/show/coaching.h"
#include "bot/show/held_hand.h"
#include "bot/show/introduction.h"
#include "bot/show/picture.h"

/* Sends the player a poll of their choices. Its question begins with the news in `page`. */
static void send_poll(const struct bot_loaded_match *loaded, struct bot_letter letter,
	struct bot_page *page, const struct eg_match_view *view)
{
	struct bot_page answers;

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
		bot_close_older_lists(loaded, own->round.seat);
	}
	bot_must(bot_outbox_drop_hands(loaded->host->store, letter.to, loaded->match.id));
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
		bot_render_choices(page, &own->round, NULL);
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

void bot_tell_player(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args)
{
	const struct bot_letter letter = {.private = true,
		.to = loaded->match.player[seat],
		.ring = ring,
		.match = loaded->match.id};
	struct bot_page page;

	args.id = loaded->match.id;
	bot_match_begin_private(loaded, seat, &page);
	bot_page_say(&page, msg, &args);
	bot_send(loaded->host, letter, &page, NULL);
}

void bot_tell_player_time(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args, struct bot_instant until)
{
	const char *user = loaded->match.player[seat];
	const struct bot_letter letter = {
		.private = true, .to = user, .ring = ring, .match = loaded->match.id};
	char text[BOT_INSTANT_SIZE];
	struct bot_page page;

	bot_reader_localise(loaded->host, user, &until);
	until.passing = true;
	bot_match_begin_private(loaded, seat, &page);
	bot_instant_write(page.lang, &until, text);
	args.id = loaded->match.id;
	args.until = text;
	bot_page_say(&page, msg, &args);
	bot_reader_zone_hint(loaded->host, user, &page);
	bot_send(loaded->host, letter, &page, NULL);
}

/* Adds the score of the match, for the player of `seat`. */
static void add_score(
	struct bot_page *page, const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	enum eg_seat other = eg_opponent(seat);

	bot_page_say(page, BOT_MSG_HAND_SCORE,
		&(struct bot_args){.own = loaded->state.score[seat],
			.name = loaded->cast.name[other],
			.other = loaded->state.score[other]});
	bot_page_line(page);
}

void bot_show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown, const struct eg_match_view *own)
{
	enum eg_seat seat = own->round.seat;
	struct bot_page page;

	if (loaded->match.private)
		bot_must(bot_store_match_save(loaded->host->store, &loaded->match));
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
	bot_news_add(&page, loaded, news, seat, 0);
	if (news->round_end)
		add_score(&page, loaded, seat);
	if (shown || !bot_held_hand_hold(loaded))
		bot_show_hand(loaded, &page, own, BOT_RING);
	bot_picture_overtake(loaded);
}

void bot_show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own)
{
	enum eg_seat seat = own->round.seat;
	struct bot_page page;

	bot_match_begin_private(loaded, seat, &page);
	bot_news_add(&page, loaded, news, seat, 0);
	add_score(&page, loaded, seat);
	send_hand(loaded, &page, own, BOT_QUIET, BOT_POST_ROUND_END);
}

void bot_show_held_hand(struct bot_loaded_match *loaded, const struct eg_match_view *own)
{
	struct bot_page page;

	if (loaded->cast.paused)
		return;
	bot_match_begin_private(loaded, own->round.seat, &page);
	bot_show_last_actions(&page, loaded, own);
	bot_show_hand(loaded, &page, own, BOT_RING);
}
