/*
 * The functions of the commands, each in a row of the table in bot/host/commands.c, and what these
 * commands can say to others. The comments name the sources.
 */
#ifndef BOT_COMMANDS_COMMAND_H
#define BOT_COMMANDS_COMMAND_H

#include "bot/call/call.h"
#include "bot/call/time_zone.h"

/* start.c: leads a newcomer to the next step. */
void bot_run_start(struct bot_call *call);

/*
 * If a challenge to the sender waits here, tells them how to answer it. Returns whether one waits.
 */
bool bot_start_tell_challenged(struct bot_call *call);

/* rules.c: explains the game. */
void bot_run_rules(struct bot_call *call);

/*
 * Returns what `rules PART` explains, in a few words, or BOT_MSG_COUNT if the rules have no such
 * part.
 */
enum bot_msg bot_rules_about(const char *part);

/*
 * learn.c: begins the lessons in the learner's private room, goes on with them, or stops them. Each
 * lesson (match/lesson.h) shows a position and asks what to play. The learner answers as in a
 * match. A wrong answer is explained, and the bot asks again. After a right one the next lesson
 * follows, and after the last one the bot offers a practice match.
 */
void bot_run_learn(struct bot_call *call);

/*
 * Answers the lesson with the words of the call. Only if the lesson claims the answer
 * (bot/match/lesson.h), or for a tap on its newest message.
 */
void bot_learn_answer(struct bot_call *call);

/*
 * If the sender has a lesson, and the call is one word that concerns it, obeys it: "stop", "next",
 * "exit", "hint", or "hand" or "board" of somebody who plays no match, and right below the lesson
 * also "help" and "again". Returns whether it did.
 */
bool bot_learn_control(const struct bot_call *call);

/* practice.c: begins a practice match against the bot, which nobody has to accept. */
void bot_run_practice(struct bot_call *call);

/* Returns whether the match is a practice match of the sender that has ended. */
bool bot_practice_may_repeat(const struct bot_call *call, const struct bot_match *match);

/* challenge.c, and challenge_answer.c: answers a challenge, or takes it back. */
void bot_run_challenge(struct bot_call *call);
void bot_run_accept(struct bot_call *call);
void bot_run_decline(struct bot_call *call);
void bot_run_cancel(struct bot_call *call);

/*
 * Makes a challenge of the sender in the room match->room, which is not that of the message.
 * Answers the sender, in the room where they wrote, what has become of it. If the challenge is to
 * anybody, answers that nobody who suits them looks for an opponent now: the caller has looked for
 * one.
 */
void bot_challenge_create_elsewhere(const struct bot_call *call, struct bot_match *match);

/*
 * Whether the sender may accept, decline or cancel the challenge. They return false if `match` is
 * no challenge.
 */
bool bot_challenge_may_accept(const struct bot_call *call, const struct bot_match *match);
bool bot_challenge_may_decline(const struct bot_call *call, const struct bot_match *match);
bool bot_challenge_may_cancel(const struct bot_call *call, const struct bot_match *match);

/* plan.c: plans how the sender answers the opponent's next action (bot/play/plan.h). */
void bot_run_if(struct bot_call *call);

/* rematch.c: asks the opponent of an ended match for another match with the same terms. */
void bot_run_rematch(struct bot_call *call);

/*
 * Whether the sender may ask for a rematch by a reaction: they have played the match, against a
 * person, and no moderator has stopped it.
 */
bool bot_rematch_may_ask(const struct bot_call *call, const struct bot_match *match);

/*
 * block.c. A user who blocks another user refuses all challenges from them: the other user can
 * neither challenge them nor accept their open challenges. The bot tells the other user only that
 * the challenge is not possible.
 */
void bot_run_block(struct bot_call *call);
void bot_run_unblock(struct bot_call *call);

/*
 * notify.c: the bot tells the sender when somebody makes a challenge that anybody may accept
 * (bot/show/notification.h). In a room the command is about this room. In private it is about all
 * rooms that the sender shares with the bot, and `notify off` also ends it for each single room.
 */
void bot_run_notify(struct bot_call *call);

/* notify.c, too: the hours in which the bot lets no device of the sender ring. */
void bot_run_quiet(struct bot_call *call);

/* Adds the line of the sender's settings that shows their hours. */
void bot_quiet_hours_add_setting(const struct bot_call *call, struct bot_page *page);

/*
 * link.c: links to the bot's web page (bot/call/web_link.h): `link` for the sender's table, `board
 * link` for the board of a room, and `replay` for a match that has ended. `invite` gives a link to
 * the room, which people can paste anywhere.
 */
void bot_run_link(struct bot_call *call);
void bot_run_board_link(struct bot_call *call);
void bot_run_replay(struct bot_call *call);
void bot_run_invite(struct bot_call *call);

