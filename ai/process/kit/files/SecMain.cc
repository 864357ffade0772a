// game-tui player adapter, main program. See SecGame.cc.

#include <unistd.h>

namespace game_tui {
int serve();
}

int main() {
  // No destructors: the player's could hang or crash.
  _exit(game_tui::serve());
}
