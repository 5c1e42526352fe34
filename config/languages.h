/* The languages of the bot. C, the build and the web page take them from this list. */
#ifndef CONFIG_LANGUAGES_H
#define CONFIG_LANGUAGES_H

/*
 * LANGUAGE(CODE, code, the name in English, the language's own name); the code is ISO 639-1.
 * English is the first language, and has FIRST instead. Each language is one line, which the build
 * reads, too: bot/text/lang/lists.cmake and adapters/web/embed.cmake.
 */
/* clang-format off */
#define CFG_LANGUAGES(FIRST, LANGUAGE) \
	FIRST(EN, en, "English", "English") \
	LANGUAGE(DE, de, "German", "Deutsch") \
	LANGUAGE(ES, es, "Spanish", "español") \
	LANGUAGE(FR, fr, "French", "français") \
	LANGUAGE(IT, it, "Italian", "italiano") \
	LANGUAGE(JA, ja, "Japanese", "日本語") \
	LANGUAGE(NL, nl, "Dutch", "Nederlands")
/* clang-format on */

enum cfg_language {
#define LANGUAGE(CODE, code, english, name) CFG_LANGUAGE_##CODE,
	CFG_LANGUAGES(LANGUAGE, LANGUAGE)
#undef LANGUAGE
};

/* Their codes, joined by "|". */
#define CFG_LANGUAGE_FIRST(CODE, code, english, name) #code
#define CFG_LANGUAGE_NEXT(CODE, code, english, name)  "|" #code
#define CFG_LANGUAGE_CODES                            CFG_LANGUAGES(CFG_LANGUAGE_FIRST, CFG_LANGUAGE_NEXT)

#endif
