#include "adapters/http/framing.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct framing {
	unsigned lengths, encodings, hosts;
	bool odd; /* an unknown encoding, or a space in a name */
};

static enum MHD_Result look_at(
	void *self, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct framing *framing = self;

	(void)kind;
	if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
		framing->lengths++;
	} else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
		framing->encodings++;
		framing->odd |= !value || strcasecmp(value, "chunked") != 0;
	}
	framing->hosts += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
	framing->odd |= name[strcspn(name, " \t")] != '\0';
	return MHD_YES;
}

bool http_framing_is_clear(struct MHD_Connection *connection)
{
	struct framing framing = {0};

	MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &framing);
	return framing.lengths + framing.encodings <= 1 && framing.hosts <= 1 && !framing.odd;
}

bool http_framing_is_too_long(struct MHD_Connection *connection, size_t most)
{
	const char *length = MHD_lookup_connection_value(
		connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);

	return length && strtoull(length, NULL, 10) > most;
}
