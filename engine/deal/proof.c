#include "engine/deal/proof.h"

#include "engine/deal/deal.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* The tags of a proof as bits. Opening has no bit, because this tag comes in each round. */
enum {
	COMMITMENT = 1,
	CHALLENGE = 2,
	ACCEPT = 4,
	RESULT = 8,
	TERMINATION = 16,
	FIRST_BY = 32,
	BEFORE_ROUNDS = COMMITMENT | CHALLENGE | ACCEPT,
	NEEDED = BEFORE_ROUNDS | RESULT | TERMINATION,
};

struct prover {
	struct eg_proof proof;
	unsigned given;               /* bits of the tags read so far */
	unsigned char opened[EG_KEY]; /* the last opening read; before the first opening, the
					 commitment */
	char event[2][EG_EVENT_SIZE]; /* the ids of challenge and acceptance */
	uint16_t round;               /* the last round read */
	uint8_t deck[EG_DECK];        /* the deck of the last round read */
	bool closed;       /* the last round read is over, but its opening was not read yet */
	uint16_t score[2]; /* the score in the tag Result */
	uint32_t result_line, end_line; /* the lines of the tags Result and Termination */
};

/* The endings of a match, by the value of Termination. */
static const struct {
	const char *name;
	bool played; /* the rounds show who wins */
	bool winner; /* a player wins */
} endings[] = {
	{"won", true, true},
	{"resigned", false, true},
	{"forfeited", false, true},
	{"stopped", false, false},
	{"abandoned", false, false},
	{"undecided", false, false},
	{"void", false, false},
	{"unknown", false, false},
	{"playing", false, false},
};
#define ENDINGS (sizeof(endings) / sizeof(endings[0]))

static bool is(struct eg_text text, const char *word)
{
	return text.size == strlen(word) && memcmp(text.start, word, text.size) == 0;
}

/* Each read_ and prove_ function returns NULL, or the reason why the record is wrong. */

static const char *read_commitment(struct prover *prover, const struct eg_record_item *item)
{
	if (eg_key_parse(item->value, prover->opened) != EG_OK)
		return "a commitment is 43 characters of base64url";
	prover->proof.commitment = item->value;
	return NULL;
}

static const char *read_event(struct prover *prover, const struct eg_record_item *item, int which)
{
	if (eg_record_value(item, prover->event[which], EG_EVENT_SIZE) != EG_OK ||
		!prover->event[which][0])
		return "the id of an event is 1 to 255 bytes long";
	return NULL;
}

static const char *read_challenge(struct prover *prover, const struct eg_record_item *item)
{
	prover->proof.challenge = item->value;
	return read_event(prover, item, 0);
}

static const char *read_accept(struct prover *prover, const struct eg_record_item *item)
{
	prover->proof.acceptance = item->value;
	return read_event(prover, item, 1);
}

static struct eg_text event(const struct prover *prover, int which)
{
	return (struct eg_text){prover->event[which], strlen(prover->event[which])};
}

static const char *read_first_by(struct prover *prover, const struct eg_record_item *item)
{
	if (!is(item->value, "lot"))
		return "FirstBy is lot, or is left out";
	if (prover->round > 0)
		return "this tag comes before the first round";
	prover->proof.by_lot = true;
	return NULL;
}

static bool begins_otherwise(const struct prover *prover, const unsigned char secret[EG_KEY])
{
	return prover->proof.by_lot && prover->round == 1 &&
	       eg_first_by_lot(secret, event(prover, 0), event(prover, 1)) !=
		       prover->proof.match.rules.first;
}

static const char *read_opening(struct prover *prover, const struct eg_record_item *item)
{
	unsigned char secret[EG_KEY], previous[EG_KEY], seed[EG_KEY];
	uint8_t deck[EG_DECK];

	if (!prover->closed)
		return "no round waits for this opening";
	if (eg_key_parse(item->value, secret) != EG_OK)
		return "an opening is 43 characters of base64url";
	eg_chain_previous(secret, previous);
	if (memcmp(previous, prover->opened, EG_KEY) != 0)
		return prover->round == 1 ? "the hash of this opening is not the commitment"
					  : "the hash of this opening is not the opening before it";
	eg_round_seed(secret, prover->round, event(prover, 0), event(prover, 1), seed);
	eg_deal(seed, deck);
	if (memcmp(deck, prover->deck, EG_DECK) != 0)
		return "this opening and the two events deal another deck";
	if (begins_otherwise(prover, secret))
		return "by this opening and the two events, the lot chooses the other player to "
		       "begin";
	memcpy(prover->opened, secret, EG_KEY);
	prover->proof.opened = prover->round;
	prover->closed = false;
	return NULL;
}

/* Reads a score, which has one or two digits. */
static bool read_score(const char **at, const char *end, uint16_t *score)
{
	const char *start = *at;

	*score = 0;
	for (; *at < end && **at >= '0' && **at <= '9' && *at - start < 2; ++*at)
		*score = (uint16_t)(10 * *score + (**at - '0'));
	return *at > start && (*at - start == 1 || *start != '0');
}

static const char *read_result(struct prover *prover, const struct eg_record_item *item)
{
	static const char form[] = "a result has the form \"white 5-3\"";
	const char *at = item->value.start, *end = at + item->value.size;
	const char *blank = item->value.size > 0 ? memchr(at, ' ', item->value.size) : NULL;

	if (!blank)
		return form;
	prover->proof.winner = EG_WHITE;
	while (!is((struct eg_text){at, (size_t)(blank - at)}, eg_seat_name(prover->proof.winner)))
		if (prover->proof.winner++ == EG_NOBODY)
			return form;
	at = blank + 1;
	if (!read_score(&at, end, &prover->score[EG_WHITE]) || at == end || *at++ != '-' ||
		!read_score(&at, end, &prover->score[EG_BLACK]) || at < end)
		return form;
	prover->result_line = item->line;
	return NULL;
}

