#include "bot/show/picture.h"

#include "bot/base/attempt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICTURES "pictures" /* the key of a room's setting */

/*
 * A match has at most one picture in each place: its room, and each player's private room. The
 * board can be one more, if it is a picture that somebody asked for.
 */
#define PICTURES_MOST 8

/* The setting of a room */

static bool has_chosen(struct bot_host *host, const char *room, const char *choice)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_store_setting(host->store, BOT_OF_ROOM, room, PICTURES, value);
	return strcmp(value, choice) == 0;
}

bool bot_picture_wanted(struct bot_host *host, const char *room)
{
	return has_chosen(host, room, "on");
}

bool bot_picture_refused(struct bot_host *host, const char *room)
{
	return has_chosen(host, room, "off");
}

void bot_picture_set_wanted(struct bot_host *host, const char *room, bool wanted)
{
	bot_store_set_setting(host->store, BOT_OF_ROOM, room, PICTURES, wanted ? "on" : "off");
}

/* Sending pictures */

int64_t bot_picture_send(const struct bot_loaded_match *loaded, const struct eg_match_view *view,
	struct bot_letter letter, const struct bot_page *page)
{
	bool open = loaded->match.status == BOT_PLAYING;
	struct bot_picture picture;
	char name[BOT_NAME_SIZE];
	int64_t post = 0;

	letter.match = loaded->match.id;
	if (bot_picture_draw(page->lang, &loaded->cast, view, open, &picture)) {
		snprintf(name, sizeof(name), "board-%" PRId64 "-%u-%u.png", loaded->match.id,
			view->rounds, view->round.plies);
		letter.kind = letter.edits ? BOT_OUT_EDIT : BOT_OUT_FILE;
		letter.file = (struct bot_file){name, "image/png", picture.data, picture.size};
	} else
		picture = (struct bot_picture){0};
	bot_scratch_own(picture.data, free);
	bot_send(loaded->host, letter, page, &post);
	return post;
}

/* Overtaken pictures */

/*
 * Begins a page in the language of the picture's readers. Returns the letter that edits the
 * picture.
 */
static struct bot_letter begin_edit(const struct bot_loaded_match *loaded,
	const struct bot_placed_post *picture, struct bot_page *page)
{
	enum eg_seat seat = bot_match_seat(&loaded->match, picture->to);
	bool own = picture->private && seat != EG_NOBODY;

	bot_page_init(page, own ? loaded->own[seat] : loaded->lang);
	return (struct bot_letter){.kind = BOT_OUT_EDIT,
		.private = picture->private,
		.to = picture->to,
		.match = loaded->match.id,
		.edits = picture->id};
}

/* Makes a text of the picture's message. */
static void remove_picture(
	const struct bot_loaded_match *loaded, const struct bot_placed_post *picture)
{
	BOT_PAGE(page);
	const struct bot_letter letter = begin_edit(loaded, picture, &page);

	bot_page_say(&page, BOT_MSG_PICTURE_OVER,
		&(struct bot_args){.id = loaded->match.id,
			.prefix = picture->private ? "" : loaded->host->prefix});
	bot_store_picture_over(loaded->host->store, picture->id);
	bot_send(loaded->host, letter, &page, NULL);
}

/* Draws the waiting picture again, so that it shows the position as it is now. */
static void redraw(const struct bot_loaded_match *loaded, const struct bot_placed_post *picture)
{
	BOT_PAGE(page);
	const struct bot_letter letter = begin_edit(loaded, picture, &page);

	bot_board_add(&page, &loaded->cast, &loaded->state, loaded->match.status == BOT_PLAYING);
	bot_picture_send(loaded, &loaded->state, letter, &page);
}

void bot_picture_overtake(const struct bot_loaded_match *loaded)
{
	struct bot_store *store = loaded->host->store;
	struct bot_placed_post list[PICTURES_MOST];
	bool unsent;

	size_t count = bot_store_pictures(store, loaded->match.id, list, PICTURES_MOST);
	for (size_t i = 0; i < count; i++) {
		if (list[i].id == loaded->match.board)
			continue;
		unsent = bot_outbox_is_unsent(store, list[i].id);
		if (unsent)
			redraw(loaded, &list[i]);
		else
			remove_picture(loaded, &list[i]);
	}
}

int64_t bot_picture_post(const struct bot_loaded_match *loaded, struct bot_letter letter,
	const struct bot_page *page)
{
	struct bot_store *store = loaded->host->store;
	struct bot_placed_post list[PICTURES_MOST];
	bool unsent;

	size_t count = bot_store_pictures(store, loaded->match.id, list, PICTURES_MOST);
	for (size_t i = 0; i < count; i++) {
		if (list[i].private != letter.private || strcmp(list[i].to, letter.to) != 0)
			continue;
		unsent = bot_outbox_is_unsent(store, list[i].id);
		if (unsent)
			letter.edits = list[i].id;
		else
			remove_picture(loaded, &list[i]);
	}
	letter.kind = letter.edits ? BOT_OUT_EDIT : BOT_OUT_MESSAGE;
	letter.role = BOT_POST_PICTURE;
	return bot_picture_send(loaded, &loaded->state, letter, page);
}

void bot_picture_find(
	const struct bot_loaded_match *loaded, int64_t post, bool *shown, bool *unsent)
{
	struct bot_store *store = loaded->host->store;
	struct bot_placed_post list[PICTURES_MOST];

	*shown = *unsent = false;
	size_t count = bot_store_pictures(store, loaded->match.id, list, PICTURES_MOST);
	for (size_t i = 0; i < count; i++)
		*shown = *shown || list[i].id == post;
	if (*shown)
		*unsent = bot_outbox_is_unsent(store, post);
}
