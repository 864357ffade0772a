// Walker plays Money Heist: everybody walks to the nearest money or kit, soldiers
// load poison and the professor heals from what was found.

#include "Player.hh"

#include <cstdlib>
#include <queue>

#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<vector<int>> Board;

  // Cells that nobody enters: walls, and the doors of boxes with what is behind.
  bool shut (Pos p) {
    return not pos_ok(p) or cell(p).type == Wall or cell(p).box != -1 or cell(p).gold;
  }

  // How far every cell is from the nearest goal, -1 if there is no way.
  Board distances () {
    Board far(board_rows(), vector<int>(board_cols(), -1));
    queue<Pos> next;
    for (int i = 0; i < board_rows(); ++i)
      for (int j = 0; j < board_cols(); ++j) {
        Cell c = cell(i, j);
        if (c.money > 0 or c.health_kit or c.poison_kit) {
          far[i][j] = 0;
          next.push(Pos(i, j));
        }
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

  void walk (int id, const Board& far, set<Pos>& taken) {
    Pos from = unit(id).pos;
    int best = far[from.i][from.j], way = -1;
    for (int d = 0; d < 4; ++d) {
      Pos p = from + Dir(d);
      if (shut(p) or far[p.i][p.j] == -1 or far[p.i][p.j] >= best) continue;
      if (cell(p).id != -1 or taken.count(p)) continue;
      best = far[p.i][p.j];
      way = d;
    }
    if (way == -1) return;
    taken.insert(from + Dir(way));
    move(id, Dir(way));
  }

  virtual void play () {
    Board far = distances();
    set<Pos> taken;
    for (int id : soldiers(me())) {
      if (unit(id).poison == 0 and available_poison(me()) > 0) charge(id);
      else walk(id, far, taken);
    }
    int id = professor(me());
    if (not unit(id).is_alive()) return;
    if (unit(id).health < 50 and available_health(me()) > 0) heal(id);
    else walk(id, far, taken);
  }

};

RegisterPlayer(PLAYER_NAME);
