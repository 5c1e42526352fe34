/*
 * A call is a command that the bot is handling. This file declares the host that handles calls, and
 * the call with its message and its language. It also declares the functions that put answers into
 * the outbox.
 */
#ifndef BOT_CALL_CALL_H
#define BOT_CALL_CALL_H

#include "bot/call/port.h"
#include "bot/store/outbox.h"
#include "bot/store/posts.h"
#include "bot/text/page.h"
#include "bot/text/words.h"
#include "bot/understand/sentence.h"
#include "config/config.h"
#include "engine/engarde.h"

#define BOT_PREFIX_SIZE 128 /* the size in bytes of a prefix, the space after it and a NUL */

struct bot_host {
	struct bot_store *store;
	const struct bot_port *port;
	const struct cfg *config;
	char prefix[BOT_PREFIX_SIZE]; /* each command in a room begins with this text, which ends
					 with a space */
	int64_t run;           /* when this process was started; the time identifies the process */
	int64_t time_run;      /* begins as `run`, and changes whenever the time stood still */
	int64_t began;         /* the time of the steady clock when this process was started */
	int64_t time;          /* the host's time; see bot/call/time.h */
	int64_t ahead;         /* how far the wall clock is ahead of `time`, as last stored */
	bool knows_ahead;      /* `ahead` has been read from the store */
	int64_t limits_pruned; /* the host's time when full rate limits were last deleted, or 0 */
	int64_t pruned; /* the time of the steady clock when the host last pruned the store, or 0 if
			   the host has not done this yet */
	struct bot_open_tables open_tables;          /* see bot_host_watch_open_tables */
	struct bot_shuffle_cache *shuffle_cache;     /* see bot/match/shuffle.h */
	struct bot_judgement_cache *judgement_cache; /* see bot/match/practice_opponent.h */
	struct bot_analysis_queue *analysis_queue;   /* see bot/play/analysis_queue.h */
	struct bot_policy_lists *policy_lists;       /* see bot/call/bans.h */
	uint64_t links_ended;                        /* see bot_host_web_links_ended */
	/*
	 * After which room the next search for a shared room begins, and whether it looks at the
	 * rooms of the last search again; see bot/call/shared_rooms.h.
	 */
	char search_start[BOT_ID_SIZE];
	bool search_repeats;
};

/* Who may use a command, and where. The command's function checks what the match allows. */
enum bot_may {
	BOT_MAY_ANYBODY,   /* anywhere */
	BOT_MAY_ROOM,      /* anybody, but not in a private room */
	BOT_MAY_MODERATOR, /* moderators of the room, and not in a private room */
};

struct bot_call;

#define BOT_NAMES 3

struct bot_command {
	const char *names[BOT_NAMES + 1]; /* the English name, then aliases; NULL ends the list */
	enum bot_msg topic;               /* the heading under which help lists the command */
	enum bot_msg usage;  /* the message with the command's syntax, which begins with the
				command's name */
	enum bot_msg about;  /* the message that says in a few words what the command does */
	enum bot_msg detail; /* the message with whole sentences that explain the command further,
				or 0 */
	enum bot_may may;
	uint8_t words; /* the most words of the command, with its name but without a match's #id */
	uint8_t cost;  /* one use of this command counts as this many commands in the rate limits */
	uint8_t words_cost; /* the cost if words follow the command's name, or 0 if it is the same
			       as `cost` */
	bool acts;          /* the command plays an action in a match */
	bool asks;    /* the command only shows something, so a question mark may follow: "hand?" */
	bool bare_id; /* a number as the last word is a match id, even without the # */
	bool terms;   /* the command takes terms of matches, such as "to 3" */
	bool web;     /* the command works only if the bot has a web page */

	/*
	 * Runs the command and writes the answer into the outbox. If the sender may not give the
	 * command, tells the sender so.
	 */
	void (*run)(struct bot_call *call);
};

struct bot_call {
	struct bot_host *host;
	const struct bot_message *message;
	const struct bot_command *command;
	const struct bot_lang *lang; /* the language of the answers; see bot_language_of_message */
	struct bot_words words;      /* the first word is the command's name */
	struct bot_guesses guesses;  /* if the words were a sentence: what it may mean */
	bool unproven;               /* the message is a reaction that a server can have made */
	bool mute;                   /* a rate limit is reached, so the bot does not answer */
	bool limited;                /* a rate limit has kept the bot from running the command */
	bool *refused; /* becomes true if the bot did nothing but say what is wrong; may be NULL */
	bool played;   /* the command has played an action in a match between two people */
	bool again;    /* the command has replaced the words, which name another command to run */
};

/* Returns the prefix that commands need in the message's room. It is "" in a private room. */
const char *bot_call_prefix(const struct bot_call *call);

/*
 * Returns whether a second command with its prefix follows in the same message, as in "!eg help;
 * !eg top".
 */
bool bot_call_has_second_command(const struct bot_call *call);

/* Returns whether the sender moderates the message's room. */
bool bot_call_moderates(const struct bot_call *call);

/*
 * Reads a user id that the sender typed; see `read_user` in struct bot_port. The result is
 * BOT_BAD_USER if the bot would ignore this user; see bot_user_id_is_plain. Writes `user` only if
 * the result is BOT_USER.
 */
enum bot_user_word bot_call_read_user(
	const struct bot_call *call, const char *word, char user[BOT_ID_SIZE]);

/*
 * Returns whether a user id has 1 to BOT_ID_SIZE - 1 characters of printable ASCII, without spaces.
 * The bot shows user ids in its messages, and another id could garble a message. So the bot ignores
 * users with such ids.
 */
bool bot_user_id_is_plain(const char *user);

