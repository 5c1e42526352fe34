/*
 * Pictures of matches. A picture that shows the current position of a match has a post with the
 * role BOT_POST_PICTURE. When the position changes, the bot makes a text of the picture's message,
 * so that no picture stays that shows an old position. A picture of the end of a round or of a
 * match stays.
 */
#ifndef BOT_SHOW_PICTURE_H
#define BOT_SHOW_PICTURE_H

#include "bot/match/loaded_match.h"
#include "bot/picture/picture.h"

/*
 * These two functions find out, and store, whether the bot sends pictures in this room when a match
 * begins and when a round or a match ends.
 */
bool bot_picture_wanted(struct bot_host *host, const char *room);
void bot_picture_set_wanted(struct bot_host *host, const char *room, bool wanted);

/*
 * Whether a moderator has refused pictures in this room. In a room where nobody has chosen, the bot
 * may still send a picture that somebody asks for.
 */
bool bot_picture_refused(struct bot_host *host, const char *room);

/*
 * Sends a letter with a picture of a public view of the match. The page says the same in words, and
 * is the picture's caption. If the bot can't draw, it sends only the page. Returns the post; see
 * bot_outbox_add.
 */
int64_t bot_picture_send(const struct bot_loaded_match *loaded, const struct eg_match_view *view,
	struct bot_letter letter, const struct bot_page *page);

/*
 * Sends a picture of the current position. `letter` says where the picture goes. This function
 * fills in the other fields of the letter. It makes a text of an earlier picture in the same place,
 * or sends the new picture instead of an earlier picture that nobody has got yet. So each place has
 * at most one picture of the position. Returns the post of the picture.
 */
int64_t bot_picture_post(const struct bot_loaded_match *loaded, struct bot_letter letter,
	const struct bot_page *page);

/*
 * The position has changed: makes a text of each picture that shows an old position. Leaves the
 * board out, because the board's next edit does the same. If nobody has got a picture yet, draws
 * this picture again: then it shows the new position.
 */
void bot_picture_overtake(const struct bot_loaded_match *loaded);

/*
 * Sets *shown to whether a post shows a picture of the position, and *unsent to whether the picture
 * is surely not sent yet, so that an edit still can show another picture instead.
 */
void bot_picture_find(
	const struct bot_loaded_match *loaded, int64_t post, bool *shown, bool *unsent);

#endif
