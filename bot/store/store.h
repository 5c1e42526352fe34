/*
 * The store: all data that must outlive the process. It is one SQLite database, and only the files
 * in bot/store/sqlite know SQL.
 *
 * The other rooms include this header. It gathers one header for each kind of data, and
 * bot/store/sqlite has one source of the same name for each header. database.h says what holds for
 * all of them: transactions, errors, identifiers and times. Not gathered here, because few need
 * them: outbox.h, gaps.h, files.h and person.h.
 */
#ifndef BOT_STORE_H
#define BOT_STORE_H

#include "bot/store/damage.h"
#include "bot/store/database.h"
#include "bot/store/duplicates.h"
#include "bot/store/limits.h"
#include "bot/store/matches.h"
#include "bot/store/names.h"
#include "bot/store/pruning.h"
#include "bot/store/ratings.h"
#include "bot/store/rooms.h"
#include "bot/store/rounds.h"
#include "bot/store/settings.h"
#include "bot/store/timers.h"
#include "bot/store/values.h"

#endif
