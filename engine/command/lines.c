#include "engine/command/lines.h"

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
	bool good = true;
	size_t size;

	while (read_line(in, line, &size)) {
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
