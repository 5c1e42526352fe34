/* Which language the bot uses, and whether it understands commands in each language. */
#include "bot/text/page.h"
#include "tests/support/rule_sets.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define OTHER_ROOM "!library:test"

SCENE_TEST(test_language_of_a_room_is_chosen_by_its_moderators)
{
	scene_ask_in(scene, ROOM, ANN, "!eg language nl", "Only moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg language nl", "Vanaf nu spreek ik hier Nederlands.");
	scene_ask_in(scene, ROOM, ANN, "!eg utdagen", "Bedoel je !engarde uitdagen?");
	scene_ask_in(scene, OTHER_ROOM, ANN, "!eg utdagen", "I don't know ");
	scene_ask_in(scene, ROOM, EVE, "!eg taal Englisch", "From now on I speak English here.");
	scene_ask_in(scene, ROOM, EVE, "!eg language Dutch", "Vanaf nu spreek ik hier Nederlands.");
}

SCENE_TEST(test_language_of_a_player_is_the_player_s_choice)
{
	scene_ask(scene, ANN, "language de", "Von jetzt an spreche ich hier Deutsch.");
	scene_ask(scene, ANN, "qux", " kenne ich nicht");
	scene_ask(scene, BOB, "qux", "I don't know ");
	scene_ask_in(scene, ROOM, ANN, "!eg qux", "I don't know ");
}

SCENE_TEST(test_language_without_words_shows_it_and_the_choices)
{
	scene_ask_in(scene, ROOM, ANN, "!eg language",
		"I speak English here. To change that, write !engarde language and one of these: "
		"en English, de Deutsch,");
	scene_tell(scene, ANN, "lingua it");
	scene_ask(scene, ANN, "lingua", "Qui parlo italiano. Per cambiare scrivi lingua e");
	scene_ask(scene, ANN, "lingua xx", "Questa lingua non la conosco. Parlo en English");
	scene_ask(scene, ANN, "lingua it it", "Qui non capisco it. Scrivi semplicemente lingua.");
}

SCENE_TEST(test_settings_show_the_settings_of_the_room_or_user)
{
	scene_ask_in(scene, ROOM, ANN, "!eg settings",
		"Settings of this room\n!engarde language \xE2\x80\x93 English (nobody has "
		"chosen)");
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_ask_in(scene, ROOM, ANN, "!eg instellingen",
		"Instellingen van deze kamer\n!engarde taal \xE2\x80\x93 Nederlands");
	assert_null(strchr(scene_last(scene, ROOM)->body, '('));
	scene_ask(scene, ANN, "settings", "Your settings\nlanguage \xE2\x80\x93 English (nobody");
	scene_tell(scene, ANN, "language de");
	scene_ask(scene, ANN, "settings", "Deine Einstellungen\nsprache \xE2\x80\x93 Deutsch");
	assert_null(strchr(scene_last(scene, ANN)->body, '('));
	scene_assert_said(scene, ANN, "\nauswahl \xE2\x80\x93 Liste");
	scene_ask(scene, ANN, "Auswahl Umfrage", "als Umfrage");
	scene_ask(scene, ANN, "settings", "\nauswahl \xE2\x80\x93 Umfrage");
}

SCENE_TEST(test_language_without_choice_is_the_configuration_s)
{
	scene->config.language = CFG_LANGUAGE_IT;
	scene_ask_in(scene, ROOM, ANN, "!eg qux", "Non conosco ");
	scene_ask(scene, ANN, "qux", "Non conosco ");
	SCENE_CALL(scene, bot_host_room_joined(scene->host, OTHER_ROOM));
	scene_assert_said(scene, OTHER_ROOM, "Conduco partite di En Garde");
	SCENE_CALL(scene, bot_host_room_unreadable(scene->host, OTHER_ROOM, NULL));
	scene_assert_said(scene, OTHER_ROOM, "Questa stanza \xC3\xA8 cifrata");
}

