#include "adapters/console/input.h"

#include "adapters/console/console.h"
#include "bot/base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines */

void con_line_reader_init(struct con_line_reader *reader, int fd)
{
	reader->fd = fd;
	reader->end = reader->skipping = false;
	reader->begin = reader->used = 0;
}

void con_line_reader_read(struct con_line_reader *reader)
{
	memmove(reader->bytes, reader->bytes + reader->begin, reader->used - reader->begin);
	reader->used -= reader->begin;
	reader->begin = 0;

	/* One byte stays free for the NUL after a last line that has no newline. */
	ssize_t got =
		read(reader->fd, reader->bytes + reader->used, CON_LINE_SIZE - 1 - reader->used);
	if (got < 0 && errno == EINTR)
		return;
	if (got <= 0)
		reader->end = true;
	else
		reader->used += (size_t)got;
}

static enum con_line_state last_line(struct con_line_reader *reader, char **line)
{
	if (reader->begin == reader->used)
		return CON_LINE_END;
	*line = reader->bytes + reader->begin;
	reader->bytes[reader->used] = '\0';
	reader->begin = reader->used;
	return CON_LINE;
}

enum con_line_state con_line_reader_next(struct con_line_reader *reader, char **line)
{
	char *begin = reader->bytes + reader->begin;
	char *newline = memchr(begin, '\n', reader->used - reader->begin);

	if (!newline && reader->end && !reader->skipping)
		return last_line(reader, line);
	if (!newline && reader->end)
		return CON_LINE_END;
	if (!newline && (reader->skipping || reader->used - reader->begin == CON_LINE_SIZE - 1)) {
		bool first = !reader->skipping;
		reader->skipping = true;
		reader->begin = reader->used;
		return first ? CON_LINE_TOO_LONG : CON_LINE_WAIT;
	}
	if (!newline)
		return CON_LINE_WAIT;

	bool rest = reader->skipping;
	reader->skipping = false;
	reader->begin += (size_t)(newline - begin) + 1;
	*newline = '\0';
	if (newline > begin && newline[-1] == '\r')
		newline[-1] = '\0';
	*line = begin;
	return rest ? con_line_reader_next(reader, line) : CON_LINE;
}

/* The parts of a line */

static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
static const char blank[] = " \t";

bool con_input_is_name(const char *text)
{
	size_t length = strspn(text, name_bytes);

	return length && length <= CON_NAME_MAX && !text[length];
}

static void cut_end(char *text)
{
	size_t length = strlen(text);

	while (length && strchr(blank, text[length - 1]))
		text[--length] = '\0';
}

static void parse_command(char *line, struct con_input *input)
{
	char *end = line + strcspn(line, blank);
	char *argument = end + strspn(end, blank);

	*end = '\0';
	*input = (struct con_input){.kind = CON_INPUT_COMMAND, .text = line, .argument = argument};
}

void con_input_parse(char *line, struct con_input *input)
{
	line += strspn(line, blank);
	cut_end(line);
	*input = (struct con_input){.kind = CON_INPUT_UNCLEAR};
	if (!*line || *line == '#') {
		input->kind = CON_INPUT_NOTHING;
		return;
	}
	if (*line == '/') {
		parse_command(line + 1, input);
		return;
	}

	char *mark = line + strspn(line, name_bytes);
	char *text = mark + 1;
	if (*mark != ':' && *mark != '>')
		return;
	input->kind = *mark == ':' ? CON_INPUT_IN_ROOM : CON_INPUT_IN_PRIVATE;
	*mark = '\0';
	for (; input->kind == CON_INPUT_IN_PRIVATE && *text == '^'; text++)
		input->back++;
	input->name = line;
	input->text = text + strspn(text, blank);
	if (!con_input_is_name(line))
		input->kind = CON_INPUT_UNCLEAR;
}

bool con_input_duration(const char *text, int64_t *ms)
{
	static const struct {
		char unit;
		int64_t ms;
	} units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', 86400000}};
	size_t length = strspn(text, "0123456789");

	if (!length || length > 6 || !text[length] || text[length + 1])
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (units[i].unit == text[length]) {
			*ms = strtol(text, NULL, 10) * units[i].ms;
			return true;
		}
	return false;
}

/* Whether a mention may follow: after the start, a space, or a character that is not ASCII. */
static bool ends_word(char before)
{
	return strchr(" (,", before) || (unsigned char)before >= 0x80;
}

char *con_input_with_ids(const char *text)
{
	char *made = NULL;
	size_t size;
	FILE *out = bot_memory_or_exit(open_memstream(&made, &size));
	char before = ' ';

	while (*text) {
		size_t name = *text == '@' && ends_word(before) ? strspn(text + 1, name_bytes) : 0;
		size_t length = name ? name + 1 : 1;
		fwrite(text, 1, length, out);
		before = text[length - 1];
		text += length;
		if (name && *text != ':')
			fputs(":" CON_SERVER, out);
	}
	return bot_memory_or_exit(fclose(out) == 0 ? made : NULL);
}
