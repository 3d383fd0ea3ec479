#include "io/dbus_message.hpp"

#include <algorithm>

#include "io/input_error.hpp"

namespace barchan::dbus {

namespace {

constexpr std::size_t kLongest = 1 << 20;  // bytes of a message
constexpr std::size_t kFixedHeader = 16;   // up to the end of the length of the array of fields
constexpr int kDeepest = 32;               // nested arrays and structs
constexpr char const* kNoType = "a type of a D-Bus message is not valid";
constexpr char kLittleEndian = 'l';
constexpr std::uint8_t kVersion = 1;

// Numbers of header fields.
enum Field : std::uint8_t {
  kPath = 1,
  kInterface = 2,
  kMember = 3,
  kErrorName = 4,
  kReplySerial = 5,
  kDestination = 6,
  kSignature = 8,
};

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

std::size_t aligned(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

/// Alignment of the type with which a signature begins.
std::size_t alignment_of(char type) {
  switch (type) {
    case 'y':
    case 'g':
    case 'v':
      return 1;
    case 'n':
    case 'q':
      return 2;
    case 'x':
    case 't':
    case 'd':
    case '(':
    case '{':
      return 8;
    default:
      return 4;
  }
}

/// A signature without its first type. Throws InputError if it has none.
std::string_view without_first(std::string_view signature, int depth) {
  if (signature.empty() || depth > kDeepest) throw InputError(kNoType);
  const char type = signature[0];
  std::string_view rest = signature.substr(1);
  if (type == 'a') return without_first(rest, depth + 1);
  if (type != '(' && type != '{') return rest;
  const char end = type == '(' ? ')' : '}';
  while (!rest.empty() && rest[0] != end) rest = without_first(rest, depth + 1);
  if (rest.empty()) throw InputError(kNoType);
  return rest.substr(1);
}

void write_field(Writer& writer, Field field, char type, std::string_view value) {
  if (value.empty()) return;
  writer.align(8);
  writer.byte(field);
  writer.signature(std::string(1, type));
  type == 'g' ? writer.signature(value) : writer.text(value);
}

}  // namespace

void Writer::number(std::uint32_t value) {
  align(4);
  for (int i = 0; i < 4; ++i) byte(static_cast<std::uint8_t>(value >> (8 * i)));
}

void Writer::text(std::string_view value) {
  number(static_cast<std::uint32_t>(value.size()));
  bytes_.append(value);
  byte(0);
}

void Writer::signature(std::string_view value) {
  byte(static_cast<std::uint8_t>(value.size()));
  bytes_.append(value);
  byte(0);
}

void Writer::path_bytes(std::string_view value) {
  number(static_cast<std::uint32_t>(value.size() + 1));
  bytes_.append(value);
  byte(0);
}

std::size_t Writer::begin_array(std::size_t alignment) {
  number(0);
  lengths_.push_back(bytes_.size() - 4);
  align(alignment);
  return bytes_.size();
}

void Writer::end_array(std::size_t begin) {
  const auto length = static_cast<std::uint32_t>(bytes_.size() - begin);
  for (std::size_t i = 0; i < 4; ++i) bytes_[lengths_.back() + i] = static_cast<char>(length >> (8 * i));
  lengths_.pop_back();
}

std::string_view Reader::take(std::size_t count) {
  if (count > bytes_.size() - at_) throw InputError("expected {} more bytes of a D-Bus message", count);
  at_ += count;
  return bytes_.substr(at_ - count, count);
}

void Reader::align(std::size_t to) { take(aligned(at_, to) - at_); }

std::uint8_t Reader::byte() { return static_cast<std::uint8_t>(take(1)[0]); }

std::uint32_t Reader::number() {
  align(4);
  return number_at(take(4), 0);
}

std::string Reader::text() {
  std::string value(take(number()));
  take(1);
  return value;
}

std::string Reader::signature() {
  std::string value(take(byte()));
  take(1);
  return value;
}

std::string_view Reader::skip(std::string_view signature, int depth) {
  if (signature.empty() || depth > kDeepest) throw InputError(kNoType);
  const char type = signature[0];
  std::string_view rest = signature.substr(1);
  align(alignment_of(type));
  if (type == 's' || type == 'o') {
    text();
  } else if (type == 'g') {
    this->signature();
  } else if (type == 'v') {
    skip(this->signature(), depth + 1);
  } else if (type == '(' || type == '{') {
    const char end = type == '(' ? ')' : '}';
    while (!rest.empty() && rest[0] != end) rest = skip(rest, depth + 1);
    if (rest.empty()) throw InputError(kNoType);
    rest.remove_prefix(1);
  } else if (type == 'a') {
    const std::size_t length = number();
    if (rest.empty()) throw InputError(kNoType);
    align(alignment_of(rest[0]));
    take(length);
    rest = without_first(rest, depth + 1);
  } else {
    take(alignment_of(type));
  }
  return rest;
}

std::string encode(Message const& message) {
  Writer writer;
  writer.byte(static_cast<std::uint8_t>(kLittleEndian));
  writer.byte(static_cast<std::uint8_t>(message.kind));
  writer.byte(0);
  writer.byte(kVersion);
  writer.number(static_cast<std::uint32_t>(message.body.size()));
  writer.number(message.serial);
  const std::size_t fields = writer.begin_array(8);
  write_field(writer, kPath, 'o', message.path);
  write_field(writer, kInterface, 's', message.interface);
  write_field(writer, kMember, 's', message.member);
  write_field(writer, kErrorName, 's', message.error_name);
  if (message.reply_to != 0) {
    writer.align(8);
    writer.byte(kReplySerial);
    writer.signature("u");
    writer.number(message.reply_to);
  }
  write_field(writer, kDestination, 's', message.destination);
  write_field(writer, kSignature, 'g', message.signature);
  writer.end_array(fields);
  writer.align(8);
  return writer.bytes() + message.body;
}

std::optional<std::size_t> size_of_message(std::string_view bytes) {
  if (bytes.size() < kFixedHeader) return std::nullopt;
  if (bytes[0] != kLittleEndian || static_cast<std::uint8_t>(bytes[3]) != kVersion) {
    throw InputError("expected a D-Bus message, found other bytes");
  }
  const std::size_t body = number_at(bytes, 4), fields = number_at(bytes, 12);
  if (body > kLongest || fields > kLongest) throw InputError("a D-Bus message is too large");
  return aligned(kFixedHeader + fields, 8) + body;
}

Message decode(std::string_view bytes) {
  const auto size = size_of_message(bytes);
  if (!size || *size != bytes.size()) throw InputError("a D-Bus message is not complete");
  Message message;
  message.kind = static_cast<Kind>(bytes[1]);
  message.serial = number_at(bytes, 8);
  const std::size_t end = kFixedHeader + number_at(bytes, 12);
  Reader reader(bytes.substr(0, end));
  for (std::size_t i = 0; i < kFixedHeader; ++i) reader.byte();
  while (!reader.at_end()) {
    reader.align(8);
    if (reader.at_end()) break;
    const std::uint8_t field = reader.byte();
    const std::string type = reader.signature();
    const auto text = [&] { return type == "s" || type == "o" ? reader.text() : reader.signature(); };
    std::string* const texts[] = {&message.path, &message.interface, &message.member, &message.error_name};
    if (field >= kPath && field <= kErrorName && (type == "s" || type == "o")) {
      *texts[field - kPath] = text();
    } else if (field == kReplySerial && type == "u") {
      message.reply_to = reader.number();
    } else if (field == kSignature && type == "g") {
      message.signature = text();
    } else {
      reader.skip(type);
    }
  }
  message.body = std::string(bytes.substr(aligned(end, 8)));
  return message;
}

}  // namespace barchan::dbus
