#include "adapters/console/line_reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

	/* One byte stays free for a NUL, since the last line may have no newline. */
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
