#include "adapters/console/input.h"

#include "adapters/console/console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *con_input_with_ids(const char *text)
{
	char *made = NULL;
	size_t size;
	FILE *out = open_memstream(&made, &size);
	char before = ' ';

	if (!out)
		return NULL;
	while (*text) {
		size_t name =
			*text == '@' && strchr(" (,", before) ? strspn(text + 1, name_bytes) : 0;
		size_t length = name ? name + 1 : 1;
		fwrite(text, 1, length, out);
		before = text[length - 1];
		text += length;
		if (name && *text != ':')
			fputs(":" CON_SERVER, out);
	}
	if (!fclose(out))
		return made;
	free(made);
	return NULL;
}
