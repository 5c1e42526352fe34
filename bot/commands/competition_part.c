#include "bot/commands/competition_part.h"

#include "bot/call/web_link.h"
#include "bot/text/words.h"

bool bot_competition_part_run(
	const struct bot_call *call, const struct bot_competition_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!bot_words_mean(call->words.word[1], parts[i].word))
			continue;
		if (call->words.count > parts[i].most)
			bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, parts[i].most);
		else
			parts[i].run(call);
		return true;
	}
	return false;
}

bool bot_competition_part_is_confirmed(const struct bot_call *call)
{
	return call->words.count >= 3 && bot_words_is_yes(call->words.word[2]);
}

void bot_competition_part_link(const struct bot_call *call, enum bot_competition_kind kind)
{
	const char *room = call->message->room;
	struct bot_page page;

	if (!bot_web_link_is_available(call->host)) {
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	if (kind == BOT_KIND_SEASON)
		bot_web_link_add_season(call->host, &page, room);
	else
		bot_web_link_add_night(call->host, &page, room);
	bot_reply_page(call, &page);
}
