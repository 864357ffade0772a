// Tries to read, write, run, connect to and see what is not the player's, and
// prints for each attempt whether it was refused. An attempt is allowed if it has an
// effect: a sandbox may let a call return success and do nothing. The words between @ are
// filled in by the test; a canary holds a word that nobody else knows. Without an argument
// all groups of attempts are made, else the groups whose first letters it has.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sched.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define PARENT @PARENT@
#define PORT @PORT@

static int attempts, gone_through;
static const char *self; // the program's own file

static void tell(const char *what, int allowed) {
  attempts++;
  gone_through += allowed != 0;
  printf("%s: %s\n", what, allowed ? "allowed" : "refused");
  fflush(stdout);
}

// Whether a call went through to the kernel, which may have its own reasons to refuse it.
static int through(long result) { return result >= 0 || (errno != EPERM && errno != EACCES && errno != ENOSYS); }

static int can_read(const char *path) {
  char text[4096];
  int fd = open(path, O_RDONLY | O_NONBLOCK);
  if (fd < 0) return 0;
  ssize_t n = read(fd, text, sizeof text);
  if (n > 0) fwrite(text, 1, n, stdout);
  close(fd);
  return 1;
}

static int can_write(const char *path, int flags) {
  int fd = open(path, flags, 0600);
  if (fd < 0) return 0;
  int wrote = write(fd, "x", 1) == 1;
  close(fd);
  return wrote;
}

static int exists(const char *path) {
  struct stat at;
  return lstat(path, &at) == 0;
}

// What a file is like: its mode, or its times.
static long mode_of(const char *path) {
  struct stat at;
  return stat(path, &at) == 0 ? (long)at.st_mode : -1;
}

static long time_of(const char *path) {
  struct stat at;
  return stat(path, &at) == 0 ? at.st_mtim.tv_sec : -1;
}

// Changes of a file by its name and by a descriptor.
static int can_chmod(const char *path, mode_t mode) {
  long before = mode_of(path);
  int fd = open(path, O_RDONLY | O_NONBLOCK);
  chmod(path, mode);
  fchmodat(AT_FDCWD, path, mode, 0);
  syscall(452, AT_FDCWD, path, mode, 0); // fchmodat2
  if (fd >= 0) fchmod(fd, mode);
  if (fd > 0) close(fd);
  return mode_of(path) != before;
}

static int can_touch(const char *path) {
  long before = time_of(path);
  struct timespec times[2] = {{1, 0}, {1, 0}};
  int fd = open(path, O_RDONLY | O_NONBLOCK);
  utimensat(AT_FDCWD, path, times, 0);
  if (fd >= 0) futimens(fd, times);
  if (fd > 0) close(fd);
  return time_of(path) != before;
}

// A lock that holds keeps out another descriptor of the same file.
static int can_lock(const char *path) {
  int one = open(path, O_RDONLY), other = open(path, O_RDONLY);
  int locked = syscall(SYS_flock, one, 2) == 0 && syscall(SYS_flock, other, 2 | 4) != 0;
  close(one);
  close(other);
  return locked;
}

static int can_list(const char *path) {
  DIR *dir = opendir(path);
  int some = dir && readdir(dir);
  if (dir) closedir(dir);
  return some;
}

static int can_connect(int family, int type, const struct sockaddr *at, socklen_t size) {
  int s = socket(family, type, 0);
  if (s < 0) return 0;
  int ok = sendto(s, "x", 1, 0, at, size) >= 0 || connect(s, at, size) == 0;
  close(s);
  return ok;
}

