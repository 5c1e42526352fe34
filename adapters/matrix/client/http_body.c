#include "adapters/matrix/client/http_body.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_piece.h"
#include "adapters/matrix/client/json_stream.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_RATIO 8 /* bytes of memory for the parsed body, for each byte of its limit */

void mx_http_body_finish(struct mx_http_body *body)
{
	if (body->text) /* the answer to a login has a token in it */
		sodium_memzero(body->text, body->size);
	free(body->text);
	mx_json_stream_destroy(body->stream);
}

/* Gives the text to a stream, which reads all further bytes as they arrive. */
static bool begin_stream(struct mx_http_body *body)
{
	body->stream = mx_json_stream_create();
	if (!body->stream || !mx_json_stream_feed(body->stream, body->text, body->size))
		return false;
	free(body->text);
	body->text = NULL;
	body->capacity = 0;
	return true;
}

bool mx_http_body_append(struct mx_http_body *body, const char *data, size_t size)
{
	if (size > body->limit - body->size) {
		body->is_too_big = true;
		return false;
	}
	if (body->big && !body->stream && body->size + size > MX_JSON_STREAM_FROM &&
		!begin_stream(body))
		return false;
	if (body->stream) {
		body->size += size;
		return mx_json_stream_feed(body->stream, data, size);
	}
	if (size > body->capacity - body->size) {
		size_t capacity = 2 * (body->size + size);
		char *text = realloc(body->text, capacity);

		if (!text)
			return false;
		body->text = text;
		body->capacity = capacity;
	}
	memcpy(body->text + body->size, data, size);
	body->size += size;
	return true;
}

json_t *mx_http_body_parse(struct mx_http_body *body, unsigned *dropped)
{
	bool overflowed;
	json_t *json;

	*dropped = 0;
	if (body->stream) {
		*dropped = mx_json_stream_dropped(body->stream);
		return mx_json_stream_overflowed(body->stream) ? NULL
							       : mx_json_stream_take(body->stream);
	}
	if (body->text && !body->big &&
		mx_json_piece_cost(body->text, body->size) > MEMORY_RATIO * body->limit) {
		body->is_too_big = true;
		return NULL;
	}
	if (!body->lenient)
		return mx_json_parse(body->text, body->size);
	json = mx_json_stream_parse(body->text, body->size, dropped, &overflowed);
	if (overflowed) {
		json_decref(json);
		return NULL;
	}
	return json;
}
