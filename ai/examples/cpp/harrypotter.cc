// Walker plays Harry Potter: every wizard walks to the nearest cell that is not
// its clan's, or to a book, attacks enemies within four steps and avoids Voldemort.

#include "protocol.hh"

using namespace std;

const string game = "HarryPotter 1.0", name = "Walker";
const char wall = 'W';

// The orders of a round, as lines. This is the part to make better.
vector<string> play(const State& state, int seat) {
  string mine = to_string(seat);
  set<int> walls = state.where("W");
  vector<string> voldemort = state.words("Voldemort", 1);
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) walls.insert(state.at(stoi(voldemort[0]) + i, stoi(voldemort[1]) + j));
  set<int> goals;
  for (int place : state.where(".0123"))
    if (state.board[place] != mine[0] && !walls.count(place)) goals.insert(place);
  for (auto& book : state.rows("books")) goals.insert(state.at(stoi(book[0]), stoi(book[1])));
  vector<int> far = distances(state, goals, walls);

  enum { type, id, player, row, column, rounds };
  auto units = state.rows("units");
  set<int> taken, enemies;  // to move onto an enemy is to attack it
  for (auto& unit : units) {
    bool enemy = unit[type] == "w" && unit[player] != mine && stoi(unit[rounds]) <= 0;
    (enemy ? enemies : taken).insert(state.at(stoi(unit[row]), stoi(unit[column])));
  }
  vector<int> hunt = distances(state, enemies, walls);
  vector<string> orders;
  for (auto& unit : units) {
    if (unit[type] != "w" || unit[player] != mine || stoi(unit[rounds]) > 0) continue;
    int place = state.at(stoi(unit[row]), stoi(unit[column]));
    if (char way = nearer(state, hunt[place] <= 4 ? hunt : far, place, taken)) orders.push_back(unit[id] + "\tm\t" + way);
  }
  return orders;
}

int main() { return serve(); }
