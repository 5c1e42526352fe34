/* The schema of the bot's store: for each version, the SQL that creates it from the one before. */
#ifndef BOT_STORE_MIGRATIONS_H
#define BOT_STORE_MIGRATIONS_H

#include "bot/store/sqlite/schema.h"

extern const struct bot_schema bot_schema;

#endif
