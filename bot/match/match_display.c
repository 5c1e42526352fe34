#include "bot/match/match_display.h"

#include "bot/match/coaching.h"
#include "bot/match/held_hand.h"
#include "bot/match/introduction.h"
#include "bot/match/match_board.h"
#include "bot/match/match_picture.h"

#include <string.h>

#define CHOICES "choices" /* the key of a user's setting */

/* Settings */

enum bot_error bot_display_wants_polls(struct bot_host *host, const char *user, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, CHOICES, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*wanted = strcmp(value, "poll") == 0;
	return BOT_OK;
}

enum bot_error bot_display_set_polls(struct bot_host *host, const char *user, bool wanted)
{
	return bot_store_set_setting(
		host->store, BOT_OF_USER, user, CHOICES, wanted ? "poll" : "list");
}

/* Private messages */

int64_t bot_turn_number(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}

/* Sends a hand as bot_display_hand does. `role` is the role of a message without choices. */
static enum bot_error send_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring, enum bot_post_role role)
{
	struct bot_letter letter = {.private = true,
		.to = loaded->match.player[seat],
		.ring = ring,
		.mentions = loaded->match.player[seat],
		.match = loaded->match.id};
	struct eg_match_view view;
	struct bot_page choices;
	bool poll = false;

	eg_match_view(&loaded->state, seat, &view);
	if (view.round.legal_count > 0)
		letter.turn = bot_turn_number(&view);
	if (letter.turn) {
		enum bot_error error = bot_held_hand_release(loaded);
		if (error)
			return error;
	}
	/*
	 * Some clients can't show polls. So the answer to the command `hand`, which passes
	 * BOT_QUIET, is always a list.
	 */
	if (letter.turn && ring == BOT_RING) {
		enum bot_error error = bot_display_wants_polls(loaded->host, letter.to, &poll);
		if (error)
			return error;
	}
	if (loaded->match.private) {
		bot_board_piste(page, &loaded->cast, &view);
		bot_page_add(page, "\n", "");
	}
	bot_render_hand(page, &loaded->cast, &view, loaded->match.unseen);
	if (letter.turn) {
		enum bot_error error = bot_coaching_add(loaded->host, letter.to, &view, page);
		if (error)
			return error;
		bot_page_init(&choices, page->lang);
		bot_render_choices(poll ? &choices : page, &view.round, NULL);
	} else {
		letter.role = role;
	}
	enum bot_error error =
		bot_outbox_drop_hands(loaded->host->store, letter.to, loaded->match.id);
	if (error)
		return error;
	if (poll)
		letter.choices = choices.body.data + 1; /* without the first line end */
	return bot_send(loaded->host, letter, page, NULL);
}

enum bot_error bot_display_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring)
{
	return send_hand(loaded, page, seat, ring, BOT_POST_HAND);
}

enum bot_error bot_display_tell(struct bot_loaded_match *loaded, enum eg_seat seat,
	enum bot_ring ring, enum bot_msg msg, struct bot_args args)
{
	const char *user = loaded->match.player[seat];
	struct bot_letter letter = {.private = true,
		.to = user,
		.ring = ring,
		.mentions = ring == BOT_RING ? user : NULL,
		.match = loaded->match.id};
	struct bot_page page;

	args.id = loaded->match.id;
	bot_page_init(&page, loaded->own[seat]);
	bot_page_say(&page, msg, &args);
	return bot_send(loaded->host, letter, &page, NULL);
}

enum bot_error bot_display_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown)
{
	enum eg_seat seat = loaded->state.round.to_act;
	enum bot_error error;
	struct bot_page page;
	bool held = false;

	if (loaded->match.private) {
		error = bot_store_match_save(loaded->host->store, &loaded->match);
	} else {
		bot_page_init(&page, loaded->lang);
		error = shown ? bot_display_new_round(loaded, news, shown)
			      : bot_display_board(loaded, &page, false);
	}
	if (error)
		return error;
	bot_page_init(&page, loaded->own[seat]);
	if (shown && !news->round_end) /* the match begins */
		error = bot_introduce_match(loaded, &page, seat);
	if (error)
		return error;
	bot_news_add(&page, loaded, news, seat, 0);
	if (!shown)
		error = bot_held_hand_hold(loaded, &held);
	if (!error && !held)
		error = bot_display_hand(loaded, &page, seat, BOT_RING);
	return error ? error : bot_picture_overtake(loaded);
}

enum bot_error bot_display_round_end(struct bot_loaded_match *loaded, const struct bot_news *news)
{
	enum eg_seat seat = eg_opponent(loaded->state.round.to_act);
	enum eg_seat other = loaded->state.round.to_act;
	struct bot_page page;

	bot_page_init(&page, loaded->own[seat]);
	bot_news_add(&page, loaded, news, seat, 0);
	bot_page_say(&page, BOT_MSG_HAND_SCORE,
		&(struct bot_args){.own = loaded->state.score[seat],
			.name = loaded->cast.name[other],
			.other = loaded->state.score[other]});
	bot_page_line(&page);
	return send_hand(loaded, &page, seat, BOT_QUIET, BOT_POST_ROUND_END);
}
