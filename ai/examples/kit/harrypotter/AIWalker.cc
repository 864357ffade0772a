// Walker plays Harry Potter: every wizard walks to the nearest cell that is not
// its clan's, or to a book, and keeps away from Voldemort.

#include "Player.hh"

#include <cstdlib>
#include <queue>

#define PLAYER_NAME Walker

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<vector<int>> Board;

  // Cells that nobody can enter, or should.
  bool shut (Pos p) {
    Pos v = pos_voldemort();
    return not pos_ok(p) or cell(p).type == Wall or (abs(p.i - v.i) <= 1 and abs(p.j - v.j) <= 1);
  }

  // How far every cell is from the nearest goal, -1 if there is no way.
  Board distances () {
    Board far(board_rows(), vector<int>(board_cols(), -1));
    queue<Pos> next;
    for (int i = 0; i < board_rows(); ++i)
      for (int j = 0; j < board_cols(); ++j)
        if (not shut(Pos(i, j)) and (cell(i, j).owner != me() or cell(i, j).book)) {
          far[i][j] = 0;
          next.push(Pos(i, j));
        }
    for (; not next.empty(); next.pop())
      for (int d = 0; d < 8; d += 2) {
        Pos p = next.front() + Dir(d);
        if (shut(p) or far[p.i][p.j] != -1) continue;
        far[p.i][p.j] = far[next.front().i][next.front().j] + 1;
        next.push(p);
      }
    return far;
  }

  virtual void play () {
    Board far = distances();
    set<Pos> taken;
    for (int id : wizards(me())) {
      Unit u = unit(id);
      if (u.is_in_conversion_process()) continue;
      int best = far[u.pos.i][u.pos.j];
      if (best == -1) best = 1 << 30;
      int way = -1;
      for (int d = 0; d < 8; d += 2) {  // wizards do not move diagonally
        Pos p = u.pos + Dir(d);
        if (shut(p) or far[p.i][p.j] == -1 or far[p.i][p.j] >= best) continue;
        if (cell(p).id != -1 or taken.count(p)) continue;
        best = far[p.i][p.j];
        way = d;
      }
      if (way == -1) continue;
      taken.insert(u.pos + Dir(way));
      move(id, Dir(way));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
