/* Lengths of time in milliseconds, the unit of all times of the bot. A day is 24 hours here. */
#ifndef BOT_BASE_DURATION_H
#define BOT_BASE_DURATION_H

#include <stdint.h>

#define BOT_SECOND INT64_C(1000)
#define BOT_MINUTE (60 * BOT_SECOND)
#define BOT_HOUR   (60 * BOT_MINUTE)
#define BOT_DAY    (24 * BOT_HOUR)
#define BOT_WEEK   (7 * BOT_DAY)

#define BOT_DAY_LONGEST (25 * BOT_HOUR) /* of a time zone: when summer time ends */

#endif
