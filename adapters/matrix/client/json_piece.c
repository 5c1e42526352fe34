#include "adapters/matrix/client/json_piece.h"

#include "adapters/matrix/client/json.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* the most bytes of a value; the limit is high because an event may contain other events */
#define SIZE_MOST ((size_t)256 << 10)
#define COST_MOST ((size_t)2 << 20) /* the most estimated bytes of memory for a value */

void mx_json_piece_init(struct mx_json_piece *piece)
{
	*piece = (struct mx_json_piece){.text = bot_malloc(SIZE_MOST)};
}

void mx_json_piece_finish(struct mx_json_piece *piece)
{
	free(piece->text);
}

void mx_json_piece_begin(struct mx_json_piece *piece)
{
	*piece = (struct mx_json_piece){.text = piece->text, .cost = MX_JSON_MEMBER};
}

static void keep(struct mx_json_piece *piece, char c)
{
	if (piece->size < SIZE_MOST)
		piece->text[piece->size] = c;
	piece->size++;
}

bool mx_json_piece_take_quoted(struct mx_json_piece *piece, char c)
{
	bool first = piece->size == 0;

	keep(piece, c);
	if (piece->escaped)
		piece->escaped = false;
	else if (c == '\\')
		piece->escaped = true;
	else
		return c == '"' && !first;
	return false;
}

static bool is_delimiter(char c)
{
	return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

enum mx_json_piece_end mx_json_piece_take(struct mx_json_piece *piece, char c)
{
	if (piece->quoted) {
		piece->quoted = !mx_json_piece_take_quoted(piece, c);
		return piece->quoted || piece->nested > 0 ? MX_JSON_PIECE_GOES_ON
							  : MX_JSON_PIECE_ENDED;
	}
	if (piece->nested == 0 && is_delimiter(c))
		return MX_JSON_PIECE_ENDED_BEFORE;
	keep(piece, c);
	if (c == '"') {
		piece->quoted = true;
	} else if (c == '{' || c == '[') {
		piece->cost += MX_JSON_CONTAINER;
		piece->nested++;
	} else if (c == ',' || c == ':') {
		piece->cost += MX_JSON_MEMBER;
	} else if ((c == '}' || c == ']') && --piece->nested == 0) {
		return MX_JSON_PIECE_ENDED;
	}
	return MX_JSON_PIECE_GOES_ON;
}

size_t mx_json_piece_take_run(struct mx_json_piece *piece, const char *text, size_t size)
{
	size_t length = 0, room = piece->size < SIZE_MOST ? SIZE_MOST - piece->size : 0;

	if (!piece->quoted || piece->escaped)
		return 0;
	while (length < size && text[length] != '"' && text[length] != '\\')
		length++;
	if (room > 0)
		memcpy(piece->text + piece->size, text, length < room ? length : room);
	piece->size += length;
	return length;
}

json_t *mx_json_piece_parse(const struct mx_json_piece *piece)
{
	if (piece->size > SIZE_MOST || piece->cost > COST_MOST)
		return NULL;
	return mx_json_parse_value(piece->text, piece->size);
}
