#include "engine/command/lines.h"

#include <string.h>

/*
 * Reads a line. If the line is longer than LINE_MAX_SIZE, skips its end and sets *size to a number
 * above LINE_MAX_SIZE.
 */
static bool read_line(FILE *in, char *line, size_t *size)
{
	int c = getc_unlocked(in);

	if (c == EOF)
		return false;
	for (*size = 0; c != EOF && c != '\n'; c = getc_unlocked(in)) {
		if (*size < LINE_MAX_SIZE)
			line[*size] = (char)c;
		*size += *size <= LINE_MAX_SIZE;
	}
	return true;
}

bool lines_answer(FILE *in, FILE *out, line_answer *answer, const void *data)
{
	static char line[LINE_MAX_SIZE];
	bool good = true, first = true;
	size_t size;

	for (; read_line(in, line, &size); first = false) {
		/* Some editors write a byte order mark, the U+FEFF of UTF-8, before the text. */
		if (first && size >= 3 && size <= LINE_MAX_SIZE &&
			memcmp(line, "\xEF\xBB\xBF", 3) == 0)
			memmove(line, line + 3, size -= 3);
		if (size <= LINE_MAX_SIZE) {
			good = answer(line, size, out, data) && good;
		} else {
			fprintf(out, "{\"error\":\"a line is at most %d bytes\"}\n", LINE_MAX_SIZE);
			good = false;
		}
		fflush(out); /* a program may wait for the answer before it writes the next line */
	}
	return good;
}
