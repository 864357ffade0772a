// A stand-in for a game kit: the classes and calls that players and the adapter
// use, written from the behavioural specifications. What the three games share.

#ifndef KIT_HH
#define KIT_HH

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

struct Pos {
  int i, j;
  Pos(int i = 0, int j = 0) : i(i), j(j) {}
  bool operator==(const Pos& p) const { return i == p.i && j == p.j; }
  bool operator!=(const Pos& p) const { return !(*this == p); }
  bool operator<(const Pos& p) const { return i != p.i ? i < p.i : j < p.j; }
  Pos& operator+=(const Pos& p) { i += p.i; j += p.j; return *this; }
  Pos operator+(const Pos& p) const { return Pos(*this) += p; }
  Pos& operator+=(Dir d) {
    if (d >= 0 && d < DirSize) *this += Pos(dir_row[d], dir_col[d]);
    return *this;
  }
  Pos operator+(Dir d) const { return Pos(*this) += d; }
};

inline ostream& operator<<(ostream& os, const Pos& p) { return os << '(' << p.i << ", " << p.j << ')'; }

// An assertion that always holds, as in the kits.
inline void must(bool ok, const string& what) {
  if (ok) return;
  cerr << "error: " << what << endl;
  abort();
}

// The settings: the version, then keys and values in the order of the table.
class Numbers {
protected:
  map<string, int> value;

  static Numbers read(istream& is, const char* first, const char* second, const vector<string>& keys) {
    string a, b;
    is >> a >> b;
    must(a == first && b == second, "wrong game or version");
    Numbers n;
    for (const string& key : keys) {
      string word;
      int x = 0;
      is >> word >> x;
      must(word == key, "expected " + key);
      n.value[key] = x;
    }
    return n;
  }

public:
  int get(const string& key) const { return value.at(key); }
};

// One order, and how the kits print it.
struct Command {
  int type, id, dir;
  vector<int> x;
};

class Action {
  friend class SecGame;

  set<int> u;
  vector<Command> v;
  int q = 0;

  static void print(const vector<Command>& commands, ostream& os);

protected:
  void give(const Command& c) {
    must(++q <= 1000, "too many commands");
    if (u.insert(c.id).second) v.push_back(c);
  }
  void clear() {
    u.clear();
    v.clear();
    q = 0;
  }
};

// The players' generator.
class Random {
  friend class SecGame;

  long long s = 0;

  void set_random_seed(int x) { s = (x < 0 ? -(long long)x : (long long)x) & 0x7fffffff; }
  void step() { s = (843314861LL * s + 453816693) & 0x7fffffff; }

public:
  int random(int l, int u) {
    if (l > u) return l;
    long long n = (long long)u - l + 1;
    if (n > 1000000) return l;
    step();
    step();
    return l + int(n * s >> 31);
  }

  vector<int> random_permutation(int n) {
    vector<int> v;
    if (n < 0 || n > 1000000) return v;
    for (int i = 0; i < n; ++i) v.push_back(i);
    for (int i = 0; i < n; ++i) swap(v[i], v[random(i, n - 1)]);
    return v;
  }
};

class Player;

class Registry {
public:
  typedef Player* (*Factory)();

  static int add(const string& name, Factory f) {
    players()[name] = f;
    return 0;
  }
  static Player* new_player(const string& name) { return players().at(name)(); }
  // The original kits write to cout whatever stream they are given.
  static void print_players(ostream&) {
    for (auto& p : players()) cout << p.first << endl;
  }

private:
  static map<string, Factory>& players() {
    static map<string, Factory> all;
    return all;
  }
};

#define RegisterPlayer(name) static int registered_##name = Registry::add(REGISTER_TEXT(name), name::factory)
#define REGISTER_TEXT(name) REGISTER_TEXT2(name)
#define REGISTER_TEXT2(name) #name

inline void expect(istream& is, const string& word) {
  string w;
  is >> w;
  must(w == word, "expected " + word + ", found " + w);
}

inline void skip(istream& is, int n) {
  string w;
  while (n-- > 0) is >> w;
}

// Four numbers after their key.
template <class T> vector<T> four(istream& is, const string& key) {
  expect(is, key);
  vector<T> v(4);
  for (T& x : v) is >> x;
  return v;
}

inline void check_round(int round, int rounds) { must(0 <= round && round < rounds, "round out of range"); }

inline void check_status(const vector<double>& status) {
  for (double x : status) must(x == -1 || (x >= 0 && x <= 1), "status out of range");
}

#endif