/* The room's language is Dutch. White has chosen German, and Black has chosen no language. */
SCENE_TEST(test_match_is_shown_to_each_player_in_their_language)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_tell(scene, ANN, "language de");
	scene_say(scene, ROOM, ANN, "!eg challenge @bob basis");
	scene_assert_said(
		scene, ROOM, "@ann:test daagt @bob:test uit, tot 5, regels: basis, 3 d per beurt.");
	scene_say(scene, ROOM, BOB, "!eg aannemen");
	scene_assert_said(scene, ROOM, "@ann:test is aan de beurt.");
	scene_assert_said(scene, ANN, "Deine Hand: ");
	scene_assert_said(scene, BOB, "Je hand: ");
	assert_non_null(strstr(scene_last(scene, ROOM)->html, ", tot 5<br><span "));
	assert_non_null(strstr(scene_last(scene, ROOM)->html, "<strong>W</strong>"));
	scene_tell(scene, ANN, "a");
	scene_assert_said(scene, ROOM, "@ann:test nadert ");
	scene_assert_said(scene, BOB, "@ann:test nadert ");
	scene_assert_said(scene, BOB, "a. naderen ");
	scene_tell(scene, BOB, "a");
	scene_assert_said(scene, ROOM, "@bob:test nadert ");
	scene_assert_said(scene, ANN, "@bob:test geht ");
	scene_assert_said(scene, ANN, "a. vor ");
}

/* Private answers to a message in the room are in the player's language, too. */
SCENE_TEST(test_private_answers_are_in_the_reader_s_language)
{
	scene_say(scene, ROOM, EVE, "!eg language it");
	scene_tell(scene, ANN, "language de");
	scene_begin(scene, "");
	scene_say(scene, ROOM, BOB, "!eg avanti 3");
	scene_assert_answer(scene, BOB, "#1: \xC3\xA8 il turno di @ann:test.");
	scene_ask(scene, BOB, "avnati 3", "Volevi dire avanti 3?");
	scene_say(scene, ROOM, ANN, "!eg passa");
	scene_assert_answer(scene, ANN, "Passen kannst du jetzt nicht.\nDeine Hand: ");
	scene_say(scene, ROOM, ANN, "!eg attacco presto");
	scene_assert_answer(scene, ANN, "22 ist zu weit");
	scene_say(scene, ROOM, ANN, "!eg hand");
	scene_assert_answer(scene, ANN, "Deine Hand: ");
	scene_ask(scene, ANN, "board", "@ann:test ist am Zug.");
	scene_ask_in(scene, ROOM, ANN, "!eg board", "il turno di @ann:test.");
	scene_ask(scene, ANN, "vor", "Was davon? Antworte mit dem Buchstaben.");
	scene_ask(scene, ANN, "aufgeben", "annullieren #1");
	scene_tell(scene, ANN, "aufgeben ja");
	scene_assert_said(
		scene, ROOM, "@ann:test si arrende in #1 prima che abbiano giocato entrambi");
	/* Bob's match has ended, so the bot writes English to him */
	scene_ask(scene, BOB, "avnati 3", "I'm not sure what you mean");
}

/*
 * The bot shows a proposal to the other player in that player's language, and understands their
 * answer in this language.
 */
SCENE_TEST(test_proposals_are_in_the_reader_s_language)
{
	scene_say(scene, ROOM, EVE, "!eg language it");
	scene_tell(scene, ANN, "language de");
	scene_say(scene, ROOM, ANN, "!eg sfida @bob orologio 3d");
	scene_assert_said(scene, ROOM, ", 3 g per turno");
	scene_say(scene, ROOM, BOB, "!eg accetta");
	scene_say(scene, ROOM, BOB, "!eg pausa");
	scene_assert_said(scene, ANN, "pausieren. Mit pause #1 stimmst du zu.");
	scene_assert_said(scene, ROOM, "il tempo continua a scorrere.");
	scene_tell(scene, ANN, "pause #1");
	scene_assert_said(scene, ANN, "#1 pausiert");
	scene_assert_said(scene, ROOM, "La partita \xC3\xA8 in pausa.");
	scene_assert_said(scene, BOB, "si va avanti quando entrambi dite riprendi #1.");
	scene_tell(scene, ANN, "weiter");
	scene_assert_said(scene, BOB, "Se sei d'accordo, scrivi riprendi #1.");
	scene_assert_said(scene, ANN, "Bis zur Zustimmung bleibt die Partie pausiert.");
	scene_tell(scene, BOB, "riprendi #1");
	scene_assert_said(scene, ROOM, "per questo turno, fino a: ");
	scene_assert_said(scene, ANN, "Deine Hand: ");
	scene_tell(scene, BOB, "sollecita");
	scene_assert_said(scene, ANN, "wartet auf deinen Zug.");
	scene_assert_said(scene, BOB, "#1: l'ho ricordato a @ann:test.");
	scene_wait(scene, INT64_C(2) * 86400 * 1000);
	scene_assert_said(scene, ANN, "r deinen Zug gegen @bob:test, bis ");
	scene_tell(scene, ANN, "abbrechen");
	scene_assert_said(scene, BOB, "Se sei d'accordo, scrivi abbandona #1.");
	scene_assert_said(scene, ANN, "Bis zur Zustimmung geht die Partie weiter.");
}

