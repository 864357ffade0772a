// Stand-in for the kit of Harry Potter 1.0.

#ifndef PLAYER_HH
#define PLAYER_HH

enum Dir { Down, DR, Right, RU, Up, UL, Left, LD, DirSize };
static const int dir_row[] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int dir_col[] = {0, 1, 1, 1, 0, -1, -1, -1};

#include "kit.hh"

enum CellType { Corridor, Wall };
enum UnitType { Wizard, Ghost };

struct Cell {
  CellType type = Corridor;
  int owner = -1, id = -1;
  bool book = false;
  bool is_empty() const { return type == Corridor && id == -1 && !book; }
};

struct Unit {
  UnitType type = Wizard;
  int id = -1, player = -1;
  Pos pos;
  int rounds_pending = -1, next_player = -1;
  bool is_in_conversion_process() const { return type == Wizard && rounds_pending > 0; }
  int rounds_for_converting() const { return type == Wizard ? rounds_pending : -1; }
  int player_to_be_converted_to() const { return type == Wizard ? next_player : -1; }
  int last_attack_received() const { return type == Ghost ? next_player : -1; }
  int resting_rounds() const { return type == Ghost ? rounds_pending : -1; }
};

class Settings : public Numbers {
  friend class SecGame;

  static Settings read_settings(istream& is) {
    Settings s;
    static_cast<Numbers&>(s) = read(is, "HarryPotter", "1.0",
      {"NUM_PLAYERS", "NUM_ROUNDS", "BOARD_ROWS", "BOARD_COLS", "NUM_INI_WIZARDS_PER_CLAN", "NUM_INI_BOOKS",
       "CLAN_INI_MAGIC_STRENGTH", "POINTS_FOR_CONVERTING_WIZARD", "POINTS_PER_OWNED_CELL", "BOOK_MAGIC_STRENGTH",
       "ROUNDS_FOR_CONVERTING", "ROUNDS_ATTACK_RESTING_GHOST", "ROUNDS_SPELL_RESTING_GHOST", "ROUNDS_NO_ATTACK_GHOST"});
    return s;
  }

public:
  static string version() { return "HarryPotter 1.0"; }
  int num_players() const { return get("NUM_PLAYERS"); }
  int num_rounds() const { return get("NUM_ROUNDS"); }
  int board_rows() const { return get("BOARD_ROWS"); }
  int board_cols() const { return get("BOARD_COLS"); }
  bool player_ok(int pl) const { return 0 <= pl && pl < num_players(); }
  bool pos_ok(int i, int j) const { return 0 <= i && i < board_rows() && 0 <= j && j < board_cols(); }
  bool pos_ok(Pos p) const { return pos_ok(p.i, p.j); }
};

class State {
  friend class SecGame;
  friend class Player;

  vector<vector<Cell>> grid;
  vector<Unit> units;
  vector<vector<int>> wizards_{4};
  vector<int> ghost_ = vector<int>(4, -1), strength_, score_, acc_, ingredients_;
  vector<double> status_;
  Pos voldemort_;
  int round_ = 0;

  void read(istream& is, const Settings& s) {
    grid.assign(s.board_rows(), vector<Cell>(s.board_cols()));
    skip(is, 2);
    for (auto& row : grid) {
      string label, text;
      is >> label >> text;
      must(text.size() == row.size(), "a row of the wrong length");
      for (size_t j = 0; j < row.size(); ++j) {
        if (text[j] == 'W') row[j].type = Wall;
        else if (text[j] != '.') row[j].owner = text[j] - '0';
      }
    }
    int n = 0;
    expect(is, "units");
    is >> n;
    skip(is, 7);
    units.assign(n, Unit());
    wizards_.assign(4, {});
    for (Unit& u : units) {
      char type;
      is >> type >> u.id >> u.player >> u.pos.i >> u.pos.j >> u.rounds_pending >> u.next_player;
      must(type == 'w' || type == 'g', "an unknown unit");
      u.type = type == 'w' ? Wizard : Ghost;
      if (u.type == Wizard) wizards_[u.player].push_back(u.id);
      else ghost_[u.player] = u.id;
      grid[u.pos.i][u.pos.j].id = u.id;
    }
    expect(is, "books");
    is >> n;
    skip(is, 2);
    for (Pos p; n > 0 && is >> p.i >> p.j; --n) grid[p.i][p.j].book = true;
    expect(is, "spell_ingredients");
    is >> n;
    ingredients_.assign(n, 0);
    for (int& x : ingredients_) is >> x;
    expect(is, "Voldemort");
    is >> voldemort_.i >> voldemort_.j;
    expect(is, "round");
    is >> round_;
    check_round(round_, s.num_rounds());
    score_ = four<int>(is, "score");
    acc_ = four<int>(is, "scr_acc");
    strength_ = four<int>(is, "strength");
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
  vector<int> wizards(int pl) const { return pl < 0 || pl > 3 ? vector<int>() : wizards_[pl]; }
  int ghost(int pl) const { return pl < 0 || pl > 3 ? -1 : ghost_[pl]; }
  Pos pos_voldemort() const { return voldemort_; }
  int magic_strength(int pl) const { return pl < 0 || pl > 3 ? -1 : strength_[pl] / (1 + int(wizards_[pl].size())); }
  int score(int pl) const { return pl < 0 || pl > 3 ? -1 : score_[pl]; }
  vector<int> spell_ingredients() const { return ingredients_; }
  double status(int pl) const { return pl < 0 || pl > 3 ? -2 : status_[pl]; }
};

inline void Action::print(const vector<Command>& commands, ostream& os) {
  os << commands.size() << endl;
  for (const Command& c : commands) {
    os << c.id << '\t';
    if (c.type == 0) os << "m\t" << (c.dir >= 0 && c.dir < DirSize ? "dcreuqlz"[c.dir] : '_') << '\t';
    else {
      os << "s\t" << c.x.size() << '\t';
      for (int x : c.x) os << ' ' << x;
    }
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
  void spell(int id, const vector<int>& solution) { give({1, id, 0, solution}); }
};

#endif
