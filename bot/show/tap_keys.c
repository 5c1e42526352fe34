#include "bot/show/tap_keys.h"

#include "bot/text/page.h"

/* Whether the player may mean a legal action if they name only this card. */
static bool is_playable(const struct eg_view *view, uint8_t card)
{
	uint8_t cards[EG_VALUES + 1] = {0};

	cards[card] = 1;
	for (size_t i = 0; i < view->legal_count; i++)
		if (eg_view_fits(view, view->legal[i], cards))
			return true;
	return false;
}

void bot_tap_keys_cards(const struct eg_view *view, char keys[BOT_CARD_KEYS_SIZE])
{
	struct bot_text text;

	bot_text_init(&text, keys, BOT_CARD_KEYS_SIZE);
	for (uint8_t card = 1; card <= EG_VALUES; card++) {
		if (!is_playable(view, card))
			continue;
		bot_text_add(&text, text.used > 0 ? "\n" : "");
		bot_text_add_number(&text, card);
		bot_text_add(&text, BOT_REACTION_KEYCAP);
	}
}

/*
 * The emoji of a letter is its regional indicator. In UTF-8, these emoji differ only in the last
 * byte.
 */
void bot_tap_keys_letters(const bool chosen[EG_LEGAL_MAX], char keys[BOT_LETTER_KEYS_SIZE])
{
	struct bot_text text;

	bot_text_init(&text, keys, BOT_LETTER_KEYS_SIZE);
	for (size_t i = 0; i < EG_CHOICES_MAX; i++) {
		char emoji[BOT_LETTER_BYTES + 1] = "\xF0\x9F\x87\xA6";

		if (!chosen[i])
			continue;
		emoji[BOT_LETTER_BYTES - 1] =
			(char)(emoji[BOT_LETTER_BYTES - 1] + eg_choice_letter(i) - 'a');
		bot_text_add(&text, text.used > 0 ? "\n" : "");
		bot_text_add(&text, emoji);
	}
}
