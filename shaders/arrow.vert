// The prevailing wind, drawn on the land: a strip that floats over the ground.
layout(location = 0) in vec2 corner;  // 0 .. 1 along the wind; -1 .. 1 across

uniform vec4 focus;  // its middle, m

out vec2 shape;

void main() {
  shape = corner;
  vec2 at = focus.xy + wind.xy * (air.z * (corner.x - 0.5)) + vec2(-wind.y, wind.x) * (0.16 * air.z * corner.y);
  // Over the land's broad shape, not into each hollow.
  float level = max(log2(0.25 * air.z / land_grid.z), 0.0);
  float height = max(textureLod(height_map, at * land_size.zw, level).r, land_height(at, 0.0));
  gl_Position = view_projection * vec4(at, height + 0.03 * air.z, 1.0);
}
