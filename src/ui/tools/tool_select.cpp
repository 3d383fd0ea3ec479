// Select: the objects of the land can be moved, turned, sized, duplicated and removed one by one.
#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/core.h>
#include <glm/geometric.hpp>

#include "ui/gauge_window.hpp"
#include "ui/objects_panel.hpp"
#include "ui/obstacle_handles.hpp"
#include "ui/obstacle_outline.hpp"
#include "ui/rain_panel.hpp"
#include "ui/tools/tool_list.hpp"

namespace barchan::ui {

namespace {

constexpr float kRing = 9.0f;  // 96-dpi pixels, around a selected mark or thing

class SelectTool final : public Tool {
 public:
  ToolInfo const& info() const override {
    static constexpr ToolInfo kInfo{
        "select",
        "Select",
        {Key::e, {}},
        "Move, turn, resize, duplicate (Ctrl+D) or remove (Delete) an object that you click. Press again to stop",
        "objects",
        "Objects"};
    return kInfo;
  }
  /// A drag that begins on an object or a handle belongs to the tool. Others turn the view.
  bool takes_drags() const override { return drag_ || aimed_grip_ || hovered_; }

  std::string_view how_to() const override {
    return "Click an object to select it, and drag it to move it. Press Esc to stop.";
  }
  void deactivate(ToolContext& /*context*/) override {
    select(std::nullopt);
    hovered_.reset();
    aimed_grip_.reset();
  }

  // -- input on the land -----------------------------------------------------------------------------------------
  void pointer_down(ToolContext& context, PointerEvent const& event) override {
    pressed_ = true;
    if (!aimed_grip_) {
      if (!hovered_) return;
      select(hovered_);
      tile_ = tile_under(event, *hovered_);
    }
    Object const* const object = find_object(objects_, *selected_);
    const glm::vec2 place = object->share * context.land().size() + tile_;
    const bool on_body = object->body != nullptr && event.ground;
    const float ground = on_body ? event.ground->z : context.land().height_at(place);
    drag_ = Drag{aimed_grip_.value_or(Grip::place), event.pixel, aimed_grip_ ? foot_ : ground};
    context.forget_how_to();
  }
  void pointer_up(ToolContext& context, PointerEvent const& event) override {
    if (!std::exchange(pressed_, false)) return;
    if (!drag_ && event.is_click) return select(std::nullopt);
    if (!drag_) return;
    const bool changes = !event.is_click && drag_->from && selected_;
    if (changes) finish(context);
    drag_.reset();
    if (!changes) draft_.reset();
  }
  bool key(ToolContext& context, Chord chord) override {
    const bool copies = chord == Chord{Key::d, {.control = true}};
    const bool removes = chord == Chord{Key::erase, {}} || chord == Chord{Key::backspace, {}};
    if (!copies && !removes) return false;
    if (drag_) return true;
    if (!selected_) {
      context.say("Click an object first.");
    } else {
      copies ? duplicate(context) : remove(context);
    }
    return true;
  }
  bool escape(ToolContext& context) override {
    if (!context.is_active(*this)) return false;
    if (drag_) {
      pressed_ = false;
      cancel_drag();
      return true;
    }
    if (!selected_) return false;
    select(std::nullopt);
    return true;
  }

