// Walker plays Harry Potter: every wizard walks to the nearest cell that is not
// its clan's, or to a book, attacks enemies in its way and keeps away from Voldemort.

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
  set<int> taken;
  for (auto& unit : units)
    if (unit[type] != "w" || unit[player] == mine || stoi(unit[rounds]) > 0)  // to move onto any other is to attack it
      taken.insert(state.at(stoi(unit[row]), stoi(unit[column])));
  vector<string> orders;
  for (auto& unit : units) {
    if (unit[type] != "w" || unit[player] != mine || stoi(unit[rounds]) > 0) continue;
    if (char way = nearer(state, far, state.at(stoi(unit[row]), stoi(unit[column])), taken))
      orders.push_back(unit[id] + "\tm\t" + way);
  }
  return orders;
}

int main() { return serve(); }
