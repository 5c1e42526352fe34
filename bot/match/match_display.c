#include "bot/match/match_display.h"

#include "bot/match/coaching.h"
#include "bot/match/introduction.h"
#include "bot/picture/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SCROLLED_MAX  12 /* if more messages follow a board, people no longer find it */
#define EDITS_MAX     50 /* the most edits of one message, because clients load all its edits */
#define ACTIONS_SHOWN 3  /* how many actions of the round stand above the board */
#define PICTURES      "pictures" /* the key of a room's setting */
#define CHOICES       "choices"  /* the key of a user's setting */

/* Settings */

enum bot_error bot_display_wants_pictures(struct bot_host *host, const char *room, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_ROOM, room, PICTURES, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*wanted = strcmp(value, "on") == 0;
	return BOT_OK;
}

enum bot_error bot_display_set_pictures(struct bot_host *host, const char *room, bool wanted)
{
	return bot_store_set_setting(
		host->store, BOT_OF_ROOM, room, PICTURES, wanted ? "on" : NULL);
}

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

/* What has happened */

void bot_display_news(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round)
{
	for (size_t i = 0; i < news->count; i++) {
		const struct eg_match_view *view = &news->item[i].view;
		bool ended = view->round.phase == EG_OVER;

		if (view->rounds < round || (news->item[i].seat == seat && !ended))
			continue;
		bot_board_action(page, &loaded->cast, news->item[i].seat, news->item[i].action);
		if (ended) {
			bot_page_add(page, " ", " ");
			bot_board_ending(page, &loaded->cast, view);
		}
		bot_page_line(page);
	}
}

/* The board */

/* A picture of a position, and its file name. */
struct drawing {
	struct bot_picture picture; /* without data if the bot can't draw */
	char name[BOT_NAME_SIZE];
};

/* Draws a public view of the match. The caller calls bot_picture_finish. */
static void draw(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	const struct eg_match_view *view, struct drawing *drawing)
{
	bool open = loaded->match.status == BOT_PLAYING;

	if (!bot_picture_draw(lang, &loaded->cast, view, open, &drawing->picture))
		drawing->picture = (struct bot_picture){0};
	snprintf(drawing->name, sizeof(drawing->name), "board-%" PRId64 "-%u-%u.png",
		loaded->match.id, view->rounds, view->round.plies);
}

/* Attaches the picture to a letter. Without a picture, the page says the same in words. */
static void attach(struct bot_letter *letter, const struct drawing *drawing)
{
	if (!drawing || !drawing->picture.data)
		return;
	letter->kind = BOT_OUT_FILE;
	letter->file = (struct bot_file){
		drawing->name, "image/png", drawing->picture.data, drawing->picture.size};
}

/*
 * Sends a page as the board of the round. Usually this edits the old message with the board. The
 * bot sends a new message if `anew` is true, if the round has no board yet, if too many other
 * messages follow the old board, or if the old board has too many edits.
 *
 * If `drawing` is not NULL, the message shows this picture, and the page is its caption. When the
 * position changes, the next edit replaces the picture by a text, so no picture of an old position
 * stays. (Many clients show a new picture in an edited message only when they load the
 * message again, but they show at once that a picture has become a text, or a text a picture.)
 */
static enum bot_error post_board(struct bot_loaded_match *loaded, const struct bot_page *page,
	const struct drawing *drawing, bool anew)
{
	struct bot_match *match = &loaded->match;
	struct bot_letter letter = {.to = match->room, .match = match->id};
	int64_t post;

	attach(&letter, drawing);
	anew = anew || match->board == 0 || match->scrolled > SCROLLED_MAX ||
	       match->edits >= EDITS_MAX;
	if (!anew) {
		letter.kind = BOT_OUT_EDIT; /* with or without a file */
		letter.edits = match->board;
	}
	enum bot_error error = bot_send(loaded->host, letter, page, &post);
	if (error)
		return error;
	match->edits++;
	if (anew) {
		match->board = post;
		match->edits = 0;
		match->scrolled = 0;
	}
	return bot_store_match_save(loaded->host->store, match);
}

/*
 * Adds the last actions of the round that the view shows, and how the round ended if it is over.
 * The store has the actions but not who played them, so this function plays the round again.
 */
static enum bot_error add_last_actions(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view)
{
	struct eg_match match = {.rules = loaded->match.rules,
		.rounds = (uint16_t)(view->rounds - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	struct bot_round round;

	enum bot_error error =
		bot_store_round_get(loaded->host->store, loaded->match.id, view->rounds, &round);
	if (error)
		return error;
	if (eg_match_deal(&match, round.deck))
		return bot_store_damaged(loaded->host->store, loaded->match.id);
	for (size_t i = 0; i < round.actions; i++) {
		if (i + ACTIONS_SHOWN >= round.actions) {
			bot_board_action(page, &loaded->cast, match.round.to_act, round.action[i]);
			bot_page_add(page, " ", " ");
		}
		if (eg_match_play(&match, round.action[i]))
			return bot_store_damaged(loaded->host->store, loaded->match.id);
	}
	if (view->round.phase == EG_OVER)
		bot_board_ending(page, &loaded->cast, view);
	if (round.actions > 0)
		bot_page_line(page);
	return BOT_OK;
}

enum bot_error bot_display_board(struct bot_loaded_match *loaded, struct bot_page *page, bool anew)
{
	struct eg_match_view view;