  // -- a frame ---------------------------------------------------------------------------------------------------
  void draw_on_land(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) override {
    if (!context.is_active(*this)) return;
    follow(context);
    if (typed_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) finish(context);
    if (drag_) {
      follow_drag(context, screen, pointer);
    } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      aim(context, screen, pointer);
    }
    draw_source_marks({}, true, context.view().rain.sources, screen, context.land().size());
    draw_marks(context, screen);
  }
  void draw_options(ToolContext& context, Canvas const& canvas, ValueEditor& editor) override {
    ObjectsPanel panel{objects_, selected_, context.view().grid};
    draw_object_list(canvas, panel);  // first, so that its rows stay where they are when one is clicked
    draw_object_buttons(canvas, panel);
    edit_selected(canvas, editor);
    if (panel.looked_at) context.state().look_at = panel.looked_at;
    if (panel.duplicate) duplicate(context);
    if (panel.remove) remove(context);
    if (panel.selected == selected_ || panel.remove) return;
    select(panel.selected);
    tile_ = glm::vec2(0.0f);
  }
  void view_changed(ToolContext& context) override {
    if (draft_ && draft_->ticket && context.runner().applied_ticket() >= *draft_->ticket) draft_.reset();
    follow(context);
    auto const& bodies = context.view().bodies;
    if (!copied_after_ || bodies.empty() || bodies.back().number <= *copied_after_) return;
    select(ObjectId{ObjectKind::obstacle, bodies.back().number});
    tile_ = glm::vec2(0.0f);
  }
  void world_opened(ToolContext& /*context*/, bool /*kept*/) override {
    select(std::nullopt);
    hovered_.reset();
  }

  // -- scripts ---------------------------------------------------------------------------------------------------
  Answers answers(ToolContext const& /*context*/) const override {
    const auto name_of = [&](std::optional<ObjectId> const& id) {
      Object const* const object = id ? find_object(objects_, *id) : nullptr;
      return text_answer(object == nullptr ? "" : object->name);
    };
    Object const* const object = selected_object();
    const Answer none = std::string("none");
    return {
        {"objects", number_answer(objects_.size())},
        {"hovered", name_of(hovered_)},
        {"selected", name_of(selected_)},
        {"selected.x", object == nullptr ? none : number_answer(object->share.x)},
        {"selected.y", object == nullptr ? none : number_answer(object->share.y)},
    };
  }
  std::optional<ParameterGroup> settings(EditorState& /*state*/) override {
    Object const* const object = selected_object();
    settings_ = object == nullptr || object->body == nullptr ? Obstacle() : shown(*object);
    ParameterGroup group = obstacle_group(settings_);
    group.id = kSelectedGroup;
    return group;
  }

 private:
  /// The values of an obstacle that the user is changing, until the world has them.
  struct Draft {
    Obstacle before, after;
    std::optional<std::uint64_t> ticket{};  ///< of the command that has been given
  };
  struct Drag {
    Grip grip = Grip::place;
    ImVec2 pressed{};                 ///< pixel
    float level = 0.0f;               ///< elevation at which it began, m
    std::optional<glm::vec2> from{};  ///< m, on the level
    glm::vec2 to{};
  };

  Object const* selected_object() const { return selected_ ? find_object(objects_, *selected_) : nullptr; }
  /// The values that the user sees: those of a change in progress, or those of the body.
  Obstacle shown(Object const& object) const { return draft_ ? draft_->after : *object.body; }

  void select(std::optional<ObjectId> const& id) {
    selected_ = id;
    copied_after_.reset();
    cancel_drag();
  }
  void cancel_drag() {
    drag_.reset();
    draft_.reset();
    typed_ = false;
  }

  /// Takes up the objects as they are now. What is gone is not selected any more.
  void follow(ToolContext& context) {
    objects_ = objects_of(context.view(), context.state());
    if (selected_ && selected_object() == nullptr) select(std::nullopt);
    if (hovered_ && find_object(objects_, *hovered_) == nullptr) hovered_.reset();
    Object const* const object = selected_object();
    if (draft_ && object != nullptr && object->body != nullptr && *object->body != draft_->before) {
      cancel_drag();  // the change has been made, or another one
    }
  }

  /// The selected object as it is now, which may differ from the last frame; nullptr if it is gone.
  Object const* selected_now(ToolContext& context) {
    follow(context);
    return selected_object();
  }

  /// Shows the values of the selected obstacle in the panel.
  void edit_selected(Canvas const& canvas, ValueEditor& editor) {
    Object const* const object = selected_object();
    if (object == nullptr || object->body == nullptr) return;
    const Obstacle now = shown(*object);
    const Obstacle wanted = edit_obstacle(canvas, editor, {*object->body, now, !drag_});
    if (wanted == now || drag_) return;
    draft_ = Draft{*object->body, wanted};
    typed_ = true;
  }

