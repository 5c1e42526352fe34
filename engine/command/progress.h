/* A progress bar on standard error, if it is a terminal. */
#ifndef ENGINE_COMMAND_PROGRESS_H
#define ENGINE_COMMAND_PROGRESS_H

#include <stdint.h>

/* Shows how much is done. `all` is above 0. */
void progress_show(uint64_t done, uint64_t all);

#endif
