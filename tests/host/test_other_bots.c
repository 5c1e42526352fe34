/* Words of other game bots: each is a word for a command. */
#include "tests/support/scene_talk.h"

SCENE_TEST(test_word_of_another_bot_is_answered)
{
	static const struct {
		const char *word, *answer;
	} cases[] = {
		{"ping", "I am engarde-bot"},
		{"bug", "I am engarde-bot"},
		{"flee", "You are in no match here"},
		{"show rules", "rules advanced has it all"},
		{"elo", "has played no match yet"},
		{"watch", "No match is being played"},
		{"forfeit", "You are in no match here"},
		{"version", "I am engarde-bot"},
		{"config", "Your settings"},
		{"leaderboard", "!engarde top"},
	};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_ask(scene, ANN, cases[i].word, cases[i].answer);
	}
}

/* In a room, these say how to challenge somebody. In private they would begin a practice match. */
SCENE_TEST(test_new_game_is_the_next_step)
{
	static const char *const texts[] = {"new game", "start a game", "begin match",
		"play a game", "start a new game", "neue Partie", "nieuwe partij", "nuova partita"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", texts[i]);
		scene_assert_answer(scene, ROOM, "!engarde challenge @someone");
	}
}