static const char *read_termination(struct prover *prover, const struct eg_record_item *item)
{
	prover->proof.termination = item->value;
	prover->end_line = item->line;
	return NULL;
}

static const struct {
	const char *name;
	unsigned bit; /* 0 if the tag may come more than once */
	const char *(*read)(struct prover *prover, const struct eg_record_item *item);
} tags[] = {
	{"Commitment", COMMITMENT, read_commitment},
	{"Challenge", CHALLENGE, read_challenge},
	{"Accept", ACCEPT, read_accept},
	{"Opening", 0, read_opening},
	{"Result", RESULT, read_result},
	{"Termination", TERMINATION, read_termination},
	{"FirstBy", FIRST_BY, read_first_by},
};

/* The tags that no record can prove. */
static const char *const stated[EG_PROOF_TAGS] = {"Match", "Room", "White", "Black"};

static const char *read_stated(struct prover *prover, const struct eg_record_item *item)
{
	for (size_t i = 0; i < EG_PROOF_TAGS; i++) {
		if (!is(item->name, stated[i]))
			continue;
		if (prover->proof.tag[i].start)
			return "this tag was given before";
		prover->proof.tag[i] = item->value;
	}
	return NULL;
}

static const char *prove_tag(struct prover *prover, const struct eg_record_item *item)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (!is(item->name, tags[i].name))
			continue;
		if (prover->given & tags[i].bit)
			return "this tag was given before";
		prover->given |= tags[i].bit;
		return tags[i].read(prover, item);
	}
	return read_stated(prover, item);
}

static const char *prove_round(struct prover *prover, const struct eg_record_item *item)
{
	if ((prover->given & BEFORE_ROUNDS) != BEFORE_ROUNDS)
		return "the tags Commitment, Challenge and Accept come before the first round";
	if (prover->closed)
		return "the round before was not opened";
	prover->round = item->number;
	memcpy(prover->deck, item->deck, EG_DECK);
	prover->closed = true;
	return NULL;
}

static bool is_other_score(const struct prover *prover)
{
	const uint8_t *score = prover->proof.match.score;

	return prover->score[EG_WHITE] != score[EG_WHITE] ||
	       prover->score[EG_BLACK] != score[EG_BLACK];
}

/* Compares the result that the record states with the result of its rounds. */
static const char *prove_result(struct prover *prover, uint32_t *line)
{
	const struct eg_match *match = &prover->proof.match;
	enum eg_seat winner = prover->proof.winner;
	size_t ending = 0;

	*line = prover->result_line;
	if (is_other_score(prover))
		return "the rounds give another score";
	*line = prover->end_line;
	while (ending < ENDINGS && !is(prover->proof.termination, endings[ending].name))
		ending++;
	if (ending == ENDINGS)
		return "no match ends in this way";
	if (endings[ending].played != (match->winner != EG_NOBODY))
		return match->winner == EG_NOBODY ? "the match was not won"
						  : "the match was won by its rounds";
	*line = prover->result_line;
	if (endings[ending].played && winner != match->winner)
		return "the rounds give another winner";
	if (endings[ending].winner != (winner != EG_NOBODY))
		return "a match that ends in this way has another winner";
	prover->proof.whole = endings[ending].played;
	return NULL;
}

/*
 * Checks the end of a record that was cut: compares the score with the rounds, if the record has a
 * score.
 */
static const char *prove_cut(struct prover *prover, uint32_t *line)
{
	*line = prover->result_line;
	prover->proof.winner = EG_NOBODY;
	return prover->given & RESULT && is_other_score(prover) ? "the rounds give another score"
								: NULL;
}

static const char *prove_end(struct prover *prover, uint32_t *line)
{
	bool cut = !(prover->given & TERMINATION);

	if ((prover->given & BEFORE_ROUNDS) != BEFORE_ROUNDS)
		return "a proof has the tags Commitment, Challenge and Accept";
	if (cut)
		return prove_cut(prover, line);
	if (prover->closed)
		return "the last round was not opened";
	if ((prover->given & NEEDED) != NEEDED)
		return "a proof has the tags Result and Termination";
	return prove_result(prover, line);
}

static const char *prove_item(
	struct prover *prover, const struct eg_record_item *item, uint32_t *line)
{
	*line = item->line;
	switch (item->kind) {
	case EG_RECORD_TAG:
		return prove_tag(prover, item);
	case EG_RECORD_ROUND:
		return prove_round(prover, item);
	case EG_RECORD_ACTION:
		prover->proof.actions++;
		return NULL;
	case EG_RECORD_RESULT:
		return NULL;
	case EG_RECORD_END:
		break;
	}
	return prove_end(prover, line);
}

enum eg_error eg_record_prove(
	const char *text, size_t size, struct eg_proof *proof, struct eg_record_fault *fault)
{
	struct prover prover = {0};
	struct eg_record_item item;
	struct eg_reader reader;

	enum eg_error error = eg_record_replay(text, size, &prover.proof.match, fault);
	if (error != EG_OK)
		return error;
	eg_reader_init(&reader, text, size);
	do {
		struct eg_record_fault found = {0};

		error = eg_reader_next(&reader, &item, fault);
		assert(error == EG_OK); /* eg_record_replay has read the same text */
		found.reason = prove_item(&prover, &item, &found.line);
		if (found.reason) {
			*fault = found;
			return EG_ILLEGAL;
		}
	} while (item.kind != EG_RECORD_END);
	*proof = prover.proof;
	return EG_OK;
}
