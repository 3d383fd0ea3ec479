#include "ui/file_chooser.hpp"

#include <cstdlib>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kChosen = 0, kCancelled = 1;  // exit codes of zenity and kdialog

/// The file that a program has named; nothing if its output is not one absolute path.
std::optional<fs::path> named_file(std::string const& output, bool must_exist) {
  const fs::path file(output);
  std::error_code ignored;
  if (!file.is_absolute() || !file.has_filename() || output.find('\n') != std::string::npos) return std::nullopt;
  if (must_exist && !fs::exists(file, ignored)) return std::nullopt;
  return file;
}

}  // namespace

std::vector<ChooserProgram> chooser_programs(FileQuestion const& question) {
  // A folder ends in a slash. Otherwise, zenity would show the folder that contains it.
  const std::string start = question.saves ? question.start.string() : (question.start / "").string();
  const std::string patterns = fmt::format("{}", fmt::join(question.patterns, " "));
  ChooserProgram zenity{"zenity", {"--file-selection", "--title=" + question.title, "--filename=" + start}};
  if (question.saves) {
    zenity.arguments.emplace_back("--save");
    zenity.arguments.emplace_back("--confirm-overwrite");
  }
  if (!patterns.empty()) zenity.arguments.push_back("--file-filter=" + patterns);
  // Without a name, the dialog of KDE ignores the patterns.
  ChooserProgram kdialog{"kdialog",
                         {"--title", question.title, question.saves ? "--getsavefilename" : "--getopenfilename", start,
                          fmt::format("Barchan files ({})", patterns)}};
  if (patterns.empty()) kdialog.arguments.pop_back();
  return {zenity, kdialog};
}

bool FileChooser::ask(FileQuestion const& question) {
  question_ = question;
  char const* const bus = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (bus == nullptr || *bus == '\0') return start_program();
  portal_ = std::make_unique<PortalDialog>(question, bus);
  return true;
}

bool FileChooser::start_program() {
  for (ChooserProgram const& one : chooser_programs(question_)) {
    const auto file = find_program(one.name);
    if (!file) continue;
    std::vector<std::string> words{file->string()};
    words.insert(words.end(), one.arguments.begin(), one.arguments.end());
    try {
      program_ = std::make_unique<ChildProcess>(words);
    } catch (InputError const&) {
      continue;  // the next one may start
    }
    name_ = one.name;
    return true;
  }
  return false;
}

void FileChooser::cancel() {
  portal_.reset();
  program_.reset();
}

std::optional<FileAnswer> FileChooser::poll_portal() {
  auto outcome = portal_->poll();
  if (!outcome) return std::nullopt;
  portal_.reset();
  if (outcome->available) return std::move(outcome->answer);
  start_program();
  return std::nullopt;
}

std::optional<FileAnswer> FileChooser::poll() {
  if (portal_) return poll_portal();
  if (!program_) return std::nullopt;
  const auto code = program_->poll();
  if (!code) return std::nullopt;
  std::string output = program_->output();
  if (!output.empty() && output.back() == '\n') output.pop_back();
  program_.reset();
  if (*code == kCancelled) return FileAnswer{};
  if (*code != kChosen) {
    return FileAnswer{{}, fmt::format("The dialog '{}' failed (exit code {}). Choose the file here.", name_, *code)};
  }
  if (auto file = named_file(output, !question_.saves)) return FileAnswer{std::move(file), {}};
  return FileAnswer{
      {}, fmt::format("The dialog '{}' returned no file, but '{}'. Choose the file here.", name_, printable(output))};
}

}  // namespace barchan::ui