SCENE_TEST(test_language_survives_a_restart)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_tell(scene, ANN, "language it");
	bot_host_destroy(scene->host);
	scene->host = bot_host_create(scene->store, &scene->port, &scene->config);
	scene_ask_in(scene, ROOM, ANN, "!eg qux", " ken ik niet");
	scene_ask(scene, ANN, "qux", "Non conosco ");
}

SCENE_TEST(test_language_moves_with_its_room)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, OTHER_ROOM));
	scene_ask_in(scene, OTHER_ROOM, ANN, "!eg qux", " ken ik niet");
}

/*
 * The store deletes a room's language some time after the bot has left the room, unless the bot
 * comes back.
 */
SCENE_TEST(test_language_of_a_room_that_the_bot_left_is_forgotten)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(bot_store_begin(scene->store), BOT_OK);
		assert_int_equal(bot_host_room_left(scene->host, ROOM), BOT_OK);
		if (i == 0)
			assert_int_equal(bot_host_room_joined(scene->host, ROOM), BOT_OK);
		assert_int_equal(bot_store_commit(scene->store), BOT_OK);
		scene_drain(scene);
		scene_wait(scene, 30 * DAY);
		scene_ask_in(scene, ROOM, ANN, "!eg qux", i == 0 ? " ken ik niet" : "I don't know");
	}
}

SCENE_TEST(test_language_that_this_version_lacks_is_ignored)
{
	SCENE_HOST(
		scene, bot_store_set_setting(scene->store, BOT_OF_ROOM, ROOM, "language", "tlh"));
	scene_ask_in(scene, ROOM, ANN, "!eg qux", "I don't know ");
}

SCENE_TEST(test_challenge_is_understood_with_all_terms_in_each_language)
{
	static const char *const texts[] = {
		"!eg challenge @bob basic to 3 first random unseen",
		"!eg herausfordern @bob einfach bis 3 zuerst zuf\xC3\xA4llig ungesehen",
		"!eg Herausfordern @bob EINFACH bis 3 zuerst zufaellig ungesehen",
		"!eg uitdagen @bob basis tot 3 eerst willekeurig ongezien",
		"!eg sfida @bob base ai 3 primo casuale nonviste",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, texts[i]);
		struct bot_match match = scene_match(scene, (int64_t)i + 1);

		assert_string_equal(match.player[EG_BLACK], BOB);
		assert_int_equal(match.rules.round.level, EG_BASIC);
		assert_int_equal(match.rules.touches, 3);
		assert_int_equal(match.rules.first, EG_NOBODY);
		assert_true(match.unseen);
		scene_say(scene, ROOM, ANN, "!eg cancel");
		scene->now += DAY; /* a player may make only three unaccepted challenges a day */
	}
}

/* The strip is the piste: a column for each space, and a letter for each fencer. */
static void assert_piste(const struct scene *scene, const struct bot_lang *lang)
{
	const char *line = strstr(scene_last(scene, ROOM)->html, "<span ");
	const char *end = line ? strstr(line, "</span><br>") : NULL;
	char white = lang->messages[BOT_MSG_STRIP_WHITE][0];
	char black = lang->messages[BOT_MSG_STRIP_BLACK][0];
	size_t whites = 0, blacks = 0, others = 0;

	if (!end) {
		fail_msg("no strip in %s", scene_last(scene, ROOM)->html);
		return;
	}
	for (; line < end; line++) {
		line += *line == '<' ? strcspn(line, ">") : 0;
		whites += *line == white;
		blacks += *line == black;
		/*
		 * The drawing of a space without a fencer is a colon, a middle dot or an angle.
		 * Count the first byte of each.
		 */
		others += *line == ':' || *line == '\xC2' || *line == '\xE2';
	}
	assert_int_equal(whites, 1);
	assert_int_equal(blacks, 1);
	assert_int_equal(others, EG_SPACES - 2);
}

