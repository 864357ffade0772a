// A player of Money Heist that turns its soldiers by a number. BUG says how the number comes about: 1 to 32 are
// bugs, which show from some round on, and from 101 on are ways that look like one and are none.

#include "Player.hh"

#include <algorithm>
#include <cstring>
#include <queue>
#if BUG == 9 || BUG == 10 || BUG > 100 && BUG < 121
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <unordered_map>
#endif

#define PLAYER_NAME Planted

struct Thing {
  int weight, turn;
};

#if BUG == 20
static int turns;
#elif BUG == 21
static map<int, int> memo;
#endif

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  vector<int> ids;
  int member;
  Thing* things[40];

  int many() { return int(ids.size()); }

#if BUG == 2
  int deep(int n) { return deep(n + 1) + n; }
#endif
#if BUG == 19
  int way() { if (round() < 20) return 1; else if (many() > 1000) return 2; }
#endif
#if BUG == 23
  const int& largest(int a, int b) { return max(a, b); }
#endif
#if BUG == 110
  int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
#endif

  int number() {
    bool late = round() >= 20;
#if BUG == 1 // writes beyond a vector
    vector<int> v(many(), 1);
    if (late) for (int i = 0; i <= many() + 1; ++i) v.data()[i] = i;
    return v[0];
#elif BUG == 2 // recursion without an end
    return late ? deep(0) : 1;
#elif BUG == 3 // a loop without an end
    unsigned x = 1;
    while (late && x != 0) x = x * 3;
    return x;
#elif BUG == 4 // an order that is none
    vector<int> v(100);
    for (int i = 0; i < 100; ++i) v[i] = late ? 1 : i;
    sort(v.begin(), v.end(), [](int a, int b) { return a <= b; });
    return v[50];
#elif BUG == 5 // a search that visits cells again and again
    queue<Pos> q;
    q.push(unit(ids[0]).pos);
    for (long n = 0; !q.empty() && (late || n < 100); ++n) {
      Pos p = q.front();
      q.pop();
      for (int d = 0; d < 4; ++d) if (pos_ok(p + Dir(d))) q.push(p + Dir(d));
    }
    return 1;
#elif BUG == 6 // goes on from an element that it has erased
    set<int> s(ids.begin(), ids.end());
    int sum = 0;
    for (auto it = s.begin(); it != s.end(); ++it) { sum += *it; if (late && *it % 3 == 0) s.erase(it); }
    return sum;
#elif BUG == 7 // divides by zero
    return many() / max(0, 20 - round());
#elif BUG == 8 // the last of none
    vector<int> v(late ? 0 : 3, 1);
    int sum = 0;
    for (size_t i = 0; i < v.size() - 1; ++i) sum += v[i];
    return sum;
#elif BUG == 9 // a random device
    random_device r;
    return late ? int(r()) : 1;
#elif BUG == 10 // the clock
    return late ? int(chrono::steady_clock::now().time_since_epoch().count() / 1000) : 1;
#elif BUG == 11 // an address
    int x = 0;
    return late ? int((unsigned long)&x >> 12) : 1;
#elif BUG == 12 // a variable without a value
    int best;
    for (int id : ids) if (!late || unit(id).health > 1000) best = id;
    return best;
#elif BUG == 13 // a direction without a value
    Dir d;
    switch (late ? 7 : round() % 4) { case 0: d = Up; break; case 1: d = Down; break; case 2: d = Left; break; case 3: d = Right; break; }
    return d;
#elif BUG == 14 // memory of malloc
    int* v = (int*)malloc(64 * sizeof(int));
    for (int i = 0; i < (late ? 10 : 64); ++i) v[i] = i;
    int x = v[40];
    free(v);
    return x;
#elif BUG == 15 // a member without a value
    if (round() < 20) member = 2;
    Thing* t = new Thing;
    if (!late) t->turn = 1;
    int x = t->turn + member;
    delete t;
    return x;
#elif BUG == 16 // the order of pointers
    set<Thing*> s;
    for (int i = 0; i < 8; ++i) { if (!things[i] || late) things[i] = new Thing{i, i}; s.insert(things[i]); }
    int x = 0;
    for (Thing* t : s) x = x * 3 + t->turn;
    return x;
#elif BUG == 17 // what was deleted
    Thing* t = new Thing{1, 1};
    if (late) delete t;
    return t->turn;
#elif BUG == 18 // reads beyond a vector
    vector<int> v(10, 1);
    return v.data()[late ? 13 : 2];
#elif BUG == 19 // returns nothing
    return way();
#elif BUG == 20 // what the match before has counted
    return ++turns / 20;
#elif BUG == 21 // what the match before has stored
    if (!memo.count(round())) memo[round()] = late ? int(memo.size()) : 1;
    return memo[round()] + (late && memo.count(round() + 1) ? 1 : 0);
#elif BUG == 22 // a field without a value
    Thing t = best(late);
    return t.turn;
#elif BUG == 23 // a reference to what is gone
    const int& x = largest(many(), round());
    return late ? x : 1;
#elif BUG == 24 // a number that is too large
    int x = 1 << 20;
    if (late) x *= many() * 1000;
    return x;
#elif BUG == 25 // what is behind the last
    vector<int>::iterator it = find(ids.begin(), ids.end(), late ? -5 : ids[0]);
    return *it;
#elif BUG == 26 // shifts by too much
    return late ? 1 << (round() + 20) : 1;
#elif BUG == 27 // a reference into what has grown
    vector<int> v(4, 1);
    int& first = v[0];
    if (late) for (int i = 0; i < 100; ++i) v.push_back(i);
    return first;
#elif BUG == 28 // deletes twice
    Thing* t = new Thing{1, 1};
    delete t;
    if (round() == 20) delete t;
    return 1;
#elif BUG == 29 // an array without values
    int* v = new int[50];
    for (int i = 0; i < (late ? 5 : 50); ++i) v[i] = 1;
    int x = v[20];
    delete[] v;
    return x;
#elif BUG == 30 // the row of another board
    vector<vector<int>> dist(board_rows(), vector<int>(board_cols(), 1));
    return late ? dist[10].data()[board_cols() + 1] : 1;
#elif BUG == 31 // three faults at once, behind a mark that is no direction
    Dir mark = Dir(-1), same = mark;
    int best;
    for (int id : ids) if (!late || unit(id).health > 1000) best = id;
    int x = 1 << 20;
    if (late) x *= many() * 1000;
    vector<int> v(10, 1);
    return same == mark ? best + (x & 1) + v.data()[late ? 13 : 2] : 0;
#elif BUG == 32 // reads beyond a vector where the lead is shared
    int best = -1;
    vector<int> leaders;
    for (int pl = 0; pl < 4; ++pl) if (score(pl) >= best) { if (score(pl) > best) leaders.clear(); best = score(pl); leaders.push_back(pl); }
    return leaders.data()[leaders.size() > 1 && round() > 0 ? 4 : 0];
#elif BUG == 101
    return random(0, 3);
#elif BUG == 102 // constants
    static const int steps[] = {1, 3, 2, 0};
    return steps[round() % 4];
#elif BUG == 103
    set<Pos> seen;
    queue<Pos> q;
    q.push(unit(ids[0]).pos);
    while (!q.empty()) {
      Pos p = q.front();
      q.pop();
      if (seen.insert(p).second) for (int d = 0; d < 4; ++d) if (pos_ok(p + Dir(d))) q.push(p + Dir(d));
    }
    return int(seen.size());
#elif BUG == 104 // time that changes nothing
    clock_t begin = clock();
    int x = 0;
    for (int i = 0; i < 1000; ++i) x = (x * 5 + i) & 1023;
    return clock() - begin > 1000000000 ? 0 : x;
#elif BUG == 105 // a generator of one's own
    mt19937 g(round());
    return int(g() & 3);
#elif BUG == 106
    unordered_map<int, int> m;
    for (int id : ids) m[id] = unit(id).pos.i;
    return m[ids[0]];
#elif BUG == 107
    shared_ptr<Thing> t = make_shared<Thing>();
    t->turn = round();
    return t->turn;
#elif BUG == 108
    vector<int> v(ids);
    sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    return v[0];
#elif BUG == 109
    set<int> s(ids.begin(), ids.end());
    for (auto it = s.begin(); it != s.end();) if (*it % 3 == 0) it = s.erase(it); else ++it;
    return int(s.size());
#elif BUG == 110
    return deep(20000);
#elif BUG == 111 // a warning for nothing: always set where it is read
    int best = 0;
    bool any = false;
    for (int id : ids) if (!any || id > best) { best = id; any = true; }
    return any ? best : 0;
#elif BUG == 112
    try { throw 3; } catch (int x) { return x; }
#elif BUG == 113
    string s;
    for (int id : ids) s += to_string(id);
    return int(s.size());
#elif BUG == 114 // allocates much, and gives it back
    vector<vector<int>> v;
    for (int i = 0; i < 200; ++i) v.emplace_back(1000, i);
    return accumulate(v[100].begin(), v[100].end(), 0) & 3;
#elif BUG == 115
    priority_queue<pair<int, int>> q;
    for (int id : ids) q.push({unit(id).pos.j, id});
    return q.top().second;
#elif BUG == 116
    unsigned hash = 2166136261u;
    for (int id : ids) hash = (hash ^ unsigned(id)) * 16777619u;
    return int(hash >> 8);
#elif BUG == 117
    function<int(int)> f = [&](int n) { return n < 2 ? n : f(n - 1) + f(n - 2); };
    return f(12);
#elif BUG == 118
    cerr << "round " << round() << " of " << num_rounds() << endl;
    return 2;
#elif BUG == 119
    Thing* t = new Thing[10]();
    t[3].turn = round();
    int x = t[3].turn + t[4].weight;
    delete[] t;
    return x;
#elif BUG == 120
    char text[64];
    memset(text, 0, sizeof text);
    snprintf(text, sizeof text, "%d", round());
    return text[0];
#elif BUG == 121 // a mark that is no direction
    Dir mark = Dir(-1), same = mark;
    return same == mark ? 1 : 2;
#elif BUG == 122 // takes long
    unsigned x = 1;
    for (long i = 0; i < 20000; ++i) x = x * 1664525 + i;
    return x == 1 ? 2 : 1;
#endif
  }

#if BUG == 22
  Thing best(bool late) {
    Thing t;
    t.weight = 0;
    for (int id : ids) if (!late || id < 0) { t.weight = id; t.turn = id; }
    return t;
  }
#endif

  PLAYER_NAME() {
#if BUG != 15
    member = 0;
#endif
    memset(things, 0, sizeof things);
  }

  void play() override {
    ids = soldiers(me());
    int x = number();
    for (int id : ids) move(id, Dir((unsigned(x) + unsigned(id)) & 3));
  }
};

RegisterPlayer(PLAYER_NAME);
