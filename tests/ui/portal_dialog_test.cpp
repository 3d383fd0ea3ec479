// The desktop portal: a bus that answers, cancels, refuses, hangs up or never answers.
#include "ui/portal_dialog.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "io/child_process.hpp"
#include "io/dbus_message.hpp"
#include "io/input_error.hpp"
#include "ui/program.hpp"

namespace portal_dialog_test {
namespace {

using namespace barchan;
using barchan_test::Workspace;
using ui::FileQuestion;
using ui::PortalDialog;
using ui::PortalOutcome;

constexpr char const* kHandle = "/org/freedesktop/portal/desktop/request/1_7/t";

/// A session bus with a portal, for one connection.
class FakeBus {
 public:
  /// What the portal does with a question: it sends messages.
  using Answer = std::function<std::vector<dbus::Message>(dbus::Message const&)>;

  explicit FakeBus(Answer answer, std::string greeting = "OK 1234\r\n")
      : answer_(std::move(answer)), greeting_(std::move(greeting)) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string path = file().string();
    std::strncpy(place.sun_path, path.c_str(), sizeof place.sun_path - 1);
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr const*>(&place), sizeof place), 0);
    EXPECT_EQ(listen(listener_, 1), 0);
    thread_ = std::jthread([this] { serve(); });
  }
  ~FakeBus() {
    shutdown(listener_, SHUT_RDWR);
    thread_ = std::jthread();
    close(listener_);
  }
  FakeBus(FakeBus const&) = delete;
  FakeBus& operator=(FakeBus const&) = delete;

  std::string address() const { return "unix:path=" + file().string() + ",guid=1234"; }
  /// The question that the portal got. Read it after the answer.
  dbus::Message const& question() const { return question_; }
  bool asked() const { return asked_; }
  bool closed() const { return closed_; }

 private:
  std::filesystem::path file() const { return space_.folder() / "bus"; }

  void serve() {
    const int peer = accept(listener_, nullptr, nullptr);
    if (peer < 0) return;
    std::string bytes;
    bool begun = false;
    char buffer[4096];
    for (ssize_t size = 0; (size = recv(peer, buffer, sizeof buffer, 0)) > 0;) {
      bytes.append(buffer, static_cast<std::size_t>(size));
      if (!begun && bytes.ends_with("\r\n") && bytes.find("BEGIN") == std::string::npos) {
        EXPECT_TRUE(bytes.starts_with(std::string(1, '\0') + "AUTH EXTERNAL 3")) << bytes;
        send(peer, greeting_);
      }
      if (const std::size_t at = bytes.find("BEGIN\r\n"); !begun && at != std::string::npos) {
        begun = true;
        bytes.erase(0, at + 7);
      }
      while (begun) {
        const auto whole = dbus::size_of_message(bytes);
        if (!whole || bytes.size() < *whole) break;
        handle(peer, dbus::decode(bytes.substr(0, *whole)));
        bytes.erase(0, *whole);
      }
    }
    closed_ = true;
    close(peer);
  }

  void handle(int peer, dbus::Message const& call) {
    if (call.member != "OpenFile" && call.member != "SaveFile") {
      dbus::Writer name;
      name.text(":1.7");
      return send(peer, dbus::encode({.kind = dbus::Kind::reply,
                                      .serial = 1,
                                      .reply_to = call.serial,
                                      .signature = "s",
                                      .body = name.bytes()}));
    }
    question_ = call;
    asked_ = true;
    const auto answers = answer_(call);
    for (dbus::Message const& message : answers) send(peer, dbus::encode(message));
    if (answers.empty()) shutdown(peer, SHUT_RDWR);
  }

  static void send(int peer, std::string const& bytes) { ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  Workspace space_;
  Answer answer_;
  std::string greeting_;
  int listener_ = -1;
  dbus::Message question_;
  std::atomic<bool> asked_{false}, closed_{false};
  std::jthread thread_;
};

dbus::Message handle_of(dbus::Message const& call) {
  dbus::Writer body;
  body.text(kHandle);
  return {.kind = dbus::Kind::reply, .serial = 2, .reply_to = call.serial, .signature = "o", .body = body.bytes()};
}

