#include "bot/text/mood.h"

#include "bot/text/plain.h"

static const struct {
	uint32_t first, last;
} moods[] = {
	{0x2640, 0x2642},   /* signs of sexes, which are parts of emoji of people */
	{0x2694, 0x2694},   /* crossed swords */
	{0x2764, 0x2764},   /* heart */
	{0x1F389, 0x1F38A}, /* party popper, confetti */
	{0x1F44A, 0x1F44D}, /* fist, waving hand, OK hand, thumbs up */
	{0x1F44F, 0x1F44F}, /* clapping hands */
	{0x1F4A5, 0x1F4AA}, /* collision to flexed biceps */
	{0x1F525, 0x1F525}, /* fire */
	{0x1F5E1, 0x1F5E1}, /* dagger */
	{0x1F600, 0x1F60F}, /* smiling faces */
	{0x1F64F, 0x1F64F}, /* folded hands */
	{0x1F91D, 0x1F91E}, /* handshake, crossed fingers */
	{0x1F929, 0x1F929}, /* star-struck face */
	{0x1F93A, 0x1F93A}, /* fencer */
};

static bool is_mood(uint32_t character)
{
	for (size_t i = 0; i < sizeof(moods) / sizeof(moods[0]); i++)
		if (character >= moods[i].first && character <= moods[i].last)
			return true;
	return false;
}

bool bot_mood_is_emoji(const char *text, size_t length)
{
	uint32_t character;

	for (size_t at = 0; at < length; at += bot_char_read(text + at, &character)) {
		bot_char_read(text + at, &character);
		if (!is_mood(character))
			return false;
	}
	return length > 0;
}
