#include "bot/name.h"

#include "bot/text.h"

#include <string.h>
#include <strings.h>

struct range {
	uint32_t first, last;
};

/*
 * What may not be in a name: controls, the bidirectional controls of UAX #9, and characters
 * that show nothing (Default_Ignorable_Code_Point of the Unicode Character Database).
 */
static const struct range dropped[] = {
	{0x00, 0x1F},
	{0x7F, 0x9F},
	{0xAD, 0xAD},
	{0x34F, 0x34F},
	{0x61C, 0x61C},
	{0x115F, 0x1160},
	{0x17B4, 0x17B5},
	{0x180B, 0x180F},
	{0x200B, 0x200F},
	{0x2028, 0x202E},
	{0x2060, 0x206F},
	{0x2800, 0x2800},
	{0x3164, 0x3164},
	{0xFE00, 0xFE0F},
	{0xFEFF, 0xFEFF},
	{0xFFA0, 0xFFA0},
	{0xFFF0, 0xFFFD},
	{0x1BCA0, 0x1BCA3},
	{0x1D173, 0x1D17A},
	{0xE0000, 0xE0FFF},
};

static const struct range spaces[] = {
	{0x09, 0x0D},
	{0x20, 0x20},
	{0x85, 0x85},
	{0xA0, 0xA0},
	{0x1680, 0x1680},
	{0x2000, 0x200A},
	{0x2028, 0x2029},
	{0x202F, 0x202F},
	{0x205F, 0x205F},
	{0x3000, 0x3000},
};

static bool within(const struct range *ranges, size_t count, uint32_t character)
{
	for (size_t i = 0; i < count; i++)
		if (character >= ranges[i].first && character <= ranges[i].last)
			return true;
	return false;
}

void bot_name_clean(const char *name, char clean[BOT_NAME_SIZE])
{
	struct bot_text text;
	uint32_t character;
	size_t length;
	bool space = false;

	bot_text_init(&text, clean, BOT_NAME_SIZE);
	for (; (length = bot_text_char(name, &character)) > 0 && !text.cut; name += length) {
		if (within(spaces, sizeof spaces / sizeof *spaces, character)) {
			space = text.used > 0;
			continue;
		}
		if (within(dropped, sizeof dropped / sizeof *dropped, character))
			continue;
		if (space)
			bot_text_add(&text, " ");
		space = false;
		bot_text_add_bytes(&text, name, length);
	}
	if (text.used > 0 && clean[text.used - 1] == ' ')
		clean[text.used - 1] = '\0';
	if (clean[0] == '@')
		clean[0] = '\0';
}

bool bot_name_similar(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0;
}

/* The grammar of the Matrix specification, appendix "User Identifiers", historical ones too. */
static bool is_local(const char *local, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (local[i] < 0x21 || local[i] > 0x7E)
			return false;
	return length > 0;
}

static bool is_server(const char *server)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";

	return server[0] != '\0' && server[strspn(server, allowed)] == '\0';
}

bool bot_name_user(const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	const char *server = strchr(word, ':');
	size_t local = server ? (size_t)(server - word) : strlen(word);
	struct bot_text text;
	char id[BOT_ID_SIZE];

	if (word[0] != '@' || !is_local(word + 1, local - 1))
		return false;
	if (!server)
		server = strchr(sender, ':');
	if (server && !is_server(server + 1))
		return false;
	bot_text_init(&text, id, sizeof id);
	bot_text_add_bytes(&text, word, local);
	bot_text_add(&text, server ? server : "");
	if (text.cut)
		return false;
	memcpy(user, id, sizeof id);
	return true;
}
