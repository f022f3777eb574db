// What some tests need around them, made on the spot so that none of them has to be skipped.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace isl::report::test {

/// A directory below /tmp that goes with its holder.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    char name[] = "/tmp/isl-report-XXXXXX";
    if (const char* const made = mkdtemp(name)) path_ = made;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Where example reports go: $ISL_REPORT_EXAMPLES, from where other checks of ctest take them.
class ExampleDirectory {
 public:
  const std::string& path() const { return given_.empty() ? scratch_.path() : given_; }

 private:
  static std::string given() {
    const char* const directory = std::getenv("ISL_REPORT_EXAMPLES");
    return directory ? directory : "";
  }

  std::string given_ = given();
  ScratchDirectory scratch_;
};

/// A numeric locale with a decimal comma, while it lives. It is compiled from four lines, as a
/// machine that only builds has no locale but C.
class DecimalComma {
 public:
  DecimalComma() {
    const std::string& directory = scratch_.path();
    std::ofstream(directory + "/source")
        << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n";
    // Its status says that the other categories are missing; what counts is whether setlocale works.
    const std::string command = "localedef -c -i " + directory + "/source -f ANSI_X3.4-1968 " +
                                directory + "/comma > " + directory + "/log 2>&1";
    if (std::system(command.c_str()) < 0) return;
    setenv("LOCPATH", directory.c_str(), 1);
    set_ = setlocale(LC_NUMERIC, "comma") != nullptr;
    unsetenv("LOCPATH");
  }
  ~DecimalComma() { setlocale(LC_NUMERIC, "C"); }
  DecimalComma(const DecimalComma&) = delete;
  DecimalComma& operator=(const DecimalComma&) = delete;

  bool isSet() const { return set_; }

 private:
  ScratchDirectory scratch_;
  bool set_ = false;
};

}  // namespace isl::report::test
