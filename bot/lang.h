/*
 * The languages: every text that people see, by name, and the words they may write. A language is
 * one file in bot/lang/ that gives each message once; one that is missing, doubled or unknown does
 * not compile.
 */
#ifndef BOT_LANG_H
#define BOT_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* English is the reference: it says which messages there are. */
enum bot_msg {
#define M(name, text) BOT_MSG_##name,
#define W(word, english)
#include "bot/lang/en.def"
#undef M
#undef W
	BOT_MSG_COUNT
};

/* The placeholders of all messages: strings and numbers. */
#define BOT_ARGS(STRING, NUMBER)                                                                   \
	STRING(about)                                                                              \
	STRING(action)                                                                             \
	STRING(black)                                                                              \
	STRING(bot)                                                                                \
	STRING(card)                                                                               \
	STRING(cards)                                                                              \
	STRING(challenged)                                                                         \
	STRING(challenger)                                                                         \
	STRING(clock)                                                                              \
	STRING(colour)                                                                             \
	STRING(command)                                                                            \
	STRING(commitment)                                                                         \
	NUMBER(count)                                                                              \
	STRING(date)                                                                               \
	NUMBER(deviation)                                                                          \
	NUMBER(distance)                                                                           \
	STRING(first)                                                                              \
	NUMBER(hours)                                                                              \
	NUMBER(id)                                                                                 \
	STRING(left)                                                                               \
	STRING(loser)                                                                              \
	NUMBER(move)                                                                               \
	STRING(name)                                                                               \
	NUMBER(other)                                                                              \
	NUMBER(own)                                                                                \
	NUMBER(pile)                                                                               \
	NUMBER(place)                                                                              \
	NUMBER(played)                                                                             \
	STRING(prefix)                                                                             \
	NUMBER(rating)                                                                             \
	STRING(result)                                                                             \
	NUMBER(round)                                                                              \
	STRING(rules)                                                                              \
	NUMBER(touches)                                                                            \
	STRING(unseen)                                                                             \
	STRING(until)                                                                              \
	STRING(version)                                                                            \
	STRING(usage)                                                                              \
	STRING(white)                                                                              \
	STRING(winner)                                                                             \
	NUMBER(won)                                                                                \
	STRING(words)

/* What a message's placeholders stand for; those it has none of are left zero. */
struct bot_args {
#define STRING(name) const char *name;
#define NUMBER(name) int64_t name;
	BOT_ARGS(STRING, NUMBER)
#undef STRING
#undef NUMBER
};

/* A word that people may write for one of the words that the commands are made of. */
struct bot_synonym {
	const char *word;
	const char *english;
};

struct bot_lang {
	const char *code;            /* ISO 639-1 */
	const char *const *messages; /* by enum bot_msg */
	const struct bot_synonym *words;
	size_t words_count;
};

/* English is the first; by enum cfg_language. */
extern const struct bot_lang bot_langs[];
extern const size_t bot_langs_count;

/* The language of a code; NULL when there is none. */
const struct bot_lang *bot_lang_find(const char *code);

/* A value: `string`, or `number` where that is NULL. */
struct bot_value {
	const char *string;
	int64_t number;
};

/*
 * Looks a placeholder up by its name, `size` bytes. False when there is none of that name; one
 * that is a string but was not given is the empty string.
 */
bool bot_lang_value(
	const char *name, size_t size, const struct bot_args *args, struct bot_value *value);

#endif
