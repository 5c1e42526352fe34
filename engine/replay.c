#include "engine/engarde.h"

#include "engine/internal.h"

/* The tags that give the rules of the match, as bits. */
enum { RULES = 1, TOUCHES = 2, FIRST = 4, NEEDED = 7, START = 8 };

struct replay {
	struct eg_match_rules rules;
	unsigned given; /* the tags read so far */
	bool begun;     /* the first round was read, so the match is set up */
	struct eg_match match;
	bool open;          /* the result of the last round was not read yet */
	const char *reason; /* why the record is wrong */
};

static enum eg_error fail(struct replay *replay, enum eg_error error, const char *reason)
{
	replay->reason = reason;
	return error;
}

static enum eg_error read_rules(struct replay *replay, struct eg_text value)
{
	if (eg_rules_parse(value.start, value.size, &replay->rules.round) != EG_OK)
		return fail(replay, EG_BAD_RULES, "no such rule set");
	return EG_OK;
}

static enum eg_error read_touches(struct replay *replay, struct eg_text value)
{
	uint16_t touches;

	if (!eg_text_number(value, &touches) || touches < 1 || touches > EG_TOUCHES_MAX)
		return fail(replay, EG_BAD_RULES, "Touches is 1 to 15");
	replay->rules.touches = (uint8_t)touches;
	return EG_OK;
}

/* Reads the score at the beginning, such as "0-2". */
static enum eg_error read_start(struct replay *replay, struct eg_text value)
{
	size_t white = 0;
	uint16_t start[2];

	while (white < value.size && value.start[white] != '-')
		white++;
	if (white == value.size ||
		!eg_text_number((struct eg_text){value.start, white}, &start[EG_WHITE]) ||
		!eg_text_number((struct eg_text){value.start + white + 1, value.size - white - 1},
			&start[EG_BLACK]) ||
		start[EG_WHITE] > EG_TOUCHES_MAX || start[EG_BLACK] > EG_TOUCHES_MAX)
		return fail(replay, EG_BAD_RULES, "Start is a score such as \"0-2\"");
	replay->rules.start[EG_WHITE] = (uint8_t)start[EG_WHITE];
	replay->rules.start[EG_BLACK] = (uint8_t)start[EG_BLACK];
	return EG_OK;
}

static enum eg_error read_first(struct replay *replay, struct eg_text value)
{
	if (!eg_text_player(value, &replay->rules.first))
		return fail(replay, EG_BAD_RULES, "First is white or black");
	return EG_OK;
}

static const struct {
	const char *name;
	unsigned bit;
	enum eg_error (*read)(struct replay *replay, struct eg_text value);
} tags[] = {
	{"Rules", RULES, read_rules},
	{"Touches", TOUCHES, read_touches},
	{"First", FIRST, read_first},
	{"Start", START, read_start},
};

static enum eg_error replay_tag(struct replay *replay, const struct eg_record_item *item)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (!eg_text_is(item->name, tags[i].name))
			continue;
		if (replay->begun)
			return fail(replay, EG_ILLEGAL, "this tag comes before the first round");
		if (replay->given & tags[i].bit)
			return fail(replay, EG_ILLEGAL, "this tag was given before");
		replay->given |= tags[i].bit;
		return tags[i].read(replay, item->value);
	}
	return EG_OK;
}

static enum eg_error begin(struct replay *replay)
{
	if ((replay->given & NEEDED) != NEEDED)
		return fail(replay, EG_BAD_RULES,
			"the tags Rules, Touches and First come before the first round");
	replay->begun = true;
	if (eg_match_init(&replay->match, &replay->rules) != EG_OK)
		return fail(replay, EG_BAD_RULES, "Start is a score that wins the match");
	return EG_OK;
}

static enum eg_error replay_round(struct replay *replay, const struct eg_record_item *item)
{
	enum eg_error error = replay->begun ? EG_OK : begin(replay);

	if (error)
		return error;
	if (replay->open)
		return fail(replay, EG_ILLEGAL, "the round before has no result");
	if (replay->match.winner != EG_NOBODY)
		return fail(replay, EG_ILLEGAL, "the match was won before this round");
	if (item->number != replay->match.rounds + 1)
		return fail(replay, EG_ILLEGAL, "rounds are numbered one by one");
	replay->open = true;
	error = eg_match_deal(&replay->match, item->deck);
	return error ? fail(replay, error, "a deck has five cards of each value") : EG_OK;
}

static enum eg_error replay_action(struct replay *replay, const struct eg_record_item *item)
{
	if (!replay->open)
		return fail(replay, EG_ILLEGAL, "no round is being played");
	if (item->number != replay->match.round.plies + 1)
		return fail(replay, EG_ILLEGAL, "actions are numbered one by one");
	if (eg_match_play(&replay->match, item->action) != EG_OK)
		return fail(replay, EG_ILLEGAL, "the rules forbid this action here");
	return EG_OK;
}

static enum eg_error replay_result(struct replay *replay, const struct eg_record_item *item)
{
	const struct eg_round *round = &replay->match.round;

	if (!replay->open)
		return fail(replay, EG_ILLEGAL, "no round is being played");
	if (round->phase != EG_OVER)
		return fail(replay, EG_ILLEGAL, "the round is not over");
	if (round->result.winner != item->result.winner ||
		round->result.reason != item->result.reason)
		return fail(replay, EG_ILLEGAL, "the round ended otherwise");
	replay->open = false;
	return EG_OK;
}

static enum eg_error replay_end(struct replay *replay)
{
	if (!replay->begun)
		return begin(replay);
	if (replay->open && replay->match.round.phase == EG_OVER)
		return fail(replay, EG_ILLEGAL, "the last round has no result");
	return EG_OK;
}

static enum eg_error replay_item(struct replay *replay, const struct eg_record_item *item)
{
	switch (item->kind) {
	case EG_RECORD_TAG:
		return replay_tag(replay, item);
	case EG_RECORD_ROUND:
		return replay_round(replay, item);
	case EG_RECORD_ACTION:
		return replay_action(replay, item);
	case EG_RECORD_RESULT:
		return replay_result(replay, item);
	case EG_RECORD_END:
		break;
	}
	return replay_end(replay);
}

enum eg_error eg_record_replay(
	const char *text, size_t size, struct eg_match *match, struct eg_record_fault *fault)
{
	struct replay replay = {0};
	struct eg_record_item item = {.kind = EG_RECORD_TAG};
	struct eg_reader reader;

	eg_reader_init(&reader, text, size);
	while (item.kind != EG_RECORD_END) {
		enum eg_error error = eg_reader_next(&reader, &item, fault);

		if (error)
			return error;
		error = replay_item(&replay, &item);
		if (error) {
			*fault = (struct eg_record_fault){item.line, replay.reason};
			return error;
		}
	}
	*match = replay.match;
	return EG_OK;
}
