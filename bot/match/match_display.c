#include "bot/match/match_display.h"

#include "bot/match/action_list.h"
#include "bot/picture/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SCROLLED_MAX 12         /* messages after which people no longer find a board */
#define EDITS_MAX    50         /* edits of a message: clients load all of them */
#define PICTURES     "pictures" /* key of the room's setting */

/* Sends a page as the board of the round: as a new message if `anew`, or if an edit is no use. */
static enum bot_error post_board(
	struct bot_loaded_match *loaded, const struct bot_page *page, bool anew)
{
	struct bot_match *match = &loaded->match;
	struct bot_letter letter = {.to = match->room, .match = match->id};
	int64_t post;

	anew = anew || match->board == 0 || match->scrolled > SCROLLED_MAX ||
	       match->edits >= EDITS_MAX;
	if (!anew) {
		letter.kind = BOT_OUT_EDIT;
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

enum bot_error bot_display_board(struct bot_loaded_match *loaded, struct bot_page *page, bool anew)
{
	struct eg_match_view view;

	eg_match_view(&loaded->state, EG_NOBODY, &view);
	bot_render_board(page, &loaded->cast, &view, loaded->match.status == BOT_PLAYING);
	return post_board(loaded, page, anew);
}

enum bot_error bot_display_round_end(
	struct bot_loaded_match *loaded, struct bot_page *page, const struct eg_match_view *ended)
{
	struct bot_args next = {.round = loaded->state.rounds,
		.name = loaded->cast.name[loaded->state.round.to_act]};

	bot_render_piste(page, &loaded->cast, ended);
	bot_page_say(page, BOT_MSG_BOARD_NEXT, &next);
	enum bot_error error = post_board(loaded, page, false);
	if (error)
		return error;
	loaded->match.board = 0;
	return bot_store_match_save(loaded->host->store, &loaded->match);
}

enum bot_error bot_display_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	enum eg_seat seat, enum bot_ring ring)
{
	struct bot_letter letter = {.private = true,
		.to = loaded->match.player[seat],
		.ring = ring,
		.mention = loaded->match.player[seat],
		.match = loaded->match.id};
	struct eg_match_view view;
	struct bot_page choices;
	bool poll = false;

	eg_match_view(&loaded->state, seat, &view);
	if (view.round.legal_count > 0)
		letter.turn = bot_action_list_turn(&view);
	/* The answer to the command `hand` is always a list: some clients can't show polls. */
	if (letter.turn && ring == BOT_RING) {
		enum bot_error error = bot_action_list_is_poll(loaded->host, letter.to, &poll);
		if (error)
			return error;
	}
	if (loaded->match.private) {
		bot_render_piste(page, &loaded->cast, &view);
		bot_page_add(page, "\n", "");
	}
	bot_render_hand(page, &loaded->cast, &view, loaded->match.unseen, !poll);
	if (poll) {
		bot_page_init(&choices, page->lang);
		bot_render_answers(&choices, &view.round);
		letter.choices = choices.body.data;
	}
	if (letter.turn) {
		enum bot_error error =
			bot_outbox_drop_lists(loaded->host->store, letter.to, loaded->match.id);
		if (error)
			return error;
	}
	return bot_send(loaded->host, letter, page, NULL);
}

enum bot_error bot_display_tell(struct bot_loaded_match *loaded, enum eg_seat seat,
	enum bot_ring ring, enum bot_msg msg, struct bot_args args)
{
	const char *user = loaded->match.player[seat];
	struct bot_letter letter = {.private = true,
		.to = user,
		.ring = ring,
		.mention = ring == BOT_RING ? user : NULL,
		.match = loaded->match.id};
	struct bot_page page;

	args.id = loaded->match.id;
	bot_page_init(&page, loaded->own[seat]);
	bot_page_say(&page, msg, &args);
	return bot_send(loaded->host, letter, &page, NULL);
}

enum bot_error bot_display_wants_pictures(struct bot_host *host, const char *room, bool *wanted)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_ROOM, room, PICTURES, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*wanted = strcmp(value, "on") == 0;
	return BOT_OK;
}

enum bot_error bot_display_picture(const struct bot_loaded_match *loaded,
	const struct eg_match_view *view, struct bot_letter letter, const struct bot_page *page)
{
	bool open = loaded->match.status == BOT_PLAYING;
	struct bot_picture picture = {0};
	char name[BOT_NAME_SIZE];

	letter.match = loaded->match.id;
	if (bot_picture_draw(page->lang, &loaded->cast, view, open, &picture))
		return bot_send(loaded->host, letter, page, NULL); /* the words say the same */
	snprintf(name, sizeof(name), "board-%" PRId64 "-%u-%u.png", loaded->match.id, view->rounds,
		view->round.plies);
	letter.kind = BOT_OUT_FILE;
	letter.file = (struct bot_file){name, "image/png", picture.data, picture.size};
	enum bot_error error = bot_send(loaded->host, letter, page, NULL);
	bot_picture_finish(&picture);
	return error;
}

enum bot_error bot_display_set_pictures(struct bot_host *host, const char *room, bool wanted)
{
	return bot_store_set_setting(
		host->store, BOT_OF_ROOM, room, PICTURES, wanted ? "on" : NULL);
}
