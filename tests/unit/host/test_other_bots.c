/*
 * Words from the public command lists of other chat game bots, such as those of Lichess, of chess
 * bots for Discord, of Werewolf, UNO and Cards against Humanity: which command each one is here.
 */
#include "bot/host/commands.h"
#include "tests/support/cmocka.h"

static const struct {
	const char *word, *command;
} words[] = {
	{"leaderboard", "top"},
	{"lb", "top"},
	{"ranking", "top"},
	{"ladder", "top"},
	{"bestenliste", "top"},
	{"ranglijst", "top"},
	{"rank", "stats"},
	{"stat", "stats"},
	{"points", "stats"},
	{"elo", "stats"},
	{"ELO", "stats"},
	{"profile", "stats"},
	{"profil", "stats"},
	{"profiel", "stats"},
	{"profilo", "stats"},
	{"perfil", "stats"},
	{"watch", "board"},
	{"spectate", "board"},
	{"view", "board"},
	{"zuschauen", "board"},
	{"kijken", "board"},
	{"guarda", "board"},
	{"new", "start"},
	{"newgame", "start"},
	{"startgame", "start"},
	{"neu", "start"},
	{"nieuw", "start"},
	{"nuova", "start"},
	{"forfeit", "resign"},
	{"surrender", "resign"},
	{"kapitulieren", "resign"},
	{"overgeven", "resign"},
	{"abbandono", "resign"},
	{"recent", "history"},
	{"results", "history"},
	{"pgn", "record"},
	{"moves", "hand"},
	{"info", "about"},
	{"source", "about"},
	{"github", "about"},
	{"version", "about"},
	{"quelltext", "about"},
	{"broncode", "about"},
	{"sorgente", "about"},
	{"config", "settings"},
	{"options", "settings"},
	{"opties", "settings"},
	{"lang", "language"},
	{"setlang", "language"},
	{"locale", "language"},
	{"menu", "help"},
	{"bestmove", "hint"},
	{"subscribe", "notify"},
	{"deny", "decline"},
	{"battle", "challenge"},
	{"afk", "away"},
	{"games", "games"},
	{"matches", "games"},
	{"match", "games"},
	{"partien", "games"},
	{"partijen", "games"},
	{"partite", "games"},
	{"learn", "learn"},
	{"tutorial", "learn"},
	{"lektion", "learn"},
	{"leren", "learn"},
	{"impara", "learn"},
	{"aprender", "learn"},
	{"cpu", "practice"},
	{"tourney", "night"},
	{"league", "season"},
	{"queue", "challenge"},
	{"search", "challenge"},
	{"wachtrij", "challenge"},
	{"ping", "about"},
	{"uptime", "about"},
	{"bug", "about"},
	{"remis", "abandon"},
	{"stalemate", "abandon"},
	{"flee", "resign"},
	{"state", "games"},
};

UNIT_TEST(test_words_of_other_bots_are_commands)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const struct bot_command *found = bot_command_find(words[i].word);

		if ((found != NULL) != (words[i].command != NULL))
			fail_msg("%s is %s", words[i].word, found ? found->names[0] : "no command");
		if (found)
			assert_string_equal(found->names[0], words[i].command);
	}
}
