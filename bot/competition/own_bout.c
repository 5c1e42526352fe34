#include "bot/competition/own_bout.h"

#include "bot/competition/sheet_text.h"

#define LINE_SIZE 1024

/* Returns the first bout of the fencer in this state, or NULL. */
static const struct bot_bout *find_own(
	const struct bot_contest *night, uint8_t number, enum bot_bout_state state)
{
	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->state == state &&
			(bout->entrant[0] == number || bout->entrant[1] == number))
			return bout;
	}
	return NULL;
}

void bot_own_bout_add(const struct bot_call *call, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_entrant *own = bot_contest_find(night, call->message->sender);
	const struct bot_bout *now = own ? find_own(night, own->number, BOT_BOUT_FENCED) : NULL;
	const struct bot_bout *bout =
		own && !now ? find_own(night, own->number, BOT_BOUT_WAITS) : now;
	char line[LINE_SIZE];
	struct bot_text text;

	if (!bout)
		return;
	bot_text_init(&text, line, sizeof(line));
	bot_sheet_write_bout(call->host, night, bout, &text);
	bot_page_line(page);
	bot_page_say(page, now ? BOT_MSG_NIGHT_OWN_NOW : BOT_MSG_NIGHT_OWN_NEXT,
		&(struct bot_args){.words = line});
}
