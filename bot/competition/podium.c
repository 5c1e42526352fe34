#include "bot/competition/podium.h"

#include "bot/call/time_zone.h"
#include "bot/club/elimination.h"
#include "bot/competition/honours.h"
#include "bot/competition/loading.h"
#include "bot/competition/results_picture.h"
#include "bot/text/date.h"
#include "bot/text/instant.h"
#include "bot/text/typography.h"

#define LIST_SIZE   4096
#define PODIUM_MOST 4 /* two fencers may share the third place */

/* Writes the fencers with a place from `from` to `to`, in the order of their places. */
static void write_places(struct bot_host *host, const struct bot_contest *night,
	const uint8_t place[BOT_CONTEST_ROWS], uint8_t from, uint8_t to, struct bot_text *text)
{
	for (uint8_t at = from; at <= to; at++) {
		for (size_t i = 0; i < night->entrants; i++) {
			if (place[i] != at)
				continue;
			bot_text_add(text, text->used > 0 ? BOT_BETWEEN_LINES : "");
			bot_text_add_number(text, at);
			bot_text_add(text, "." BOT_NO_BREAK);
			bot_entrant_add_label(host, night, &night->entrant[i], text);
		}
	}
	bot_text_show_cut(text);
}

/* Says whose places lots have decided, if a pool has decided the night. */
static void add_lots(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	size_t count = bot_contest_standings(night, 0, standings);
	for (size_t i = 0; i < count && !bot_night_has_tableau(night); i++) {
		if (!standings[i].by_lots || standings[i].withdrawn)
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, night, &night->entrant[standings[i].entrant], &text);
	}
	if (text.used == 0)
		return;
	bot_text_show_cut(&text);
	bot_page_say_below(page, BOT_MSG_NIGHT_LOTS, &(struct bot_args){.words = list});
}

/*
 * Adds who has won, and the other places. `mentions` gets the ids of those on the podium, with a
 * space between two of them.
 */
static void add_podium(struct bot_host *host, struct bot_contest *night, struct bot_page *page,
	struct bot_text *mentions)
{
	char first[LIST_SIZE], others[LIST_SIZE], winner[BOT_LABEL_SIZE];
	uint8_t place[BOT_CONTEST_ROWS];
	struct bot_text podium = bot_text_in(first, sizeof(first));
	struct bot_text rest = bot_text_in(others, sizeof(others));
	struct bot_text name = bot_text_in(winner, sizeof(winner));

	bot_night_places(night, place);
	write_places(host, night, place, 2, 3, &podium);
	write_places(host, night, place, 4, BOT_ENTRANTS_MOST, &rest);
	for (size_t i = 0; i < night->entrants; i++) {
		if (place[i] == 1)
			bot_entrant_add_label(host, night, &night->entrant[i], &name);
		if (place[i] == 0 || place[i] > 3 || night->entrant[i].state != BOT_ENTRANT_PRESENT)
			continue;
		bot_text_add(mentions, mentions->used > 0 ? " " : "");
		bot_text_add(mentions, night->entrant[i].user);
	}
	bot_page_say(
		page, BOT_MSG_NIGHT_PODIUM, &(struct bot_args){.name = winner, .words = first});
	if (rest.used > 0) {
		bot_page_line(page);
		bot_page_add(page, others, "");
		bot_text_add_html(&page->html, others, rest.used);
	}
	add_lots(host, night, page);
}

void bot_podium_add_last(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_competition *competition = &night->competition;
	struct bot_instant ended = {.time = competition->ended};
	char list[LIST_SIZE], date[BOT_DATE_SIZE];
	uint8_t place[BOT_CONTEST_ROWS];

	if (competition->stage != BOT_STAGE_ENDED || bot_contest_ranked(night) == 0)
		return;
	struct bot_text podium = bot_text_in(list, sizeof(list));
	bot_night_places(night, place);
	write_places(host, night, place, 1, 3, &podium);
	bot_zone_localise(host, competition->room, &ended);
	if (podium.used == 0)
		return;
	bot_date_write(ended.time + ended.offset, date);
	bot_page_say(page, BOT_MSG_NIGHT_LAST, &(struct bot_args){.date = date, .words = list});
}

void bot_podium_say(struct bot_host *host, struct bot_contest *night)
{
	const char *room = night->competition.room;
	char ids[PODIUM_MOST * BOT_ID_SIZE] = "";
	uint8_t place[BOT_CONTEST_ROWS];
	BOT_PAGE(page);

	const struct bot_lang *lang = bot_language_of_room(host, room);
	struct bot_text mentions = bot_text_in(ids, sizeof(ids));
	bot_page_init(&page, lang);
	add_podium(host, night, &page, &mentions);
	bot_send(host,
		(struct bot_letter){
			.to = room, .ring = BOT_RING, .mentions = mentions.used > 0 ? ids : NULL},
		&page, NULL);
	bot_night_places(night, place);
	bot_honours_note(host, night, place);
	bot_results_picture_send(host, night, lang);
}