static void in_files(void) {
  tell("read beside", can_read("@BESIDE@/canary"));
  tell("read home", can_read("@HOME@/canary"));
  tell("read temporary", can_read("@TEMP@"));
  tell("read other player", can_read("@OTHER@/canary"));
  tell("read link out", can_read("@MINE@/link"));
  tell("read through folder link", can_read("@MINE@/out/canary"));
  tell("read dotdot", can_read("@MINE@/../canary"));
  tell("read passwd", can_read("/etc/passwd"));
  tell("read parent cmdline", can_read("/proc/@PARENT@/cmdline"));
  tell("read parent environment", can_read("/proc/@PARENT@/environ"));
  tell("read parent through root", can_read("/proc/@PARENT@/root/etc/passwd"));
  tell("read own environment", can_read("/proc/self/environ"));
  tell("read own maps", can_read("/proc/self/maps"));
  tell("read own mounts", can_read("/proc/self/mountinfo"));
  tell("read the machine's sockets", can_read("/proc/self/net/tcp") || can_read("/proc/net/tcp") || can_read("/proc/self/net/unix"));
  tell("read terminal", can_read("/dev/tty"));
  tell("list beside", can_list("@BESIDE@"));
  tell("list home", can_list("@HOME@"));
  tell("list root", can_list("/"));
  tell("list processes", can_list("/proc"));
  char at[4096];
  tell("see parent's program", readlink("/proc/@PARENT@/exe", at, sizeof at) >= 0);
  tell("see parent's files", readlink("/proc/@PARENT@/fd/0", at, sizeof at) >= 0);
  tell("see secret variable", getenv("@VARIABLE@") != NULL);
  tell("see handle", syscall(SYS_name_to_handle_at, AT_FDCWD, "@HOME@/canary", at, at + 1024, 0) == 0);
  tell("see changes", syscall(SYS_inotify_init1, 0) >= 0);

  tell("write canary", can_write("@BESIDE@/canary", O_WRONLY | O_APPEND));
  tell("write home", can_write("@HOME@/new", O_WRONLY | O_CREAT));
  tell("write temporary", can_write("@TEMP@.new", O_WRONLY | O_CREAT));
  tell("write own folder", can_write("@MINE@/new", O_WRONLY | O_CREAT));
  tell("write nameless", can_write("@BESIDE@", O_RDWR | O_TMPFILE));
  tell("truncate", truncate("@BESIDE@/canary", 0) == 0);
  tell("unlink", (unlink("@BESIDE@/canary"), !exists("@BESIDE@/canary")));
  tell("rename", rename("@BESIDE@/canary", "@BESIDE@/mine") == 0);
  tell("make folder", mkdir("@BESIDE@/new", 0700) == 0);
  tell("make pipe", mkfifo("@BESIDE@/pipe", 0600) == 0);
  tell("make link", symlink("/", "@MINE@/slash") == 0);
  tell("make hard link", link("@HOME@/canary", "@MINE@/hard") == 0);
  tell("change a mode", can_chmod("@BESIDE@/canary", 0777));
  tell("open a home to all", can_chmod("@HOME@", 0777));
  tell("give oneself the owner's rights", can_chmod(self, 04755));
  tell("chown", chown("@BESIDE@/canary", getuid(), getgid()) == 0);
  tell("change times", can_touch("@BESIDE@/canary"));
  tell("change one's own times", can_touch(self));
  tell("memory file", syscall(SYS_memfd_create, "x", 0) >= 0);
  tell("shared segment", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
  tell("message queue", syscall(SYS_mq_open, "x", O_RDWR | O_CREAT, 0600, NULL) >= 0);
}

static void to_others(void) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  tell("connect tcp", can_connect(AF_INET, SOCK_STREAM, (struct sockaddr *)&in, sizeof in));
  tell("send udp", can_connect(AF_INET, SOCK_DGRAM, (struct sockaddr *)&in, sizeof in));
  struct sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = "@SOCKET@"};
  tell("connect unix", can_connect(AF_UNIX, SOCK_STREAM, (struct sockaddr *)&un, sizeof un));
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0@ABSTRACT@"};
  tell("connect abstract", can_connect(AF_UNIX, SOCK_STREAM, (struct sockaddr *)&name, sizeof(sa_family_t) + sizeof "@ABSTRACT@"));
  tell("listen", socket(AF_INET6, SOCK_STREAM, 0) >= 0);
  tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
  tell("ring", syscall(SYS_io_uring_setup, 1, calloc(1, 256)) >= 0);

  tell("signal parent", kill(PARENT, 0) == 0);
  tell("signal everybody", kill(-1, 0) == 0);
  tell("handle of parent", syscall(SYS_pidfd_open, PARENT, 0) >= 0);
  tell("trace parent", ptrace(PTRACE_SEIZE, PARENT, 0, 0) == 0);
  char room[16];
  struct iovec here = {room, 1}, there = {(void *)0x400000, 1};
  tell("memory of parent", process_vm_readv(PARENT, &here, 1, &there, 1, 0) >= 0);
  struct rlimit none = {0, 0};
  tell("limit parent", syscall(SYS_prlimit64, PARENT, RLIMIT_NOFILE, NULL, &none) == 0);
  tell("set own limit", setrlimit(RLIMIT_STACK, &none) == 0);
  tell("slow parent", setpriority(PRIO_PROCESS, PARENT, 19) == 0);
  tell("type into terminal", ioctl(0, TIOCSTI, "x") == 0);

  tell("unmount", umount2("@MINE@", 0) == 0 || errno != EPERM);
  tell("new namespace", syscall(SYS_unshare, 0x10000000) == 0);
  tell("chroot", chroot("/") == 0);
  tell("other user", setuid(1) == 0 || setgid(1) == 0);
  tell("bpf", syscall(SYS_bpf, 0, room, sizeof room) >= 0 || errno == EINVAL);
  tell("perf", syscall(SYS_perf_event_open, calloc(1, 256), 0, -1, -1, 0) >= 0);
  tell("keys", syscall(SYS_add_key, "user", "x", "x", 1, -4) >= 0);
  tell("fault handler", syscall(SYS_userfaultfd, 1) >= 0);

  int open_files = 0;
  for (int fd = 3; fd < 4096; fd++) open_files += fcntl(fd, F_GETFD) >= 0;
  tell("inherited files", open_files > 0);
