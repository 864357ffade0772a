// game-tui player adapter, what the finder of bugs links in. See SecGame.cc.
//
// Built plain it gives the player memory of the kind that its arguments name:
//
//   stack=7f       everything below the player's frame holds this byte before each round
//   heap=7f        so does what new and malloc give, and what was deleted
//   up, down       what new gives lies ever higher, or ever lower, and is never given twice
//
// Built with SANITIZED it sets the options of sanitizers, whose words are all that it lets out.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <sys/mman.h>

namespace game_tui {
void prepare();
}

#ifdef SANITIZED

extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:detect_stack_use_after_return=1:handle_abort=1:disable_coredump=0:halt_on_error=0:print_legend=0";
}

extern "C" const char* __ubsan_default_options() { return "halt_on_error=0:print_stacktrace=1"; }

void game_tui::prepare() {
  for (std::ostream* out : {&std::cout, &std::cerr, &std::clog}) out->rdbuf(nullptr);
}

#else

extern "C" void* __libc_malloc(std::size_t);

namespace {

int stack = -1, heap = -1;  // bytes; -1: as it comes
bool up = false, down = false;
char *low, *high;  // of the arena: what is free

__attribute__((constructor(101))) void options(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::sscanf(argv[i], "stack=%x", (unsigned*)&stack);
    std::sscanf(argv[i], "heap=%x", (unsigned*)&heap);
    up = up || !std::strcmp(argv[i], "up");
    down = down || !std::strcmp(argv[i], "down");
  }
  const std::size_t room = std::size_t(1) << 29;
  if (!up && !down) return;
  void* arena = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) std::abort();
  low = (char*)arena;
  high = low + room;
}

__attribute__((noinline)) void cover() {
  char below[1 << 18];
  std::memset(below, stack, sizeof below);
  asm volatile("" : : "r"(below) : "memory");
}

// Before each block lies its size, and behind it an edge that nobody may write to.
const std::size_t head = 16, edge = 32;
const int untouched = 0x5c;

char* take(std::size_t n) {
  n = (n + 15) & ~std::size_t(15);
  if (std::size_t(high - low) < n) return (char*)__libc_malloc(n);  // no arena, or nothing left of it
  if (down) return high -= n;
  return (low += n) - n;
}

}  // namespace

void game_tui::prepare() {
  if (stack >= 0) cover();
}

extern "C" void* malloc(std::size_t n) {
  void* p = __libc_malloc(n);
  if (p && heap >= 0) std::memset(p, heap, n);
  return p;
}

void* operator new(std::size_t n) {
  char* p = n < std::size_t(1) << 40 ? take(head + n + edge) : nullptr;
  if (!p) throw std::bad_alloc();
  std::memcpy(p, &n, sizeof n);
  std::memset(p + head, heap, heap >= 0 ? n : 0);
  std::memset(p + head + n, heap >= 0 ? heap : untouched, edge);
  return p + head;
}

void operator delete(void* block) noexcept {
  if (!block) return;
  char* p = (char*)block - head;
  std::size_t n;
  std::memcpy(&n, p, sizeof n);
  for (std::size_t i = 0; i < edge; ++i)
    if ((unsigned char)p[head + n + i] != (heap >= 0 ? heap : untouched)) {
      std::fputs("it wrote beyond the end of its memory\n", stderr);
      std::abort();
    }
  std::memset(block, heap, heap >= 0 ? n : 0);
  if (!up && !down) std::free(p);
}

#endif