/* Asserts that no outbox row for a room contains the beginning of a message about a hand. */
static void assert_no_hand_in_rooms(const struct scene *scene)
{
	for (size_t i = 0; i < scene->count; i++) {
		for (size_t j = 0; !scene->row[i].private && j < bot_langs_count; j++) {
			const char *hand = bot_langs[j].messages[BOT_MSG_HAND];
			char begin[64];

			snprintf(begin, sizeof(begin), "%.*s", (int)strcspn(hand + 1, "{"),
				hand + 1);
			assert_null(strstr(scene->row[i].body, begin));
		}
	}
}

/*
 * Plays a match to its end, with the words that the private message offers in the player's
 * language.
 */
static void play_in_words(struct scene *scene, unsigned seed)
{
	for (unsigned i = 0; i < 4000 && scene_match(scene, 1).status == BOT_PLAYING; i++) {
		const char *user = scene_to_act(scene);
		char letter[8];

		scene_tell(scene, user, "hand");
		snprintf(letter, sizeof(letter), "\n%c. ", eg_choice_letter((i * 7 + seed) % 5));
		const char *choice = strstr(scene_last(scene, user)->body, letter);
		if (!choice)
			choice = strstr(scene_last(scene, user)->body, "\na. ");
		if (!choice) {
			fail_msg("no choices in %s", scene_last(scene, user)->body);
			return;
		}
		choice += strlen(letter);
		scene_tellf(scene, user, "%.*s", (int)strcspn(choice, "\n\xC2"), choice);
		/* the bot sends the board, and a hand or a message about the end of the match */
		assert_true(scene_events(scene) >= 2);
		if (scene_match(scene, 1).status == BOT_PLAYING)
			assert_piste(scene, &bot_langs[scene->config.language]);
	}
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

UNIT_TEST(test_whole_match_in_each_language)
{
	static const char *const rules[] = {ALL_RULE_SETS};

	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t j = 0; j < sizeof(rules) / sizeof(rules[0]); j++) {
			struct scene *scene = scene_create(i + 10 * j);

			scene->config.language = (enum cfg_language)i;
			scene_begin(scene, rules[j]);
			play_in_words(scene, (unsigned)(i + j));
			for (size_t k = 0; k < scene->count; k++)
				assert_null(strchr(scene->row[k].body, '{'));
			assert_no_hand_in_rooms(scene);
			scene_destroy(scene);
		}
	}
}

/* The bot understands German, but answers in English until somebody asks for German. */
SCENE_TEST(test_language_of_the_words_is_offered_once)
{
	scene_tell(scene, ANN, "help");
	assert_null(strstr(scene_last(scene, ANN)->body, "sprache deutsch"));
	scene_tell(scene, ANN, "hilfe");
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ANN, "Ich spreche auch Deutsch: sprache deutsch.");
	scene_tell(scene, ANN, "hilfe");
	assert_int_equal(scene_events(scene), 1);
	scene_say(scene, ROOM, BOB, "!eg regole"); /* he can't choose the room's language */
	assert_int_equal(scene_events(scene), 1);
	scene_say(scene, ROOM, EVE, "!eg regole");
	scene_assert_said(scene, ROOM, "Parlo anche italiano: !engarde lingua italiano.");
	scene_tell(scene, BOB, "language en");
	scene_tell(scene, BOB, "regels");
	assert_int_equal(scene_events(scene), 1);
}

/* A sentence is in a language, too, if this one knows more of the words than any other. */
SCENE_TEST(test_language_of_a_sentence_is_offered_in_private)
{
	static const struct {
		const char *user, *said, *offer;
	} cases[] = {{ANN, "wie kann ich das Spiel lernen", "sprache deutsch"},
		{BOB, "como puedo aprender a jugar?", "idioma espa\u00F1ol"},
		{EVE, "\u3069\u3046\u3084\u3063\u3066\u904A\u3076\u306E\uFF1F",
			"\u65E5\u672C\u8A9E"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_tell(scene, cases[i].user, cases[i].said);
		scene_assert_said(scene, cases[i].user, cases[i].offer);
		scene_tell(scene, cases[i].user, cases[i].said);
		assert_null(strstr(scene_last(scene, cases[i].user)->body, cases[i].offer));
	}
	scene_say(scene, ROOM, "@cy:test", "!eg wie kann ich das Spiel lernen");
	assert_null(strstr(scene_last(scene, ROOM)->body, "sprache deutsch"));
	scene_tell(scene, "@cy:test", "how can I learn the game");
	assert_null(strstr(scene_last(scene, "@cy:test")->body, "speak"));
}
