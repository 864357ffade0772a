// The same in the words of C++.

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace fs = std::filesystem;

template <typename F> static void attempt(const char* what, F deed) {
  bool allowed = false;
  try { allowed = deed(); } catch (const std::exception&) {}
  std::cout << what << ": " << (allowed ? "allowed" : "refused") << std::endl;
}

static bool reads(const char* path) {
  std::ifstream in(path);
  std::string word;
  if (!(in >> word)) return false;
  std::cout << word << std::endl;
  return true;
}

static bool loads(const char* path) {
  if (dlopen(path, RTLD_NOW)) return true;
  return std::string(dlerror()).find("cannot open") == std::string::npos;
}

int main() {
  attempt("read beside", [] { return reads("@BESIDE@/canary"); });
  attempt("read home", [] { return reads("@HOME@/canary"); });
  attempt("read link out", [] { return reads("@MINE@/link"); });
  attempt("list home", [] { return fs::directory_iterator("@HOME@") != fs::directory_iterator(); });
  attempt("walk beside", [] { return fs::recursive_directory_iterator("@BESIDE@") != fs::recursive_directory_iterator(); });
  attempt("load a library", [] { return loads("@HOME@/canary"); });
  attempt("write temporary", [] { return bool(std::ofstream("@TEMP@.new") << "x"); });
  attempt("append", [] { return bool(std::ofstream("@BESIDE@/canary", std::ios::app) << "x" << std::flush); });
  attempt("copy", [] { return fs::copy_file("@HOME@/canary", "@MINE@/copy"); });
  attempt("remove", [] { return fs::remove("@BESIDE@/canary"); });
  attempt("rename", [] { fs::rename("@BESIDE@/canary", "@BESIDE@/mine"); return true; });
  attempt("permissions", [] { fs::permissions("@BESIDE@/canary", fs::perms::all); return true; });
  attempt("temporary file", [] { return std::tmpfile() != nullptr; });
  attempt("system", [] { return std::system("@MARKER@") == 0; });
  attempt("popen", [] { return popen("@MARKER@", "r") != nullptr; });
  attempt("see secret variable", [] { return std::getenv("@VARIABLE@") != nullptr; });
}
