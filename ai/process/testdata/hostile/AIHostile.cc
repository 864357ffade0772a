// A player that misbehaves in the way that its first argument names, in the
// round that its second one says. Otherwise it moves about.

#include "Player.hh"

#include <arpa/inet.h>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <pthread.h>
#include <unistd.h>

#define PLAYER_NAME Hostile

static const int to_engine = 21, from_engine = 20;  // where the adapter keeps them

static const char* kind = "";
static int when = 0;

static bool is(const char* k) { return strcmp(kind, k) == 0; }

static void spin() { for (volatile unsigned x = 0;; x = x + 1) {} }

static void crash() { raise(SIGSEGV); }

static void eat(bool touch, size_t limit) {
  const size_t piece = 16 << 20;
  for (size_t n = 0; n < limit; n += piece) {
    char* p = new char[piece];
    if (touch) memset(p, 1, piece);
  }
}

// Touches one page in every table of pages: that takes no memory but for the tables.
static void tables() {
  const size_t step = 2 << 20, room = size_t(1) << 40;
  char* p = (char*)mmap(nullptr, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) abort();
  madvise(p, room, MADV_NOHUGEPAGE);
  for (size_t n = 0; n < room; n += step) (void)*(volatile char*)(p + n);
}

// Threads that need little memory.
static pthread_attr_t* small() {
  static pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 16);
  return &attributes;
}

static void threads() {
  for (int n = 0; n < 300; ++n) {
    pthread_t one;
    if (pthread_create(&one, small(), [](void*) -> void* { for (;;) pause(); }, nullptr) != 0) abort();
  }
  for (;;) pause();
}

static int deep(int n) {
  volatile char room[4096];
  room[0] = char(n);
  return deep(n + 1) + room[0];
}

// Goes down as far as a search of a student may: a small frame each time.
__attribute__((noinline)) static int down(int n) {
  volatile int rest = n;
  return rest == 0 ? 0 : 1 + down(rest - 1) - (rest & 1);
}

static void raw(const string& text) { if (write(to_engine, text.data(), text.size()) < 0) perror("write"); }

// What the adapter runs before any constructor without a priority of its own.
__attribute__((constructor(200))) static void arguments(int argc, char** argv) {
  if (argc > 1) kind = argv[1];
  if (argc > 2) when = atoi(argv[2]);
}

struct Early {
  Early() {
    if (is("constructor")) crash();
    if (is("start-loop")) spin();
    if (is("start-sleep")) for (;;) pause();
    if (is("start-exit")) _exit(4);
    if (is("start-memory")) eat(true, size_t(10) << 30);
    cout << "early cout" << endl;
  }
};
static Early early;

// Says whether something was refused, as a sandbox should.
static void report(const char* what, bool refused) { fprintf(stderr, "%s: %s\n", what, refused ? "refused" : "allowed"); }

static void leave_child(bool deep_down) {
  pid_t pid = fork();
  report("fork", pid < 0);
  if (pid != 0) return;
  if (deep_down) {
    setsid();
    if (fork() != 0) _exit(0);
    setsid();
  }
  signal(SIGTERM, SIG_IGN);
  for (;;) pause();
}

