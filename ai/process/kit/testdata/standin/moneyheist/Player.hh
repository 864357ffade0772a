// Stand-in for the kit of Money Heist 1.0.

#ifndef PLAYER_HH
#define PLAYER_HH

enum Dir { Down, Right, Up, Left, DirSize };
static const int dir_row[] = {1, 0, -1, 0};
static const int dir_col[] = {0, 1, 0, -1};

#include "kit.hh"

enum CellType { Corridor, Wall };
enum UnitType { Soldier, Professor };

struct Cell {
  CellType type = Corridor;
  int id = -1;
  bool health_kit = false, poison_kit = false;
  int box = -1;
  bool gold = false;
  int money = 0;
  bool is_empty() const { return type == Corridor && id == -1 && !health_kit && !poison_kit && box == -1 && money == 0; }
};

struct Unit {
  UnitType type = Soldier;
  int id = -1, player = -1;
  Pos pos;
  int health = -1, poison = 0, rounds_for_reborn = -1;
  bool is_alive() const { return type == Soldier || rounds_for_reborn == 0; }
};

class Settings : public Numbers {
  friend class SecGame;

  static Settings read_settings(istream& is) {
    Settings s;
    static_cast<Numbers&>(s) = read(is, "MoneyHeist", "1.0",
      {"NUM_PLAYERS", "NUM_ROUNDS", "BOARD_ROWS", "BOARD_COLS", "INITIAL_SOLDIERS_PER_CLAN",
       "INITIAL_SOLDIERS_POISONS", "SOLDIER_MAX_POISONS", "POINTS_FOR_KILLING_SOLDIER", "PROFESSOR_MAX_HEALTH",
       "INITIAL_PROFESSOR_HEALTH", "PROFESSOR_HEALTH_DECREASE", "POINTS_FOR_KILLING_PROFESSOR",
       "PROFESSOR_ROUNDS_REBIRTH", "NUM_MONEY", "MIN_MONEY_VALUE", "MAX_MONEY_VALUE", "NUM_HEALTH_KITS",
       "HEALTH_KIT_VALUE", "NUM_POISON_KITS", "POISON_KIT_VALUE", "NUM_SAFETY_BOXES", "GOLD_VALUE",
       "SIZE_HINTS_PER_BOX"});
    return s;
  }

public:
  static string version() { return "MoneyHeist 1.0"; }
  int num_players() const { return get("NUM_PLAYERS"); }
  int num_rounds() const { return get("NUM_ROUNDS"); }
  int board_rows() const { return get("BOARD_ROWS"); }
  int board_cols() const { return get("BOARD_COLS"); }
  int num_safety_boxes() const { return get("NUM_SAFETY_BOXES"); }
  bool player_ok(int pl) const { return 0 <= pl && pl < num_players(); }
  bool pos_ok(int i, int j) const { return 0 <= i && i < board_rows() && 0 <= j && j < board_cols(); }
  bool pos_ok(Pos p) const { return pos_ok(p.i, p.j); }
};

class State {
  friend class SecGame;
  friend class Player;

  vector<vector<Cell>> grid;
  vector<Unit> units;
  vector<vector<int>> soldiers_{4}, hints_;
  vector<int> professor_ = vector<int>(4, -1), score_, health_, poison_;
  vector<double> status_;
  int round_ = 0;