/* Returns whether a user id is the bot's own. */
bool bot_call_is_bot(const struct bot_host *host, const char *user);

/*
 * Returns the id of the match to whose message the sender has replied, or 0 if the sender has not
 * replied to a message of a match.
 */
int64_t bot_call_replied_match(const struct bot_call *call);

/* Returns the seat of a user, or EG_NOBODY if the user does not play in the match. */
enum eg_seat bot_match_seat(const struct bot_match *match, const char *user);

/*
 * bot_match_challenger returns the user who made a challenge. bot_match_challenged returns the user
 * who was challenged, or "" if the challenge is open to everybody. The match owns the returned
 * strings.
 */
const char *bot_match_challenger(const struct bot_match *match);
const char *bot_match_challenged(const struct bot_match *match);

/* The language of a room or a user */

/*
 * Returns the language of a room. If nobody has chosen a language for the room, it is the language
 * of the configuration.
 */
const struct bot_lang *bot_language_of_room(struct bot_host *host, const char *room);

/*
 * Returns the language that was chosen for a room or by a user. Returns `otherwise`, which may be
 * NULL, if nobody has chosen a language, or if this version of the bot does not know the chosen
 * language.
 */
const struct bot_lang *bot_language_chosen(struct bot_host *host, enum bot_scope scope,
	const char *id, const struct bot_lang *otherwise);

/* Stores the language for a room or a user. */
void bot_language_choose(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang *lang);

/*
 * Returns the language in which the bot answers a message. In a room this is the room's language.
 * In private it is the language that the sender has chosen. If the sender has chosen no language,
 * it is the language of a room in which the sender plays or has made a challenge. A challenge that
 * somebody else made to the sender does not count.
 */
const struct bot_lang *bot_language_of_message(
	struct bot_host *host, const struct bot_message *message);

/* Answers */

/*
 * Notes that the bot has done nothing, because the command was wrong. The answers that say so
 * (bot_reply, bot_whisper) note it themselves. Returns whether to say nothing either: the message
 * is an old one.
 */
bool bot_call_refuse(const struct bot_call *call);

/*
 * Fills `out` with at most 64 secret bytes, which follow from the current cause and `purpose` (see
 * bot/store/causes.h). Without a cause or a key, the bytes come from the port.
 */
void bot_draw(struct bot_host *host, const char *purpose, void *out, size_t size);

/*
 * Puts a letter into the outbox. Fills in the letter's transaction id and time, and takes its body
 * and HTML from `page`. `page` is NULL if the letter is not a message; its body may then be NULL.
 * Leaves out the HTML if it was too long for the page. Nothing but BOT_RING_NOW rings in quiet
 * hours (quiet_hours.h). For `post` see bot_outbox_add.
 * Returns false if the letter edits a message that the store no longer knows.
 */
bool bot_send(struct bot_host *host, struct bot_letter letter, const struct bot_page *page,
	int64_t *post);

/* If the call's message is in a thread, puts the letter into the same thread. */
void bot_call_join_thread(const struct bot_call *call, struct bot_letter *letter);

/*
 * Answers in the message's room, unless the call is mute. Other people may read the answer, so it
 * must say nothing about a hand.
 */
void bot_reply_page(const struct bot_call *call, const struct bot_page *page);
void bot_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args);

/* Initialises `page`, and writes to it what bot_reply would answer. Sends nothing. */
void bot_write_reply(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, struct bot_page *page);

/*
 * Answers in the sender's private room, unless the call is mute. `match` is the match that the
 * answer belongs to, or 0. bot_whisper uses the sender's language.
 */
void bot_whisper_page(const struct bot_call *call, const struct bot_page *page, int64_t match);
void bot_whisper(const struct bot_call *call, enum bot_msg msg, struct bot_args args);

/* Puts a letter into the outbox. Its content is the message `msg` in this language. */
void bot_send_message(struct bot_host *host, struct bot_letter letter, const struct bot_lang *lang,
	enum bot_msg msg, struct bot_args args);

/* Likewise, for the room letter.to, in the language of this room. Sets args.prefix. */
void bot_send_to_room(
	struct bot_host *host, struct bot_letter letter, enum bot_msg msg, struct bot_args args);

/* Leaves the user's private room, if they have one. */
void bot_leave_private_room(struct bot_host *host, const char *user);

/* Sends a message about a match to the match's room, in the room's language. */
void bot_announce(struct bot_host *host, const struct bot_match *match, enum bot_msg msg,
	struct bot_args args);

/*
 * Writes the name of a command in a language: the first word of its usage. An answer shows it as an
 * example.
 */
void bot_command_word(
	const struct bot_command *command, const struct bot_lang *lang, char word[BOT_WORDS_SIZE]);

/*
 * Writes the word `i` of the command as an answer may repeat it. If there is no such word, or if
 * the bot must not repeat it (see bot_name_clean), writes an ellipsis and returns false.
 */
bool bot_call_quote(const struct bot_call *call, size_t i, char quoted[BOT_NAME_SIZE]);

/*
 * Answers that a word of the command is wrong, with the message `wrong`. In the message, {words}
 * becomes the word `i` of the command, and {command} becomes the command's name.
 */
void bot_reply_wrong(const struct bot_call *call, enum bot_msg wrong, size_t i);

#define BOT_ROOM_COMMAND_SIZE (BOT_PREFIX_SIZE + 2 * BOT_WORDS_SIZE)

/* Writes the words of the call as the sender can write them in a room: after the prefix. */
void bot_call_room_command(const struct bot_call *call, char command[BOT_ROOM_COMMAND_SIZE]);

/*
 * Answers in private that the command works only in a room, and what the sender can write there:
 * the same words.
 */
void bot_reply_room_only(const struct bot_call *call);

#endif