static void try_all() {
  report("read", open("/etc/passwd", O_RDONLY) < 0);
  report("write", open("/tmp/game-tui-hostile", O_WRONLY | O_CREAT, 0600) < 0);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_port = htons(9);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  report("connect", s < 0 || (connect(s, (sockaddr*)&at, sizeof at) < 0 && errno == EPERM));
  report("signal", kill(getppid() > 0 ? getppid() : 1, 0) < 0);
  report("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0) < 0);
  char* args[] = {(char*)"/bin/true", nullptr};
  char* env[] = {nullptr};
  execve(args[0], args, env);
  report("exec", true);
  report("shared memory", mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
  int inherited = 0;
  for (int fd = 3; fd < 64; ++fd)
    if (fd != to_engine && fd != from_engine && fcntl(fd, F_GETFD) >= 0) ++inherited;
  report("descriptor of others", inherited == 0);
  pthread_t one;
  bool made = pthread_create(&one, small(), [](void*) -> void* { return nullptr; }, nullptr) == 0;
  report("thread", !made || pthread_join(one, nullptr) != 0);
  leave_child(false);
}

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  PLAYER_NAME() { if (is("factory")) crash(); }

  void play() override {
    for (int id = 0; id < 40; ++id) move(id, Dir(2 * (round() % 4)));
    if (round() >= when) misbehave();
  }

  void misbehave() {
    if (is("crash")) crash();
    if (is("abort")) { cerr << "my last words" << endl; abort(); }
    if (is("throw")) throw runtime_error("thrown");
    if (is("exit")) _exit(7);
    if (is("exit0")) exit(0);
    if (is("loop")) spin();
    if (is("sleep")) for (;;) pause();
    if (is("stubborn")) { signal(SIGTERM, SIG_IGN); signal(SIGINT, SIG_IGN); for (;;) pause(); }
    if (is("unabortable")) { signal(SIGABRT, SIG_IGN); for (;; usleep(1000)) memset(new char[1 << 20], 1, 1 << 20); }
    if (is("leader")) {  // the first thread ends, and another one takes memory
      pthread_t t;
      pthread_create(&t, nullptr, [](void*) -> void* { for (;; usleep(1000)) memset(new char[1 << 20], 1, 1 << 20); }, nullptr);
      syscall(SYS_exit, 0);
    }
    if (is("memory")) eat(true, size_t(10) << 30);
    if (is("virtual")) eat(false, size_t(10) << 30);
    if (is("mapped") && round() == 3) eat(false, size_t(80) << 20);
    if (is("busy")) for (clock_t end = clock() + CLOCKS_PER_SEC / 20; clock() < end;) {}
    if (is("threads")) threads();
    if (is("tables")) tables();
    if (is("stack")) deep(0);
    if (is("recursion") && down(200000) != 100000) abort();
    if (is("sleeper")) usleep(5000);
    if (is("between")) { raw("commands " + to_string(round()) + " 2 0 0\n0\n"); tables(); }
    if (is("flood")) { string s(1 << 20, 'x'); for (int i = 0; i < 1024; ++i) raw(s); }
    if (is("lines")) { string s(1 << 16, '\n'); for (int i = 0; i < 16384; ++i) raw(s); }
    if (is("half")) { raw("commands " + to_string(round()) + " 400 0 0\n1\n0\tm"); for (;;) pause(); }
    if (is("slow")) { raw("commands " + to_string(round()) + " 4000 0 0\n"); for (;;) { raw("\n"); usleep(10000); } }
    if (is("ahead")) for (int r = round();; ++r) raw("commands " + to_string(r) + " 2 0 0\n0\n");
    if (is("deaf")) { for (int s = 1; s < NSIG; ++s) signal(s, SIG_IGN); spin(); }
    if (is("half-exit")) { raw("commands " + to_string(round()) + " 400 0 0\n1\n0\tm"); _exit(0); }
    if (is("forge")) {
      raw("commands " + to_string(round()) + " 2 0 0\n0\n");
      raw("commands " + to_string(round() + 1) + " 2 0 0\n0\n");
    }
    if (is("huge")) {
      string s = "300000\n";
      for (int id = 0; id < 300000; ++id) s += to_string(id) + "\tm\tu\t\n";
      raw("commands " + to_string(round()) + " " + to_string(s.size()) + " 0 0\n" + s);
      for (;;) pause();
    }
    if (is("many")) {
      string s = "1001\n";
      for (int id = 0; id < 1001; ++id) s += to_string(id) + "\tm\tu\t\n";
      raw("commands " + to_string(round()) + " " + to_string(s.size()) + " 0 0\n" + s);
      for (;;) pause();
    }
    if (is("calls")) for (int i = 0; i < 1001; ++i) move(0, Up);
    if (is("late-throw")) {  // as a runtime that clears up for a while before it says why
      close(to_engine);
      for (clock_t end = clock() + CLOCKS_PER_SEC / 4; clock() < end;) {}
      throw runtime_error("thrown");
    }
    if (is("close-out")) { close(to_engine); for (;;) pause(); }
    if (is("close-in")) { close(from_engine); raw("commands " + to_string(round()) + " 2 0 0\n0\n"); for (;;) pause(); }
    if (is("close-all")) { for (int fd = 0; fd < 64; ++fd) close(fd); for (;;) pause(); }
    if (is("stopped")) raise(SIGSTOP);

    if (is("stdout")) { cout << "cout\n"; printf("printf\n"); puts("puts"); }
    if (is("stdin")) { int x; cin >> x; cerr << (cin ? "read" : "end of input") << endl; }
    if (is("chatty")) { string s(1023, 'y'); for (int i = 0; i < 512; ++i) cerr << s << '\n'; }
    if (is("files") && round() == when) { int n = 0; while (dup(0) >= 0) ++n; cerr << "room for " << n << " files" << endl; }
    if (is("marks")) { cerr << "@ 3 4 here\n@ unit 7 this one\n@ 99 99 off the board\n\x1b[31mred\x07 tab\there\n"; }
    if (is("try") && round() == when) try_all();
    if (is("fickle")) move(40 + getpid() % 1000, Up);
    if (is("child") && round() == when) leave_child(false);
    if (is("stray") && round() == when) leave_child(true);
  }
};

RegisterPlayer(PLAYER_NAME);
