/// PortalDialog: asks for a file through the desktop portal (org.freedesktop.portal.FileChooser, version 1), over the
/// session bus. A thread of its own waits for the bus.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "ui/file_question.hpp"

namespace barchan::ui {

/// What came of a question to the portal.
struct PortalOutcome {
  bool available = false;  ///< there is a portal, and it has answered
  FileAnswer answer{};     ///< if it is available
};

class PortalDialog {
 public:
  /// Asks. `bus`: address of the session bus, as in DBUS_SESSION_BUS_ADDRESS.
  PortalDialog(FileQuestion question, std::string bus);
  /// Ends the connection, with which the portal closes its dialog.
  ~PortalDialog() = default;

  /// The outcome once it is known. Never waits.
  std::optional<PortalOutcome> poll();

 private:
  void run(std::stop_token const& stop, FileQuestion const& question, std::string const& bus);

  std::mutex mutex_;
  std::optional<PortalOutcome> outcome_;  ///< guarded by `mutex_`
  std::jthread thread_;                   ///< uses the members above
};

/// The file of a URI "file:///a%20b"; nothing for other URIs.
std::optional<std::filesystem::path> file_of_uri(std::string_view uri);

}  // namespace barchan::ui
