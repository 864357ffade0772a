// game-tui player adapter.
//
// Compiled with a game kit's own sources and one player (AIxxx.cc or AIxxx.o),
// it turns that player into a program that game-tui can seat. It is written and
// renewed by "game-tui kit"; the line above marks it.
//
// The kits declare `friend class SecGame`, so a class of that name may seat a
// player, hand it a state and take its commands. The file names nothing that is
// particular to one game, and needs C++11. The messages are described in
// PROTOCOL.md of game-tui.

#include "Player.hh"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <unistd.h>
#include <vector>

#if defined(__GLIBCXX__) && defined(__GXX_RTTI) && defined(__has_include) && !defined(__clang__)
#if __has_include(<tr2/type_traits>)
#include <cxxabi.h>
#include <tr2/type_traits>
#include <typeinfo>
#define GAME_TUI_BASES
#endif
#endif

namespace game_tui {

// ---------------------------------------------------------------- channels

int from_engine = -1;
int to_engine = -1;

// Runs before the constructors of the player's own global objects (these have
// no priority, so they come later): whatever the player prints goes to standard
// error, whatever it tries to read is at its end, and the protocol keeps to itself.
__attribute__((constructor(101))) void take_channels() {
  from_engine = fcntl(0, F_DUPFD_CLOEXEC, 20);
  to_engine = fcntl(1, F_DUPFD_CLOEXEC, 20);
  int empty[2];
  if (from_engine < 0 || to_engine < 0 || pipe(empty) != 0) _exit(3);
  close(empty[1]);
  if (dup2(empty[0], 0) < 0 || dup2(2, 1) < 0) _exit(3);
  if (empty[0] != 0) close(empty[0]);
}

void send(const std::string& text) {
  const char* at = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    ssize_t n = ::write(to_engine, at, left);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);  // the engine is gone
    at += n;
    left -= std::size_t(n);
  }
}

[[noreturn]] void fail(const std::string& why) {
  send("error " + why + "\n");
  _exit(3);
}

class Inbox {
public:
  // One line, without its end. False at the end of input.
  bool line(std::string& out) {
    std::size_t searched = 0;
    for (;;) {
      std::size_t end = buffer.find('\n', start + searched);
      if (end != std::string::npos) {
        out.assign(buffer, start, end - start);
        start = end + 1;
        return true;
      }
      searched = buffer.size() - start;
      if (!more()) return false;
    }
  }

  // Exactly `count` bytes, in place; they stay valid until the next call.
  bool bytes(std::size_t count, char*& first) {
    while (buffer.size() - start < count)
      if (!more()) return false;
    first = &buffer[0] + start;
    start += count;
    return true;
  }

private:
  std::string buffer;
  std::size_t start = 0;

  bool more() {
    if (start > 0) {
      buffer.erase(0, start);
      start = 0;
    }
    char chunk[1 << 14];
    for (;;) {
      ssize_t n = ::read(from_engine, chunk, sizeof chunk);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      buffer.append(chunk, std::size_t(n));
      return true;
    }
  }
};

// A stream buffer over memory that somebody else holds.
class View : public std::streambuf {
public:
  View(char* first, std::size_t count) { setg(first, first, first + count); }
};

long long cpu_ns() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int serve();

// Is called before each round. Who looks for bugs of the player puts another one in its place.
__attribute__((weak)) void prepare() {}

}  // namespace game_tui

// -------------------------------------------------------------- the player

class SecGame {
public:
  static int serve() {
    game_tui::Inbox inbox;
    std::string header;
    Player* player = nullptr;

    while (inbox.line(header)) {
      std::istringstream words(header);
      std::string verb;
      words >> verb;
      if (verb == "quit") break;
      if (verb == "describe") describe();
      else if (verb == "fits") game_tui::send(fits(*Registry::new_player(registered().at(0))) ? "fits 1 yes\n" : "fits 1 no\n");
      else if (verb == "init") player = init(inbox, words);
      else if (verb == "state") {
        if (!player) game_tui::fail("a state before init");
        state(inbox, words, *player);
      }
      else game_tui::fail("unknown message " + verb);
    }
    return 0;
  }

private:
  static void describe() {
    std::string about = Settings::version() + "\n";
    for (const std::string& name : registered()) about += name + "\n";
    game_tui::send("about 1 " + std::to_string(about.size()) + "\n" + about);
  }

