/*
 * Fuzzes the plain form of a text: it is valid UTF-8 that nobody can see through, its plain form is
 * itself, and comparing agrees with writing.
 */
#include "bot/base/utf8.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void expect_plain(const char *plain)
{
	uint32_t character;
	size_t length;

	FUZZ_EXPECT(bot_utf8_is_valid(plain));
	for (; (length = bot_char_read(plain, &character)) > 0; plain += length) {
		FUZZ_EXPECT(!bot_char_is_invisible(character));
		FUZZ_EXPECT(character == ' ' || !bot_char_is_space(character));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char plain[512], again[2048], *text = malloc(size + 1);
	struct bot_words words;

	FUZZ_EXPECT(text);
	memcpy(text, data, size);
	text[size] = '\0';
	if (bot_plain_write(text, plain, sizeof(plain))) {
		expect_plain(plain);
		FUZZ_EXPECT(bot_plain_write(plain, again, sizeof(again)));
		expect_plain(again);
		FUZZ_EXPECT(bot_plain_equal(text, text));
	}
	if (bot_words_split(&words, text))
		for (size_t i = 0; i < words.count; i++)
			FUZZ_EXPECT(*words.word[i] && !strchr(words.word[i], ' '));
	free(text);
	return 0;
}
