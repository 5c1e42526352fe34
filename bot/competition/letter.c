#include "bot/competition/letter.h"

enum bot_error bot_letter_begin(struct bot_host *host, const struct bot_night *night,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	const struct bot_lang *lang;

	enum bot_error error = bot_language_of_room(host, night->competition.room, &lang);
	if (!error)
		error = bot_language_chosen(host, BOT_OF_USER, entrant->user, &lang);
	if (!error)
		bot_page_init(page, lang);
	return error;
}

enum bot_error bot_letter_send(
	struct bot_host *host, const struct bot_entrant *entrant, const struct bot_page *page)
{
	const struct bot_letter letter = {.private = true, .to = entrant->user};

	return bot_send(host, letter, page, NULL);
}

enum bot_error bot_letter_tell_out(struct bot_host *host, const struct bot_night *night,
	const struct bot_entrant *entrant, enum bot_msg why)
{
	struct bot_page page;

	enum bot_error error = bot_letter_begin(host, night, entrant, &page);
	if (error)
		return error;
	bot_page_say(&page, why, NULL);
	return bot_letter_send(host, entrant, &page);
}
