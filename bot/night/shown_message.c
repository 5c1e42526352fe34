#include "bot/night/shown_message.h"

#include "bot/call/reaction_keys.h"
#include "bot/night/lots.h"

#define EDITS_MAX 50 /* the most edits of one message, because clients load all its edits */

static enum bot_error send(
	struct bot_host *host, struct bot_night *night, const struct bot_page *page, bool anew)
{
	struct bot_competition *competition = &night->competition;
	bool is_season = competition->kind == BOT_KIND_SEASON;
	bool takes_part = competition->stage < BOT_STAGE_POOLS;
	char commitment[EG_KEY_TEXT];
	struct bot_letter letter = {
		.to = competition->room, .role = is_season ? BOT_POST_SEASON : BOT_POST_NIGHT};

	if (!anew) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = competition->post;
	} else if (takes_part) {
		enum bot_error error = bot_lots_commitment(competition, commitment);

		if (error)
			return error;
		letter.commitment = commitment;
		letter.reactions = BOT_REACTION_YES;
	}
	enum bot_error error = bot_send(host, letter, page, &competition->post);
	if (competition->first_post == 0)
		competition->first_post = competition->post;
	return error;
}

enum bot_error bot_shown_message_send(
	struct bot_host *host, struct bot_night *night, bot_shown_add *add, bool anew)
{
	struct bot_competition *competition = &night->competition;
	const struct bot_lang *lang;
	struct bot_page page;

	anew = anew || competition->post == 0 || competition->edits % EDITS_MAX == EDITS_MAX - 1;
	enum bot_error error = bot_language_of_room(host, competition->room, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	error = add(host, night, &page);
	if (!error)
		error = send(host, night, &page, anew);
	/* The store keeps only the newest posts. */
	if (error == BOT_NOT_FOUND && !anew)
		error = send(host, night, &page, true);
	competition->edits++;
	return error;
}