dbus::Message response(std::uint32_t code, std::string const& uri, std::string const& handle = kHandle) {
  dbus::Writer body;
  body.number(code);
  const std::size_t results = body.begin_array(8);
  body.align(8);
  body.text("writable");
  body.signature("b");
  body.boolean(true);
  if (!uri.empty()) {
    body.align(8);
    body.text("uris");
    body.signature("as");
    const std::size_t uris = body.begin_array(4);
    body.text(uri);
    body.end_array(uris);
  }
  body.end_array(results);
  return {.kind = dbus::Kind::signal,
          .serial = 3,
          .path = handle,
          .interface = "org.freedesktop.portal.Request",
          .member = "Response",
          .signature = "ua{sv}",
          .body = body.bytes()};
}

/// Waits for the outcome, at most `seconds`.
std::optional<PortalOutcome> outcome_of(PortalDialog& dialog, int seconds = 10) {
  for (int i = 0; i < 100 * seconds; ++i) {
    if (auto outcome = dialog.poll()) return outcome;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return std::nullopt;
}

const FileQuestion kQuestion{"Open a land", false, "/home/me", {"*.toml", "*.png"}};

TEST(Portal, GivesTheFileThatTheUserHasChosen) {
  // An answer to another request comes first.
  FakeBus bus([](dbus::Message const& call) {
    return std::vector{handle_of(call), response(0, "file:///wrong", "/another"),
                       response(0, "file:///home/me/a%20land%C3%A9.toml")};
  });
  PortalDialog dialog(kQuestion, bus.address());
  const auto outcome = outcome_of(dialog);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->available);
  EXPECT_EQ(outcome->answer.file, std::filesystem::path("/home/me/a landé.toml"));
  EXPECT_EQ(bus.question().member, "OpenFile");
  EXPECT_EQ(bus.question().signature, "ssa{sv}");
  dbus::Reader body(bus.question().body);
  EXPECT_EQ(body.text(), "");
  EXPECT_EQ(body.text(), "Open a land");
  EXPECT_EQ(body.skip("a{sv}"), "");
  EXPECT_TRUE(body.at_end());
  EXPECT_NE(bus.question().body.find("*.toml"), std::string::npos);
}

TEST(Portal, AsksWhereToSave) {
  FakeBus bus([](dbus::Message const& call) {
    return std::vector{handle_of(call), response(0, "file:///home/me/w.barchan")};
  });
  PortalDialog dialog({"Save", true, "/home/me/w.barchan", {}}, bus.address());
  const auto outcome = outcome_of(dialog);
  ASSERT_TRUE(outcome && outcome->answer.file);
  EXPECT_EQ(bus.question().member, "SaveFile");
  EXPECT_NE(bus.question().body.find(std::string("/home/me\0", 9)), std::string::npos);
  EXPECT_NE(bus.question().body.find("current_name"), std::string::npos);
}

TEST(Portal, TellsACancelFromAnAnswerWithoutAFile) {
  for (auto const& [code, uri, trouble] : {std::tuple{1u, "", false},
                                           {2u, "", false},  // Esc, or the window closed
                                           {3u, "", true},
                                           {0u, "", true},
                                           {0u, "http://example.org/a", true},
                                           {0u, "file:///%zz", true}}) {
    FakeBus bus([code = code, uri = std::string(uri)](dbus::Message const& call) {
      return std::vector{handle_of(call), response(code, uri)};
    });
    PortalDialog dialog(kQuestion, bus.address());
    const auto outcome = outcome_of(dialog);
    ASSERT_TRUE(outcome && outcome->available) << code << uri;
    EXPECT_FALSE(outcome->answer.file);
    EXPECT_EQ(!outcome->answer.trouble.empty(), trouble) << code << uri;
  }
}

TEST(Portal, IsNotAvailableWithoutAPortalOrABus) {
  const auto unavailable = [](std::string const& address) {
    PortalDialog dialog(kQuestion, address);
    const auto outcome = outcome_of(dialog);
    ASSERT_TRUE(outcome) << address;
    EXPECT_FALSE(outcome->available) << address;
  };
  for (char const* const address : {"unix:path=/nowhere/bus", "tcp:host=localhost", "", "unix:path="})
    unavailable(address);
  FakeBus refuses([](dbus::Message const& call) {
    return std::vector{dbus::Message{.kind = dbus::Kind::error,
                                     .serial = 2,
                                     .error_name = "org.freedesktop.DBus.Error.ServiceUnknown",
                                     .reply_to = call.serial}};
  });
  unavailable(refuses.address());
  FakeBus hangs_up([](dbus::Message const&) { return std::vector<dbus::Message>(); });
  unavailable(hangs_up.address());
  FakeBus rejects([](dbus::Message const&) { return std::vector<dbus::Message>(); }, "REJECTED EXTERNAL\r\n");
  unavailable(rejects.address());
}

