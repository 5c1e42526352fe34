#include "bot/competition/record_answer.h"

#include "bot/base/attempt.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/record.h"
#include "bot/text/words.h"

#include <string.h>

static void say_none(const struct bot_call *call)
{
	bool season = bot_words_mean(call->words.word[1], "season");

	bot_reply(call, season ? BOT_MSG_SEASON_NO_RECORD : BOT_MSG_NIGHT_NO_RECORD,
		(struct bot_args){0});
}

static void say_commitment(
	const struct bot_call *call, const struct bot_competition *competition, bool with_file)
{
	char commitment[EG_KEY_TEXT];
	struct bot_page page;

	bot_lots_commitment(competition, commitment);
	bot_page_init(&page, call->lang);
	bot_page_say(&page,
		bot_competition_record_msg(
			competition, BOT_MSG_NIGHT_COMMITMENT, BOT_MSG_SEASON_COMMITMENT),
		&(struct bot_args){.commitment = commitment});
	if (with_file) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_COMPETITION_FILE_LATER, NULL);
	}
	bot_reply_page(call, &page);
}

/*
 * Loads a competition that is over, and writes its record. If there is no record, tells
 * the sender why, and when they get the file if they asked for it, and returns NULL.
 */
static char *write(const struct bot_call *call, const struct bot_competition *competition,
	bool with_file, struct bot_night **night)
{
	char *text = NULL;

	if (competition && competition->stage != BOT_STAGE_ENDED) {
		say_commitment(call, competition, with_file);
		return NULL;
	}
	*night = competition ? bot_competition_load(call->host, competition->id) : NULL;
	if (*night)
		text = bot_competition_record_write(*night);
	if (!text)
		say_none(call);
	return text;
}

void bot_competition_answer_record(
	const struct bot_call *call, const struct bot_competition *competition)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = message->private,
		.to = message->private ? message->sender : message->room};
	char name[BOT_NAME_SIZE], *text;
	struct bot_night *night;
	struct bot_text file;
	struct bot_page page;

	text = write(call, competition, true, &night);
	if (!text)
		return;
	bot_text_init(&file, name, sizeof(name));
	bot_text_add(
		&file, competition->kind == BOT_KIND_SEASON ? "engarde-season-" : "engarde-night-");
	bot_text_add_number(&file, competition->id);
	bot_text_add(&file, ".txt");
	bot_call_join_thread(call, &letter);
	letter.file = (struct bot_file){name, "text/plain; charset=utf-8", text, strlen(text)};
	bot_page_init(&page, call->lang);
	bot_page_say(&page,
		bot_competition_record_msg(
			competition, BOT_MSG_NIGHT_RECORD, BOT_MSG_SEASON_RECORD),
		NULL);
	bot_send(call->host, letter, &page, NULL);
}

void bot_competition_answer_verify(
	const struct bot_call *call, const struct bot_competition *competition)
{
	struct bot_night *night;
	struct bot_page page;
	char *text;

	text = write(call, competition, false, &night);
	if (!text)
		return;
	bot_page_init(&page, call->lang);
	bot_competition_record_check(call->host, night, text, bot_call_prefix(call), &page);
	bot_reply_page(call, &page);
}
