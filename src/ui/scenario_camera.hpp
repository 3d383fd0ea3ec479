/// The camera for a view of a scenario.
#pragma once

#include "io/scenario.hpp"
#include "render/camera.hpp"

namespace barchan::ui {

/// The camera at which `hint` stands on a land. Its target is on the ground or on the water.
render::Camera camera_of(CameraHint const& hint, render::LandShape const& land);

}  // namespace barchan::ui
