#include "bot/competition/record.h"

#include "bot/base/attempt.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "engine/deal/night_proof.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The most bytes of the first tags, and of the tags of a fencer and of a bout. */
#define HEAD_SIZE   ((size_t)2 * BOT_ID_SIZE + 512)
#define FENCER_SIZE ((size_t)4 * BOT_ID_SIZE + 64)
#define BOUT_SIZE   ((size_t)96)
#define LIST_SIZE   ((size_t)8192)

enum bot_msg bot_competition_record_msg(
	const struct bot_competition *competition, enum bot_msg of_night, enum bot_msg of_season)
{
	return competition->kind == BOT_KIND_SEASON ? of_season : of_night;
}

/* Writing */

static void write_number(struct eg_writer *writer, const char *tag, int64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, number);
	eg_writer_tag(writer, tag, text);
}

static void write_head(struct eg_writer *writer, const struct bot_competition *competition)
{
	char commitment[EG_KEY_TEXT];

	bot_lots_commitment(competition, commitment);
	write_number(writer, "Night", competition->id);
	eg_writer_tag(writer, "Room", competition->room);
	write_number(writer, "Touches", competition->rules.touches);
	eg_writer_tag(writer, "Commitment", commitment);
	eg_writer_tag(writer, "Secret", competition->secret);
}

static void write_fencers(struct eg_writer *writer, const struct bot_night *night)
{
	for (size_t i = 0; i < night->entrants; i++) {
		char text[BOUT_SIZE];

		if (night->entrant[i].pool == 0)
			continue;
		snprintf(text, sizeof(text), "f%u", night->entrant[i].number);
		eg_writer_tag(writer, "Fencer", text);
		eg_writer_tag(writer, "User", night->entrant[i].user);
		eg_writer_tag(writer, "SignUp", night->entrant[i].event);
	}
}

static void write_bouts(struct eg_writer *writer, const struct bot_night *night)
{
	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];
		char text[BOUT_SIZE];

		if (bout->state != BOT_BOUT_ENDED)
			continue;
		snprintf(text, sizeof(text), "b%u r%u p%u f%u f%u t%u t%u w%u m%" PRId64,
			bot_lots_bout_number(bout), bout->round, bout->place, bout->entrant[0],
			bout->entrant[1], bout->touches[0], bout->touches[1], bout->winner,
			bout->match);
		eg_writer_tag(writer, "Bout", text);
	}
}

static void write_rank(struct eg_writer *writer, const struct bot_night *night)
{
	char list[BOT_NIGHT_ROWS * 5 + 1];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t rank = 1; rank <= BOT_ENTRANTS_MOST; rank++) {
		for (size_t i = 0; i < night->entrants; i++) {
			if (night->entrant[i].rank != rank)
				continue;
			bot_text_add(&text, text.used > 0 ? " f" : "f");
			bot_text_add_number(&text, night->entrant[i].number);
		}
	}
	if (text.used > 0 && night->competition.kind == BOT_KIND_NIGHT)
		eg_writer_tag(writer, "Rank", list);
}

char *bot_competition_record_write(const struct bot_night *night)
{
	size_t size = HEAD_SIZE + FENCER_SIZE * night->entrants + BOUT_SIZE * night->bouts +
		      (size_t)BOT_NIGHT_ROWS * 5 + 64;
	char *written = bot_scratch(size);
	struct eg_writer writer;
	size_t length;

	eg_writer_init(&writer, written, size);
	write_head(&writer, &night->competition);
	write_fencers(&writer, night);
	write_bouts(&writer, night);
	write_rank(&writer, night);
	return eg_writer_finish(&writer, &length) == EG_OK ? written : NULL;
}

/* Checking */

/* Writes the labels of the fencers, in the order of their lots. */
static void write_lots(struct bot_host *host, const struct bot_night *night, struct bot_text *text)
{
	bool written[BOT_NIGHT_ROWS] = {false};

	while (true) {
		size_t next = BOT_NIGHT_ROWS;
		char label[BOT_LABEL_SIZE];

		for (size_t i = 0; i < night->entrants; i++)
			if (!written[i] && night->entrant[i].pool > 0 &&
				(next == BOT_NIGHT_ROWS || night->lot[i] < night->lot[next]))
				next = i;
		if (next == BOT_NIGHT_ROWS)
			break;
		written[next] = true;
		bot_entrant_label(host, &night->entrant[next], label);
		bot_text_add(text, text->used > 0 ? " · " : "");
		bot_text_add(text, label);
	}
}

void bot_competition_record_check(struct bot_host *host, struct bot_night *night, const char *text,
	const char *prefix, struct bot_page *page)
{
	struct eg_night_proof *proof = bot_scratch(sizeof(*proof));
	char *list = bot_scratch(LIST_SIZE), commitment[EG_KEY_TEXT];
	struct bot_args args = {.prefix = prefix, .commitment = commitment, .words = list};
	struct eg_record_fault fault;
	struct bot_text lots;

	bot_text_init(&lots, list, LIST_SIZE);
	bot_lots_commitment(&night->competition, commitment);
	write_lots(host, night, &lots);
	bot_text_show_cut(&lots);
	if (eg_night_prove(text, strlen(text), proof, &fault)) {
		args.count = fault.line;
		bot_page_say(page,
			bot_competition_record_msg(&night->competition, BOT_MSG_NIGHT_NOT_VERIFIED,
				BOT_MSG_SEASON_NOT_VERIFIED),
			&args);
	} else
		bot_page_say(page,
			bot_competition_record_msg(&night->competition, BOT_MSG_NIGHT_VERIFIED,
				BOT_MSG_SEASON_VERIFIED),
			&args);
	bot_page_line(page);
	if (lots.used > 0) { /* the pools were drawn */
		bot_page_say(page, BOT_MSG_NIGHT_VERIFIED_LOTS, &args);
		bot_page_line(page);
	}
	args.count = (int64_t)proof->by_lot;
	if (proof->ranked > 0) {
		bot_page_say(page, BOT_MSG_NIGHT_VERIFIED_RANKING, &args);
		bot_page_line(page);
	}
	bot_page_say(page,
		bot_competition_record_msg(&night->competition, BOT_MSG_NIGHT_VERIFY_LIMITS,
			BOT_MSG_SEASON_VERIFY_LIMITS),
		&args);
}
