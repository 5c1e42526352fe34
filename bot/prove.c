/* The commands that hand out a match's record, and check it. */
#include "bot/command.h"
#include "bot/game.h"
#include "bot/record.h"
#include "engine/deal/proof.h"

#include <stdlib.h>
#include <string.h>

/* A room sees its own matches; in private, a player sees his own. */
static bool may_see(const struct bot_call *call, const struct bot_match *match)
{
	const struct bot_message *message = call->message;

	if (message->private)
		return bot_match_seat(match, message->sender) != EG_NOBODY;
	return strcmp(match->room, message->room) == 0;
}

/* Without a number the last match here. BOT_NOT_FOUND: none that the sender may see. */
static enum bot_error find(const struct bot_call *call, int64_t id, struct bot_match *match)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;

	if (id == 0)
		return bot_store_match_last(
			store, message->private ? NULL : message->room, message->sender, match);
	enum bot_error error = bot_store_match_get(store, id, match);
	return !error && !may_see(call, match) ? BOT_NOT_FOUND : error;
}

/* Writes the record that is meant; *text is NULL when the sender was answered already. */
static enum bot_error write(
	const struct bot_call *call, struct bot_match *match, char **text, bool *proven)
{
	int64_t id = call->words.id;

	*text = NULL;
	enum bot_error error = id == 0 ? bot_replied_to(call, &id) : BOT_OK;
	if (!error)
		error = find(call, id, match);
	if (!error) {
		error = bot_record_write(call->host, match, text, proven);
		if (error == BOT_INVALID)
			return bot_reply(
				call, BOT_MSG_NOT_RECORDED, (struct bot_args){.id = match->id});
	}
	if (*text || (error && error != BOT_NOT_FOUND))
		return error;
	return bot_reply(call, id != 0 ? BOT_MSG_NO_SUCH_MATCH : BOT_MSG_NO_RECORD,
		(struct bot_args){.id = id});
}

enum bot_error bot_run_record(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_match match;
	struct bot_page page;
	char name[BOT_NAME_SIZE], *text;
	struct bot_text file;
	bool proven;

	enum bot_error error = write(call, &match, &text, &proven);
	if (error || !text)
		return error;
	bot_text_init(&file, name, sizeof(name));
	bot_text_add(&file, "engarde-");
	bot_text_add_number(&file, match.id);
	bot_text_add(&file, ".txt");
	letter.match = match.id;
	letter.file = (struct bot_file){name, "text/plain; charset=utf-8", text, strlen(text)};
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RECORD, &(struct bot_args){.id = match.id});
	error = bot_send(call->host, letter, &page, NULL);
	free(text);
	return error;
}

static enum bot_error tell(
	const struct bot_call *call, const struct bot_match *match, const struct eg_proof *proof)
{
	char commitment[BOT_SECRET_SIZE];
	struct bot_args args = {.id = match->id,
		.round = proof->match.rounds,
		.played = proof->actions,
		.own = proof->match.score[EG_WHITE],
		.other = proof->match.score[EG_BLACK],
		.commitment = commitment,
		.prefix = bot_call_prefix(call)};
	struct bot_page page;
	struct bot_text text;

	bot_text_init(&text, commitment, sizeof(commitment));
	bot_text_add_bytes(&text, proof->commitment.start, proof->commitment.size);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_VERIFIED, &args);
	if (match->status != BOT_ENDED) {
		bot_page_add(&page, " ", " ");
		bot_page_say(&page, BOT_MSG_VERIFIED_SO_FAR, &args);
	}
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_VERIFY_LIMITS, &args);
	return bot_reply_page(call, &page);
}

enum bot_error bot_run_verify(struct bot_call *call)
{
	struct eg_record_fault fault;
	struct eg_proof proof;
	struct bot_match match;
	char *text;
	bool proven = false;

	enum bot_error error = write(call, &match, &text, &proven);
	if (error || !text)
		return error;
	enum eg_error wrong = eg_record_prove(text, strlen(text), &proof, &fault);
	if (!proven)
		error = bot_reply(call, BOT_MSG_NO_COMMITMENT, (struct bot_args){.id = match.id});
	else if (wrong)
		error = bot_reply(call, BOT_MSG_NOT_VERIFIED,
			(struct bot_args){.id = match.id,
				.count = fault.line,
				.prefix = bot_call_prefix(call)});
	else
		error = tell(call, &match, &proof);
	free(text);
	return error;
}