#ifdef __x86_64__
  int newer = 0, x32 = 0;
  // 335 and 336 belong to the kernel's probes: it ends whoever makes them without one.
  for (int n = 337; n < 1024; n++) {
    if (n == SYS_close_range || n == SYS_faccessat2 || n == SYS_epoll_pwait2) continue;
    newer += syscall(n, -1, 0, 0, 0, 0, 0) >= 0 || (errno != EPERM && errno != ENOSYS);
  }
  for (int n = 0; n < 1024; n++)
    x32 += syscall(0x40000000 | n, -1, 0, 0, 0, 0, 0) >= 0 || (errno != EPERM && errno != ENOSYS);
  tell("newer calls", newer);
  tell("calls of x32", x32);
#else
  tell("newer calls", 0);
  tell("calls of x32", 0);
#endif

  pid_t pid = fork();
  if (pid == 0) _exit(0);
  tell("fork", pid > 0);
  pid = vfork();
  if (pid == 0) _exit(0);
  tell("vfork", pid > 0);
  char *args[] = {"@MARKER@", NULL}, *env[] = {NULL};
  syscall(SYS_execveat, AT_FDCWD, args[0], args, env, 0);
  tell("run a program by handle", 0);
  execve(args[0], args, env);
  tell("run a program", 0);
  char *shell[] = {"/bin/sh", "-c", "echo run the shell: allowed", NULL};
  execve(shell[0], shell, env);
  tell("run the shell", 0);
}

