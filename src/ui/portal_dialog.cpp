#include "ui/portal_dialog.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "io/dbus_message.hpp"
#include "io/input_error.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

using dbus::Message;
using dbus::Reader;
using dbus::Writer;

constexpr char const *kBus = "org.freedesktop.DBus", *kBusPath = "/org/freedesktop/DBus";
constexpr char const *kPortal = "org.freedesktop.portal.Desktop", *kPortalPath = "/org/freedesktop/portal/desktop";
constexpr char const *kChooser = "org.freedesktop.portal.FileChooser", *kRequest = "org.freedesktop.portal.Request";
constexpr std::string_view kOwnerChanged = "NameOwnerChanged";
constexpr int kPatience = 10;                         // ms between two looks at whether the question was given up
constexpr int kConnectPatience = 3000;                // ms for the bus and the portal to answer at all
constexpr std::uint32_t kChosen = 0;                  // response of the portal
constexpr std::uint32_t kCancelled = 1, kClosed = 2;  // by its button, and by Esc or with its window

/// The question was given up, or the bus does not answer.
struct Ended {};

/// A connection to the session bus. Its functions throw InputError or Ended.
class Bus {
 public:
  Bus(std::string const& address, std::stop_token stop) : stop_(std::move(stop)) {
    const sockaddr_un place = place_of(address);
    socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) throw InputError("a socket for the session bus cannot be opened");
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length_);
    if (connect(socket_, reinterpret_cast<sockaddr const*>(&place), length) != 0) {
      close(socket_);
      throw InputError("the session bus cannot be reached");
    }
  }
  ~Bus() { close(socket_); }
  Bus(Bus const&) = delete;
  Bus& operator=(Bus const&) = delete;

  /// Says who we are, and gets a name.
  void begin() {
    std::string user;
    for (char const digit : std::to_string(getuid())) user += fmt::format("{:02x}", static_cast<int>(digit));
    send(std::string(1, '\0') + "AUTH EXTERNAL " + user + "\r\n");
    wait_until(kConnectPatience, [&] { return received_.find("\r\n") != std::string::npos; });
    if (!received_.starts_with("OK ")) throw InputError("the session bus does not accept this user");
    received_.erase(0, received_.find("\r\n") + 2);
    send("BEGIN\r\n");
    answer_to({.path = kBusPath, .interface = kBus, .member = "Hello", .destination = kBus}, kConnectPatience);
  }

  /// Sends a call. Returns its answer, or an error in its place. `patience`: ms.
  Message answer_to(Message call, int patience) {
    call.serial = ++serial_;
    send(dbus::encode(call));
    for (;;) {
      Message message = next(patience);
      if (message.kind == dbus::Kind::signal) {
        signals_.push_back(std::move(message));
      } else if (message.reply_to == serial_) {
        return message;
      }
    }
  }

  /// Asks for the signals that match a rule.
  void match(std::string const& text) {
    Writer rule;
    rule.text(text);
    answer_to({.path = kBusPath,
               .interface = kBus,
               .member = "AddMatch",
               .destination = kBus,
               .signature = "s",
               .body = rule.bytes()},
              kConnectPatience);
  }

  /// Waits for a signal of a request, or for one that the owner of a name has changed.
  Message response() {
    for (;;) {
      Message message;
      if (!signals_.empty()) {
        message = std::move(signals_.front());
        signals_.erase(signals_.begin());
      } else {
        message = next(-1);
      }
      if (message.kind != dbus::Kind::signal) continue;
      if (message.interface == kRequest || message.member == kOwnerChanged) return message;
    }
  }

 private:
  /// Reads "unix:path=/run/user/1000/bus" or "unix:abstract=/tmp/dbus-x"; of several addresses, the first such one.
  sockaddr_un place_of(std::string const& address) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    for (char const* const key : {"unix:path=", "unix:abstract="}) {
      const std::size_t at = address.find(key);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + std::strlen(key);
      std::string name = address.substr(begin, address.find_first_of(",;", begin) - begin);
      if (std::string_view(key) == "unix:abstract=") name.insert(name.begin(), '\0');
      if (name.empty() || name.size() + 1 > sizeof place.sun_path) break;
      std::memcpy(place.sun_path, name.data(), name.size());
      length_ = name.size() + (name[0] == '\0' ? 0 : 1);
      return place;
    }
    throw InputError("the address of the session bus is not that of a socket");
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) throw Ended{};
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Reads until the condition holds. `patience`: ms; -1: for ever.
  template <class Condition>
  void wait_until(int patience, Condition const& holds) {
    for (int waited = 0; !holds();) {
      if (stop_.stop_requested() || (patience >= 0 && waited >= patience)) throw Ended{};
      pollfd ready{socket_, POLLIN, 0};
      if (::poll(&ready, 1, kPatience) <= 0) {
        waited += kPatience;
        continue;
      }
      char buffer[4096];
      const ssize_t size = recv(socket_, buffer, sizeof buffer, 0);
      if (size <= 0) throw Ended{};
      received_.append(buffer, static_cast<std::size_t>(size));
    }
  }

  Message next(int patience) {
    std::optional<std::size_t> size;
    wait_until(patience, [&] {
      size = dbus::size_of_message(received_);
      return size && received_.size() >= *size;
    });
    Message message = dbus::decode(std::string_view(received_).substr(0, *size));
    received_.erase(0, *size);
    return message;
  }

  std::stop_token stop_;
  int socket_ = -1;
  std::size_t length_ = 0;  ///< of the name of the socket
  std::uint32_t serial_ = 0;
  std::string received_;
  std::vector<Message> signals_;
};

