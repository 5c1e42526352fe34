#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

/* The text of records: its reader, and then its writer. */

bool eg_text_is(struct eg_text text, const char *word)
{
	return strlen(word) == text.size && memcmp(word, text.start, text.size) == 0;
}

bool eg_text_number(struct eg_text text, uint16_t *number)
{
	uint32_t value = 0;

	if (text.size < 1 || text.size > 5 || (text.start[0] == '0' && text.size > 1))
		return false;
	for (size_t i = 0; i < text.size; i++) {
		if (text.start[i] < '0' || text.start[i] > '9')
			return false;
		value = 10 * value + (uint32_t)(text.start[i] - '0');
	}
	if (value > UINT16_MAX)
		return false;
	*number = (uint16_t)value;
	return true;
}

bool eg_text_player(struct eg_text text, enum eg_seat *seat)
{
	if (eg_text_is(text, eg_seat_name(EG_WHITE)))
		*seat = EG_WHITE;
	else if (eg_text_is(text, eg_seat_name(EG_BLACK)))
		*seat = EG_BLACK;
	else
		return false;
	return true;
}

/* Whether the text can be the name of a tag. */
static bool is_tag_name(struct eg_text text)
{
	for (size_t i = 0; i < text.size; i++) {
		char c = text.start[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (!letter && !(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return text.size > 0;
}

/* Whether the byte is a control character, which a tag's value must not have. */
static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

void eg_reader_init(struct eg_reader *reader, const char *text, size_t size)
{
	*reader = (struct eg_reader){text, text + size, 1};
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(struct eg_reader *reader)
{
	for (; reader->at < reader->end && is_blank(*reader->at); reader->at++)
		if (*reader->at == '\n')
			reader->line++;
}

static struct eg_text next_word(struct eg_reader *reader)
{
	skip_blanks(reader);
	struct eg_text word = {reader->at, 0};

	while (reader->at < reader->end && !is_blank(*reader->at))
		reader->at++;
	word.size = (size_t)(reader->at - word.start);
	return word;
}

/* Each read_ function returns NULL, or the reason why the text is wrong. */

static bool next_is(struct eg_reader *reader, char c)
{
	if (reader->at == reader->end || *reader->at != c)
		return false;
	reader->at++;
	return true;
}

static const char *read_tag(struct eg_reader *reader, struct eg_record_item *item)
{
	static const char form[] = "a tag has the form [Name \"value\"]";

	item->kind = EG_RECORD_TAG;
	item->name.start = ++reader->at;
	while (reader->at < reader->end && *reader->at != ' ' && *reader->at != '\n')
		reader->at++;
	item->name.size = (size_t)(reader->at - item->name.start);
	if (!is_tag_name(item->name) || !next_is(reader, ' ') || !next_is(reader, '"'))
		return form;
	item->value.start = reader->at;
	while (reader->at < reader->end && *reader->at != '"') {
		bool escape = next_is(reader, '\\');

		if (reader->at == reader->end || is_control(*reader->at))
			return form;
		if (escape && *reader->at != '"' && *reader->at != '\\')
			return "in a tag's value \\ comes before \" or \\ only";
		reader->at++;
	}
	item->value.size = (size_t)(reader->at - item->value.start);
	return next_is(reader, '"') && next_is(reader, ']') ? NULL : form;
}

static const char *read_round(struct eg_reader *reader, struct eg_record_item *item)
{
	item->kind = EG_RECORD_ROUND;
	if (!eg_text_number(next_word(reader), &item->number))
		return "a round needs its number";
	struct eg_text deck = next_word(reader);

	if (deck.size != EG_DECK)
		return "a deck has 25 digits";
	for (size_t i = 0; i < EG_DECK; i++) {
		if (deck.start[i] < '1' || deck.start[i] > '0' + EG_VALUES)
			return "the digits of a deck are 1 to 5";
		item->deck[i] = (uint8_t)(deck.start[i] - '0');
	}
	return NULL;
}

static const char *read_action(
	struct eg_reader *reader, struct eg_text word, struct eg_record_item *item)
{
	item->kind = EG_RECORD_ACTION;
	if (word.start[word.size - 1] != '.')
		return "the number of an action ends with a dot";
	word.size--;
	if (!eg_text_number(word, &item->number))
		return "not the number of an action";
	struct eg_text text = next_word(reader);

	if (eg_action_parse(text.start, text.size, &item->action) != EG_OK)
		return "not the notation of an action";
	return NULL;
}

static const char *read_result(struct eg_reader *reader, struct eg_record_item *item)
{
	struct eg_text word = next_word(reader);

	item->kind = EG_RECORD_RESULT;
	for (int reason = EG_TOUCH; reason < EG_DRAW; reason++)
		if (eg_text_is(word, eg_reason_name((enum eg_reason)reason))) {
			item->result.reason = (enum eg_reason)reason;
			return NULL;
		}
	return "a round is won by touch, no_move, cards or position";
}

static const char *read_item(struct eg_reader *reader, struct eg_record_item *item)
{
	if (*reader->at == '[')
		return read_tag(reader, item);
	struct eg_text word = next_word(reader);

	if (eg_text_is(word, "round"))
		return read_round(reader, item);
	if (word.start[0] >= '0' && word.start[0] <= '9')
		return read_action(reader, word, item);
	if (eg_text_player(word, &item->result.winner))
		return read_result(reader, item);
	if (!eg_text_is(word, eg_reason_name(EG_DRAW)))
		return "neither a tag, a round, an action nor a result";
	item->kind = EG_RECORD_RESULT;
	item->result = (struct eg_result){EG_NOBODY, EG_DRAW};
	return NULL;
}

enum eg_error eg_reader_next(
	struct eg_reader *reader, struct eg_record_item *item, struct eg_record_fault *fault)
{
	struct eg_record_item read = {.kind = EG_RECORD_END};
	const char *reason = NULL;

	skip_blanks(reader);
	read.line = reader->line;
	if (reader->at < reader->end)
		reason = read_item(reader, &read);
	if (reason) {
		*fault = (struct eg_record_fault){read.line, reason};
		return EG_SYNTAX;
	}
	*item = read;
	return EG_OK;
}

enum eg_error eg_record_value(const struct eg_record_item *item, char *value, size_t size)
{
	const char *from = item->value.start;
	const char *end = from + item->value.size;
	size_t length = 0;

	for (const char *c = from; c < end; c++, length++)
		if (*c == '\\')
			c++;
	if (length >= size)
		return EG_NO_SPACE;
	for (; from < end; from++) {
		if (*from == '\\')
			from++;
		*value++ = *from;
	}
	*value = '\0';
	return EG_OK;
}

/* The writer */

#define COLUMNS 80 /* each line of actions has fewer bytes */

void eg_writer_init(struct eg_writer *writer, char *text, size_t size)
{
	*writer = (struct eg_writer){.size = size};
	writer->text = text;
}

/* Adds text, and keeps one byte free for the final NUL. */
static void put(struct eg_writer *writer, const char *text, size_t size)
{
	if (writer->error)
		return;
	if (writer->size - writer->length <= size) {
		writer->error = EG_NO_SPACE;
		return;
	}
	memcpy(writer->text + writer->length, text, size);
	writer->length += size;
	writer->column += size;
}

static void put_text(struct eg_writer *writer, const char *text)
{
	put(writer, text, strlen(text));
}

static void end_line(struct eg_writer *writer)
{
	put(writer, "\n", 1);
	writer->column = 0;
}

static void put_number(struct eg_writer *writer, uint16_t number)
{
	char digits[5];
	size_t size = 0;

	do {
		digits[sizeof(digits) - ++size] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	put(writer, digits + sizeof(digits) - size, size);
}

void eg_writer_tag(struct eg_writer *writer, const char *name, const char *value)
{
	if (!is_tag_name((struct eg_text){name, strlen(name)}))
		writer->error = writer->error ? writer->error : EG_SYNTAX;
	if (writer->column > 0)
		end_line(writer);
	put_text(writer, "[");
	put_text(writer, name);
	put_text(writer, " \"");
	for (; *value; value++) {
		if (is_control(*value))
			writer->error = writer->error ? writer->error : EG_SYNTAX;
		if (*value == '"' || *value == '\\')
			put(writer, "\\", 1);
		put(writer, value, 1);
	}
	put_text(writer, "\"]");
	end_line(writer);
}

/* Writes a number of touches, which has one digit or two. Returns the end of its digits. */
static char *write_touches(char *at, uint8_t touches)
{
	if (touches >= 10)
		*at++ = (char)('0' + touches / 10);
	*at++ = (char)('0' + touches % 10);
	*at = '\0';
	return at;
}

void eg_writer_rules(struct eg_writer *writer, const struct eg_match_rules *rules)
{
	char touches[3], start[6];

	write_touches(touches, rules->touches);
	eg_writer_tag(writer, "Rules", eg_rules_name(&rules->round));
	eg_writer_tag(writer, "Touches", touches);
	eg_writer_tag(writer, "First", eg_seat_name(rules->first));
	if (rules->start[EG_WHITE] == 0 && rules->start[EG_BLACK] == 0)
		return;
	char *at = write_touches(start, rules->start[EG_WHITE]);
	*at++ = '-';
	write_touches(at, rules->start[EG_BLACK]);
	eg_writer_tag(writer, "Start", start);
}

void eg_writer_deal(struct eg_writer *writer, const uint8_t deck[EG_DECK])
{
	if (writer->column > 0)
		end_line(writer);
	end_line(writer);
	put_text(writer, "round ");
	put_number(writer, ++writer->rounds);
	put_text(writer, " ");
	for (size_t i = 0; i < EG_DECK; i++)
		put(writer, &"012345"[deck[i]], 1);
	end_line(writer);
	writer->actions = 0;
}

void eg_writer_action(struct eg_writer *writer, struct eg_action action)
{
	char text[EG_ACTION_SIZE];
	size_t size = eg_action_print(action, text);

	if (writer->column + sizeof(" 65535. ") + size > COLUMNS)
		end_line(writer);
	if (writer->column > 0)
		put_text(writer, " ");
	put_number(writer, ++writer->actions);
	put_text(writer, ". ");
	put(writer, text, size);
}

void eg_writer_result(struct eg_writer *writer, const struct eg_result *result)
{
	if (writer->column > 0)
		end_line(writer);
	if (result->winner != EG_NOBODY) {
		put_text(writer, eg_seat_name(result->winner));
		put_text(writer, " ");
	}
	put_text(writer, eg_reason_name(result->reason));
	end_line(writer);
}

enum eg_error eg_writer_finish(struct eg_writer *writer, size_t *length)
{
	if (writer->column > 0)
		end_line(writer);
	if (writer->size == 0 && !writer->error)
		writer->error = EG_NO_SPACE;
	if (writer->error)
		return writer->error;
	writer->text[writer->length] = '\0';
	*length = writer->length;
	return EG_OK;
}
