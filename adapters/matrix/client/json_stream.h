/*
 * Reads a big JSON text piece by piece, while its bytes arrive: an answer to /sync, a page of
 * /messages or a transaction. Such a text has a few containers (objects and lists) that the
 * homeserver makes. These can hold thousands of values that strangers chose, mostly events. This
 * module reads the containers. Each value in a container is a piece, which is parsed by itself. The
 * module drops a piece that is too big, has too many values or can't be parsed. In a list a null
 * takes the place of the dropped piece.
 *
 * The memory for the kept values has a limit. The module estimates how much memory jansson needs:
 * up to 75 times the size of the text. If a room's timeline does not fit, the module leaves out all
 * events of this timeline and marks it as limited, so that the room has a gap (timeline_gap.h).
 */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_STREAM_H
#define ADAPTERS_MATRIX_CLIENT_JSON_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mx_json_stream;

/* A text of at most this many bytes may be parsed whole, which is quicker than piece by piece. */
#define MX_JSON_STREAM_FROM ((size_t)1 << 20)

struct mx_json_stream *mx_json_stream_create(void);
void mx_json_stream_destroy(struct mx_json_stream *stream);

/*
 * Reads the next bytes of the text. Returns false if these bytes show that the text is not a JSON
 * object.
 */
bool mx_json_stream_feed(struct mx_json_stream *stream, const char *text, size_t size);

/*
 * Returns the answer with the values that were kept, as a new reference. Returns NULL if the text
 * was not a whole JSON object.
 */
json_t *mx_json_stream_take(struct mx_json_stream *stream);

/*
 * Returns how many pieces were dropped. Does not count the pieces that were left out with a whole
 * timeline.
 */
unsigned mx_json_stream_dropped(const struct mx_json_stream *stream);

/*
 * Returns whether a page of /messages or a transaction was cut, because its list needs too much
 * memory. Then the caller asks for a smaller page.
 */
bool mx_json_stream_has_overflowed(const struct mx_json_stream *stream);

/*
 * Parses a text in memory. Uses mx_json_parse for a small text. If the text is big, or
 * mx_json_parse can't parse it, reads it piece by piece. Returns a new reference, or NULL if the
 * text is not a JSON object. Writes to *dropped and *overflowed what mx_json_stream_dropped and
 * mx_json_stream_has_overflowed return.
 */
json_t *mx_json_stream_parse(const char *text, size_t size, unsigned *dropped, bool *overflowed);

#endif
