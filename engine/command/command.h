/* The subcommands of `engarde` (see struct subcommand). */
#ifndef ENGINE_COMMAND_COMMAND_H
#define ENGINE_COMMAND_COMMAND_H

#include "engine/command/program.h"

int command_trace(int argc, char **argv);
int command_play(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_choose(int argc, char **argv);
int command_analyse(int argc, char **argv);

#endif
