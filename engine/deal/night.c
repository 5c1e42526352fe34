#include "engine/deal/night.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void eg_night_commitment(const unsigned char secret[EG_KEY], unsigned char commitment[EG_KEY])
{
	crypto_generichash(commitment, EG_KEY, secret, EG_KEY, NULL, 0);
}

static void hash_text(
	const unsigned char secret[EG_KEY], struct eg_text text, unsigned char hash[EG_KEY])
{
	crypto_generichash(
		hash, EG_KEY, (const unsigned char *)text.start, text.size, secret, EG_KEY);
}

uint64_t eg_night_lot(const unsigned char secret[EG_KEY], struct eg_text event)
{
	unsigned char hash[EG_KEY];
	uint64_t lot = 0;

	hash_text(secret, event, hash);
	for (size_t byte = 0; byte < sizeof(lot); byte++)
		lot |= (uint64_t)hash[byte] << (8 * byte);
	return lot;
}

void eg_night_bout_secret(
	const unsigned char secret[EG_KEY], uint16_t number, unsigned char last[EG_KEY])
{
	char text[16];

	snprintf(text, sizeof(text), "bout %u", (unsigned)number);
	hash_text(secret, (struct eg_text){text, strlen(text)}, last);
}
