#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

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
	if (!eg_text_tag_name((struct eg_text){name, strlen(name)}))
		writer->error = writer->error ? writer->error : EG_SYNTAX;
	if (writer->column > 0)
		end_line(writer);
	put_text(writer, "[");
	put_text(writer, name);
	put_text(writer, " \"");
	for (; *value; value++) {
		if (eg_text_control(*value))
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
