// Walls of a block: strips from the land's edge down to the foot of the block. There is one instance per side, and two
// opposite sides are drawn together. The face of a slice and the cut sides of the water are drawn in the same way.
layout(location = 0) in vec2 corner;  // 0 to 1 along the side; 1 at the land's edge, 0 at the foot

uniform float first_side;  // 0: south and north, 1: east and west, 4: the slice
uniform float level;       // mip of the height map
uniform vec4 spacing;      // of the mesh, m

out vec3 position;
flat out vec2 outward;
flat out int row;  // row in the maps of cuts
out float depth;  // depth below the edge, m

void main() {
  vec2 at;
  int side = int(first_side) + 2 * gl_InstanceID;
  row = side;
  if (side == 0) { at = vec2(corner.x, 0.0); outward = vec2(0.0, -1.0); }
  else if (side == 1) { at = vec2(1.0, corner.x); outward = vec2(1.0, 0.0); }
  else if (side == 2) { at = vec2(1.0 - corner.x, 1.0); outward = vec2(0.0, 1.0); }
  else if (side == 4) { at = mix(vec2(corner.x), abs(slice.z) * land_size.zw, abs(slice.xy)); outward = -slice.xy; }
  else { at = vec2(0.0, 1.0 - corner.x); outward = vec2(-1.0, 0.0); }
  vec2 metres = onto_slice(at * land_size.xy, spacing.xy);
  gl_ClipDistance[0] = side == 4 ? 1.0 : behind_slice(metres);
  float edge = land_height(metres, level);
#ifdef WATER_SURFACE
  float foot = edge;
  edge = water_height(metres, level);
#else
  float foot = land_range.z;
#endif
  position = vec3(metres, mix(foot, edge, corner.y));
  depth = edge - position.z;
  gl_Position = view_projection * vec4(position, 1.0);
}
