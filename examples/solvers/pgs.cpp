// Projected Gauss-Seidel in C++ without a library: g++ -O2 -std=c++17 -o pgs pgs.cpp, then --solver exec:./pgs
// A reader of JSON that fits on a page: it understands every document, and keeps numbers, lists and objects.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <vector>

struct Json {
  double number = NAN;  // null, true, false and text stay NaN
  std::vector<Json> list;
  std::map<std::string, Json> fields;
};

std::string text(const char*& c) {  // c is at the opening quote
  std::string out;
  for (++c; *c && *c != '"'; ++c) out += *c == '\\' && c[1] ? *++c : *c;
  if (*c) ++c;
  return out;
}

Json read(const char*& c) {
  auto skip = [&] { while (*c && strchr(" \t\r\n,:", *c)) ++c; };
  Json value;
  skip();
  if (*c == '{') {
    for (++c, skip(); *c && *c != '}'; skip()) {
      std::string name = text(c);
      value.fields[name] = read(c);
    }
    if (*c) ++c;
  } else if (*c == '[') {
    for (++c, skip(); *c && *c != ']'; skip()) value.list.push_back(read(c));
    if (*c) ++c;
  } else if (*c == '"') {
    text(c);
  } else if (isalpha(*c)) {
    while (isalpha(*c)) ++c;
  } else {
    char* end;
    value.number = strtod(c, &end);
    c = end > c ? end : c + 1;
  }
  return value;
}

std::vector<double> numbers(const Json& values, double none = NAN) {
  std::vector<double> out;
  for (const Json& value : values.list) out.push_back(std::isnan(value.number) ? none : value.number);
  return out;
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const char* c = line.c_str();
    Json question = read(c), &p = question.fields["problem"];
    if (question.fields.count("hello")) {
      puts(R"({"name": "cpp-pgs", "accepts": ["box"], "matrix": "dense", "coupling": 3, "options": {"maxIterations": 25}})");
      fflush(stdout);
      continue;
    }
    std::vector<std::vector<double>> A;
    for (const Json& row : p.fields["A"].fields["dense"].list) A.push_back(numbers(row));
    std::vector<double> b = numbers(p.fields["b"]), x = numbers(question.fields["warm"]);
    std::vector<double> lo = numbers(p.fields["lo"], -INFINITY), hi = numbers(p.fields["hi"], INFINITY);
    int sweeps = (int)question.fields["options"].fields["maxIterations"].number;
    auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < sweeps; k++)
      for (size_t i = 0; i < x.size(); i++) {
        double w = b[i];
        for (size_t j = 0; j < x.size(); j++) w += A[i][j] * x[j];
        x[i] = std::min(hi[i], std::max(lo[i], x[i] - w / A[i][i]));
      }
    std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
    printf("{\"id\": %.0f, \"x\": [", question.fields["id"].number);
    for (size_t i = 0; i < x.size(); i++) printf("%s%.17g", i ? ", " : "", x[i]);
    printf("], \"status\": \"iteration-limit\", \"iterations\": %d, \"timeMs\": %g}\n", sweeps, ms.count());
    fflush(stdout);
  }
}
