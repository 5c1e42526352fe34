/* What keeps secrets and hands from those who may look at the process or its remains. */
#ifndef BOT_PROGRAM_GUARD_H
#define BOT_PROGRAM_GUARD_H

/* From now on the process leaves no core dump, and others of the same user can't trace it. */
void guard_memory(void);

/* The secrets in the environment, once they were read, are wiped and taken out of it. */
void guard_environment(void);

#endif
