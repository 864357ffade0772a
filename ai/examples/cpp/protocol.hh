// The protocol of game-tui players, and a board to think on. It is the same for
// all games; what to do is in player.cc.

#ifndef PROTOCOL_HH
#define PROTOCOL_HH

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// What player.cc defines: the game's version line, a name of at most 12 bytes,
// the ground that nobody enters, and the orders of a round.
extern const std::string game, name;
extern const char wall;

// A state block: the board as one string with a wall around it, and the rest by name.
struct State {
  int width = 0;
  std::string board;
  std::map<std::string, std::vector<std::string>> blocks;  // their lines

  explicit State(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    bool grid = true;
    for (std::string line; std::getline(in, line); ) {
      if (!line.empty()) {
        lines.push_back(line);
        continue;
      }
      if (lines.empty()) continue;
      if (grid) paint(lines);
      else blocks[lines[0].substr(0, lines[0].find_first_of(" \t"))] = lines;
      grid = false;
      lines.clear();
    }
  }

  // The place of a cell in the board.
  int at(int row, int column) const { return (row + 1) * width + column + 1; }

  // The words of a block's first line after its name, or of another line.
  std::vector<std::string> words(const std::string& key, int line = 0) const {
    std::istringstream in(blocks.at(key)[line]);
    std::vector<std::string> list{std::istream_iterator<std::string>(in), {}};
    if (line == 0) list.erase(list.begin());
    return list;
  }

  // The rows of a table, below its name, its length and its heading.
  std::vector<std::vector<std::string>> rows(const std::string& key) const {
    std::vector<std::vector<std::string>> list;
    for (int i = 3; i < int(blocks.at(key).size()); ++i) list.push_back(words(key, i));
    return list;
  }

  // The places whose ground is one of these letters.
  std::set<int> where(const std::string& letters) const {
    std::set<int> places;
    for (int i = 0; i < int(board.size()); ++i)
      if (letters.find(board[i]) != std::string::npos) places.insert(i);
    return places;
  }

  // The directions' letters and what they add to a place.
  std::vector<std::pair<char, int>> steps() const { return {{'u', -width}, {'d', width}, {'l', -1}, {'r', 1}}; }

private:
  void paint(const std::vector<std::string>& lines) {  // two lines of labels, then the rows
    width = int(lines[0].size()) - 3 + 2;
    board = std::string(width, wall);
    for (int i = 2; i < int(lines.size()); ++i) board += wall + lines[i].substr(3) + wall;
    board += std::string(width, wall);
  }
};

std::vector<std::string> play(const State& state, int seat);

const int never = 1 << 30;

// How far every place is from the nearest goal.
inline std::vector<int> distances(const State& state, const std::set<int>& goals, const std::set<int>& blocked) {
  std::vector<int> far(state.board.size(), never);
  std::deque<int> queue;
  for (int goal : goals) {
    far[goal] = 0;
    queue.push_back(goal);
  }
  std::vector<char> shut(state.board.size());
  for (int place : blocked) shut[place] = true;
  for (; !queue.empty(); queue.pop_front())
    for (auto& step : state.steps()) {
      int next = queue.front() + step.second;
      if (shut[next] || far[next] != never) continue;
      far[next] = far[queue.front()] + 1;
      queue.push_back(next);
    }
  return far;
}

// The direction from a place towards a goal, 0 for none; taken cells are left to others.
inline char nearer(const State& state, const std::vector<int>& far, int place, std::set<int>& taken) {
  char way = 0;
  int best = far[place], to = -1;
  for (auto& step : state.steps()) {
    int next = place + step.second;
    if (far[next] < best && !taken.count(next)) {
      best = far[next];
      way = step.first;
      to = next;
    }
  }
  if (way) taken.insert(to);
  return way;
}

// Exactly so many bytes of the input.
inline std::string payload(std::size_t bytes) {
  std::string text(bytes, '\0');
  std::cin.read(&text[0], std::streamsize(bytes));
  return text;
}

// Standard output belongs to the messages: what is printed goes to standard error, and so
// beside the board.
static const int messages = [] {
  int kept = dup(1);
  dup2(2, 1);
  setvbuf(stdout, nullptr, _IOLBF, 0);
  return kept;
}();

inline void send(const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ) {
    auto n = write(messages, text.data() + at, text.size() - at);
    if (n < 0) std::exit(1);
    at += std::size_t(n);
  }
}

// Speaks the protocol: a header line, then as many bytes as it says.
inline int serve() {
  int seat = 0;
  for (std::string header; std::getline(std::cin, header); ) {
    std::istringstream words(header);
    std::string verb, ignored;
    std::size_t bytes = 0;
    words >> verb;
    if (verb == "quit") break;
    if (verb == "describe") {
      std::string about = game + "\n" + name + "\n";
      send("about 1 " + std::to_string(about.size()) + "\n" + about);
    } else if (verb == "init") {
      words >> ignored >> ignored >> seat >> ignored >> bytes;
      payload(bytes);  // the settings
      send("ready 1 " + name + "\n");
    } else if (verb == "state") {
      std::string round, text;
      words >> round >> bytes;
      std::vector<std::string> orders = play(State(payload(bytes)), seat);
      text = std::to_string(orders.size()) + "\n";
      for (const std::string& order : orders) text += order + "\n";
      send("commands " + round + " " + std::to_string(text.size()) + "\n" + text);
    }
  }
  return 0;
}

#endif
