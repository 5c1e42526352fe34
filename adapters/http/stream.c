#include "adapters/http/stream.h"

#include "bot/base/clock.h"
#include "bot/base/memory.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#define LINE_TIME 60000 /* ms that a client may take to receive one line */
#define LAST_TIME 5000  /* the same, after the end of the stream */

/* libmicrohttpd uses a buffer of this size for each client of HTTP/1.0, such as nginx. */
#define BLOCK 1024

struct http_line {
	unsigned references;
	size_t size;
	char *text;
};

struct http_stream {
	struct MHD_Connection *connection; /* NULL before the server sends the stream */
	bool *woken;
	struct http_line *current; /* the line that the server is sending, or NULL */
	size_t sent;               /* how many bytes of `current` the server has */
	struct http_line *next;    /* the newest line after `current`, or NULL */
	int64_t began;             /* when the server began with `current` */
	bool idle; /* all is sent, and the connection is suspended until there is a line */
	bool ending;
	void (*closed)(void *self);
	void *self;
};

struct http_line *http_line_create(char *text, size_t size)
{
	struct http_line *line = bot_malloc(sizeof(*line));

	*line = (struct http_line){.references = 1, .size = size, .text = text};
	return line;
}

struct http_line *http_line_hold(struct http_line *line)
{
	line->references++;
	return line;
}

void http_line_release(struct http_line *line)
{
	if (!line || --line->references > 0)
		return;
	free(line->text);
	free(line);
}

bool http_line_is_shared(const struct http_line *line)
{
	return line->references > 1;
}

static void on_line_sent(void *line)
{
	http_line_release(line);
}

struct MHD_Response *http_line_response(struct http_line *line)
{
	return MHD_create_response_from_buffer_with_free_callback_cls(
		line->size, line->text, on_line_sent, http_line_hold(line));
}

struct http_stream *http_stream_create(void (*closed)(void *self), void *self)
{
	struct http_stream *stream = bot_calloc(1, sizeof(*stream));

	stream->closed = closed;
	stream->self = self;
	stream->began = bot_clock_steady();
	return stream;
}

/* Resumes the connection if it was suspended because everything was sent. */
static void wake(struct http_stream *stream)
{
	if (!stream->idle)
		return;
	stream->idle = false;
	stream->began = bot_clock_steady();
	*stream->woken = true;
	MHD_resume_connection(stream->connection);
}

void http_stream_send(struct http_stream *stream, struct http_line *line)
{
	http_line_release(stream->next);
	stream->next = http_line_hold(line);
	wake(stream);
}

void http_stream_send_if_idle(struct http_stream *stream, struct http_line *line)
{
	if (stream->idle)
		http_stream_send(stream, line);
}

void http_stream_end(struct http_stream *stream)
{
	stream->ending = true;
	stream->began = bot_clock_steady();
	wake(stream);
}

void http_stream_bind(struct http_stream *stream, struct MHD_Connection *connection, bool *woken)
{
	stream->connection = connection;
	stream->woken = woken;
}

static void take_next_line(struct http_stream *stream)
{
	http_line_release(stream->current);
	stream->current = stream->next;
	stream->next = NULL;
	stream->sent = 0;
	stream->began = bot_clock_steady();
}

/* Gives libmicrohttpd the next bytes. Without bytes, suspends the connection. */
static ssize_t give(void *self, uint64_t position, char *out, size_t room)
{
	struct http_stream *stream = self;
	size_t size;

	(void)position;
	if (!stream->current || stream->sent == stream->current->size)
		take_next_line(stream);
	if (!stream->current && stream->ending)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (!stream->current) {
		stream->idle = true;
		MHD_suspend_connection(stream->connection);
		return 0;
	}
	size = stream->current->size - stream->sent;
	size = size < room ? size : room;
	memcpy(out, stream->current->text + stream->sent, size);
	stream->sent += size;
	return (ssize_t)size;
}

void http_stream_destroy(struct http_stream *stream)
{
	stream->closed(stream->self);
	http_line_release(stream->current);
	http_line_release(stream->next);
	free(stream);
}

static void on_response_end(void *self)
{
	http_stream_destroy(self);
}

struct MHD_Response *http_stream_response(struct http_stream *stream)
{
	return MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, BLOCK, give, stream, on_response_end);
}

bool http_stream_is_stuck(const struct http_stream *stream, int64_t now)
{
	return !stream->idle && now - stream->began >= (stream->ending ? LAST_TIME : LINE_TIME);
}
