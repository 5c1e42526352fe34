#include "engine/command/report.h"

#include <jansson.h>
#include <string.h>

/* Whether the text is UTF-8. */
static bool is_valid(const char *text)
{
	json_t *string = json_string(text);

	json_decref(string);
	return string;
}

/* Returns the code point at the start of valid UTF-8, and its number of bytes. */
static uint32_t decode(const char *text, size_t *size)
{
	unsigned char first = (unsigned char)text[0];
	uint32_t point = first < 0x80   ? first
			 : first < 0xe0 ? first & 0x1fU
			 : first < 0xf0 ? first & 0xfU
					: first & 7U;

	*size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	for (size_t i = 1; i < *size; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3fU);
	return point;
}

/*
 * Whether a character may be shown: it is no control character, it is not invisible, it does not
 * change the direction of the text around it, and XML may have it.
 */
static bool is_shown(uint32_t point)
{
	static const uint32_t hidden[][2] = {{0, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c},
		{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2069}, {0xfeff, 0xfeff},
		{0xfffe, 0xffff}, {0xe0000, 0xe007f}};

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (point >= hidden[i][0] && point <= hidden[i][1])
			return false;
	return true;
}

static void clean(char *name)
{
	char *to = name;
	size_t size;

	if (!is_valid(name))
		for (char *c = name; *c; c++)
			if (*c < ' ' || *c > '~')
				*c = '?';
	for (; *name; name += size)
		if (is_shown(decode(name, &size))) {
			memmove(to, name, size);
			to += size;
		}
	*to = '\0';
}

/*
 * Copies as much of a value that is too long as fits, and ends it with "…". The cut is neither
 * within a character nor after the \ of \" or \\.
 */
static void shorten(const struct eg_record_item *item, char name[REPORT_NAME_SIZE])
{
	static const char mark[] = "…";
	struct eg_record_item start = *item;
	const char *text = item->value.start;
	size_t escapes = 0;

	start.value.size = REPORT_NAME_SIZE - sizeof(mark);
	while (start.value.size > 0 && ((unsigned char)text[start.value.size] & 0xc0) == 0x80)
		start.value.size--;
	while (escapes < start.value.size && text[start.value.size - 1 - escapes] == '\\')
		escapes++;
	start.value.size -= escapes % 2;
	if (eg_record_value(&start, name, REPORT_NAME_SIZE) != EG_OK)
		*name = '\0';
	clean(name);
	memcpy(name + strlen(name), mark, sizeof(mark));
}

static void read_name(struct report *report, const struct eg_record_item *item)
{
	static const char *const tags[] = {"White", "Black"};

	for (size_t i = 0; i < 2; i++) {
		char *name = report->names[i];

		if (item->name.size != strlen(tags[i]) ||
			memcmp(item->name.start, tags[i], item->name.size) != 0)
			continue;
		if (eg_record_value(item, name, REPORT_NAME_SIZE) == EG_OK)
			clean(name);
		else
			shorten(item, name);
	}
}

void report_init(
	struct report *report, const struct eg_analysis *analysis, const char *text, size_t size)
{
	struct eg_record_item item = {.kind = EG_RECORD_TAG};
	struct eg_record_fault fault;
	struct eg_reader reader;

	memset(report, 0, sizeof(*report));
	report->analysis = analysis;
	eg_reader_init(&reader, text, size);
	while (item.kind != EG_RECORD_END && eg_reader_next(&reader, &item, &fault) == EG_OK)
		if (item.kind == EG_RECORD_TAG)
			read_name(report, &item);
}
