#include "bot/play/record.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/guests.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/match/shuffle.h"
#include "engine/deal/proof.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Writing a record, in the format of engine/deal/proof.h */

/*
 * The most bytes of all tags of a record. Five of the tags are ids, and escaping can turn each byte
 * of an id into two bytes.
 */
#define TAGS_SIZE  ((size_t)5 * 2 * BOT_ID_SIZE + 1024)
#define ROUND_SIZE ((size_t)768) /* the most bytes that a round needs */

struct record {
	const struct bot_match *match;
	struct bot_host *host;
	struct bot_shuffle shuffle;
	bool proven;           /* the match has secrets, so the record can be checked */
	struct eg_match state; /* the position after the rounds that the record contains */
	struct eg_writer writer;
};

static void write_number(struct record *record, const char *tag, int64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, number);
	eg_writer_tag(&record->writer, tag, text);
}

/*
 * Writes the room, unless a player is or was a guest in it: they get the record, too, and must not
 * learn which room it is.
 */
static void write_room(struct record *record)
{
	const struct bot_match *match = record->match;
	bool may = true;

	for (size_t i = 0; may && i < 2; i++) {
		const char *player = match->player[i];

		if (player[0] == '@') /* neither the practice opponent nor somebody forgotten */
			may = bot_guests_may_see_room(record->host, match->room, player);
	}
	if (may)
		eg_writer_tag(&record->writer, "Room", match->room);
}

static void write_tags(struct record *record)
{
	const struct bot_match *match = record->match;
	struct eg_writer *writer = &record->writer;
	char commitment[EG_KEY_TEXT];

	write_number(record, "Match", match->id);
	write_room(record);
	eg_writer_tag(writer, "White", match->player[EG_WHITE]);
	eg_writer_tag(writer, "Black",
		match->practice ? bot_practice_name(match->practice) : match->player[EG_BLACK]);
	if (record->proven) {
		bot_shuffle_secret(
			record->host, record->match->id, &record->shuffle, 0, commitment);
		eg_writer_tag(writer, "Commitment", commitment);
		eg_writer_tag(writer, "Challenge", record->shuffle.challenge);
		eg_writer_tag(writer, "Accept", record->shuffle.acceptance);
		if (record->shuffle.by_lot)
			eg_writer_tag(writer, "FirstBy", "lot");
	}
	eg_writer_rules(writer, &match->rules);
	if (match->casual)
		eg_writer_tag(writer, "Rated", "no");
}

static void write_round(struct record *record, const struct bot_round *round)
{
	const struct eg_round *state = &record->state.round;
	char opening[EG_KEY_TEXT];

	eg_writer_deal(&record->writer, round->deck);
	for (size_t i = 0; i < round->actions; i++)
		eg_writer_action(&record->writer, round->action[i]);
	if (state->phase == EG_OVER)
		eg_writer_result(&record->writer, &state->result);
	if (!record->proven)
		return;
	bot_shuffle_secret(
		record->host, record->match->id, &record->shuffle, record->state.rounds, opening);
	eg_writer_tag(&record->writer, "Opening", opening);
}

/*
 * Writes all rounds that have ended. Leaves out the round that is being played, because its cards
 * are in the players' hands.
 */
static void write_rounds(struct record *record)
{
	struct bot_store *store = record->host->store;
	struct bot_round round;

	for (uint16_t number = 1; bot_store_round_get(store, record->match->id, number, &round);
		number++) {
		struct eg_match before = record->state;

		if (!bot_round_play(&record->state, &round))
			bot_store_damaged(store, record->match->id);
		if (record->match->status != BOT_ENDED && record->state.round.phase != EG_OVER) {
			record->state = before;
			return;
		}
		write_round(record, &round);
	}
}

static void write_result(struct record *record)
{
	const struct bot_match *match = record->match;
	const uint8_t *score = record->state.score;
	bool won = record->state.winner != EG_NOBODY;
	enum eg_seat winner = won ? record->state.winner : EG_NOBODY;
	const char *ending = bot_ending_name(won ? BOT_WON : match->ending);
	char result[32];

	if (!won && match->status == BOT_ENDED && match->ending != BOT_ENDING_UNKNOWN)
		winner = match->winner;
	snprintf(result, sizeof(result), "%s %d-%d", eg_seat_name(winner), score[EG_WHITE],
		score[EG_BLACK]);
	eg_writer_tag(&record->writer, "Result", result);
	eg_writer_tag(
		&record->writer, "Termination", match->status == BOT_ENDED ? ending : "playing");
}

static void write_parts(struct record *record, char *text, size_t size)
{
	if (eg_match_init(&record->state, &record->match->rules) != EG_OK)
		bot_store_damaged(record->host->store, record->match->id);
	eg_writer_init(&record->writer, text, size);
	write_tags(record);
	write_rounds(record);
	write_result(record);
}

bool bot_record_write(
	struct bot_host *host, const struct bot_match *match, char **text, bool *proven)
{
	struct record record = {.match = match, .host = host};
	struct eg_match whole;
	size_t length;

