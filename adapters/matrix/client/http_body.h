/* The body of an answer: collects its bytes as they arrive, and parses them as JSON. */
#ifndef MX_HTTP_BODY_H
#define MX_HTTP_BODY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct mx_http_body {
	char *text;
	size_t size, capacity; /* bytes of the text; 0 if a stream reads the body */
	size_t limit;          /* the most bytes that a body may have */
	bool big;              /* read the body with json_stream.h if it is big */
	bool lenient;          /* read it with json_stream.h if it can't be parsed whole */
	bool is_too_big;       /* set if the body is too long, or would need too much memory */
	struct mx_json_stream
		*stream; /* reads a body that is big; NULL: the body is small so far */
};

/* Wipes and frees what the body holds. */
void mx_http_body_finish(struct mx_http_body *body);

/* Adds bytes. Returns false if the body is too big or no JSON, or if no memory is left. */
bool mx_http_body_append(struct mx_http_body *body, const char *data, size_t size);

/*
 * Parses the whole body. Returns a new reference, or NULL if the body can't be read. Writes to
 * *dropped how many values were left out (json_stream.h).
 */
json_t *mx_http_body_parse(struct mx_http_body *body, unsigned *dropped);

#endif
