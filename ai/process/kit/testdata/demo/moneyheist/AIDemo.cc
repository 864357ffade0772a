// The Demo player of Money Heist, written from the specification.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  const vector<Dir> four = {Up, Down, Left, Right};

  bool free_to_walk(Pos p) { return pos_ok(p) && cell(p).type != Wall; }

  void attack(int id) {
    for (Dir d : four) {
      Pos p = unit(id).pos + d;
      if (!pos_ok(p) || cell(p).id == -1) continue;
      Unit u = unit(cell(p).id);
      if (u.type == Soldier && u.player != me()) return move(id, d);
    }
  }

  void play() override {
    if (status(me()) >= 0.9 || round() > num_rounds() / 2) return;
    vector<int> s = soldiers(me());
    cerr << "At round " << round() << " player " << me() << " has " << s.size() << " soldiers: ";
    for (int id : s) cerr << id << " at pos " << unit(id).pos << "; ";
    cerr << endl;
    if (round() % 2 == 0) {
      for (int id : s) {
        Dir d = four[random(0, 3)];
        if (free_to_walk(unit(id).pos + d)) move(id, d);
      }
    } else if (random(0, 3) <= 1) {
      for (int id : s)
        if (free_to_walk(unit(id).pos + Left)) move(id, Left);
    } else {
      for (int id : s) attack(id);
    }
    int box = -1;
    for (int i = 0; i < board_rows(); ++i)
      for (int j = 0; j < board_cols(); ++j)
        if (cell(i, j).box != -1) box = cell(i, j).box;
    open(professor(me()), vector<int>(safety_box_hints(box).size(), 1), Up);
  }
};

RegisterPlayer(PLAYER_NAME);