  void aim(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) {
    hovered_.reset();
    aimed_grip_.reset();
    if (ImGui::GetIO().WantCaptureMouse || !ImGui::IsMousePosValid()) return;
    Object const* const object = selected_object();
    if (object != nullptr && object->body != nullptr) {
      const Obstacle now = shown(*object);
      const StandingBody body = standing_at(context, screen, now, middle_of(context, *object));
      foot_ = body.foot;
      aimed_grip_ = grip_under(handles_of(body, screen), pointer.pixel, screen);
    }
    if (aimed_grip_) return;
    Grid const& grid = context.view().grid;
    hovered_ = object_under(objects_, screen,
                            {pointer.pixel, pointer.place, context.land().size(), grid.cell_size, grid.periodic()});
    if (hovered_) hovered_tile_ = tile_under(pointer, *hovered_);
  }

  glm::vec2 middle_of(ToolContext& context, Object const& object) const {
    const glm::vec2 share = object.body != nullptr ? glm::vec2(shown(object).x, shown(object).y) : object.share;
    return share * context.land().size() + tile_;
  }

  /// From the land to its copy on which the pointer is, m. Marks and things are on the land itself.
  static glm::vec2 tile_under(PointerEvent const& pointer, ObjectId id) {
    const bool repeated = id.kind == ObjectKind::obstacle && pointer.ground && pointer.place;
    return repeated ? glm::vec2(*pointer.ground) - *pointer.place : glm::vec2(0.0f);
  }

  /// A body on the ground a cell outside, so that its own sides do not count.
  static StandingBody standing_at(ToolContext& context, ScreenMap const& screen, Obstacle const& body,
                                  glm::vec2 middle) {
    return standing(screen, body, middle, context.view().grid.cell_size);
  }

  void follow_drag(ToolContext& context, ScreenMap const& screen, PointerEvent const& pointer) {
    const auto at = screen.on_level(pointer.pixel, drag_->level);
    if (!at) return;
    if (!drag_->from) drag_->from = screen.on_level(drag_->pressed, drag_->level);
    drag_->to = *at;
    Object const* const object = selected_object();
    if (object == nullptr || object->body == nullptr || !drag_->from) return;
    GripDrag drag = path_of(context);
    drag.from -= tile_;
    drag.to -= tile_;
    drag.coarse = pointer.modifiers.shift;
    draft_ = Draft{*object->body, dragged_body(*object->body, drag)};
  }
  GripDrag path_of(ToolContext& context) const {
    return {.grip = drag_->grip,
            .from = *drag_->from,
            .to = drag_->to,
            .land = context.land().size(),
            .periodic = context.view().grid.periodic()};
  }

  // -- changes ---------------------------------------------------------------------------------------------------
  /// Gives the world what the user has changed.
  void finish(ToolContext& context) {
    typed_ = false;
    Object const* const object = selected_now(context);
    if (object == nullptr) return;
    if (object->body == nullptr) return move_mark(context, *object, dragged_place(object->share, path_of(context)));
    if (!draft_ || draft_->after == *object->body) return draft_.reset();
    draft_->ticket = context.give(change_between(object->id.number, *object->body, draft_->after));
  }

  static void move_mark(ToolContext& context, Object const& object, glm::vec2 share) {
    if (object.id.kind == ObjectKind::source) {
      WaterSource const& source = context.view().rain.sources[object.id.number - 1];
      WaterSource now = source;
      now.x = share.x;
      now.y = share.y;
      context.give(ChangeSource{source, now});
    } else {
      Landmarks landmarks = context.state().landmarks;
      if (object.id.kind == ObjectKind::gauge) {
        Gauge& gauge = gauge_of(landmarks, object)->gauge;
        gauge.x = share.x;
        gauge.y = share.y;
      } else {
        put_thing(context, landmarks.things[object.id.number - 1], share);
      }
      context.set_landmarks(std::move(landmarks), title_of("move", object));
    }
  }
  static PlacedGauges::iterator gauge_of(Landmarks& landmarks, Object const& object) {
    return std::ranges::find(landmarks.gauges, static_cast<int>(object.id.number), &PlacedGauge::id);
  }
  /// "move palm 2", "move Gauge 1": a gauge has a name of its own.
  static std::string title_of(std::string_view verb, Object const& object) {
    std::string name = object.name;
    if (object.id.kind == ObjectKind::thing) name[0] = static_cast<char>(std::tolower(name[0]));
    return fmt::format("{} {}", verb, name);
  }
  /// The sand that lies at a place when a thing comes there does not bury it.
  static void put_thing(ToolContext& context, Thing& thing, glm::vec2 share) {
    thing.x = share.x;
    thing.y = share.y;
    TerrainView const& view = context.view();
    const auto cell = context.land().cell_at(share * context.land().size());
    thing.sand = cell && *cell < view.sediment.size() ? view.sediment[*cell] : 0.0f;
  }

