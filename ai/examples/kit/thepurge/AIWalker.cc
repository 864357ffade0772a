// Walker plays The Purge: builders walk to the nearest money or food, warriors to
// the nearest weapon or money.

#include "Player.hh"

#include <cstdlib>
#include <queue>

#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<vector<int>> Board;

  bool shut (Pos p) {
    return not pos_ok(p) or cell(p).type == Building;
  }

  bool goal (const Cell& c, CitizenType type) {
    if (c.bonus == Money) return true;
    return type == Builder ? c.bonus == Food : c.weapon != NoWeapon;
  }

  // How far every cell is from the nearest goal, -1 if there is no way.
  Board distances (CitizenType type) {
    Board far(board_rows(), vector<int>(board_cols(), -1));
    queue<Pos> next;
    for (int i = 0; i < board_rows(); ++i)
      for (int j = 0; j < board_cols(); ++j)
        if (goal(cell(i, j), type)) {
          far[i][j] = 0;
          next.push(Pos(i, j));
        }
    for (; not next.empty(); next.pop())
      for (int d = 0; d < 4; ++d) {
        Pos p = next.front() + Dir(d);
        if (shut(p) or far[p.i][p.j] != -1) continue;
        far[p.i][p.j] = far[next.front().i][next.front().j] + 1;
        next.push(p);
      }
    return far;
  }

  void walk (const vector<int>& ids, const Board& far, set<Pos>& taken) {
    for (int id : ids) {
      Pos from = citizen(id).pos;
      int best = far[from.i][from.j], way = -1;
      for (int d = 0; d < 4; ++d) {
        Pos p = from + Dir(d);
        if (shut(p) or far[p.i][p.j] == -1 or far[p.i][p.j] >= best) continue;
        if (cell(p).id != -1 or cell(p).b_owner != -1 or taken.count(p)) continue;
        best = far[p.i][p.j];
        way = d;
      }
      if (way == -1) continue;
      taken.insert(from + Dir(way));
      move(id, Dir(way));
    }
  }

  virtual void play () {
    set<Pos> taken;
    walk(builders(me()), distances(Builder), taken);
    walk(warriors(me()), distances(Warrior), taken);
  }

};

RegisterPlayer(PLAYER_NAME);
