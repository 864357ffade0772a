// Stand-in for the kit of The Purge 1.0.

#ifndef PLAYER_HH
#define PLAYER_HH

enum Dir { Down, Right, Up, Left, DirSize };
static const int dir_row[] = {1, 0, -1, 0};
static const int dir_col[] = {0, 1, 0, -1};

#include "kit.hh"

enum CellType { Street, Building };
enum BonusType { Money, Food, NoBonus };
enum WeaponType { Hammer, Gun, Bazooka, NoWeapon };
enum CitizenType { Builder, Warrior };

struct Cell {
  CellType type = Street;
  BonusType bonus = NoBonus;
  WeaponType weapon = NoWeapon;
  int resistance = -1, b_owner = -1, id = -1;
  bool is_empty() const {
    return type == Street && bonus == NoBonus && weapon == NoWeapon && resistance == -1 && b_owner == -1 && id == -1;
  }
};

struct Citizen {
  CitizenType type = Builder;
  int id = -1, player = -1;
  Pos pos;
  WeaponType weapon = NoWeapon;
  int life = 2147483647;
};

#include "Settings.hh"

class State {
  friend class SecGame;
  friend class Player;

  vector<vector<Cell>> grid;
  map<int, Citizen> citizens_;
  vector<vector<int>> builders_{4}, warriors_{4};
  vector<vector<Pos>> barricades_{4};
  vector<int> score_;
  vector<double> status_;
  int round_ = 0;
  bool day_ = true;

  void read(istream& is, const Settings& s) {
    grid.assign(s.board_rows(), vector<Cell>(s.board_cols()));
    skip(is, 2);
    for (auto& row : grid) {
      string label, text;
      is >> label >> text;
      must(text.size() == row.size(), "a row of the wrong length");
      for (size_t j = 0; j < row.size(); ++j) {
        Cell& c = row[j];
        switch (text[j]) {
          case 'B': c.type = Building; break;
          case 'G': c.weapon = Gun; break;
          case 'Z': c.weapon = Bazooka; break;
          case 'M': c.bonus = Money; break;
          case 'F': c.bonus = Food; break;
        }
      }
    }
    int n = 0;
    expect(is, "citizens");
    is >> n;
    skip(is, 7);
    citizens_.clear();
    builders_.assign(4, {});
    warriors_.assign(4, {});
    barricades_.assign(4, {});
    for (; n > 0; --n) {
      Citizen c;
      char type, weapon;
      is >> type >> c.id >> c.player >> c.pos.i >> c.pos.j >> weapon >> c.life;
      must(type == 'b' || type == 'w', "an unknown citizen");
      c.type = type == 'b' ? Builder : Warrior;
      c.weapon = weapon == 'h' ? Hammer : weapon == 'g' ? Gun : weapon == 'b' ? Bazooka : NoWeapon;
      (c.type == Builder ? builders_ : warriors_)[c.player].push_back(c.id);
      grid[c.pos.i][c.pos.j].id = c.id;
      citizens_[c.id] = c;
    }
    expect(is, "barricades");
    is >> n;
    skip(is, 4);
    for (int player, i, j, resistance; n > 0 && is >> player >> i >> j >> resistance; --n) {
      grid[i][j].b_owner = player;
      grid[i][j].resistance = resistance;
      barricades_[player].push_back(Pos(i, j));
    }
    expect(is, "round");
    is >> round_;
    check_round(round_, s.num_rounds());
    expect(is, "day");
    is >> day_;
    score_ = four<int>(is, "score");
    status_ = four<double>(is, "status");
    check_status(status_);
  }

public:
  int round() const { return round_; }
  bool is_day() const { return day_; }
  bool is_night() const { return !day_; }
  Cell cell(int i, int j) const {
    return i < 0 || j < 0 || i >= int(grid.size()) || j >= int(grid[0].size()) ? Cell() : grid[i][j];
  }
  Cell cell(Pos p) const { return cell(p.i, p.j); }
  Citizen citizen(int id) const { return citizens_.count(id) ? citizens_.at(id) : Citizen(); }
  vector<int> builders(int pl) const { return pl < 0 || pl > 3 ? vector<int>() : builders_[pl]; }
  vector<int> warriors(int pl) const { return pl < 0 || pl > 3 ? vector<int>() : warriors_[pl]; }
  vector<Pos> barricades(int pl) const { return pl < 0 || pl > 3 ? vector<Pos>() : barricades_[pl]; }
  int score(int pl) const { return pl < 0 || pl > 3 ? -1 : score_[pl]; }
  double status(int pl) const { return pl < 0 || pl > 3 ? -2 : status_[pl]; }
};

inline void Action::print(const vector<Command>& commands, ostream& os) {
  os << commands.size() << endl;
  for (const Command& c : commands)
    os << c.id << '\t' << (c.type == 0 ? 'm' : 'b') << '\t'
       << (c.dir >= 0 && c.dir < DirSize ? "drul"[c.dir] : '_') << '\t' << endl;
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
  void build(int id, Dir d) { give({1, id, d, {}}); }
};

#endif
