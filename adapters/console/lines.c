#include "adapters/console/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void con_lines_init(struct con_lines *lines, int fd)
{
	lines->fd = fd;
	lines->end = lines->skipping = false;
	lines->begin = lines->used = 0;
}

void con_lines_read(struct con_lines *lines)
{
	memmove(lines->bytes, lines->bytes + lines->begin, lines->used - lines->begin);
	lines->used -= lines->begin;
	lines->begin = 0;

	/* One byte stays free, for the end of a last line that has none. */
	ssize_t got = read(lines->fd, lines->bytes + lines->used, CON_LINE_SIZE - 1 - lines->used);
	if (got < 0 && errno == EINTR)
		return;
	if (got <= 0)
		lines->end = true;
	else
		lines->used += (size_t)got;
}

static enum con_line_state last_line(struct con_lines *lines, char **line)
{
	if (lines->begin == lines->used)
		return CON_LINE_END;
	*line = lines->bytes + lines->begin;
	lines->bytes[lines->used] = '\0';
	lines->begin = lines->used;
	return CON_LINE;
}

enum con_line_state con_lines_next(struct con_lines *lines, char **line)
{
	char *begin = lines->bytes + lines->begin;
	char *newline = memchr(begin, '\n', lines->used - lines->begin);

	if (!newline && lines->end && !lines->skipping)
		return last_line(lines, line);
	if (!newline && lines->end)
		return CON_LINE_END;
	if (!newline && (lines->skipping || lines->used - lines->begin == CON_LINE_SIZE - 1)) {
		bool first = !lines->skipping;
		lines->skipping = true;
		lines->begin = lines->used;
		return first ? CON_LINE_TOO_LONG : CON_LINE_WAIT;
	}
	if (!newline)
		return CON_LINE_WAIT;

	bool rest = lines->skipping;
	lines->skipping = false;
	lines->begin += (size_t)(newline - begin) + 1;
	*newline = '\0';
	if (newline > begin && newline[-1] == '\r')
		newline[-1] = '\0';
	*line = begin;
	return rest ? con_lines_next(lines, line) : CON_LINE;
}
