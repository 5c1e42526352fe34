#include "bot/competition/letter.h"

#include "bot/match/loading.h"

void bot_letter_begin(struct bot_host *host, const struct bot_contest *night,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	const struct bot_lang *lang = bot_language_of_room(host, night->competition.room);

	bot_page_init(page, bot_language_chosen(host, BOT_OF_USER, entrant->user, lang));
}

void bot_letter_send(
	struct bot_host *host, const struct bot_entrant *entrant, const struct bot_page *page)
{
	const struct bot_letter letter = {.private = true, .to = entrant->user};

	bot_send(host, letter, page, NULL);
}

void bot_letter_tell_out(struct bot_host *host, const struct bot_contest *night,
	const struct bot_entrant *entrant, enum bot_msg why)
{
	char command[BOT_WORDS_SIZE];
	struct bot_page page;

	bot_letter_begin(host, night, entrant, &page);
	const struct bot_args args = bot_kind_args(page.lang, night->competition.kind, command);
	bot_page_say(&page, why, &args);
	bot_letter_send(host, entrant, &page);
}
