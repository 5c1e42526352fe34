/* The commands: one table, in the order in which help lists them. */
#ifndef BOT_COMMAND_H
#define BOT_COMMAND_H

#include "bot/call.h"

/* Who may give a command, and where; what a match allows is its handler's business. */
enum bot_may {
	BOT_MAY_ANYBODY,   /* anywhere */
	BOT_MAY_ROOM,      /* anybody in a room, which the command needs */
	BOT_MAY_MODERATOR, /* moderators of the room it is written in */
};

#define BOT_NAMES 3

struct bot_command {
	const char *names[BOT_NAMES + 1]; /* its name, then others, in English; then NULL */
	enum bot_msg topic;               /* under which help lists it */
	enum bot_msg usage;               /* how it is written, its word first */
	enum bot_msg about;               /* what it does */
	enum bot_may may;
	uint8_t words; /* how many it takes at most, its name included; the #id is none */
	uint8_t cost;  /* of the sender's and the room's quota */
	enum bot_error (*run)(struct bot_call *call);
};

extern const struct bot_command bot_commands[];
extern const size_t bot_commands_count;

/* The command of a name, an alias or the notation of an action; NULL when there is none. */
const struct bot_command *bot_command_find(const char *word);

/*
 * The command's word, in English or in the language, that is near to one with a typing error; NULL
 * when none is.
 */
const char *bot_command_nearest(const char *word, const struct bot_lang *lang);

/*
 * The command in a text: after a prefix, which a private room does not ask for. NULL when the
 * text is none.
 */
const char *bot_command_text(const struct cfg *config, const char *text, bool private);

/* Checks who may, and runs the command; answers what is none. `text` is without prefix. */
BOT_MUST_USE enum bot_error bot_command_run(
	struct bot_host *host, const struct bot_message *message, const char *text);

/* Whether the sender moderates the room that he writes in. */
bool bot_call_moderates(const struct bot_call *call);

/* Answers how the command is written. */
BOT_MUST_USE enum bot_error bot_reply_usage(const struct bot_call *call);

/* The handlers */
BOT_MUST_USE enum bot_error bot_run_challenge(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_accept(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_decline(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_cancel(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_practice(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hint(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_action(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_board(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_hand(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_choices(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resign(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_abandon(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_pause(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_resume(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_nudge(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_record(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_verify(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_rematch(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_stats(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_top(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_history(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_rules(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_help(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_about(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_language(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_settings(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_run_stop(struct bot_call *call);

#endif
