// Big-endian reading and writing. ByteReader checks every access: a class file comes from anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace isl::classfile {

inline uint16_t load2(const uint8_t* p) { return static_cast<uint16_t>(p[0] << 8 | p[1]); }
inline uint32_t load4(const uint8_t* p) {
  return static_cast<uint32_t>(p[0]) << 24 | static_cast<uint32_t>(p[1]) << 16 |
         static_cast<uint32_t>(p[2]) << 8 | p[3];
}
inline void store2(uint8_t* p, uint32_t v) {
  p[0] = static_cast<uint8_t>(v >> 8);
  p[1] = static_cast<uint8_t>(v);
}
inline void store4(uint8_t* p, uint32_t v) {
  store2(p, v >> 16);
  store2(p + 2, v);
}

// A cursor over [data, data+size). After the first access out of bounds ok() is false for good and
// every read gives 0, so that a parser may check once at the end of each structure.
class ByteReader {
 public:
  ByteReader(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  bool ok() const { return ok_; }
  size_t position() const { return pos_; }
  size_t remaining() const { return size_ - pos_; }
  const uint8_t* here() const { return data_ + pos_; }

  uint8_t u1() { return take(1) ? data_[pos_ - 1] : uint8_t{0}; }
  uint16_t u2() { return take(2) ? load2(data_ + pos_ - 2) : uint16_t{0}; }
  uint32_t u4() { return take(4) ? load4(data_ + pos_ - 4) : 0u; }
  void skip(size_t n) { take(n); }
  void fail() { ok_ = false; }

 private:
  bool take(size_t n) {
    if (!ok_ || n > size_ - pos_) return ok_ = false;
    pos_ += n;
    return true;
  }

  const uint8_t* data_;
  size_t size_;
  size_t pos_ = 0;
  bool ok_ = true;
};

// Appends to a vector that it does not own.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<uint8_t>& out) : out_(out) {}

  size_t position() const { return out_.size(); }
  void u1(uint32_t v) { out_.push_back(static_cast<uint8_t>(v)); }
  void u2(uint32_t v) {
    u1(v >> 8);
    u1(v);
  }
  void u4(uint32_t v) {
    u2(v >> 16);
    u2(v);
  }
  void bytes(const uint8_t* from, size_t n) { out_.insert(out_.end(), from, from + n); }
  void text(std::string_view s) { out_.insert(out_.end(), s.begin(), s.end()); }
  void patch2(size_t at, uint32_t v) { store2(out_.data() + at, v); }
  void patch4(size_t at, uint32_t v) { store4(out_.data() + at, v); }

 private:
  std::vector<uint8_t>& out_;
};

}  // namespace isl::classfile
