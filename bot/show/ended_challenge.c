#include "bot/show/ended_challenge.h"

#include "bot/base/attempt.h"

/*
 * A challenge has a message in its room, a private copy, and messages in other rooms. The first two
 * may have been removed once.
 */
#define POSTS_MOST (4 + BOT_CHALLENGE_ELSEWHERE)

static void edit_post(const struct bot_loaded_match *loaded, const struct bot_placed_post *post,
	enum bot_msg msg, int64_t newer)
{
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.kind = BOT_OUT_EDIT,
		.private = post->private,
		.to = post->to,
		.match = match->id,
		.edits = post->id,
		.optional = true};
	enum eg_seat challenged = eg_opponent(match->challenger);
	const struct bot_lang *lang = loaded->own[challenged];
	BOT_PAGE(page);

	if (!post->private)
		lang = bot_language_of_room(loaded->host, post->to);
	bot_page_init(&page, lang);
	bot_page_say(&page, msg,
		&(struct bot_args){.id = match->id,
			.challenger = loaded->cast.name[match->challenger],
			.challenged = loaded->cast.name[challenged],
			.other = newer});
	bot_send(loaded->host, letter, &page, NULL);
}

static void edit_posts(const struct bot_loaded_match *loaded, enum bot_msg msg, int64_t newer)
{
	struct bot_placed_post list[POSTS_MOST];

	size_t count =
		bot_store_challenge_posts(loaded->host->store, loaded->match.id, list, POSTS_MOST);
	for (size_t i = 0; i < count; i++)
		edit_post(loaded, &list[i], msg, newer);
}

void bot_ended_challenge_accepted(const struct bot_loaded_match *loaded)
{
	edit_posts(loaded, BOT_MSG_CHALLENGE_ACCEPTED, 0);
}

void bot_ended_challenge_replaced(const struct bot_loaded_match *loaded, int64_t newer)
{
	edit_posts(loaded, BOT_MSG_CHALLENGE_REPLACED, newer);
}

void bot_ended_challenge_unplayed(const struct bot_loaded_match *loaded)
{
	edit_posts(loaded, BOT_MSG_CHALLENGE_OVER, 0);
}
