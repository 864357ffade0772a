// The Demo player of Harry Potter, written from the specification.

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
      if (u.type == Wizard && u.player != me()) return move(id, d);
    }
  }

  void play() override {
    if (status(me()) >= 0.9) return;
    vector<int> ws = wizards(me());
    for (size_t n = 0; n < ws.size(); ++n) {
      if (round() % 2 == 0) {
        for (int id : ws) {
          Dir d = four[random(0, 3)];
          if (free_to_walk(unit(id).pos + d)) move(id, d);
        }
      } else if (random(0, 3) <= 1) {
        for (int id : ws)
          if (free_to_walk(unit(id).pos + Left)) move(id, Left);
      } else {
        for (int id : ws) attack(id);
      }
    }
    spell(ghost(me()), {0, 2, 4, 1, 3, 2, 0, 1, 4, 1, 4, 0, 3, 3, 2});
  }
};

RegisterPlayer(PLAYER_NAME);
