/*
 * Reads a big answer piece by piece, as its bytes arrive. Such an answer is a reply to /sync,
 * a page of /messages or a transaction. The homeserver makes a few containers (objects and lists).
 * They can hold thousands of values that strangers chose, mostly events. This module reads the
 * containers. Each value in a container is a piece, which is parsed by itself. A piece that is too
 * big, has too many values or can't be parsed is dropped; in a list a null takes its place.
 *
 * The memory for the kept values is bounded, by an estimate of what jansson needs: up to 75 times
 * the size of the text. If a room's timeline does not fit, all its events are left out and the
 * timeline is marked as limited, so that the room has a gap (timeline_gap.h).
 */
#ifndef MX_JSON_STREAM_H
#define MX_JSON_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mx_json_stream;

/* Texts up to this size may be parsed whole, which is quicker. */
#define MX_JSON_STREAM_FROM ((size_t)1 << 20)

struct mx_json_stream *mx_json_stream_create(void);
void mx_json_stream_destroy(struct mx_json_stream *stream);

/* Reads the next bytes of the text. Returns false if it is no JSON object, whatever follows. */
bool mx_json_stream_feed(struct mx_json_stream *stream, const char *text, size_t size);

/* Returns what was kept, a new reference. NULL: the text was no whole JSON object. */
json_t *mx_json_stream_take(struct mx_json_stream *stream);

/* Returns how many pieces were dropped, without those that were left out with a whole timeline. */
unsigned mx_json_stream_dropped(const struct mx_json_stream *stream);

/* Returns whether a list of a page or a transaction was cut. The caller asks for a smaller page. */
bool mx_json_stream_overflowed(const struct mx_json_stream *stream);

/*
 * Parses a text in memory: with mx_json_parse, or piece by piece if the text is big or that fails.
 * Returns a new reference, or NULL if the text is no JSON object. Writes to *dropped and
 * *overflowed what the two functions above return.
 */
json_t *mx_json_stream_parse(char *text, size_t size, unsigned *dropped, bool *overflowed);

#endif
