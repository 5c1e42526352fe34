/*
 * The store: all data that must outlive the process. The store is one SQLite database, or a
 * schema of a PostgreSQL database. Only the folders in bot/store contain SQL.
 *
 * Code outside bot/store includes this header, which includes one header for each kind of data.
 * Most functions of a header are in a source file of the same name: in bot/store/sql, or in the
 * folder of a database if they concern only its stores. (bot/store/sql/driver.h connects the two,
 * and bot/store/drivers opens the store.) database.h explains what holds for all functions:
 * transactions, errors, identifiers and times. This header leaves out those that few callers need,
 * such as the headers of the outbox, and rounds.h, which has the cards.
 */
#ifndef BOT_STORE_STORE_H
#define BOT_STORE_STORE_H

#include "bot/store/analyses.h"
#include "bot/store/causes.h"
#include "bot/store/changes.h"
#include "bot/store/competitions.h"
#include "bot/store/database.h"
#include "bot/store/events.h"
#include "bot/store/limits.h"
#include "bot/store/matches.h"
#include "bot/store/notify_list.h"
#include "bot/store/opening.h"
#include "bot/store/person.h"
#include "bot/store/ratings.h"
#include "bot/store/settings.h"
#include "bot/store/upkeep.h"
#include "bot/store/web_links.h"

#endif
