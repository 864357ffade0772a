// A player that does nothing.

#include "Player.hh"

#define PLAYER_NAME Idle

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  void play() override {}
};

RegisterPlayer(PLAYER_NAME);
