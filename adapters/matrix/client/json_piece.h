/*
 * Collects the text of one JSON value, byte by byte, until the value ends. json_stream.c uses this.
 * The functions look only at quotes, brackets, commas and colons. json.c checks all other bytes
 * when it parses the text.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_JSON_PIECE_H
#define ADAPTERS_MATRIX_CLIENT_JSON_PIECE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mx_json_piece {
	char *text;
	/* length of the value so far in bytes; `text` keeps only the beginning of a long value */
	size_t size;
	size_t cost;     /* estimated memory that the parsed value will need, without the text */
	unsigned nested; /* how many containers are open */
	bool quoted, escaped;
};

void mx_json_piece_init(struct mx_json_piece *piece);
void mx_json_piece_finish(struct mx_json_piece *piece);

/* Starts another value. */
void mx_json_piece_begin(struct mx_json_piece *piece);

enum mx_json_piece_end {
	MX_JSON_PIECE_GOES_ON,
	MX_JSON_PIECE_ENDED, /* this byte is the last byte of the value */
	/* the value ended before this byte, which does not belong to the value */
	MX_JSON_PIECE_ENDED_BEFORE,
};
enum mx_json_piece_end mx_json_piece_take(struct mx_json_piece *piece, char c);

/*
 * Inside a string, takes the bytes before the next quote or backslash. Elsewhere, takes nothing.
 * Returns how many bytes it took.
 */
size_t mx_json_piece_take_run(struct mx_json_piece *piece, const char *text, size_t size);

/*
 * Takes a byte of a string, or the opening quote. Returns whether the byte was the closing quote.
 */
bool mx_json_piece_take_quoted(struct mx_json_piece *piece, char c);

/*
 * Parses the text. Returns a new reference, or NULL if the text is not JSON, is too long or needs
 * too much memory.
 */
json_t *mx_json_piece_parse(const struct mx_json_piece *piece);

#endif
