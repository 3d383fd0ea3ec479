// Wind arrows: strips that float above the ground.
layout(location = 0) in vec2 corner;  // 0 to 1 along the arrow; -1 to 1 across
layout(location = 1) in vec4 place;   // its centre, m; its direction times its length, relative to arrow.x

uniform vec4 arrow;  // length m; height above the ground m; half width over length; opacity

out vec2 shape;

void main() {
  shape = corner;
  vec2 along = arrow.x * place.zw;
  vec2 at = place.xy + along * (corner.x - 0.5) + vec2(-along.y, along.x) * (arrow.z * corner.y);
  // An arrow follows the broad shape of the land, not each hollow.
  float level = max(log2(0.25 * arrow.x / land_grid.z), 0.0);
  float height = max(textureLod(height_map, land_uv(at), level).r, land_height(at, 0.0));
  gl_ClipDistance[0] = behind_slice(at);
  gl_Position = view_projection * vec4(at, height + arrow.y, 1.0);
}
