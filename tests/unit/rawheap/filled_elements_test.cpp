// How many elements of primitive arrays are not zero, in arrays of plain memory.
#include "rawheap/FilledElements.h"

#include <gtest/gtest.h>

#include <vector>

namespace isl::rawheap {
namespace {

template <typename Element>
uint64_t filled(const std::vector<Element>& array) {
  const auto shift = static_cast<uint32_t>(__builtin_ctzll(sizeof(Element)));
  return filledElements(reinterpret_cast<uint64_t>(array.data()), array.size(), shift);
}

TEST(FilledElements, AreCountedOneByOneInASmallArray) {
  EXPECT_EQ(filled<uint8_t>({}), 0u);
  EXPECT_EQ(filled<uint8_t>({0, 1, 255, 0, 7}), 3u);
  EXPECT_EQ(filled<uint16_t>({0, 256, 1}), 2u);
  EXPECT_EQ(filled<uint32_t>({0, 1u << 16, 1}), 2u);
  EXPECT_EQ(filled<uint64_t>({uint64_t{1} << 40, 0, 1}), 2u);
}

// A text or a list of numbers is filled from its beginning on, an open hash table evenly.
template <typename Element>
void expectNear(size_t length, double part) {
  std::vector<Element> front(length), even(length);
  for (size_t i = 0; i < length; i++) {
    front[i] = static_cast<double>(i) < part * static_cast<double>(length) ? 1 : 0;
    even[i] = static_cast<double>(i * 2654435761u % 1000) < part * 1000 ? 1 : 0;
  }
  const double whole = static_cast<double>(length), near = whole / 100;
  EXPECT_NEAR(static_cast<double>(filled(front)), part * whole, near) << length;
  EXPECT_NEAR(static_cast<double>(filled(even)), part * whole, near) << length;
}

TEST(FilledElements, OfALargeArrayAreToldByBlocks) {
  for (const double part : {0.0, 0.3, 0.62, 1.0}) {
    for (const size_t length : {65'537u, 1'000'003u, 8'000'000u}) {
      expectNear<uint8_t>(length, part);
      expectNear<uint64_t>(length, part);
    }
  }
}

TEST(FilledElements, StayInsideTheArray) {
  std::vector<uint32_t> array(100'002, 0);
  array.front() = array.back() = 1;
  const auto first = reinterpret_cast<uint64_t>(array.data() + 1);
  EXPECT_EQ(filledElements(first, array.size() - 2, 2), 0u);
}

}  // namespace
}  // namespace isl::rawheap