	eg_match_view(&loaded->state, EG_NOBODY, &view);
	enum bot_error error = add_last_actions(page, loaded, &view);
	if (error)
		return error;
	bot_board_add(page, &loaded->cast, &view, loaded->match.status == BOT_PLAYING);
	return post_board(loaded, page, NULL, anew);
}

enum bot_error bot_display_picture(const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_letter letter, const struct bot_page *page)
{
	struct drawing drawing;

	draw(loaded, page->lang, view, &drawing);
	letter.match = loaded->match.id;
	attach(&letter, &drawing);
	enum bot_error error = bot_send(loaded->host, letter, page, NULL);
	bot_picture_finish(&drawing.picture);
	return error;
}

/* Sends a page as the board of the round, as the caption of a picture of the view. */
static enum bot_error post_picture(struct bot_loaded_match *loaded, const struct bot_page *page,
	const struct eg_match_view *view, bool anew)
{
	struct drawing drawing;

	draw(loaded, page->lang, view, &drawing);
	enum bot_error error = post_board(loaded, page, &drawing, anew);
	bot_picture_finish(&drawing.picture);
	return error;
}

enum bot_error bot_display_pictured_board(struct bot_loaded_match *loaded)
{
	struct eg_match_view view;
	struct bot_page page;

	bot_page_init(&page, loaded->lang);
	eg_match_view(&loaded->state, EG_NOBODY, &view);
	enum bot_error error = add_last_actions(&page, loaded, &view);
	if (error)
		return error;
	bot_board_add(&page, &loaded->cast, &view, loaded->match.status == BOT_PLAYING);
	return post_picture(loaded, &page, &view, true);
}

/*
 * Adds the end of a round to a page, and what has happened since. `ended` is the public view of the
 * round that has ended.
 */
static enum bot_error add_round_end(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, const struct eg_match_view *ended)
{
	const struct bot_args next = {.round = loaded->state.rounds,
		.name = loaded->cast.name[loaded->state.round.to_act]};

	enum bot_error error = add_last_actions(page, loaded, ended);
	if (error)
		return error;
	bot_board_piste(page, &loaded->cast, ended);
	bot_board_places(page, ended);
	bot_display_news(page, loaded, news, EG_NOBODY, loaded->state.rounds);
	bot_page_say(page, BOT_MSG_BOARD_NEXT, &next);
	return BOT_OK;
}

/*
 * Edits the round's board for the last time, because the next round gets a new board. `ended` is
 * the public view of the round that has ended.
 */
static enum bot_error show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *ended, bool pictured)
{
	struct bot_page page;

	bot_page_init(&page, loaded->lang);
	enum bot_error error = add_round_end(&page, loaded, news, ended);
	if (!error && pictured)
		error = post_picture(loaded, &page, ended, false);
	else if (!error)
		error = post_board(loaded, &page, NULL, false);
	if (error)
		return error;
	loaded->match.board = 0;
	return bot_store_match_save(loaded->host->store, &loaded->match);
}

/*
 * Shows in the room that a round begins. `shown` is the public view of the position that the bot
 * must show first: the end of the previous round, or the first position of the match.
 *
 * The first round begins with a new board. When a later round begins, the bot edits the board of
 * the previous round for the last time, and posts the new round's board only with this round's
 * first action. So an action that ends a round needs two outbox rows, like any other action. If the
 * room wants pictures, `shown` is a picture.
 */
static enum bot_error show_new_round(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown)
{
	struct bot_page page;
	bool pictures;

	enum bot_error error =
		bot_display_wants_pictures(loaded->host, loaded->match.room, &pictures);
	if (error)
		return error;
	if (shown->round.phase == EG_OVER)
		return show_round_end(loaded, news, shown, pictures);
	if (pictures)
		return bot_display_pictured_board(loaded);
	bot_page_init(&page, loaded->lang);
	return bot_display_board(loaded, &page, true);
}

/* Private messages */

int64_t bot_turn_number(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}

enum bot_error bot_display_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring)
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
		letter.role = BOT_POST_HAND;
	}
	enum bot_error error =
		bot_outbox_drop_hands(loaded->host->store, letter.to, loaded->match.id);
	if (error)
		return error;
	if (poll)
		letter.choices = choices.body.data + 1; /* without the first line end */
	return bot_send(loaded->host, letter, page, NULL);
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

	if (loaded->match.private) {
		error = bot_store_match_save(loaded->host->store, &loaded->match);
	} else {
		bot_page_init(&page, loaded->lang);
		error = shown ? show_new_round(loaded, news, shown)
			      : bot_display_board(loaded, &page, false);
	}
	if (error)
		return error;
	bot_page_init(&page, loaded->own[seat]);
	if (shown && !news->round_end) /* the match begins */
		error = bot_introduce_match(loaded, &page, seat);
	if (error)
		return error;
	bot_display_news(&page, loaded, news, seat, 0);
	return bot_display_hand(loaded, &page, seat, BOT_RING);
}

enum bot_error bot_display_round_end(struct bot_loaded_match *loaded, const struct bot_news *news)
{
	enum eg_seat seat = eg_opponent(loaded->state.round.to_act);
	enum eg_seat other = loaded->state.round.to_act;
	struct bot_page page;

	bot_page_init(&page, loaded->own[seat]);
	bot_display_news(&page, loaded, news, seat, 0);
	bot_page_say(&page, BOT_MSG_HAND_SCORE,
		&(struct bot_args){.own = loaded->state.score[seat],
			.name = loaded->cast.name[other],
			.other = loaded->state.score[other]});
	bot_page_line(&page);
	return bot_display_hand(loaded, &page, seat, BOT_QUIET);
}
