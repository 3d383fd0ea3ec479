// Messages of D-Bus: written and read back, and damaged ones refused.
#include "io/dbus_message.hpp"

#include <string>

#include <gtest/gtest.h>

#include "io/input_error.hpp"

namespace barchan::dbus::dbus_message_test {
namespace {

Message example() {
  Writer body;
  body.text("a title");
  const std::size_t options = body.begin_array(8);
  body.align(8);
  body.text("current_folder");
  body.signature("ay");
  body.path_bytes("/home/me");
  body.align(8);
  body.text("filters");
  body.signature("a(sa(us))");
  const std::size_t filters = body.begin_array(8);
  body.align(8);
  body.text("All");
  const std::size_t patterns = body.begin_array(8);
  body.align(8);
  body.number(0);
  body.text("*.png");
  body.end_array(patterns);
  body.end_array(filters);
  body.end_array(options);
  return {.kind = Kind::signal,
          .serial = 7,
          .path = "/a/b",
          .interface = "c.d",
          .member = "Open",
          .destination = ":1.2",
          .reply_to = 3,
          .signature = "sa{sv}",
          .body = body.bytes()};
}

TEST(DbusMessage, IsReadBack) {
  const Message sent = example();
  const std::string bytes = encode(sent);
  EXPECT_EQ(size_of_message(bytes), bytes.size());
  EXPECT_EQ(size_of_message(bytes.substr(0, 12)), std::nullopt);
  const Message found = decode(bytes);
  EXPECT_EQ(found.kind, sent.kind);
  EXPECT_EQ(found.serial, sent.serial);
  EXPECT_EQ(found.path, sent.path);
  EXPECT_EQ(found.interface, sent.interface);
  EXPECT_EQ(found.member, sent.member);
  EXPECT_EQ(found.reply_to, sent.reply_to);
  EXPECT_EQ(found.signature, sent.signature);
  EXPECT_EQ(found.body, sent.body);
}

TEST(DbusMessage, HasTheBytesOfTheSpecification) {
  // The call Hello: header fields in the order of this program, each at a multiple of eight bytes.
  const std::string bytes = encode({.serial = 1, .path = "/a", .member = "Hi"});
  EXPECT_EQ(bytes, std::string("l\1\0\1\0\0\0\0\1\0\0\0\x1b\0\0\0"
                               "\1\1o\0\2\0\0\0/a\0\0\0\0\0\0"
                               "\3\1s\0\2\0\0\0Hi\0\0\0\0\0\0",
                               48));
}

TEST(DbusMessage, SkipsValuesOfAnyType) {
  const Message message = example();
  Reader reader(message.body);
  std::string_view rest = reader.skip(message.signature);
  EXPECT_EQ(rest, "a{sv}");
  EXPECT_EQ(reader.skip(rest), "");
  EXPECT_TRUE(reader.at_end());
  Writer writer;
  writer.byte(1);
  writer.boolean(true);
  writer.align(8);
  writer.number(5);
  writer.number(6);
  Reader numbers(writer.bytes());
  EXPECT_EQ(numbers.skip("ybt"), "bt");
  EXPECT_EQ(numbers.skip("bt"), "t");
  EXPECT_EQ(numbers.skip("t"), "");
  EXPECT_TRUE(numbers.at_end());
}

TEST(DbusMessage, DamagedOnesAreRefused) {
  const std::string whole = encode(example());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(decode(whole.substr(0, size)), InputError) << size;
  // Any byte may have any value: the message is read or refused.
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(value);
      try {
        const Message message = decode(bytes);
        Reader reader(message.body);
        for (std::string_view rest = message.signature; !rest.empty();) rest = reader.skip(rest);
      } catch (InputError const&) {
      }
    }
  }
  EXPECT_THROW(Reader("").number(), InputError);
  EXPECT_THROW(Reader("abcd").skip("("), InputError);
  EXPECT_THROW(Reader("abcd").skip(std::string(100, 'a') + "y"), InputError);
  EXPECT_THROW(size_of_message(std::string(16, 'x')), InputError);
}

}  // namespace
}  // namespace barchan::dbus::dbus_message_test
