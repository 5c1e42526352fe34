/*
 * Runs a program and kills it, as by kill -9, at one of its system calls that write.
 *
 *	kill_at N entry|exit PROGRAM [ARGUMENT]...
 *
 * kill_at counts these calls from 1, over all threads of the program. With `entry` it kills the
 * program before the N-th call, with `exit` after this call. The exit status of kill_at is that of
 * the program, or KILLED if kill_at has killed the program. kill_at ignores SIGTERM. If you send
 * SIGTERM to the process group, the program ends, and then kill_at ends with the program's status.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KILLED 99

/* The system calls that change files or folders, or that connect or write to sockets. */
static const long writing[] = {
	SYS_write,
	SYS_writev,
	SYS_pwrite64,
	SYS_pwritev,
	SYS_pwritev2,
	SYS_sendto,
	SYS_sendmsg,
	SYS_sendmmsg,
	SYS_sendfile,
	SYS_fsync,
	SYS_fdatasync,
	SYS_sync_file_range,
	SYS_ftruncate,
	SYS_fallocate,
	SYS_connect,
	SYS_shutdown,
	SYS_renameat,
	SYS_renameat2,
	SYS_unlinkat,
	SYS_mkdirat,
	SYS_fchmod,
	SYS_msync,
#ifdef SYS_rename /* newer architectures do not have these calls */
	SYS_rename,
	SYS_unlink,
	SYS_mkdir,
	SYS_chmod,
#endif
};

#define CALLS (sizeof(writing) / sizeof(*writing))

/* The kernel stops the program only at these calls. */
static bool watch(void)
{
	struct sock_filter filter[2 * CALLS + 2];
	struct sock_fprog program = {.filter = filter};
	size_t used = 0;

	filter[used++] = (struct sock_filter)BPF_STMT(
		BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < CALLS; i++) {
		filter[used++] = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JEQ | BPF_K, (unsigned)writing[i], 0, 1);
		filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
	}
	filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	program.len = (unsigned short)used;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void become(char **arguments)
{
	signal(SIGTERM, SIG_DFL);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) || raise(SIGSTOP) || !watch())
		perror("kill_at: the program can't be traced");
	else
		execv(arguments[0], arguments);
	perror(arguments[0]);
	_exit(127);
}

static bool is_event(int status, int event)
{
	return status >> 8 == (SIGTRAP | event << 8);
}

/* Returns the signal to pass on to the program after a stop, or 0 if no signal caused the stop. */
static int signal_of(int status)
{
	int signal = WSTOPSIG(status);

	return status >> 16 || signal == SIGTRAP || signal == (SIGTRAP | 0x80) ? 0 : signal;
}

/*
 * Runs the program until it ends or is killed. Returns the exit status that kill_at must end with.
 */
static int trace(pid_t child, long left, bool at_entry)
{
	int status;
	pid_t thread;

	while ((thread = waitpid(-1, &status, __WALL)) > 0) {
		bool last = false;

		if (WIFEXITED(status) && thread == child)
			return WEXITSTATUS(status);
		if (WIFSIGNALED(status) && thread == child)
			return WTERMSIG(status) == SIGKILL ? KILLED : 128 + WTERMSIG(status);
		if (!WIFSTOPPED(status))
			continue;
		if (is_event(status, PTRACE_EVENT_SECCOMP))
			last = --left == 0;
		/*
		 * Kill the program in two cases. First: the N-th call is about to begin, and the
		 * program must die at the entry. Second: this call has ended. Only then the kernel
		 * stops the program with SIGTRAP | 0x80, because of PTRACE_SYSCALL below.
		 */
		if ((last && at_entry) || WSTOPSIG(status) == (SIGTRAP | 0x80))
			kill(child, SIGKILL);
		ptrace(last ? PTRACE_SYSCALL : PTRACE_CONT, thread, NULL, (long)signal_of(status));
	}
	return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	long number = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
	pid_t child;
	int status;

	if (number < 1 || (strcmp(argv[2], "entry") != 0 && strcmp(argv[2], "exit") != 0)) {
		fputs("kill_at N entry|exit PROGRAM [ARGUMENT]...\n", stderr);
		return 2;
	}
	signal(SIGTERM, SIG_IGN);
	child = fork();
	if (child == 0)
		become(argv + 3);
	if (child < 0 || waitpid(child, &status, 0) != child ||
		ptrace(PTRACE_SETOPTIONS, child, NULL,
			(long)(PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD |
				PTRACE_O_TRACECLONE)) ||
		ptrace(PTRACE_CONT, child, NULL, 0L)) {
		perror("kill_at");
		return EXIT_FAILURE;
	}
	return trace(child, number, strcmp(argv[2], "entry") == 0);
}
