// Stand-in for the settings of the kit of The Purge 1.0.

#ifndef SETTINGS_HH
#define SETTINGS_HH

#include "kit.hh"

class Settings : public Numbers {
  friend class SecGame;

  static Settings read_settings(istream& is) {
    Settings s;
    static_cast<Numbers&>(s) = read(is, "ThePurge", "1.0",
      {"NUM_PLAYERS", "NUM_DAYS", "NUM_ROUNDS_PER_DAY", "BOARD_ROWS", "BOARD_COLS", "NUM_INI_BUILDERS",
       "NUM_INI_WARRIORS", "NUM_INI_MONEY", "NUM_INI_FOOD", "NUM_INI_GUNS", "NUM_INI_BAZOOKAS",
       "BUILDER_INI_LIFE", "WARRIOR_INI_LIFE", "MONEY_POINTS", "KILL_BUILDER_POINTS", "KILL_WARRIOR_POINTS",
       "FOOD_INCR_LIFE", "LIFE_LOST_IN_ATTACK", "BUILDER_STRENGTH_ATTACK", "HAMMER_STRENGTH_ATTACK",
       "GUN_STRENGTH_ATTACK", "BAZOOKA_STRENGTH_ATTACK", "BUILDER_STRENGTH_DEMOLISH",
       "HAMMER_STRENGTH_DEMOLISH", "GUN_STRENGTH_DEMOLISH", "BAZOOKA_STRENGTH_DEMOLISH",
       "NUM_ROUNDS_REGEN_BUILDER", "NUM_ROUNDS_REGEN_WARRIOR", "NUM_ROUNDS_REGEN_FOOD",
       "NUM_ROUNDS_REGEN_MONEY", "NUM_ROUNDS_REGEN_WEAPON", "BARRICADE_RESISTANCE_STEP",
       "BARRICADE_MAX_RESISTANCE", "MAX_NUM_BARRICADES"});
    return s;
  }

public:
  static string version() { return "ThePurge 1.0"; }
  int num_players() const { return get("NUM_PLAYERS"); }
  int num_days() const { return get("NUM_DAYS"); }
  int num_rounds_per_day() const { return get("NUM_ROUNDS_PER_DAY"); }
  int num_rounds() const { return num_days() * num_rounds_per_day(); }
  int builder_strength_demolish() const { return get("BUILDER_STRENGTH_DEMOLISH"); }
  int board_rows() const { return get("BOARD_ROWS"); }
  int board_cols() const { return get("BOARD_COLS"); }
  bool is_round_day(int r) const { return r % num_rounds_per_day() < num_rounds_per_day() / 2; }
  bool player_ok(int pl) const { return 0 <= pl && pl < num_players(); }
  bool pos_ok(int i, int j) const { return 0 <= i && i < board_rows() && 0 <= j && j < board_cols(); }
  bool pos_ok(Pos p) const { return pos_ok(p.i, p.j); }
};

#endif