  void remove(ToolContext& context) {
    Object const* const object = selected_now(context);
    if (object == nullptr) return;
    const ObjectId id = object->id;
    switch (id.kind) {
      case ObjectKind::obstacle:
        context.give(RemoveObstacle{id.number});
        break;
      case ObjectKind::source:
        context.give(RemoveSource{context.view().rain.sources[id.number - 1]});
        break;
      case ObjectKind::gauge:
      case ObjectKind::thing:
        remove_landmark(context, *object);
        break;
    }
    select(std::nullopt);
  }

  /// Places another object like the selected one beside it. A new obstacle is selected.
  void duplicate(ToolContext& context) {
    Object const* const object = selected_now(context);
    if (object == nullptr) return;
    constexpr float kCells = 3.0f;  // between two marks
    Grid const& grid = context.view().grid;
    const float gap =
        object->body != nullptr ? 2.0f * half_size_of(*object->body).x + grid.cell_size : kCells * grid.cell_size;
    glm::vec2 share = object->share;
    const float step = gap / context.land().size().x;
    share.x += share.x + step <= 1.0f || share.x < step ? step : -step;
    share = dragged_place(share, {.land = context.land().size(), .periodic = grid.periodic()});
    if (object->body != nullptr) return duplicate_body(context, object->id.number, share);
    if (object->id.kind == ObjectKind::source) {
      WaterSource copy = context.view().rain.sources[object->id.number - 1];
      copy.x = share.x;
      copy.y = share.y;
      context.give(PlaceSource{copy});
    } else {
      duplicate_landmark(context, *object, share);
    }
  }
  static void duplicate_landmark(ToolContext& context, Object const& object, glm::vec2 share) {
    Landmarks landmarks = context.state().landmarks;
    if (object.id.kind == ObjectKind::gauge) {
      if (landmarks.gauges.size() >= kMostGauges) return context.say(no_more_gauges());
      landmarks.gauges.push_back(new_gauge(landmarks.gauges, share.x, share.y));
    } else {
      if (landmarks.things.size() >= kMostThings) {
        return context.say(fmt::format("A land has at most {} palms and people. Remove one first.", kMostThings));
      }
      Thing copy = landmarks.things[object.id.number - 1];
      put_thing(context, copy, share);
      landmarks.things.push_back(copy);
    }
    context.set_landmarks(std::move(landmarks), title_of("duplicate", object));
  }
  static void remove_landmark(ToolContext& context, Object const& object) {
    Landmarks landmarks = context.state().landmarks;
    if (object.id.kind == ObjectKind::gauge) {
      landmarks.gauges.erase(gauge_of(landmarks, object));
    } else {
      landmarks.things.erase(landmarks.things.begin() + (object.id.number - 1));
    }
    context.set_landmarks(std::move(landmarks), title_of("remove", object));
  }
  void duplicate_body(ToolContext& context, std::uint32_t number, glm::vec2 share) {
    auto const& bodies = context.view().bodies;
    ObstacleBody const& body = *std::ranges::find(bodies, number, &ObstacleBody::number);
    PlaceObstacle copy{body.obstacle, body.stamp ? *body.stamp : Stamp()};
    copy.obstacle.x = share.x;
    copy.obstacle.y = share.y;
    context.give(copy);
    copied_after_ = bodies.back().number;
  }

