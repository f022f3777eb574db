#include "sema/Jdk.h"

#include <gtest/gtest.h>

namespace isl::sema {
namespace {

void word(std::string& out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i));
}

// An image of modules with one class, java/util/Map$Entry, as HotSpot lays it down.
std::string image() {
  const std::string strings = std::string("\0java/util\0Map$Entry\0class\0", 27);
  // Parent at 1, base at 11, extension at 21, end.
  const std::string locations = {2 << 3, 1, 3 << 3, 11, 4 << 3, 21, 0};
  std::string out;
  for (uint32_t value : {0xCAFEDADAU, 1U << 16, 0U, 1U, 1U, static_cast<uint32_t>(locations.size()),
                         static_cast<uint32_t>(strings.size()), 0U, 0U})
    word(out, value);
  return out + locations + strings;
}

std::unique_ptr<JdkClasses> read(const std::string& text) {
  return JdkClasses::read(llvm::MemoryBuffer::getMemBufferCopy(text));
}

TEST(JdkClasses, FindsAndNames) {
  const auto classes = read(image());
  ASSERT_TRUE(classes);
  EXPECT_TRUE(classes->has("java/util/Map$Entry"));
  EXPECT_FALSE(classes->has("java/util/Map"));
  EXPECT_FALSE(classes->has("Map$Entry"));
  EXPECT_EQ(std::vector<std::string>{"java.util.Map.Entry"}, classes->namesNear("java.util.Mapp"));
  EXPECT_TRUE(classes->namesNear("java.text.Mapp").empty());
}

TEST(JdkClasses, AnyCutOfTheFileIsRefusedOrEmpty) {
  const std::string whole = image();
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(read(whole.substr(0, length))) << length;
}

TEST(JdkClasses, WildOffsetsReadNothingOutside) {
  const std::string whole = image();
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string bent = whole;
    bent[at] = static_cast<char>(0xFF);
    if (const auto classes = read(bent)) {
      classes->has("java/util/Map$Entry");
      classes->namesNear("java.util.Mapp");
    }
  }
}

}  // namespace
}  // namespace isl::sema
