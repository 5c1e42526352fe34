#include "bot/match/commands.h"
#include "bot/match/loaded_match.h"
#include "bot/match/record.h"
#include "engine/deal/proof.h"

#include <stdlib.h>
#include <string.h>

/* In a room everybody may see the matches of that room; in private, players may see their own. */
static bool may_see(const struct bot_call *call, const struct bot_match *match)
{
	const struct bot_message *message = call->message;

	if (message->private)
		return bot_match_seat(match, message->sender) != EG_NOBODY;
	return strcmp(match->room, message->room) == 0;
}

/*
 * Finds the match with this id, or, if the id is 0, the last match that was dealt in the room or
 * (in private) with the sender. BOT_NOT_FOUND: there is no such match that the sender may see.
 */
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

/*
 * Finds the match that the command is about and writes its record. If that can't be done, answers
 * the sender, and *text is NULL. Otherwise the caller frees *text.
 */
static enum bot_error write_record(
	const struct bot_call *call, struct bot_match *match, char **text, bool *proven)
{
	int64_t id = call->words.id;

	*text = NULL;
	enum bot_error error = id == 0 ? bot_call_replied_match(call, &id) : BOT_OK;
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

	enum bot_error error = write_record(call, &match, &text, &proven);
	if (error || !text)
		return error;
	bot_text_init(&file, name, sizeof(name));
	bot_text_add(&file, "engarde-");
	bot_text_add_number(&file, match.id);
	bot_text_add(&file, ".txt");
	letter.match = match.id;
	bot_call_join_thread(call, &letter);
	letter.file = (struct bot_file){name, "text/plain; charset=utf-8", text, strlen(text)};
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RECORD, &(struct bot_args){.id = match.id});
	error = bot_send(call->host, letter, &page, NULL);
	free(text);
	return error;
}

/* What to say about a record that has passed all checks: how much of the match it proves. */
static enum bot_msg proven_part(const struct bot_match *match, const struct eg_proof *proof)
{
	if (match->status != BOT_ENDED)
		return BOT_MSG_VERIFIED_SO_FAR;
	return proof->whole ? BOT_MSG_VERIFIED : BOT_MSG_VERIFIED_OTHERWISE;
}

static enum bot_error answer_proof(
	const struct bot_call *call, const struct bot_match *match, const struct eg_proof *proof)
{
	bool white = proof->match.rules.first == EG_WHITE;
	char commitment[BOT_SECRET_SIZE], colour[32];
	struct bot_args args = {.id = match->id,
		.round = proof->opened,
		.played = proof->actions,
		.own = proof->match.score[EG_WHITE],
		.other = proof->match.score[EG_BLACK],
		.commitment = commitment,
		.colour = colour,
		.prefix = bot_call_prefix(call)};
	struct bot_page page;
	struct bot_text text;

	bot_text_init(&text, commitment, sizeof(commitment));
	bot_text_add_bytes(&text, proof->commitment.start, proof->commitment.size);
	bot_page_string(
		call->lang, white ? BOT_MSG_WHITE : BOT_MSG_BLACK, NULL, colour, sizeof(colour));
	bot_page_init(&page, call->lang);
	bot_page_say(&page, proven_part(match, proof), &args);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_VERIFIED_FACTS, &args);
	if (proof->by_lot && proof->opened > 0) {
		bot_page_add(&page, " ", " ");
		bot_page_say(&page, BOT_MSG_VERIFIED_LOT, &args);
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

	enum bot_error error = write_record(call, &match, &text, &proven);
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
		error = answer_proof(call, &match, &proof);
	free(text);
	return error;
}
