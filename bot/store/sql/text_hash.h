/* A hash of texts, for the places of tables in memory. */
#ifndef BOT_STORE_SQL_TEXT_HASH_H
#define BOT_STORE_SQL_TEXT_HASH_H

#include <stdint.h>

#define BOT_TEXT_HASH_START UINT32_C(2166136261)
#define BOT_TEXT_HASH_PRIME UINT32_C(16777619)

/* Continues a hash with a text. FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static inline uint32_t bot_text_hash(uint32_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * BOT_TEXT_HASH_PRIME;
	return hash;
}

#endif