/* action.c: plays the action that the words of the call mean, if they mean exactly one. */
void bot_run_action(struct bot_call *call);

/*
 * Plays the action that the player chose with a reaction or with a vote in a poll. The choice
 * belongs to the match whose list or poll the player answered.
 */
void bot_run_chosen_action(struct bot_call *call);

/* Plays the action whose notation is the first word of the call, in the match words.id. */
void bot_run_exact_action(struct bot_call *call);

/* The sender's forced actions play themselves, or not. */
void bot_run_auto(struct bot_call *call);

/*
 * view.c: people look at a match, and choose how they see it. `undo` is here because it only
 * explains.
 */
void bot_run_choices(struct bot_call *call);
void bot_run_coach(struct bot_call *call);
void bot_run_undo(struct bot_call *call);
void bot_run_board(struct bot_call *call);
void bot_run_hand(struct bot_call *call);
void bot_run_hint(struct bot_call *call);

/* Answers whether the match that is played here, or the last one, is rated, and why not. */
void bot_run_counts(struct bot_call *call);

/* proposal.c: what needs the agreement of both players, and nudges. */
void bot_run_pause(struct bot_call *call);
void bot_run_resume(struct bot_call *call);
void bot_run_abandon(struct bot_call *call);
void bot_run_nudge(struct bot_call *call);

/* end.c: one person ends a match. */
void bot_run_resign(struct bot_call *call);
void bot_run_abort(struct bot_call *call);
void bot_run_claim(struct bot_call *call);
void bot_run_stop(struct bot_call *call);

/* analysis.c, and record.c: how well a match was played, and records, which `verify` checks. */
void bot_run_analysis(struct bot_call *call);
void bot_run_record(struct bot_call *call);
void bot_run_verify(struct bot_call *call);

/*
 * Finds the match that such a command is about: the match that the command names, the match of the
 * message that it replies to, or else the newest match that has been dealt in the room or, in
 * private, the sender's newest such match. Sets *id to the number of the first two, or to 0.
 * Returns false if there is no such match, or if the sender may not see it.
 */
bool bot_record_find(const struct bot_call *call, int64_t *id, struct bot_match *match);

/* night.c, season.c, and team.c: the competitions of a room (bot/competition/). */
void bot_run_night(struct bot_call *call);
void bot_run_season(struct bot_call *call);
void bot_run_team(struct bot_call *call);

/*
 * Returns whether a command of one word, such as `pause`, is about the club night of the room:
 * the sender moderates the room and plays no match there, and a night has begun.
 */
bool bot_night_is_meant(const struct bot_call *call);

/*
 * Shows the season of the room. In private, shows the one in which the sender takes part or, if
 * there is none, that of a room that they share with the bot.
 */
void bot_season_answer(const struct bot_call *call);

/*
 * games.c: the sender's matches that are being played, and the bouts of competitions that they
 * still have to fence. In a room, only those of this room.
 */
void bot_run_games(struct bot_call *call);

/* standings.c: the best players, the champions and the last matches of a room. */
void bot_run_top(struct bot_call *call);
void bot_run_honours(struct bot_call *call);
void bot_run_history(struct bot_call *call);

/* stats.c, and rating_picture.c: the results of a player, and their rating over time. */
void bot_run_stats(struct bot_call *call);
void bot_run_rating(struct bot_call *call);

/* settings.c: the settings of a room or of a user, with the language. */
void bot_run_settings(struct bot_call *call);
void bot_run_language(struct bot_call *call);

/* time_zone.c: the zone in which the bot writes times for a person. */
void bot_run_timezone(struct bot_call *call);

/*
 * Reads a zone, or a city in it, from the words of the call, beginning with word[first]. If they
 * name no zone, or several, answers with similar ones, and sets zone[0] to '\0'. `usage` is the
 * command in this answer, such as "settings timezone".
 */
void bot_time_zone_read(
	const struct bot_call *call, size_t first, const char *usage, char zone[BOT_ZONE_SIZE]);

/* away.c: days off (bot/play/days_off.h). */
void bot_run_away(struct bot_call *call);

/*
 * Returns whether the words are only "back" and the sender is away. Then they mean `away never`,
 * and neither a retreat nor the lesson before.
 */
bool bot_days_off_read_return(const struct bot_call *call);

/* reaction_trust.c: only a verified device can say `reactions on`. */
void bot_run_reactions(struct bot_call *call);

/*
 * privacy.c: what the bot keeps about a user, for how long, and who can read it. `forget` erases
 * what the bot knows of the sender.
 */
void bot_run_privacy(struct bot_call *call);
void bot_run_forget(struct bot_call *call);

#endif
