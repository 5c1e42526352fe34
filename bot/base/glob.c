#include "bot/base/glob.h"

#include <string.h>
#include <strings.h>

static bool is_same(const char *a, const char *b, enum bot_glob_case which)
{
	return which == BOT_GLOB_EXACT ? *a == *b : strncasecmp(a, b, 1) == 0;
}

/* After a mismatch, goes back only to the last *, so the time can't grow exponentially. */
bool bot_glob_matches(const char *glob, const char *text, enum bot_glob_case which)
{
	const char *star = NULL, *from = NULL;

	while (*text) {
		if (*glob == '*') {
			star = ++glob;
			from = text;
		} else if (*glob == '?' || (*glob && is_same(glob, text, which))) {
			glob++;
			text++;
		} else if (star) {
			glob = star;
			text = ++from;
		} else {
			return false;
		}
	}
	return glob[strspn(glob, "*")] == '\0';
}
