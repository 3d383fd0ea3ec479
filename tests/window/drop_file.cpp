// Does to a window of the X display what a file manager or a window manager does.
// Usage: barchan_drop_file WINDOW FILE      drops the file (XDND, version 5); exits with 0 when the window has accepted
// it
//        barchan_drop_file WINDOW           asks the window to close
//        barchan_drop_file WINDOW --frames N  waits until the window has drawn N frames since this call
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr long kVersion = 5;
constexpr std::chrono::seconds kPatience{20};

class FileManager {
 public:
  FileManager(Display* display, Window target, std::string const& file)
      : display_(display),
        target_(target),
        self_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)),
        content_("file://" + file + "\r\n") {
    XSetSelectionOwner(display_, atom("XdndSelection"), self_, CurrentTime);
  }

  bool drop() {
    const long self = static_cast<long>(self_), list = static_cast<long>(atom("text/uri-list"));
    say("XdndEnter", {self, kVersion << 24, list, 0, 0});
    say("XdndPosition", {self, 0, 0, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if (!wait_for("XdndStatus")) return false;
    if ((answer_.data.l[1] & 1) == 0) return false;  // refused
    say("XdndDrop", {self, 0, CurrentTime, 0, 0});
    return wait_for("XdndFinished");
  }

  /// A window answers a ping when it reads its events, which it does at most twice per frame. So one frame lies between
  /// the first answer and the third.
  bool wait_for_frames(int count) {
    const Window root = DefaultRootWindow(display_);
    XSelectInput(display_, root, SubstructureNotifyMask);
    for (int i = 0; i < 2 * count + 1; ++i) {
      say("WM_PROTOCOLS", {static_cast<long>(atom("_NET_WM_PING")), CurrentTime, static_cast<long>(target_), 0, 0});
      if (!wait_for("WM_PROTOCOLS")) return false;
    }
    return true;
  }

  void close() {
    say("WM_PROTOCOLS", {static_cast<long>(atom("WM_DELETE_WINDOW")), CurrentTime, 0, 0, 0});
    XSync(display_, False);
  }

 private:
  Atom atom(char const* name) { return XInternAtom(display_, name, False); }

  struct Words {
    long l[5];
  };
  void say(char const* kind, Words const& words) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(kind);
    event.xclient.format = 32;
    std::copy(std::begin(words.l), std::end(words.l), event.xclient.data.l);
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  /// Supplies the list of files whenever the window requests it.
  bool wait_for(char const* kind) {
    const Atom wanted = atom(kind);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      if (XPending(display_) == 0) {
        pollfd connection{ConnectionNumber(display_), POLLIN, 0};
        poll(&connection, 1, 100);
        continue;
      }
      XEvent event;
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
      if (event.type == ClientMessage && event.xclient.message_type == wanted) {
        answer_ = event.xclient;
        return true;
      }
    }
    return false;
  }

  void hand_over(XSelectionRequestEvent const& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<unsigned char const*>(content_.data()), static_cast<int>(content_.size()));
    XEvent event{};
    event.xselection = {
        SelectionNotify,  0,           False, display_, request.requestor, request.selection, request.target,
        request.property, request.time};
    XSendEvent(display_, request.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window target_, self_;
  std::string content_;
  XClientMessageEvent answer_{};
};

}  // namespace

int main(int argc, char** argv) {
  const bool frames = argc == 4 && std::strcmp(argv[2], "--frames") == 0;
  if (argc != 2 && argc != 3 && !frames) return 2;
  Display* const display = XOpenDisplay(nullptr);
  if (display == nullptr) return 2;
  FileManager manager(display, std::strtoul(argv[1], nullptr, 0), argc == 3 ? argv[2] : "");
  bool done = true;
  if (frames) {
    done = manager.wait_for_frames(std::atoi(argv[3]));
  } else if (argc == 3) {
    done = manager.drop();
  } else {
    manager.close();
  }
  XCloseDisplay(display);
  return done ? 0 : 1;
}