  void read(istream& is, const Settings& s) {
    grid.assign(s.board_rows(), vector<Cell>(s.board_cols()));
    skip(is, 2);
    for (auto& row : grid) {
      string label, text;
      is >> label >> text;
      must(text.size() == row.size(), "a row of the wrong length");
      for (size_t j = 0; j < row.size(); ++j) {
        row[j].type = text[j] == 'W' ? Wall : Corridor;
        row[j].health_kit = text[j] == 'H';
        row[j].poison_kit = text[j] == 'P';
        row[j].gold = text[j] == 'G';
      }
    }
    int n = 0;
    expect(is, "units");
    is >> n;
    skip(is, 8);
    units.assign(n, Unit());
    soldiers_.assign(4, {});
    for (Unit& u : units) {
      char type;
      is >> type >> u.id >> u.player >> u.pos.i >> u.pos.j >> u.health >> u.poison >> u.rounds_for_reborn;
      must(type == 's' || type == 'p', "an unknown unit");
      u.type = type == 's' ? Soldier : Professor;
      if (u.type == Soldier) soldiers_[u.player].push_back(u.id);
      else professor_[u.player] = u.id;
      if (u.is_alive()) grid[u.pos.i][u.pos.j].id = u.id;
    }
    expect(is, "money");
    is >> n;
    skip(is, 3);
    for (int i, j, amount; n > 0 && is >> i >> j >> amount; --n) grid[i][j].money = amount;
    expect(is, "safety_box_hints");
    is >> n;
    hints_.assign(n, {});
    for (int b = 0; b < n; ++b) {
      int count = 0;
      Pos door;
      is >> count >> door.i >> door.j;
      grid[door.i][door.j].box = b;
      hints_[b].assign(count, 0);
      for (int& x : hints_[b]) is >> x;
    }
    expect(is, "round");
    is >> round_;
    check_round(round_, s.num_rounds());
    score_ = four<int>(is, "score");
    health_ = four<int>(is, "health");
    poison_ = four<int>(is, "poison");
    status_ = four<double>(is, "status");
    check_status(status_);
  }

public:
  int round() const { return round_; }
  Cell cell(int i, int j) const {
    return i < 0 || j < 0 || i >= int(grid.size()) || j >= int(grid[0].size()) ? Cell() : grid[i][j];
  }
  Cell cell(Pos p) const { return cell(p.i, p.j); }
  Unit unit(int id) const { return id < 0 || id >= int(units.size()) ? Unit() : units[id]; }
  vector<int> soldiers(int pl) const { return pl < 0 || pl > 3 ? vector<int>() : soldiers_[pl]; }
  int professor(int pl) const { return pl < 0 || pl > 3 ? -1 : professor_[pl]; }
  int available_poison(int pl) const { return pl < 0 || pl > 3 ? -1 : poison_[pl]; }
  int available_health(int pl) const { return pl < 0 || pl > 3 ? -1 : health_[pl]; }
  int score(int pl) const { return pl < 0 || pl > 3 ? -1 : score_[pl]; }
  vector<int> safety_box_hints(int b) const { return b < 0 || b >= int(hints_.size()) ? vector<int>() : hints_[b]; }
  double status(int pl) const { return pl < 0 || pl > 3 ? -2 : status_[pl]; }
};

inline void Action::print(const vector<Command>& commands, ostream& os) {
  os << commands.size() << endl;
  for (const Command& c : commands) {
    char dir = c.dir >= 0 && c.dir < DirSize ? "drul"[c.dir] : '_';
    os << c.id << '\t';
    if (c.type == 0) os << "m\t" << dir << '\t';
    else if (c.type == 1) {
      os << "o\t" << dir << '\t' << c.x.size() << '\t';
      for (int x : c.x) os << ' ' << x;
    }
    else os << (c.type == 2 ? 'c' : 'h') << '\t';
    os << endl;
  }
}

class Player : public Settings, public Action, public State, public Random {
  friend class SecGame;

  int me_ = -1;

  void reset(ifstream& is) {
    State::read(is, *this);
    Action::clear();
  }

public:
  virtual ~Player() {}
  virtual void play() = 0;

  int me() const { return me_; }
  void move(int id, Dir d) { give({0, id, d, {}}); }
  void open(int id, const vector<int>& solution, Dir d) { give({1, id, d, solution}); }
  void charge(int id) { give({2, id, 0, {}}); }
  void heal(int id) { give({3, id, 0, {}}); }
};

#endif
