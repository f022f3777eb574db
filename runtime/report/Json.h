// Indented JSON text; commas and nesting are its only state, so output is valid by construction as
// long as begin and end are paired.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace isl::report {

class Json {
 public:
  // The text so far, with a line end.
  std::string take();

  void key(std::string_view name);
  void begin(char bracket);
  void end(char bracket);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool flag) { raw(flag ? "true" : "false"); }
  void value(double number);
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  void value(T number) {
    raw(std::to_string(number));
  }
  void null() { raw("null"); }

  template <typename T>
  void field(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

 private:
  void raw(std::string_view text);
  void newLine();
  void next();
  void string(std::string_view text);

  std::string out_;
  size_t depth_ = 0;
  bool first_ = true, afterKey_ = false;
};

}  // namespace isl::report
