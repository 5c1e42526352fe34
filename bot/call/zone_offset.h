/* Time zones that are a fixed distance from UTC, without summer time: UTC+2, UTC-5, UTC+5:30. */
#ifndef BOT_CALL_ZONE_OFFSET_H
#define BOT_CALL_ZONE_OFFSET_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads such a zone as people type it: "utc+2", "GMT -5", "+05:30" or "+0530". Writes its name, or
 * UTC if the distance is zero or only "utc" or "gmt" is typed. `size` is at least 10. Returns false
 * if the text is something else, or farther away than any clock is (from -12 to +14 hours).
 */
bool bot_zone_read_offset(const char *typed, char *zone, size_t size);

/* Whether a name is that of such a zone, and not UTC itself. */
bool bot_zone_is_offset(const char *zone);

/* Writes the name of such a zone as GLib has it: "+05:30". `size` is at least 7. */
void bot_zone_write_offset(const char *zone, char *identifier, size_t size);

#endif
