/// Messages of D-Bus, as far as a call of the desktop portal needs them (D-Bus specification 0.41, version 1 of the
/// protocol, little-endian).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace barchan::dbus {

enum class Kind : std::uint8_t { call = 1, reply = 2, error = 3, signal = 4 };

struct Message {
  Kind kind = Kind::call;
  std::uint32_t serial = 0;
  std::string path{}, interface {
  }, member{}, error_name{}, destination{};
  std::uint32_t reply_to = 0;  ///< serial of the call that is answered
  std::string signature{};     ///< of the body
  std::string body{};
};

/// Writes values, each at its alignment.
class Writer {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint32_t value);
  void boolean(bool value) { number(value ? 1 : 0); }
  void text(std::string_view value);
  void signature(std::string_view value);
  /// An array of bytes with a zero at its end, as the portal takes paths.
  void path_bytes(std::string_view value);
  void align(std::size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to); }
  /// Begins an array whose elements have this alignment. Pass the result to `end_array`.
  std::size_t begin_array(std::size_t alignment);
  void end_array(std::size_t begin);

  std::string const& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::vector<std::size_t> lengths_;  ///< places of the lengths of open arrays
};

/// Reads values. Every function throws InputError if the bytes end too early or are not valid.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte();
  std::uint32_t number();
  std::string text();
  std::string signature();
  void align(std::size_t to);
  /// Skips one value, whatever its type. Returns the rest of the signature.
  std::string_view skip(std::string_view signature, int depth = 0);
  std::size_t place() const { return at_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view take(std::size_t count);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// The bytes of a message.
std::string encode(Message const& message);

/// Size of the message that begins with these bytes; nothing as long as there are too few of them to tell. Throws
/// InputError if no message begins so, or if it is larger than a mebibyte.
std::optional<std::size_t> size_of_message(std::string_view bytes);

/// Reads a whole message. Throws InputError.
Message decode(std::string_view bytes);

}  // namespace barchan::dbus