dbus::Message owner_changed(std::string const& name, std::string const& before, std::string const& now) {
  dbus::Writer body;
  body.text(name);
  body.text(before);
  body.text(now);
  return {.kind = dbus::Kind::signal,
          .serial = 4,
          .path = "/org/freedesktop/DBus",
          .interface = "org.freedesktop.DBus",
          .member = "NameOwnerChanged",
          .signature = "sss",
          .body = body.bytes()};
}

TEST(Portal, APortalThatEndsWhileItsDialogIsOpenIsNotWaitedFor) {
  constexpr char const* kName = "org.freedesktop.portal.Desktop";
  FakeBus ends([](dbus::Message const& call) {
    return std::vector{owner_changed(kName, "", ":1.9"), handle_of(call), owner_changed(kName, ":1.9", "")};
  });
  PortalDialog dialog(kQuestion, ends.address());
  const auto outcome = outcome_of(dialog);
  ASSERT_TRUE(outcome && outcome->available);
  EXPECT_FALSE(outcome->answer.file);
  EXPECT_EQ(outcome->answer.trouble, "The desktop's file dialog ended unexpectedly. Choose the file here.");

  // The start of the portal, and the end of another program, change nothing.
  FakeBus goes_on([](dbus::Message const& call) {
    return std::vector{owner_changed(kName, "", ":1.9"), handle_of(call), owner_changed("org.other", ":1.3", ""),
                       response(0, "file:///home/me/a.toml")};
  });
  PortalDialog other(kQuestion, goes_on.address());
  const auto chosen = outcome_of(other);
  ASSERT_TRUE(chosen && chosen->answer.file);
  EXPECT_EQ(*chosen->answer.file, std::filesystem::path("/home/me/a.toml"));
}

TEST(Portal, ADialogThatIsGivenUpEndsItsConnection) {
  FakeBus bus([](dbus::Message const& call) { return std::vector{handle_of(call)}; });
  {
    PortalDialog dialog(kQuestion, bus.address());
    for (int i = 0; i < 500 && !bus.asked(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(dialog.poll());
  }
  for (int i = 0; i < 500 && !bus.closed(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(bus.closed());
}

TEST(Portal, ARealBusWithoutAPortalIsAskedInVain) {
  const auto daemon = find_program("dbus-daemon");
  if (!daemon) GTEST_SKIP() << "dbus-daemon is not installed";
  const Workspace space;
  const auto config =
      space.write("bus.conf",
                  "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\" "
                  "\"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\"><busconfig><type>session</"
                  "type><listen>unix:path=" +
                      (space.folder() / "real").string() +
                      "</listen><auth>EXTERNAL</auth><policy context=\"default\"><allow send_destination=\"*\"/>"
                      "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>");
  ChildProcess bus({daemon->string(), "--config-file=" + config.string(), "--nofork", "--print-address=1"});
  for (int i = 0; i < 500 && bus.output().find('\n') == std::string::npos; ++i) {
    ASSERT_FALSE(bus.poll()) << "the bus has ended";
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  PortalDialog dialog(kQuestion, bus.output().substr(0, bus.output().find('\n')));
  const auto outcome = outcome_of(dialog);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->available);
}

TEST(Portal, ReadsUris) {
  EXPECT_EQ(ui::file_of_uri("file:///a%2Fb"), std::filesystem::path("/a/b"));
  EXPECT_EQ(ui::file_of_uri("file:///a%00b"), std::nullopt);
  EXPECT_EQ(ui::file_of_uri("file://host/a"), std::nullopt);
  EXPECT_EQ(ui::file_of_uri("file:///a%2"), std::nullopt);
}

}  // namespace
}  // namespace portal_dialog_test