/// Begins an entry of the options of a question, up to its value.
void begin_option(Writer& writer, std::string_view key, std::string_view type) {
  writer.align(8);
  writer.text(key);
  writer.signature(type);
}

/// The arguments of OpenFile and SaveFile: parent window, title and options.
std::string arguments_of(FileQuestion const& question) {
  Writer writer;
  writer.text("");
  writer.text(question.title);
  const std::size_t options = writer.begin_array(8);
  begin_option(writer, "current_folder", "ay");
  writer.path_bytes((question.saves ? question.start.parent_path() : question.start).string());
  if (question.saves) {
    begin_option(writer, "current_name", "s");
    writer.text(question.start.filename().string());
  }
  if (!question.patterns.empty()) {
    begin_option(writer, "filters", "a(sa(us))");
    const std::size_t filters = writer.begin_array(8);
    writer.align(8);
    writer.text("Barchan files");
    const std::size_t patterns = writer.begin_array(8);
    for (std::string const& pattern : question.patterns) {
      writer.align(8);
      writer.number(0);  // a pattern, not a MIME type
      writer.text(pattern);
    }
    writer.end_array(patterns);
    writer.end_array(filters);
  }
  writer.end_array(options);
  return writer.bytes();
}

/// The first URI of a response; empty if it has none. Throws InputError.
std::string first_uri(Reader& reader) {
  const std::size_t length = reader.number();
  reader.align(8);
  for (const std::size_t end = reader.place() + length; reader.place() < end;) {
    reader.align(8);
    const std::string key = reader.text(), type = reader.signature();
    if (key != "uris" || type != "as") {
      reader.skip(type);
      continue;
    }
    return reader.number() == 0 ? std::string() : reader.text();
  }
  return {};
}

FileAnswer answer_in(Message const& response) {
  Reader reader(response.body);
  const std::uint32_t code = reader.number();
  if (code == kCancelled || code == kClosed) return {};
  const std::string uri = code == kChosen ? first_uri(reader) : std::string();
  if (auto file = file_of_uri(uri)) return {std::move(file), {}};
  return {{}, "The desktop's file dialog returned no file. Choose the file here."};
}

/// Returns whether a change of the owner of the portal's name means that the portal has ended. At its start, the name
/// had no owner before.
bool ends_portal(Message const& changed) {
  Reader reader(changed.body);
  const std::string name = reader.text(), before = reader.text();
  return name == kPortal && !before.empty();
}

PortalOutcome outcome_of(FileQuestion const& question, std::string const& address, std::stop_token const& stop) {
  Bus bus(address, stop);
  bus.begin();
  bus.match(fmt::format("type='signal',interface='{}',member='Response'", kRequest));
  bus.match(fmt::format("type='signal',sender='{}',interface='{}',member='{}',arg0='{}'", kBus, kBus, kOwnerChanged,
                        kPortal));
  const Message reply = bus.answer_to({.path = kPortalPath,
                                       .interface = kChooser,
                                       .member = question.saves ? "SaveFile" : "OpenFile",
                                       .destination = kPortal,
                                       .signature = "ssa{sv}",
                                       .body = arguments_of(question)},
                                      kConnectPatience);
  if (reply.kind != dbus::Kind::reply) return {};
  const std::string request = Reader(reply.body).text();
  for (;;) {
    const Message response = bus.response();
    if (response.member == kOwnerChanged) {
      if (ends_portal(response))
        return {true, {{}, "The desktop's file dialog ended unexpectedly. Choose the file here."}};
      continue;
    }
    if (response.path == request) return {true, answer_in(response)};
  }
}

}  // namespace

std::optional<fs::path> file_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  const auto digit = [](char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
  };
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    if (i + 2 >= uri.size()) return std::nullopt;
    const std::size_t high = digit(uri[i + 1]), low = digit(uri[i + 2]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    path += static_cast<char>(16 * high + low);
    i += 2;
  }
  const bool whole = path.starts_with('/') && path.find('\0') == std::string::npos;
  return whole ? std::optional<fs::path>(path) : std::nullopt;
}

PortalDialog::PortalDialog(FileQuestion question, std::string bus)
    : thread_([this, question = std::move(question), bus = std::move(bus)](std::stop_token const& stop) {
        run(stop, question, bus);
      }) {}

void PortalDialog::run(std::stop_token const& stop, FileQuestion const& question, std::string const& bus) {
  PortalOutcome outcome;
  try {
    outcome = outcome_of(question, bus, stop);
  } catch (InputError const&) {
    // A bus that cannot be used is like none: another dialog is tried.
  } catch (Ended const&) {
  }
  const std::lock_guard lock(mutex_);
  outcome_ = std::move(outcome);
}

std::optional<PortalOutcome> PortalDialog::poll() {
  const std::lock_guard lock(mutex_);
  return std::exchange(outcome_, std::nullopt);
}

}  // namespace barchan::ui
