/*
 * The table of all keys that a configuration file may have: their types, limits and defaults. If a
 * file has another key, the bot guesses which key a person meant.
 */
#ifndef CONFIG_KEYS_H
#define CONFIG_KEYS_H

#include "config/config.h"
#include "config/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cfg_kind {
	CFG_SECTION, /* a mapping with further keys */
	CFG_TEXT,    /* a char * in struct cfg */
	CFG_WORD,    /* one word of a list; an enum in struct cfg */
	CFG_NUMBER,  /* a uint32_t in struct cfg */
	CFG_LIST,    /* a list of texts; a char ** and an unsigned in struct cfg */
};

struct cfg_key {
	const char *path; /* such as "matrix.user"; two levels at most */
	enum cfg_kind kind;
	size_t offset;       /* where the value is in struct cfg; not for a section */
	size_t count_offset; /* where the number of a list's items is in struct cfg */
	/*
	 * Whether the key must be given. In an optional section, this holds only if the file has
	 * the section.
	 */
	bool is_required;
	uint32_t least, most; /* the range of a number, or of the number of a list's items */
	size_t longest;       /* bytes of a text or of an item of a list */
	/* Returns what is wrong with a text or an item, or NULL. The pointer may be NULL. */
	const char *(*find_fault)(const char *text);
	const char *const *words;           /* in the order of the enum; ends with NULL */
	uint32_t otherwise;                 /* the default of a number or a word */
	const char *otherwise_text;         /* the default of a text; may be NULL */
	const char *const *otherwise_items; /* of a list; ends with NULL; may be NULL */
};

/* In the order of the example, so each section comes before its keys. The last path is NULL. */
extern const struct cfg_key cfg_keys[];

/* Returns the key with this path, or NULL. */
const struct cfg_key *cfg_key_find(const char *path);

/* Returns the name of the key without its section, as the file has it. */
const char *cfg_key_name(const struct cfg_key *key);

/* Returns the section that contains the key, or NULL if the key is at the top of the file. */
const struct cfg_key *cfg_key_section(const struct cfg_key *key);

/* Whether the value may change while the bot runs. */
bool cfg_key_is_live(const struct cfg_key *key);

/* Reports each key that is not in the table of keys. The document is a mapping. */
void unknown_keys_report(const struct document *document, struct report *report);

#endif
