#include "adapters/matrix/send/widget.h"

#include <stdio.h>

const char *mx_widget_key(const char *me, char key[MX_WIDGET_KEY_SIZE])
{
	snprintf(key, MX_WIDGET_KEY_SIZE, MX_WIDGET_KEY "%s", me);
	return key;
}

json_t *mx_widget_content(const char *url, const char *me, const char *avatar)
{
	char key[MX_WIDGET_KEY_SIZE];

	if (!*url)
		return json_object();
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s*, s:b, s:{}}", "type", "m.custom", "url",
		url, "name", "En Garde", "id", mx_widget_key(me, key), "creatorUserId", me,
		"avatar_url", avatar, "waitForIframeLoad", 1, "data");
}
