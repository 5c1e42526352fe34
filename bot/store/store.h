/*
 * The store: all data that must outlive the process. It is one SQLite database, and only the files
 * in bot/store/sqlite know SQL.
 *
 * Code outside bot/store includes this header. It gathers one header for each kind of data. Each
 * has a source of the same name in bot/store/sqlite. database.h says what holds for all of them:
 * transactions, errors, identifiers and times. Few need outbox.h and files.h, so they are not
 * gathered here.
 */
#ifndef BOT_STORE_H
#define BOT_STORE_H

#include "bot/store/database.h"
#include "bot/store/events.h"
#include "bot/store/limits.h"
#include "bot/store/matches.h"
#include "bot/store/person.h"
#include "bot/store/ratings.h"
#include "bot/store/rounds.h"
#include "bot/store/settings.h"

#endif
