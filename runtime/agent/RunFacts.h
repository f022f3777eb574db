// Where and when a JVM runs, and by which command, for its report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isl {

// sun.java.command for people. What follows a name with password, passwd, secret, token, credential or key in it
// (after `=`, `:` or a space) is `***`, and so is the password of a URL. At most 2,000 bytes.
std::string shownCommand(std::string_view command);

// "2027-01-31T12:00:00Z", from seconds since 1970; empty when that is no time.
std::string utcTime(int64_t seconds);

// Each empty when the system does not say.
std::string workingFolder();
std::string hostName();

}  // namespace isl