  static Player* init(game_tui::Inbox& inbox, std::istream& words) {
    int version = 0, index = -1, rng = 0;
    std::size_t size = 0;
    std::string name;
    if (!(words >> version >> name >> index >> rng >> size) || version != 1) game_tui::fail("bad init");
    char* text;
    if (!inbox.bytes(size, text)) game_tui::fail("settings cut short");
    Player* player = seat(name, index, rng, text, size);
    game_tui::send("ready 1 " + name + "\n");
    return player;
  }

  static void state(game_tui::Inbox& inbox, std::istream& words, Player& player) {
    int round = -1;
    std::size_t size = 0;
    if (!(words >> round >> size)) game_tui::fail("bad state");
    char* text;
    if (!inbox.bytes(size, text)) game_tui::fail("state cut short");
    long long t0 = game_tui::cpu_ns();
    show(player, text, size);
    long long t1 = game_tui::cpu_ns();
    game_tui::prepare();
    player.play();
    long long t2 = game_tui::cpu_ns();
    std::cout.flush();
    std::fflush(stdout);  // what the player printed is on its way before its reply
    std::string said = commands(player);
    char reply[128];
    std::snprintf(reply, sizeof reply, "commands %d %zu %lld %lld\n", round, said.size(), t1 - t0, t2 - t1);
    game_tui::send(reply + said);
  }

  // What the official game does before the first round, in its order: make
  // the player, tell it who it is, seed it, and give it the settings.
  static Player* seat(std::string& name, int index, int rng, char* text, std::size_t size) {
    std::vector<std::string> known = registered();
    if (name == "*") {
      if (known.size() != 1) game_tui::fail("link one player, not " + std::to_string(known.size()));
      name = known[0];
    }
    else if (std::find(known.begin(), known.end(), name) == known.end())
      game_tui::fail("no player named " + name);

    // Identifiers are ASCII, so these are bytes as well.
    if (name.size() > 12) game_tui::fail("PLAYER_NAME has " + std::to_string(name.size()) + " characters; kit and judge take 12");
    Player* player = Registry::new_player(name);
    if (!fits(*player)) game_tui::fail("it was compiled with the kit of another game or year");
    player->me_ = index;
    player->set_random_seed(rng);
    game_tui::View view(text, size);
    std::istream in(&view);
    static_cast<Settings&>(*player) = Settings::read_settings(in);
    return player;
  }

  // Whether a player was compiled with this kit: in an object file of another one the parts of a Player lie
  // elsewhere. The player's file is linked first, so the type information of the class is from there.
  static bool fits(Player& player) {
#ifdef GAME_TUI_BASES
    return fit(player, std::tr2::direct_bases<Player>::type());
#else
    (void)player;
    return true;
#endif
  }

#ifdef GAME_TUI_BASES
  template <class... Base> static bool fit(Player& player, std::tr2::__reflection_typelist<Base...>) {
    const abi::__vmi_class_type_info* info = dynamic_cast<const abi::__vmi_class_type_info*>(&typeid(Player));
    const std::type_info* types[] = {&typeid(Player), &typeid(Base)...};
    const char* at[] = {(const char*)&player, (const char*)(Base*)&player...};
    for (unsigned i = 0; info && i < info->__base_count; ++i) {
      const abi::__base_class_type_info& base = info->__base_info[i];
      for (std::size_t j = 1; j < sizeof at / sizeof *at; ++j)
        if (*base.__base_type == *types[j] && !base.__is_virtual_p() && at[j] - at[0] != base.__offset()) return false;
    }
    return true;
  }
#endif

  // Names of the players linked in. The kit's listing takes a stream but may
  // write to cout all the same, so both are caught.
  static std::vector<std::string> registered() {
    std::ostringstream list;
    std::streambuf* before = std::cout.rdbuf(list.rdbuf());
    Registry::print_players(list);
    std::cout.rdbuf(before);
    std::vector<std::string> names;
    std::istringstream in(list.str());
    for (std::string name; std::getline(in, name); ) names.push_back(name);
    return names;
  }

  // The kit reads a state from an ifstream only. An ifstream is an istream
  // whose buffer can be exchanged, so no file is needed.
  static void show(Player& player, char* text, std::size_t size) {
    game_tui::View view(text, size);
    std::ifstream in;
    static_cast<std::ios&>(in).rdbuf(&view);
    player.reset(in);
    // The kit does not look whether its reading went well: a number that it
    // could not read is silently a zero.
    if (in.fail()) game_tui::fail("state not understood");
  }

  static std::string commands(Player& player) {
    std::ostringstream out;
    Action::print(static_cast<Action&>(player).v, out);
    return out.str();
  }
};

int game_tui::serve() { return SecGame::serve(); }
