// Walker plays Money Heist: everybody walks to the nearest money or kit, soldiers
// load poison and the professor heals from what was found.

#include "protocol.hh"

using namespace std;

const string game = "MoneyHeist 1.0", name = "Walker";
const char wall = 'W';

// The orders of a round, as lines. This is the part to make better.
vector<string> play(const State& state, int seat) {
  string mine = to_string(seat);
  // A box door is no way, and what lies behind it is out of reach.
  vector<int> far = distances(state, state.where("MHP"), state.where("WBG"));
  int health = stoi(state.words("health")[seat]);
  int poison = stoi(state.words("poison")[seat]);
  set<int> taken = state.where("0123X");

  enum { type, id, player, row, column, life, loaded, rounds };
  vector<string> orders;
  for (auto& unit : state.rows("units")) {
    if (unit[player] != mine || (unit[type] == "p" && unit[rounds] != "0")) continue;
    if (unit[type] == "s" && unit[loaded] == "0" && poison > 0) orders.push_back(unit[id] + "\tc");
    else if (unit[type] == "p" && stoi(unit[life]) < 50 && health > 0) orders.push_back(unit[id] + "\th");
    else if (char way = nearer(state, far, state.at(stoi(unit[row]), stoi(unit[column])), taken))
      orders.push_back(unit[id] + "\tm\t" + way);
  }
  return orders;
}

int main() { return serve(); }