	*text = NULL;
	*proven = false;
	if (match->rules.first == EG_NOBODY)
		return true;
	bot_store_replay(host->store, match, &whole, NULL);
	if (whole.rounds == 0)
		return true;
	bool secret = bot_store_shuffle(host->store, match->id, &record.shuffle);
	record.proven = secret && record.shuffle.acceptance[0];
	size_t size = TAGS_SIZE + ROUND_SIZE * (whole.rounds + (size_t)1);
	char *written = bot_scratch(size);
	write_parts(&record, written, size);
	sodium_memzero(&record.shuffle, sizeof(record.shuffle));
	if (eg_writer_finish(&record.writer, &length) != EG_OK)
		return false;
	*text = written;
	*proven = record.proven;
	return true;
}

/* Checking a record */

/*
 * The record has passed all checks. Returns the message that says how much of the match it proves.
 */
static enum bot_msg proven_part(const struct bot_match *match, const struct eg_proof *proof)
{
	if (match->status != BOT_ENDED)
		return BOT_MSG_VERIFIED_SO_FAR;
	return proof->whole ? BOT_MSG_VERIFIED : BOT_MSG_VERIFIED_OTHERWISE;
}

static void add_proof(struct bot_page *page, const struct bot_match *match,
	const struct eg_proof *proof, const char *prefix)
{
	bool white = proof->match.rules.first == EG_WHITE;
	bool bout = match->competition != 0;
	char commitment[BOT_SECRET_SIZE], colour[32];
	struct bot_args args = {.id = match->id,
		.round = proof->opened,
		.played = proof->actions,
		.own = proof->match.score[EG_WHITE],
		.other = proof->match.score[EG_BLACK],
		.commitment = commitment,
		.colour = colour,
		.prefix = prefix};
	struct bot_text text = bot_text_in(commitment, sizeof(commitment));

	bot_text_add_bytes(&text, proof->commitment.start, proof->commitment.size);
	bot_page_string(
		page->lang, white ? BOT_MSG_WHITE : BOT_MSG_BLACK, NULL, colour, sizeof(colour));
	bot_page_say(page, proven_part(match, proof), &args);
	bot_page_say_below(page, bout ? BOT_MSG_VERIFIED_BOUT : BOT_MSG_VERIFIED_FACTS, &args);
	if (proof->by_lot && proof->opened > 0)
		bot_page_say_after(page, BOT_MSG_VERIFIED_LOT, &args);
	bot_page_say_below(
		page, bout ? BOT_MSG_VERIFIED_BOUT_LIMITS : BOT_MSG_VERIFY_LIMITS, &args);
}

void bot_record_check(const struct bot_match *match, const char *text, bool proven,
	const char *prefix, struct bot_page *page)
{
	struct bot_args args = {.id = match->id, .prefix = prefix};
	struct eg_record_fault fault;
	struct eg_proof proof;

	if (!proven) {
		bot_page_say(page,
			match->practice ? BOT_MSG_PRACTICE_UNPROVEN : BOT_MSG_NO_COMMITMENT, &args);
		return;
	}
	if (eg_record_prove(text, strlen(text), &proof, &fault)) {
		args.count = fault.line;
		bot_page_say(page, BOT_MSG_NOT_VERIFIED, &args);
		return;
	}
	add_proof(page, match, &proof, prefix);
}

#define BOT_COLLECTION_MATCHES 100 /* the most matches of one file */

/* Adds a record, and an empty line before it. Returns false if the file would become too large. */
static bool append(struct bot_collection *collection, const char *record)
{
	size_t length = strlen(record), gap = collection->size > 0;

	if (collection->size + gap + length > BOT_FILE_MAX)
		return false;
	if (gap)
		collection->text[collection->size] = '\n';
	memcpy(collection->text + collection->size + gap, record, length + 1);
	collection->size += gap + length;
	collection->matches++;
	return true;
}

/* Leaves out a match that has no record: it was never dealt, or an id has strange bytes. */
static void add_match(
	struct bot_host *host, const struct bot_match *match, struct bot_collection *collection)
{
	char *record;
	bool proven;

	bot_record_write(host, match, &record, &proven);
	if (record && !append(collection, record))
		collection->older = match->id;
}

void bot_collection_write(struct bot_host *host, const char *user, const struct bot_match *from,
	struct bot_collection *collection)
{
	struct bot_match *matches = bot_scratch((BOT_COLLECTION_MATCHES + 1) * sizeof(*matches));
	struct bot_collection written = {.text = bot_scratch(BOT_FILE_MAX + 1)};

	size_t count =
		bot_store_match_own(host->store, user, from, matches, BOT_COLLECTION_MATCHES + 1);
	for (size_t i = 0; written.older == 0 && i < count; i++) {
		if (i == BOT_COLLECTION_MATCHES)
			written.older = matches[i].id;
		else
			add_match(host, &matches[i], &written);
	}
	if (written.matches == 0)
		written.text = NULL;
	*collection = written;
}

/* How long matches are kept */

bool bot_retention_say(const struct bot_host *host, struct bot_page *page)
{
	uint32_t days = host->config->matches.keep_matches_days;

	if (days == 0)
		return false;
	bot_page_say(page, BOT_MSG_MATCHES_KEPT, &(struct bot_args){.left = days * BOT_DAY});
	return true;
}

void bot_retention_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	BOT_PAGE(page);

	args.prefix = bot_call_prefix(call);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, msg, &args);
	bot_retention_say(call->host, &page);
	bot_reply_page(call, &page);
}

void bot_retention_delete(struct bot_host *host)
{
	uint32_t days = host->config->matches.keep_matches_days;

	if (days == 0)
		return;
	bot_store_forget_matches(host->store, host->port->now(host->port->self) - days * BOT_DAY);
}