// What lets two players, or a player and another process, talk: pages of a file that both
// have in memory, and what the system counts or keeps for all.
static void by_shared_things(void) {
  int file = open("/proc/self/exe", O_RDONLY);
  int *page = (int *)((long)in_files & ~4095L), *next = page + 1; // a page of the program's file
  char seen[16];
  struct iovec into = {seen, 1};
  tell("wake others", through(syscall(SYS_futex, page, 1, 1, 0, 0, 0)));
  tell("wake others by a bit", through(syscall(SYS_futex, page, 10, 1, 0, 0, 1)));
  tell("wake others by an operation", through(syscall(SYS_futex, page, 5, 1, 1L, next, 0)));
  tell("requeue others", through(syscall(SYS_futex, page, 3, 1, 1L, next, 0)));
  tell("requeue others by a value", through(syscall(SYS_futex, page, 4, 1, 1L, next, *page)));
  tell("unlock for others", through(syscall(SYS_futex, page, 7, 0, 0, 0, 0)));
  tell("lock for others", through(syscall(SYS_futex, page, 8, 0, 0, 0, 0)));
  tell("wait for several", through(syscall(449, 0, 0, 0, 0, 0)));
  tell("wake by the newer call", through(syscall(454, page, 1, 1, 2)));
  tell("wait by the newer call", through(syscall(455, page, 0, 0, 0, 0, 0)));
  tell("requeue by the newer call", through(syscall(456, 0, 0, 0, 0)));
  tell("drop a file's pages", posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
  tell("fetch a file's pages", posix_fadvise(file, 0, 0, POSIX_FADV_WILLNEED) == 0);
  tell("read ahead", through(readahead(file, 0, 4096)));
  tell("see a file's pages", through(mincore(page, 4096, (void *)seen)));
  tell("count a file's pages", through(syscall(451, file, seen, seen, 0)));
  tell("read what is in memory only", through(syscall(SYS_preadv2, file, &into, 1, 0L, 0L, 8)));
  tell("write out pages", through(madvise(page, 4096, 21)));
  tell("let pages get cold", through(madvise(page, 4096, 20)));
  tell("share equal pages", through(madvise(page, 4096, 12)));
  tell("take pages out of a file", through(madvise(page, 4096, 9)));
  tell("lock memory", through(mlock(page, 4096)));
  tell("lock a file", can_lock("/proc/self/exe"));
  struct flock all = {.l_type = F_RDLCK};
  tell("lock a part of a file", through(fcntl(file, F_SETLK, &all)));
  tell("lease a file", through(fcntl(file, F_SETLEASE, F_RDLCK)));
  tell("hear of a folder", through(fcntl(file, F_NOTIFY, 1)));
  tell("grow a pipe", through(fcntl(1, F_SETPIPE_SZ, 1 << 20)));
  tell("semaphores", through(syscall(SYS_semget, 0, 1, IPC_CREAT | 0600)));
  tell("message queues", through(syscall(SYS_msgget, 0, IPC_CREAT | 0600)));
  tell("sync", through(syscall(SYS_fsync, file)));
  tell("barrier of all", through(syscall(SYS_membarrier, 1, 0, 0)));
  tell("barrier of all that want it", through(syscall(SYS_membarrier, 2, 0, 0)));
  sigset_t late;
  sigemptyset(&late);
  sigaddset(&late, SIGRTMIN + 1);
  sigprocmask(SIG_BLOCK, &late, NULL);
  tell("queue a signal", syscall(SYS_tgkill, getpid(), getpid(), SIGRTMIN + 1) == 0);
  tell("timer", through(syscall(SYS_timer_create, 0, 0, seen)));
  tell("timer by a descriptor", through(syscall(SYS_timerfd_create, 0, 0)));
  tell("signals by a descriptor", through(syscall(SYS_signalfd4, -1, &late, 8, 0)));
  close(file);
}

// What tells of other processes, by their ids.
static void about(const char *who[], pid_t pid) {
  struct timespec moment = {0, 1};
  char room[256];
  for (int which = 0; which < 3; which++) tell(who[which], through(syscall(SYS_clock_gettime, ~pid << 3 | which, &moment)));
  tell(who[3], through(syscall(SYS_clock_getres, ~pid << 3 | 2, &moment)));
  tell(who[4], through(syscall(SYS_clock_nanosleep, ~pid << 3 | 2, 1, &(struct timespec){0, 1}, NULL)));
  tell(who[5], through(syscall(SYS_getpriority, PRIO_PROCESS, pid)));
  tell(who[6], through(syscall(SYS_sched_getaffinity, pid, sizeof room, room)));
  tell(who[7], through(syscall(SYS_sched_getscheduler, pid)));
  tell(who[8], through(syscall(SYS_sched_getparam, pid, room)));
}

static void about_others(void) {
  const char *parent[] = {"time of parent", "time of parent without system", "time of parent by scheduler", "precision of parent's clock", "sleep by parent's clock",
    "priority of parent", "processors of parent", "order of parent", "order of parent, how"};
  const char *other[] = {"time of another", "time of another without system", "time of another by scheduler", "precision of another's clock", "sleep by another's clock",
    "priority of another", "processors of another", "order of another", "order of another, how"};
  about(parent, PARENT);
  about(other, 1);
  char room[256];
  unsigned header[2] = {0x20080522, PARENT};
  tell("group of its own", through(getpgid(0)));
  tell("priority of a group", through(syscall(SYS_getpriority, PRIO_PGRP, 0)));
  tell("priority of a user", through(syscall(SYS_getpriority, PRIO_USER, 0)));
  tell("rights of another", through(syscall(SYS_capget, header, room)));
  tell("group of another", through(getpgid(PARENT)));
  tell("session of another", through(getsid(PARENT)));
  tell("signal a thread of parent", through(syscall(SYS_tgkill, PARENT, PARENT, 0)));
  tell("signal parent's thread", through(syscall(SYS_tkill, PARENT, 0)));
  tell("queue a signal for parent", through(syscall(SYS_rt_sigqueueinfo, PARENT, 0, room)));
  tell("wait for others", through(syscall(SYS_waitid, 0, 0, room, 4, 0)));
  tell("locks of another", through(syscall(SYS_get_robust_list, PARENT, room, room)));
  tell("compare with another", through(syscall(SYS_kcmp, PARENT, getpid(), 0, 0, 0)));
  tell("processors of its own", through(syscall(SYS_sched_setaffinity, 0, 0, room)));
  tell("join a session", through(setsid()));
}

// Namespaces, in which a root of its own could do what it likes.
static void in_namespaces(void) {
  static const struct { const char *unshared, *process, *thread; long flag; } spaces[] = {
    {"users unshared", "process with users", "thread with users", 0x10000000}, {"network unshared", "process with network", "thread with network", 0x40000000},
    {"mounts unshared", "process with mounts", "thread with mounts", 0x00020000}, {"processes unshared", "process with processes", "thread with processes", 0x20000000},
    {"names unshared", "process with names", "thread with names", 0x04000000}, {"queues unshared", "process with queues", "thread with queues", 0x08000000},
    {"groups unshared", "process with groups", "thread with groups", 0x02000000},
  };
  for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    tell(spaces[i].unshared, through(syscall(SYS_unshare, spaces[i].flag)));
    // Without signal handlers, or without memory of its own, a thread is none, so that the kernel refuses it for that.
    tell(spaces[i].process, through(syscall(SYS_clone, 0x00000800 | SIGCHLD | spaces[i].flag, 0, 0, 0, 0)));
    tell(spaces[i].thread, through(syscall(SYS_clone, 0x00010000 | 0x00000100 | spaces[i].flag, 0, 0, 0, 0)));
  }
  tell("time unshared", through(syscall(SYS_unshare, 0x00000080)));
  tell("clone by the newer call", through(syscall(SYS_clone3, 0, 0)));
  tell("join a namespace", through(syscall(SYS_setns, 0, 0)));
}

#ifdef SANITIZED
// What the finder's programs ask of the checks.
const char *__asan_default_options(void) { return "detect_leaks=0:disable_coredump=0"; }
#endif

int main(int argc, char **argv) {
  self = argv[0];
  const char *groups = argc > 1 ? argv[1] : "fsant";
  if (strchr(groups, 'f')) in_files();
  if (strchr(groups, 's')) by_shared_things();
  if (strchr(groups, 'a')) about_others();
  if (strchr(groups, 'n')) in_namespaces();
  if (strchr(groups, 't')) to_others();
  printf("%d attempts, %d allowed\n", attempts, gone_through);
  return 0;
}
