/// Json: a value to be written as JSON. Unlike a value of nlohmann::json, whose destructor allocates, it can be
/// destroyed when there is no memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace barchan {

class Json {
 public:
  using Member = std::pair<std::string, Json>;

  Json() = default;  ///< null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  template <std::integral Whole>
  Json(Whole value) {
    if constexpr (std::is_signed_v<Whole>) {
      value_ = static_cast<std::int64_t>(value);
    } else {
      value_ = static_cast<std::uint64_t>(value);
    }
  }
  template <std::floating_point Real>
  Json(Real value) : value_(static_cast<double>(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(char const* value) : value_(std::string(value)) {}
  /// An object with these members.
  Json(std::initializer_list<Member> members) : value_(Object{members}) {}

  static Json object() { return Json(std::initializer_list<Member>()); }
  static Json list(std::vector<Json> items = {});

  /// Member of an object; it is added, as null, if there is none. Null becomes an object.
  Json& operator[](std::string_view key);
  bool contains(std::string_view key) const;
  /// Adds to a list.
  void push_back(Json item) { std::get<Items>(value_).push_back(std::move(item)); }

  /// Members in the order in which they were added. `indent`: spaces per level; -1: all on one line. A number that is
  /// not finite becomes null, and bytes that are not UTF-8 are replaced.
  std::string text(int indent) const;

 private:
  using Items = std::vector<Json>;
  /// Not a plain vector: if copying fails, the variant of libstdc++ 12 destroys a value that it has not made, unless
  /// one of its alternatives is a type that it does not know.
  struct Object {
    std::vector<Member> members;
  };

  friend class JsonText;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Items, Object> value_;
};

}  // namespace barchan
