/*
 * The languages. Each language is one file in bot/text/lang/. The file has the text of each message
 * that people see, and the words that people may type. The file does not compile if it lacks a
 * message, if it has a message twice, or if it has an unknown message.
 */
#ifndef BOT_TEXT_LANG_H
#define BOT_TEXT_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The English file, en.def, defines which messages exist. The build takes their names from it
 * (bot/text/lang/lists.cmake).
 */
enum bot_msg {
#define NAME(name) BOT_MSG_##name,
#include "bot/text/lang/names.inc"
#undef NAME
	BOT_MSG_COUNT
};

/* The placeholders of all messages: strings, numbers, and lengths of time in milliseconds. */
#define BOT_ARGS(STRING, NUMBER, SPAN)                                                             \
	STRING(action)                                                                             \
	NUMBER(before)                                                                             \
	STRING(black)                                                                              \
	NUMBER(blunders)                                                                           \
	STRING(bot)                                                                                \
	STRING(card)                                                                               \
	STRING(cards)                                                                              \
	STRING(casual)                                                                             \
	STRING(challenged)                                                                         \
	STRING(challenger)                                                                         \
	STRING(change)                                                                             \
	STRING(clock)                                                                              \
	STRING(colour)                                                                             \
	STRING(command)                                                                            \
	STRING(commitment)                                                                         \
	NUMBER(count)                                                                              \
	STRING(date)                                                                               \
	NUMBER(deviation)                                                                          \
	NUMBER(distance)                                                                           \
	STRING(first)                                                                              \
	NUMBER(id)                                                                                 \
	NUMBER(inaccuracies)                                                                       \
	STRING(kind)                                                                               \
	SPAN(left)                                                                                 \
	STRING(link)                                                                               \
	STRING(loser)                                                                              \
	NUMBER(mistakes)                                                                           \
	NUMBER(move)                                                                               \
	STRING(name)                                                                               \
	NUMBER(other)                                                                              \
	NUMBER(own)                                                                                \
	NUMBER(pile)                                                                               \
	NUMBER(place)                                                                              \
	NUMBER(played)                                                                             \
	STRING(prefix)                                                                             \
	NUMBER(rating)                                                                             \
	NUMBER(reach)                                                                              \
	STRING(result)                                                                             \
	STRING(room)                                                                               \
	NUMBER(round)                                                                              \
	STRING(rules)                                                                              \
	STRING(second)                                                                             \
	STRING(start)                                                                              \
	NUMBER(touches)                                                                            \
	STRING(unseen)                                                                             \
	STRING(until)                                                                              \
	STRING(version)                                                                            \
	STRING(usage)                                                                              \
	STRING(white)                                                                              \
	STRING(winner)                                                                             \
	NUMBER(won)                                                                                \
	STRING(words)

/* The values of a message's placeholders. Values that the message does not use stay zero. */
struct bot_args {
#define STRING(name) const char *name;
#define NUMBER(name) int64_t name;
#define SPAN(name)   int64_t name;
	BOT_ARGS(STRING, NUMBER, SPAN)
#undef STRING
#undef NUMBER
#undef SPAN
};

/* A word that people may type in a command, and the English word with the same meaning. */
struct bot_synonym {
	const char *word;
	const char *english;
};

/* The words for a concept (see bot/understand/readings.h). */
struct bot_concept_words {
	const char *name;
	const char *words; /* with a space between two of them, and a '_' within an expression */
};

