/* What the kernel knows about this process. */
#ifndef BOT_BASE_PROCESS_H
#define BOT_BASE_PROCESS_H

#include <stdint.h>

/* Returns the bytes of memory that the process uses (the resident memory), or 0 if not known. */
int64_t bot_process_memory(void);

#endif
