// The Demo player of The Purge, written from the specification.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  const vector<Dir> four = {Up, Down, Left, Right};

  void work(int id) {
    Pos p = citizen(id).pos;
    int food = -1;
    for (Dir d : four)
      if (pos_ok(p + d) && cell(p + d).bonus == Food) food = d;
    if (food != -1) return move(id, Dir(food));
    if (random(0, 3) <= 1) {
      for (Dir d : four)
        if (pos_ok(p + d)) {
          cerr << "build " << id << " dir " << d << endl;
          return build(id, d);
        }
    }
    Dir d = four[random(0, 3)];
    if (!pos_ok(p + d)) return;
    int other = cell(p + d).id;
    if (other == -1 || citizen(other).type == Builder) move(id, d);
  }

  void play() override {
    if (status(me()) >= 0.9 || round() > num_rounds() / 2) return;
    if (is_day()) {
      for (int id : builders(me())) work(id);
      return;
    }
    for (int id : warriors(me())) {
      if (random(0, 9) >= 6) continue;
      Dir d = four[random(0, 3)];
      if (pos_ok(citizen(id).pos + d)) move(id, d);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
