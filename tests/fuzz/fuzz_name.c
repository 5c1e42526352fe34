/*
 * Fuzzes a display name. The cleaned name is one short line without the signs of links and
 * mentions, and cleaning it again changes nothing. Its skeleton (the form in which the bot compares
 * names) has only letters and digits, or is Japanese.
 */
#include "bot/text/name.h"
#include "bot/text/name_skeleton.h"
#include "bot/text/plain.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void expect_harmless(const char *clean)
{
	uint32_t character;
	size_t length;

	FUZZ_EXPECT(strlen(clean) < BOT_NAME_SIZE);
	FUZZ_EXPECT(!strpbrk(clean, "@#!:/<>&\"[]()*`\n\r\t"));
	for (; (length = bot_char_read(clean, &character)) > 0; clean += length) {
		FUZZ_EXPECT(character >= ' ' && character != 0x7F && character != 0xFFFD);
		FUZZ_EXPECT(character < 0x2028 || character > 0x202E);
		FUZZ_EXPECT(character < 0x2066 || character > 0x2069);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	char clean[BOT_NAME_SIZE], again[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];
	char *name = malloc(size + 1);

	FUZZ_EXPECT(name);
	memcpy(name, data, size);
	name[size] = '\0';
	bot_name_clean(name, clean);
	free(name);
	expect_harmless(clean);
	bot_name_clean(clean, again);
	FUZZ_EXPECT(strcmp(clean, again) == 0);
	bot_name_skeleton(clean, skeleton);
	FUZZ_EXPECT(strlen(skeleton) < BOT_NAME_SIZE);
	FUZZ_EXPECT(bot_name_has_japanese(skeleton) || skeleton[strspn(skeleton, letters)] == '\0');
	return 0;
}
