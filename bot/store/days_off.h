/*
 * Days off: users who are away, and how many days they have been away. While a user is away, their
 * clocks of a day or more stand still (bot/play/days_off.h). The times are wall times: people come
 * back by the calendar.
 */
#ifndef BOT_STORE_DAYS_OFF_H
#define BOT_STORE_DAYS_OFF_H

#include "bot/store/database.h"

#include "bot/store/days_off.inc"

BOT_MUST_USE enum bot_error bot_days_off_save(
	struct bot_store *store, const char *user, const struct bot_days_off *off);

/* Returns BOT_NOT_FOUND if the user never was away. */
BOT_MUST_USE enum bot_error bot_days_off_get(
	struct bot_store *store, const char *user, struct bot_days_off *off);

/*
 * Replaces `user` by the next user, in the order of their ids, whose last days off end or ended
 * after the time `since`; "" comes before all. Returns BOT_NOT_FOUND if there is no other one.
 */
BOT_MUST_USE enum bot_error bot_days_off_next(
	struct bot_store *store, int64_t since, char user[BOT_ID_SIZE]);

/*
 * Sets *rest to how many milliseconds after the time `now` the user is still away: to 0 if
 * they are not. Costs no query while nobody is away.
 */
BOT_MUST_USE enum bot_error bot_days_off_rest(
	struct bot_store *store, const char *user, int64_t now, int64_t *rest);

/*
 * Sets *days to the most days that the user has been away in one season that they fence now, or to
 * -1 if they fence none.
 */
BOT_MUST_USE enum bot_error bot_days_off_of_season(
	struct bot_store *store, const char *user, int *days);

/* Adds days, or takes them back, in all seasons that the user fences now. */
BOT_MUST_USE enum bot_error bot_days_off_count(struct bot_store *store, const char *user, int days);

#endif
