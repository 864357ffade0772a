// Walker plays The Purge: builders walk to the nearest money or food, warriors to
// the nearest weapon or money, and by night to enemy builders, whom they attack.

#include "protocol.hh"

using namespace std;

const string game = "ThePurge 1.0", name = "Walker";
const char wall = 'B';

// The orders of a round, as lines. This is the part to make better.
vector<string> play(const State& state, int seat) {
  string mine = to_string(seat);
  set<int> walls = state.where("B");
  set<int> taken = state.where("CWcwb"), goals = state.where("MGZ");

  enum { type, id, player, row, column };
  bool night = state.words("round", 1)[1] == "0";
  for (auto& citizen : state.rows("citizens")) {
    if (!night || citizen[type] != "b" || citizen[player] == mine) continue;
    int place = state.at(stoi(citizen[row]), stoi(citizen[column]));
    goals.insert(place);
    taken.erase(place);  // to move onto a builder is to attack it
  }
  map<string, vector<int>> far = {
    {"b", distances(state, state.where("MF"), walls)},
    {"w", distances(state, goals, walls)},
  };
  vector<string> orders;
  for (auto& citizen : state.rows("citizens")) {
    if (citizen[player] != mine) continue;
    int place = state.at(stoi(citizen[row]), stoi(citizen[column]));
    if (char way = nearer(state, far[citizen[type]], place, taken)) orders.push_back(citizen[id] + "\tm\t" + way);
  }
  return orders;
}

int main() { return serve(); }
