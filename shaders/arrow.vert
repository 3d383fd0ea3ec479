// The prevailing wind, drawn on the land: a strip that follows the ground.
layout(location = 0) in vec2 corner;  // 0 .. 1 along the wind; -1 .. 1 across

uniform vec4 focus;  // its middle, m

out vec2 shape;

void main() {
  shape = corner;
  vec2 at = focus.xy + wind.xy * (air.z * (corner.x - 0.5)) + vec2(-wind.y, wind.x) * (0.16 * air.z * corner.y);
  float lift = 0.012 * air.z;
  gl_Position = view_projection * vec4(at, land_height(at, 0.0) + lift, 1.0);
}
