/*
 * A streamed reply: lines that the server sends until the caller ends the stream or the client
 * leaves. A stream keeps at most two lines: the line that the server is sending, and the newest
 * line after it. So a client that reads slowly misses lines, but costs no more memory.
 */
#ifndef ADAPTERS_HTTP_STREAM_H
#define ADAPTERS_HTTP_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that many streams and replies can send. The last release frees it. */
struct http_line;

/* Returns a line with one reference. The line owns `text`, and frees it with free(). */
struct http_line *http_line_create(char *text, size_t size);
/* Adds a reference. Returns the line. */
struct http_line *http_line_hold(struct http_line *line);
/* Removes a reference. `line` may be NULL. */
void http_line_release(struct http_line *line);
/* Returns whether the line has more than one reference. */
bool http_line_is_shared(const struct http_line *line);

struct http_stream;

/*
 * Returns a new stream, which the caller puts into a reply (struct http_reply). From then on the
 * server owns the stream. When the connection ends, the server calls `closed`, and then frees the
 * stream.
 */
struct http_stream *http_stream_create(void (*closed)(void *self), void *self);

/*
 * Sends a line. The stream adds a reference to the line. If the server has not begun to send the
 * previous line, the new line replaces the previous line.
 */
void http_stream_send(struct http_stream *stream, struct http_line *line);

/* Sends a line only if the server has nothing else to send on this stream. */
void http_stream_send_if_idle(struct http_stream *stream, struct http_line *line);

/*
 * Ends the stream after the lines that it has. The client must take each of them within 5 seconds:
 * a client that reads nothing must not keep the place of others.
 */
void http_stream_end(struct http_stream *stream);

/* For the server: */

struct MHD_Connection;

/*
 * Tells the stream on which connection the server sends it. The stream sets *woken to true when the
 * server has something to send again.
 */
void http_stream_bind(struct http_stream *stream, struct MHD_Connection *connection, bool *woken);

struct MHD_Response;

/* Returns a response whose body is the line, or NULL if there is not enough memory. */
struct MHD_Response *http_line_response(struct http_line *line);

/*
 * Returns a response that sends the stream, or NULL if there is not enough memory. The stream lives
 * as long as this response.
 */
struct MHD_Response *http_stream_response(struct http_stream *stream);

/*
 * Returns whether the client has taken a minute or more to receive one line. `now` is a time of
 * bot_clock_steady.
 */
bool http_stream_is_stuck(const struct http_stream *stream, int64_t now);

/* Frees a stream that got no response. */
void http_stream_destroy(struct http_stream *stream);

#endif