  // -- drawing ---------------------------------------------------------------------------------------------------
  void draw_marks(ToolContext& context, ScreenMap const& screen) const {
    if (hovered_ && hovered_ != selected_) draw_hovered(context, screen);
    Object const* const object = selected_object();
    if (object == nullptr) return;
    if (object->body == nullptr) return draw_selected_mark(context, screen, *object);
    const Obstacle now = shown(*object);
    const StandingBody body = standing_at(context, screen, now, middle_of(context, *object));
    if (draft_) {
      const glm::vec2 old = object->share * context.land().size() + tile_;
      draw_obstacle_edges(screen, standing_at(context, screen, *object->body, old), colors::kQuietText);
    }
    draw_obstacle_edges(screen, body, colors::kAccent);
    const auto top = screen.at(body.top());
    const bool moves = drag_ && drag_->grip == Grip::place;
    const std::vector<Handle> handles =
        moves ? std::vector<Handle>() : handles_of(body, screen, context.state().directions());
    if (top) screen.label(place_of_name(handles, *top, screen), moves && drag_->from ? way_text() : object->name);
    if (moves) return;
    draw_handles(handles, drag_ ? drag_->grip : aimed_grip_, screen);
    if (top) screen.record("select.place", *top, screen.px(kRing));
  }
  void draw_hovered(ToolContext& context, ScreenMap const& screen) const {
    Object const& object = *find_object(objects_, *hovered_);
    const glm::vec2 middle = object.share * context.land().size() + hovered_tile_;
    auto at = screen.at(middle);
    if (object.body != nullptr) {
      const StandingBody body = standing_at(context, screen, *object.body, middle);
      draw_obstacle_edges(screen, body, colors::kText);
      at = screen.at(body.top());
    }
    if (!at) return;
    if (object.body == nullptr) draw_ring(screen, *at, colors::kText);
    screen.label({at->x + screen.px(kRing), at->y}, object.name);
  }
  void draw_selected_mark(ToolContext& context, ScreenMap const& screen, Object const& object) const {
    const glm::vec2 size = context.land().size();
    const auto foot = screen.at(object.share * size);
    if (foot) {
      draw_ring(screen, *foot, drag_ ? colors::kQuietText : colors::kAccent);
      screen.record("select.place", *foot, screen.px(kRing));
      if (!drag_) screen.label({foot->x + screen.px(kRing), foot->y}, object.name);
    }
    if (!drag_ || !drag_->from) return;
    const auto there = screen.at(dragged_place(object.share, path_of(context)) * size);
    if (!there) return;
    draw_ring(screen, *there, colors::kAccent);
    screen.label({there->x + screen.px(kRing), there->y}, way_text());
  }
  std::string way_text() const { return fmt::format("{:.1f} m", glm::length(drag_->to - *drag_->from)); }
  static void draw_ring(ScreenMap const& screen, ImVec2 pixel, Color color) {
    ImGui::GetBackgroundDrawList()->AddCircle(pixel, screen.px(kRing), packed(color), 0, screen.px(2.0f));
  }

  std::vector<Object> objects_;  ///< as the last view has them
  std::optional<ObjectId> selected_, hovered_;
  std::optional<Grip> aimed_grip_;  ///< handle under the pointer
  float foot_ = 0.0f;               ///< elevation of the handles, m above the datum
  std::optional<Drag> drag_;
  std::optional<Draft> draft_;
  bool typed_ = false;    ///< the draft comes from the panel and has not been sent
  bool pressed_ = false;  ///< the drag in progress began while the tool was active, and was not cancelled
  glm::vec2 tile_{};      ///< from the land to the copy on which the object was selected, m
  glm::vec2 hovered_tile_{};
  std::optional<std::uint32_t> copied_after_;  ///< a new body with a larger number is the duplicate
  Obstacle settings_;                          ///< the numbers for scripts
};

}  // namespace

std::unique_ptr<Tool> make_select_tool() { return std::make_unique<SelectTool>(); }

}  // namespace barchan::ui