/* What a word means in one place, though perhaps not elsewhere. */
enum bot_sense {
	BOT_SENSE_NEW,       /* before a competition: opens another one */
	BOT_SENSE_OPEN,      /* likewise, as a verb */
	BOT_SENSE_BEGIN,     /* beside "now": lets a competition begin */
	BOT_SENSE_OF_READER, /* before what is the reader's own */
	BOT_SENSE_FROM,      /* before the hour or the day at which a span begins */
	BOT_SENSE_IN,        /* before a place, beside the words for "in" */
	BOT_SENSE_IS,        /* before the name of a time zone, where it means nothing */
	BOT_SENSE_PROFILE,   /* as a time zone: the one in the person's profile */
	BOT_SENSE_BACK,      /* in a lesson: to the lesson before */
	BOT_SENSE_TO,        /* before touches, an hour or a day, beside the words for "to" */
	BOT_SENSE_TURN,      /* after a time, as in "5 minutes a move" */
	BOT_SENSE_TOUCHES,   /* after a number, beside the words for "touches" */
	BOT_SENSE_EVERYBODY, /* as a person: everybody in the room */
	BOT_SENSE_MORNING,   /* these six are about times of day */
	BOT_SENSE_EVENING,   /* also the afternoon */
	BOT_SENSE_NIGHT,     /* from the evening on, until 5 */
	BOT_SENSE_NO_ORDER,  /* beside an action: tells of it, as "did", "has" and "she" do */
	BOT_SENSE_VAGUE,     /* beside a time: changes it in a way that the bot can't read */
	BOT_SENSE_NOON,
	BOT_SENSE_MIDNIGHT,
	BOT_SENSE_IF, /* these three are words of a plan */
	BOT_SENSE_THEN,
	BOT_SENSE_ANYTHING,
};

struct bot_sense_words {
	enum bot_sense sense;
	const char *words; /* with a space between two of them */
};

/* The forms of a word beside a number, by the names of the Unicode CLDR's plural categories. */
enum bot_plural {
	BOT_PLURAL_ZERO,
	BOT_PLURAL_ONE,
	BOT_PLURAL_TWO,
	BOT_PLURAL_FEW,
	BOT_PLURAL_MANY,
	BOT_PLURAL_OTHER
};

/* Everything in bot/text/lang/en.def, which explains it. Lists end with a NULL. */
struct bot_lang {
	const char *code;            /* ISO 639-1 */
	const char *english;         /* the language's name in English */
	const char *name;            /* the language's own name */
	const char *const *messages; /* the texts of the messages, indexed by enum bot_msg */
	const struct bot_synonym *words;
	size_t words_count;
	const struct bot_concept_words *concepts;
	const char *const *fillers; /* each with words, and a space between two of them */
	const struct bot_sense_words *senses;
	const char *reader; /* words with a space between two of them */
	enum bot_plural (*plural)(uint64_t number);
};

#define BOT_LANGUAGES_MOST 16 /* at least as many as there are */

/* The index is an enum cfg_language (config/languages.h). */
extern const struct bot_lang bot_langs[];
extern const size_t bot_langs_count;

/* Returns the language with this code, or NULL. The code may be in upper or lower case. */
const struct bot_lang *bot_lang_find(const char *code);

/* The value of a placeholder: `string`, or `number` if `string` is NULL. */
struct bot_value {
	const char *string;
	int64_t number;
	bool span; /* the number is a length of time (bot_span_write) */
};

/*
 * Finds the value of the placeholder with this name, which has `size` bytes. If the placeholder is
 * a string that the caller did not set, the value is "". Returns false if no placeholder has the
 * name.
 */
bool bot_lang_value(
	const char *name, size_t size, const struct bot_args *args, struct bot_value *value);

/* Words that agree with a number. The rules of the languages are in bot/text/lang/. */

/* The categories by their names in messages, indexed by enum bot_plural. */
extern const char *const bot_plural_names[BOT_PLURAL_OTHER + 1];

/*
 * Finds the form of a word for a number. `forms` is the rest of a placeholder, such as "one
 * day|other days}" with its brace. The form has the name of the number's category in the language,
 * or else "other". Returns the form without its name, and sets *length to its length in bytes.
 */
const char *bot_plural_find(
	const struct bot_lang *lang, int64_t number, const char *forms, size_t *length);

#endif
