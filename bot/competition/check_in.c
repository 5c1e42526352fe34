#include "bot/competition/check_in.h"

#include "bot/base/attempt.h"
#include "bot/call/reaction_keys.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"

#include <string.h>

void bot_check_in_list(const struct bot_contest *night, char *ids)
{
	struct bot_text text = bot_text_in(ids, BOT_CONTEST_ROWS * BOT_ID_SIZE);

	for (size_t i = 0; i < night->entrants; i++) {
		if (night->entrant[i].state != BOT_ENTRANT_SIGNED_UP)
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, night->entrant[i].user);
	}
}

/* Mentions those who have signed up long ago, and asks whether they are there. */
static void call_in(struct bot_host *host, const struct bot_contest *night)
{
	char *ids = bot_scratch(BOT_CONTEST_ROWS * BOT_ID_SIZE);
	struct bot_letter letter = {.to = night->competition.room,
		.ring = BOT_RING_NOW, /* they have signed up for this hour */
		.mentions = ids,
		.reactions = BOT_REACTION_YES,
		.role = BOT_POST_NIGHT};
	BOT_PAGE(page);
	int64_t post;

	bot_check_in_list(night, ids);
	const struct bot_lang *lang = bot_language_of_room(host, letter.to);
	if (*ids) {
		bot_page_init(&page, lang);
		bot_page_say(
			&page, BOT_MSG_NIGHT_CALL_IN, &(struct bot_args){.prefix = host->prefix});
		bot_send(host, letter, &page, &post);
	}
}

void bot_check_in_begin(struct bot_host *host, struct bot_contest *night)
{
	if (host->time < night->competition.starts - BOT_NIGHT_CHECK_IN)
		return;
	night->competition.stage = BOT_STAGE_CHECK_IN;
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			night->entrant[i].joined >= host->time - BOT_NIGHT_RECENT)
			night->entrant[i].state = BOT_ENTRANT_PRESENT;
	call_in(host, night);
}

/* Whether the check-in of the room's night goes on and waits for the sender. */
static bool waits(const struct bot_call *call, const char *room)
{
	struct bot_competition competition;
	struct bot_contest *night = NULL;

	if (bot_competition_find(call->host->store, room, BOT_KIND_NIGHT, &competition) &&
		competition.stage == BOT_STAGE_CHECK_IN)
		night = bot_competition_load(call->host, competition.id);
	if (!night)
		return false;
	const struct bot_entrant *own = bot_contest_find(night, call->message->sender);
	return own && own->state == BOT_ENTRANT_SIGNED_UP;
}

void bot_check_in_find(const struct bot_call *call, char room[BOT_ID_SIZE])
{
	char rooms[BOT_OWN_COMPETITIONS_MOST][BOT_ID_SIZE];
	size_t count = 1;

	room[0] = '\0';
	if (call->message->private)
		count = bot_competition_rooms_of(call->host->store, call->message->sender,
			BOT_KIND_NIGHT, rooms, BOT_OWN_COMPETITIONS_MOST);
	else
		memcpy(rooms[0], call->message->room, strlen(call->message->room) + 1);
	for (size_t i = 0; !room[0] && i < count; i++)
		if (waits(call, rooms[i]))
			memcpy(room, rooms[i], BOT_ID_SIZE);
}

/* Whether somebody may not fence any more, or fences in another night: nights can start early. */
static bool is_kept_away(
	struct bot_host *host, const struct bot_contest *night, const struct bot_entrant *entrant)
{
	return bot_entry_is_barred(host, entrant) ||
	       bot_competition_is_elsewhere(
		       host->store, night->competition.id, entrant->user, 0, 0);
}

void bot_check_in_close(struct bot_host *host, struct bot_contest *night)
{
	for (size_t i = 0; i < night->entrants; i++) {
		struct bot_entrant *entrant = &night->entrant[i];

		if (entrant->state == BOT_ENTRANT_SIGNED_UP ||
			(entrant->state == BOT_ENTRANT_PRESENT &&
				is_kept_away(host, night, entrant)))
			entrant->state = BOT_ENTRANT_ABSENT;
	}
}
